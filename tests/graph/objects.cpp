// Objects of litmus programs: reading, drawing and judging them.
#include "objects.hpp"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "definitions/cpp20_definitions.hpp"
#include "graph/client_orders.hpp"

namespace linnet::testing {

namespace {

using Json = nlohmann::json;

// Operations have registers 0, 1, ... of their own.
void append_call(LitmusObject& object, std::size_t thread, const std::vector<Instruction>& operation) {
  std::vector<Instruction>& code = object.litmus.threads[thread];
  const bool follows = !object.calls.empty() && object.calls.back().thread == thread;
  const std::uint32_t first =
      follows ? object.calls.back().first_register + object.calls.back().registers : 0;
  LitmusObject::Call call{thread, code.size(), code.size() + operation.size(), first, 0};
  for (Instruction one : operation) {
    call.registers = std::max(call.registers, one.result + 1);
    one.result += first;
    code.push_back(one);
  }
  object.calls.push_back(call);
}

}  // namespace

std::vector<KnownObject> known_objects(const std::string& file) {
  std::vector<KnownObject> all;
  std::ifstream input(file);
  if (!input) throw std::runtime_error("cannot read " + file);
  for (std::string line; std::getline(input, line);) {
    const Json json = Json::parse(line);
    KnownObject& known = all.emplace_back();
    LitmusObject& object = known.object;
    object.litmus = {json["name"], json["object"]["locs"], {}};
    for (const Json& thread : json["object"]["threads"]) {
      object.litmus.threads.emplace_back();
      for (const Json& name : thread)
        append_call(object, object.litmus.threads.size() - 1,
                    instructions_of(json["object"]["ops"][name.get<std::string>()]));
    }
    for (const auto& model : kMemoryModels) {
      const Json& answer = json["models"][std::string(model.name)];
      known.answers[static_cast<std::size_t>(model.value)] = {answer["graphs"], answer["bad"]};
      if (answer["linearizable"] != (answer["bad"] == 0))
        throw std::runtime_error("a wrong answer in " + line);
    }
  }
  return all;
}

namespace {

// Most accesses become seq_cst: what these forbid is seldom seen where all orders are as likely.
void strengthen(std::vector<std::vector<Instruction>>& operations, Dice& dice) {
  for (auto& operation : operations) {
    for (Instruction& one : operation) {
      if (dice.below(4) != 0) one.order = one.failure_order = MemoryOrder::seq_cst;
    }
  }
}

LitmusObject draw_object(std::uint64_t seed) {
  Dice dice(mix(seed));
  LitmusObject object;
  object.litmus.name = fmt::format("seed {}, object", seed);
  object.litmus.locations = 1 + dice.below(2);
  std::vector<std::vector<Instruction>> operations(2 + dice.below(2));
  for (auto& operation : operations) operation = random_code(dice, object.litmus.locations, 3, false);
  if (dice.below(2) == 0) strengthen(operations, dice);
  object.litmus.threads.resize(2 + dice.below(2));
  for (std::size_t t = 0; t < object.litmus.threads.size(); ++t) {
    for (std::uint32_t calls = 1 + dice.below(2); calls > 0; --calls)
      append_call(object, t, operations[dice.below(static_cast<std::uint32_t>(operations.size()))]);
  }
  return object;
}

}  // namespace

LitmusObject random_object(std::uint64_t seed) {
  constexpr std::size_t kMostInstructions = 6, kMostCalls = 4;  // more take the definition too long
  for (;; seed += std::uint64_t{1} << 32) {
    LitmusObject object = draw_object(seed);
    std::size_t instructions = 0;
    for (const auto& code : object.litmus.threads) instructions += code.size();
    if (instructions <= kMostInstructions && object.calls.size() <= kMostCalls) return object;
  }
}

namespace {

// Runs the calls of an object alone, one after the other, and compares what they return with what they returned in a graph.
class SerialRun {
 public:
  SerialRun(const LitmusObject& object, const std::vector<Walker>& found)
      : object_(object), found_(found), memory_(object.litmus.locations) {}

  bool returns_the_same(const LitmusObject::Call& call) {
    const std::vector<Instruction>& all = object_.litmus.threads[call.thread];
    const std::vector<Instruction> code(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(call.end));
    Walker walker;
    walker.next = call.begin;
    while (const Instruction* next = walker.upcoming(code)) {
      const Event event = event_of(*next, walker);
      const std::uint64_t value = event.location == kNowhere ? 0 : memory_[event.location];
      if (event.kind == EventKind::write) memory_[event.location] = event.value;
      if (event.kind == EventKind::read) changed(event, value, memory_[event.location]);
      walker.take(*next, value);
    }
    const auto at = [](const Walker& one, std::uint32_t r) {
      return r < one.registers.size() ? one.registers[r] : 0;
    };
    for (std::uint32_t r = call.first_register; r < call.first_register + call.registers; ++r) {
      if (at(walker, r) != at(found_[call.thread], r)) return false;
    }
    return true;
  }

