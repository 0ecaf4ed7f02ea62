// Tests the orders that clients can bring about against the axioms, and with them which objects are linearizable under which model.
#include "graph/client_orders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "definitions/memory_definitions.hpp"
#include "explore/sampling.hpp"
#include "graph/sequential.hpp"
#include "litmus.hpp"
#include "scale.hpp"

namespace linnet::testing {
namespace {

using Operations = std::vector<OperationInGraph>;

AxiomGraph axioms_of(const ExecutionGraph& graph, const Operations& operations) {
  AxiomGraph axioms;
  std::map<EventLabel, int> numbers;
  const auto locations = static_cast<Location>(graph.locations());
  for (Location x = 0; x < locations; ++x) axioms.events.push_back({.location = x});
  for (const EventLabel label : graph.executed()) numbers.emplace(label, locations + numbers.size());
  const auto number = [&](EventLabel label, Location x) {
    return label == kInitialWrite ? static_cast<int>(x) : numbers.at(label);
  };
  for (const EventLabel label : graph.executed()) {
    const Event& event = graph[label];
    AxiomEvent& axiom = axioms.events.emplace_back();
    axiom = {.thread = label.thread,
             .kind = event.kind,
             .order = event.order,
             .location = event.location,
             .value = event.value};
    axiom.locked = event.of_update || event.change != Change::none;
    if (event.kind == EventKind::read) axiom.reads_from = number(event.reads_from, event.location);
    if (event.kind == EventKind::write && event.of_update)
      axiom.read_of_update = numbers.at({label.thread, static_cast<std::uint16_t>(label.index - 1)});
    if (event.after != kInitialWrite) axiom.after = numbers.at(event.after);
  }
  for (Location x = 0; x < locations; ++x) {
    std::vector<int>& order = axioms.modification.emplace_back();
    for (const EventLabel write : graph.writes(x)) order.push_back(number(write, x));
  }
  for (const OperationInGraph& one : operations)
    axioms.operations.push_back({one.thread, static_cast<int>(one.first), static_cast<int>(one.end)});
  return axioms;
}

// All largest sets of pairs that a client can bring about, one subset after the other.
std::vector<OperationOrder> orders_by_definition(MemoryModel model, const ExecutionGraph& graph,
                                                 const Operations& operations,
                                                 const std::vector<std::pair<int, int>>& pairs) {
  AxiomGraph axioms = axioms_of(graph, operations);
  const std::size_t subsets = std::size_t{1} << pairs.size();
  std::vector<bool> possible(subsets);
  for (std::size_t subset = 0; subset < subsets; ++subset) {
    axioms.client.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((subset >> i & 1) != 0) axioms.client.push_back(pairs[i]);
    }
    possible[subset] = satisfies(model, axioms);
  }
  std::vector<OperationOrder> orders;
  for (std::size_t subset = 0; subset < subsets; ++subset) {
    bool largest = possible[subset];
    OperationOrder before(operations.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      if ((subset >> i & 1) != 0) {
        before[static_cast<std::size_t>(b)] |= std::uint64_t{1} << a;
      } else if (possible[subset | std::size_t{1} << i]) {
        largest = false;
      }
    }
    for (std::size_t b = 0; b < operations.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (operations[a].thread == operations[b].thread) before[b] |= std::uint64_t{1} << a;
      }
    }
    if (largest) orders.push_back(before);
  }
  std::ranges::sort(orders);
  return orders;
}

std::vector<std::pair<int, int>> pairs_of(const Operations& operations) {
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t a = 0; a < operations.size(); ++a) {
    for (std::size_t b = 0; b < operations.size(); ++b) {
      if (operations[a].returned && operations[a].thread != operations[b].thread)
        pairs.emplace_back(static_cast<int>(a), static_cast<int>(b));
    }
  }
  return pairs;
}

// Cuts threads into operations, some of them without events or without a return.
Operations draw_operations(const ExecutionGraph& graph, Dice& dice) {
  Operations operations;
  for (std::uint16_t t = 0; t < graph.threads(); ++t) {
    const std::uint32_t length = graph.length(t);
    std::uint32_t at = dice.below(2) * dice.below(length + 1);
    const std::uint32_t count = graph.threads() == 2 ? 1 + dice.below(2) : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t end = at + dice.below(length - at + 1);
      const bool returned = i + 1 < count || dice.below(5) != 0;
      operations.push_back({t, at, returned ? end : length, returned});
      at = end;
    }
  }
  return operations;
}

void expect_visible_by_definition(const ExecutionGraph& graph, const Operations& operations) {
  const AxiomGraph axioms = axioms_of(graph, operations);
  const OperationOrder visible = visible_after(graph, operations);
  for (std::size_t a = 0; a < operations.size(); ++a) {
    for (std::size_t b = 0; b < operations.size(); ++b) {
      EXPECT_EQ((visible[b] >> a & 1) != 0,
                is_visible_after(axioms, static_cast<int>(a), static_cast<int>(b)));
    }
  }
}

