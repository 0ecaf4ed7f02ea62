// recorded_calls: the recording of the runtime, with the orders that its graph allows.
#include "worker/recorded_calls.hpp"

#include <algorithm>

#include "graph/client_orders.hpp"
#include "graph/cpp20.hpp"
#include "runtime/object_test.hpp"
#include "runtime/operations.hpp"

namespace linnet::worker {

namespace {

// Steps to find all orders of one graph. Beyond that the graph is not decided.
constexpr std::uint64_t kMostSteps = 500'000;

}  // namespace

Recording recorded_calls(const ModelledMemory* memory, std::optional<MemoryModel> model) {
  Recording recording = runtime::recording();
  std::vector<OperationInGraph> operations = runtime::operations_in_graph();
  if (memory == nullptr || operations.empty()) return recording;
  const ExecutionGraph& graph = memory->graph();
  for (OperationInGraph& one : operations) one.end = std::min(one.end, graph.length(one.thread));
  ClientOrders& clients = recording.clients.emplace();
  clients.always = order_without_client(graph, operations);
  if (*model == MemoryModel::c11) clients.visible = visible_after(graph, operations);
  if (auto possible = client_orders(*model, graph, operations, kMostSteps))
    clients.possible = *std::move(possible);
  return recording;
}

bool is_forbidden_by_cpp20(const ModelledMemory* memory, std::optional<MemoryModel> model) {
  if (memory == nullptr || *model != MemoryModel::c11) return false;
  const ExecutionGraph& graph = memory->graph();
  if (memory->performed().size() == graph.executed().size()) return !allowed_by_cpp20(graph);
  std::vector<std::uint32_t> lengths(graph.threads());
  for (const EventLabel label : memory->performed()) ++lengths[label.thread];
  ExecutionGraph performed;
  performed.copy_prefix(graph, lengths);
  return !allowed_by_cpp20(performed);
}

}  // namespace linnet::worker