 private:
  const LitmusObject& object_;
  const std::vector<Walker>& found_;
  std::vector<std::uint64_t> memory_;
};

// The events [first, end) of each call in its thread. `at(thread, index)` is an event of a graph of the object.
struct EventsOfCall {
  std::uint32_t first, end;
};
template <class At>
std::vector<EventsOfCall> events_of_calls(const LitmusObject& object, const At& at) {
  std::vector<EventsOfCall> all;
  std::vector<Walker> walkers(object.litmus.threads.size());
  std::vector<std::uint32_t> counts(walkers.size());
  for (const LitmusObject::Call& call : object.calls) {
    const std::vector<Instruction>& code = object.litmus.threads[call.thread];
    Walker& walker = walkers[call.thread];
    std::uint32_t& count = counts[call.thread];
    const std::uint32_t first = count;
    for (const Instruction* next; (next = walker.upcoming(code)) != nullptr && walker.next < call.end;) {
      const std::uint64_t value = at(call.thread, count).value;
      std::uint64_t written = 0;
      const bool writes =
          next->kind == Instruction::Kind::update && changed(event_of(*next, walker), value, written);
      walker.take(*next, value);
      count += writes ? 2 : 1;
    }
    all.push_back({first, count});
  }
  return all;
}

// Whether some order of the calls that agrees with `before` explains what they returned.
bool is_explained(const LitmusObject& object, const SerialRun& run, const OperationOrder& before,
                  std::uint64_t done) {
  if (done + 1 == std::uint64_t{1} << object.calls.size()) return true;
  for (std::size_t i = 0; i < object.calls.size(); ++i) {
    if ((done >> i & 1) != 0 || (before[i] & ~done) != 0) continue;
    SerialRun further = run;
    if (further.returns_the_same(object.calls[i]) &&
        is_explained(object, further, before, done | std::uint64_t{1} << i))
      return true;
  }
  return false;
}

}  // namespace

JudgedObject judge(const LitmusObject& object, MemoryModel model) {
  JudgedObject judged;
  visit_graphs(object.litmus, model, [&](const ExecutionGraph& graph, const std::vector<Walker>& walkers) {
    const auto at = [&](std::size_t thread, std::uint32_t i) {
      return graph.thread(static_cast<std::uint16_t>(thread))[i];
    };
    std::vector<OperationInGraph> operations;
    const std::vector<EventsOfCall> events = events_of_calls(object, at);
    for (std::size_t i = 0; i < events.size(); ++i)
      operations.push_back(
          {static_cast<std::uint16_t>(object.calls[i].thread), events[i].first, events[i].end, true});
    const auto orders = client_orders(model, graph, operations);
    if (!orders) throw std::runtime_error("too many orders");
    ++judged.graphs;
    const SerialRun run(object, walkers);
    if (!std::ranges::all_of(*orders, [&](const auto& order) { return is_explained(object, run, order, 0); }))
      ++judged.bad;
  });
  return judged;
}

namespace {

// One graph by the definition of docs/memory-model.md.
class GraphOfObject {
 public:
  GraphOfObject(const LitmusObject& object, AxiomGraph graph, const std::vector<Walker>& walkers)
      : object_(object), graph_(std::move(graph)) {
    const auto at = [&](std::size_t thread, std::uint32_t i) { return event(thread, i); };
    const std::vector<EventsOfCall> events = events_of_calls(object, at);
    for (std::size_t i = 0; i < events.size(); ++i)
      graph_.operations.push_back({static_cast<int>(object.calls[i].thread),
                                   static_cast<int>(events[i].first), static_cast<int>(events[i].end)});
    find_explanations(walkers);
  }

  bool has_unexplained_client(MemoryModel model) {
    std::vector<std::pair<int, int>> pairs;
    for (int a = 0; a < static_cast<int>(object_.calls.size()); ++a) {
      for (int b = 0; b < static_cast<int>(object_.calls.size()); ++b) {
        if (thread_of(a) != thread_of(b)) pairs.emplace_back(a, b);
      }
    }
    for (std::size_t subset = 0; subset < std::size_t{1} << pairs.size(); ++subset) {
      graph_.client.clear();
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if ((subset >> i & 1) != 0) graph_.client.push_back(pairs[i]);
      }
      const auto before = order_of_operations(model, graph_);
      if (before && !is_explained(*before) && (model != MemoryModel::c11 || satisfies_cpp20(graph_)))
        return true;
    }
    return false;
  }

 private:
  std::size_t thread_of(int call) const { return object_.calls[static_cast<std::size_t>(call)].thread; }
  const AxiomEvent& event(std::size_t thread, std::uint32_t number) const {
    for (const AxiomEvent& one : graph_.events) {
      if (one.thread == static_cast<int>(thread) && number-- == 0) return one;
    }
    throw std::runtime_error("no such event");
  }

  // All orders of the calls in which each returns alone what it returned.
  void find_explanations(const std::vector<Walker>& walkers) {
    std::vector<std::size_t> order(object_.calls.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      SerialRun run(object_, walkers);
      if (std::ranges::all_of(order, [&](std::size_t i) { return run.returns_the_same(object_.calls[i]); }))
        explanations_.push_back(order);
    } while (std::ranges::next_permutation(order).found);
  }
  bool is_explained(const std::vector<std::uint64_t>& before) const {
    return std::ranges::any_of(explanations_, [&](const std::vector<std::size_t>& order) {
      std::uint64_t done = 0;
      return std::ranges::all_of(order, [&](std::size_t i) {
        done |= std::uint64_t{1} << i;
        return (before[i] & ~done) == 0;
      });
    });
  }

  const LitmusObject& object_;
  AxiomGraph graph_;
  std::vector<std::vector<std::size_t>> explanations_;
};

}  // namespace

JudgedObject judge_by_definition(const LitmusObject& object, MemoryModel model) {
  JudgedObject judged;
  enumerate(object.litmus, model, [&](const AxiomGraph& graph, const std::vector<Walker>& walkers) {
    ++judged.graphs;
    judged.bad += GraphOfObject(object, graph, walkers).has_unexplained_client(model) ? 1 : 0;
  });
  return judged;
}

}  // namespace linnet::testing