TEST(ClientOrders, AreThoseThatTheAxiomsAllow) {
  std::size_t compared = 0, several = 0;
  for (std::uint64_t seed = 0; seed < cases(60); ++seed) {
    const Litmus litmus = random_litmus(seed, false);
    for (const MemoryModel model : kModels) {
      Dice dice(mix(seed, static_cast<std::uint64_t>(model)));
      std::size_t graphs = 0;
      visit_graphs(litmus, model, [&](const ExecutionGraph& graph, const auto&) {
        if (graph.threads() < litmus.threads.size() || ++graphs > 4) return;
        const Operations operations = draw_operations(graph, dice);
        const auto pairs = pairs_of(operations);
        const auto expected = orders_by_definition(model, graph, operations, pairs);
        EXPECT_EQ(client_orders(model, graph, operations), expected)
            << to_text(litmus) << "under " << name_in(kMemoryModels, model);
        ++compared;
        if (expected.size() > 1) ++several;
        expect_visible_by_definition(graph, operations);
        AxiomGraph without_client = axioms_of(graph, {});
        EXPECT_EQ(is_sequential(graph), satisfies(MemoryModel::sc, without_client)) << to_text(litmus);
      });
    }
  }
  EXPECT_GT(compared, cases(60) * 2);
  EXPECT_GT(several, compared / 5);
}

TEST(ClientOrders, GivesUpAfterSoManySteps) {
  ExecutionGraph graph;
  graph.clear();
  Operations operations;
  for (std::uint16_t t = 0; t < 6; ++t) operations.push_back({t, 0, 0, true});
  EXPECT_EQ(client_orders(MemoryModel::c11, graph, operations, 100), std::nullopt);
}

// An object test: which results each call had, and which orders of the calls explain them.
class ObjectOnGraphs {
 public:
  explicit ObjectOnGraphs(const LitmusObject& object) : object_(object) {}

  Operations operations_in(const ExecutionGraph& graph) const {
    Operations operations;
    std::vector<Walker> walkers(object_.litmus.threads.size());
    std::vector<std::uint32_t> events(walkers.size());
    for (const LitmusObject::Call& call : object_.calls) {
      const std::vector<Instruction>& code = object_.litmus.threads[call.thread];
      const auto thread = static_cast<std::uint16_t>(call.thread);
      std::uint32_t& at = events[call.thread];
      const std::uint32_t first = at;
      Walker& walker = walkers[call.thread];
      for (const Instruction* next; (next = walker.upcoming(code)) != nullptr && walker.next < call.end;) {
        const Event& event = graph.thread(thread)[at];
        walker.take(*next, event.value);
        at += event.kind == EventKind::read && event.of_update ? 2 : 1;
      }
      operations.push_back({thread, first, at, true});
    }
    return operations;
  }

  bool explains(const OperationOrder& before, const std::vector<Walker>& walkers) const {
    return extend(before, walkers, 0, std::vector<std::uint64_t>(object_.litmus.locations));
  }

 private:
  using Registers = std::vector<std::uint64_t>;

  bool extend(const OperationOrder& before, const std::vector<Walker>& walkers, std::uint64_t done,
              const std::vector<std::uint64_t>& memory) const {
    if (done + 1 == std::uint64_t{1} << object_.calls.size()) return true;
    for (std::size_t i = 0; i < object_.calls.size(); ++i) {
      if ((done >> i & 1) != 0 || (before[i] & ~done) != 0) continue;
      std::vector<std::uint64_t> after = memory;
      if (returns(object_.calls[i], walkers[object_.calls[i].thread], after) &&
          extend(before, walkers, done | std::uint64_t{1} << i, after))
        return true;
    }
    return false;
  }

  // Runs the call alone, and compares.
  bool returns(const LitmusObject::Call& call, const Walker& found,
               std::vector<std::uint64_t>& memory) const {
    const std::vector<Instruction>& all = object_.litmus.threads[call.thread];
    const std::vector<Instruction> code(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(call.end));
    Walker walker;
    walker.next = call.begin;
    while (const Instruction* next = walker.upcoming(code)) {
      Event event = event_of(*next, walker);
      const std::uint64_t value = event.location == kNowhere ? 0 : memory[event.location];
      if (event.kind == EventKind::write) memory[event.location] = event.value;
      if (event.kind == EventKind::read) changed(event, value, memory[event.location]);
      walker.take(*next, value);
    }
    const auto at = [](const Walker& one, std::uint32_t r) {
      return r < one.registers.size() ? one.registers[r] : 0;
    };
    for (std::uint32_t r = call.first_register; r < call.first_register + call.registers; ++r) {
      if (at(walker, r) != at(found, r)) return false;
    }
    return true;
  }

  const LitmusObject& object_;
};

TEST(ClientOrders, DecideWhichObjectsAreLinearizable) {
  std::size_t compared = 0;
  for (const LitmusObject& object : known_objects(std::string(LINNET_LITMUS) + "/objects.jsonl")) {
    const ObjectOnGraphs test(object);
    for (const MemoryModel model : kModels) {
      std::uint64_t graphs = 0, bad = 0;
      visit_graphs(object.litmus, model, [&](const ExecutionGraph& graph, const auto& walkers) {
        ++graphs;
        const auto orders = client_orders(model, graph, test.operations_in(graph));
        ASSERT_TRUE(orders);
        if (!std::ranges::all_of(*orders, [&](const auto& order) { return test.explains(order, walkers); }))
          ++bad;
      });
      const LitmusObject::Answer& answer = object.answers[static_cast<std::size_t>(model)];
      const std::string which = object.litmus.name + " under " + std::string(name_in(kMemoryModels, model));
      EXPECT_EQ(graphs, answer.graphs) << which;
      EXPECT_EQ(bad, answer.bad) << which;
      EXPECT_EQ(bad == 0, answer.linearizable) << which;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace linnet::testing
