// All graphs of a litmus program by the definition: every order in which events can be added, every write that a read can read from, every
// place of a write, as far as the axioms hold. No read depends on itself in any model, and what a consistent graph began as is consistent,
// so nothing is left out.
#include <map>

#include <fmt/format.h>

#include "definitions/memory_definitions.hpp"
#include "litmus.hpp"
#include "output.hpp"

namespace linnet::testing {

namespace {

struct State {
  std::vector<Walker> walkers;
  AxiomGraph graph;
  std::vector<std::vector<int>> of_thread;  // numbers of events
  std::map<std::size_t, int> creations;     // by thread
  std::map<std::size_t, int> wakers;        // by thread
};

std::string key_of(const State& state) {
  std::map<int, std::string> names;
  for (std::size_t t = 0; t < state.of_thread.size(); ++t) {
    for (std::size_t i = 0; i < state.of_thread[t].size(); ++i)
      names[state.of_thread[t][i]] = fmt::format("{}.{}", t, i);
  }
  const auto name = [&](int event) {
    const auto at = names.find(event);
    return at == names.end() ? std::string("init") : at->second;
  };
  std::string key;
  for (const auto& events : state.of_thread) {
    for (const int e : events) {
      const AxiomEvent& event = state.graph.events[static_cast<std::size_t>(e)];
      key += fmt::format("{}{} ", static_cast<int>(event.kind),
                         event.kind == EventKind::read ? "<" + name(event.reads_from)
                         : event.kind == EventKind::choice || event.kind == EventKind::write
                             ? fmt::format("={}", event.value)
                             : "");
    }
    key += "|";
  }
  for (const auto& order : state.graph.modification) {
    for (const int e : order) key += name(e) + " ";
    key += ";";
  }
  return key;
}

class Enumeration {
 public:
  Enumeration(const Litmus& litmus, MemoryModel model, const AxiomVisitor& visitor)
      : litmus_(litmus), model_(model), visitor_(visitor) {}

  Explored run() {
    State state;
    state.walkers.resize(litmus_.threads.size());
    state.of_thread.resize(litmus_.threads.size());
    for (std::uint32_t x = 0; x < litmus_.locations; ++x) {
      state.graph.events.push_back({.location = x});
      state.graph.modification.push_back({static_cast<int>(x)});
    }
    visit(state);
    return explored_;
  }

 private:
  void visit(State state) {
    if (!seen_.insert(key_of(state)).second || !satisfies(model_, state.graph)) return;
    bool complete = true;
    for (std::size_t t = 0; t < state.walkers.size(); ++t) {
      if (state.walkers[t].upcoming(litmus_.threads[t]) != nullptr) complete = false;
      if (const Instruction* next = ready(litmus_, state.walkers, t)) extend(state, t, *next);
    }
    if (!complete) {
      if (is_stuck(litmus_, state.walkers)) explored_.stuck.insert(key_of(state));
      return;
    }
    ++explored_.graphs;
    explored_.distinct.insert(key_of(state));
    explored_.outputs.insert(output_text(state));
    if (visitor_) visitor_(state.graph, state.walkers);
  }

  void extend(const State& state, std::size_t t, const Instruction& next) {
    const Event event = event_of(next, state.walkers[t]);
    if (event.kind == EventKind::read) {
      for (const int write : state.graph.modification[event.location]) {
        if (goes_on(event, state.graph.events[static_cast<std::size_t>(write)].value))
          add_read(state, t, next, event, write);
      }
    } else if (event.kind == EventKind::write) {
      for (std::size_t place = 1; place <= state.graph.modification[event.location].size(); ++place) {
        State after = state;
        add_write(after, t, event, event.value, -1, place);
        after.walkers[t].take(next, 0);
        visit(std::move(after));
      }
    } else {
      const std::uint64_t outcomes = next.kind == Instruction::Kind::choose ? next.operand : 1;
      for (std::uint64_t outcome = 0; outcome < outcomes; ++outcome)
        add_other(state, t, next, event, outcome);
    }
  }

  void add_other(const State& state, std::size_t t, const Instruction& next, const Event& event,
                 std::uint64_t outcome) {
    State after = state;
    AxiomEvent other{.kind = event.kind, .order = event.order, .value = outcome};
    if (next.kind == Instruction::Kind::begin) other.after = state.creations.at(t);
    if (next.kind == Instruction::Kind::join) other.after = state.of_thread[next.thread].back();
    if (next.kind == Instruction::Kind::woken) other.after = state.wakers.at(t);
    const int number = add(after, t, other);
    if (next.kind == Instruction::Kind::create) after.creations[next.thread] = number;
    after.walkers[t].take(next, outcome);
    visit(std::move(after));
  }

  void add_read(const State& state, std::size_t t, const Instruction& next, const Event& event, int write) {
    const std::uint64_t value = state.graph.events[static_cast<std::size_t>(write)].value;
    State after = state;
    const int number = add_event_of_read(after, t, event, write, next.of_object);
    after.walkers[t].take(next, value);
    if (next.sleeps_at != kNowhere && value == next.expected) return fall_asleep(after, t, next, number);
    std::uint64_t written = 0;
    if (!changed(event, value, written)) return visit(std::move(after));
    for (std::uint32_t outcome = 0; outcome < outcomes_of(event, value); ++outcome) {
      changed(event, value, written, outcome);
      for (std::size_t place = 1; place <= state.graph.modification[event.location].size(); ++place) {
        State both = after;
        const int last = add_write(both, t, event, written, number, place, next.of_object);
        describe(both.graph.events[static_cast<std::size_t>(last)], next);
        for (const std::size_t woken : wake(next, value, written, both.walkers)) both.wakers[woken] = last;
        visit(std::move(both));
      }
    }
  }

  // Right behind the read, its thread takes a place in the queue.
  void fall_asleep(const State& state, std::size_t t, const Instruction& next, int looked) {
    const Event event{.kind = EventKind::read,
                      .change = Change::disjunction,
                      .location = next.sleeps_at,
                      .operand = std::uint64_t{1} << t};
    for (const int write : state.graph.modification[event.location]) {
      State after = state;
      const int number = add_event_of_read(after, t, event, write);
      const std::uint64_t value = state.graph.events[static_cast<std::size_t>(write)].value | event.operand;
      for (std::size_t place = 1; place <= state.graph.modification[event.location].size(); ++place) {
        State both = after;
        const int last = add_write(both, t, event, value, number, place);
        both.graph.events[static_cast<std::size_t>(last)].looked = looked;
        visit(std::move(both));
      }
    }
  }

  // The orders of read-write locks and barriers are not those of atomic accesses.
  static MemoryOrder order_of(const Event& event, bool writes, bool of_object) {
    if (event.change == Change::none) return event.order;
    if (of_object) return MemoryOrder::plain;
    return writes ? event.order_of_update : event.order_of_failure;
  }

  static int add_event_of_read(State& state, std::size_t t, const Event& event, int write,
                               bool of_object = false) {
    const std::uint64_t value = state.graph.events[static_cast<std::size_t>(write)].value;
    std::uint64_t written = 0;
    const bool writes = changed(event, value, written);
    return add(state, t,
               {.kind = EventKind::read,
                .order = order_of(event, writes, of_object),
                .locked = event.change == Change::wake ? writes || event.expected != 0
                                                       : event.change != Change::none,
                .location = event.location,
                .value = value,
                .reads_from = write,
                .wakes = event.change == Change::wake});
  }

  static void describe(AxiomEvent& write, const Instruction& next) {
    using Role = AxiomEvent::Role;
    write.arrivals = next.expected;
    if (!next.of_object) return;
    if (next.change == Change::arrive) write.role = Role::arrival;
    if (next.change == Change::enter) write.role = Role::read_lock;
    if (next.change == Change::subtract) write.role = Role::read_unlock;
    if (next.change == Change::compare) write.role = Role::write_lock;
    if (next.change == Change::exchange) write.role = Role::write_unlock;
  }

  static int add(State& state, std::size_t t, AxiomEvent event) {
    event.thread = static_cast<int>(t);
    const int number = static_cast<int>(state.graph.events.size());
    state.graph.events.push_back(event);
    state.of_thread[t].push_back(number);
    return number;
  }

  static int add_write(State& state, std::size_t t, const Event& event, std::uint64_t value, int read,
                       std::size_t place, bool of_object = false) {
    const int number = add(state, t,
                           {.kind = EventKind::write,
                            .order = read != -1 ? order_of(event, true, of_object) : event.order,
                            .locked = read != -1,
                            .location = event.location,
                            .value = value,
                            .read_of_update = read});
    std::vector<int>& order = state.graph.modification[event.location];
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), number);
    return number;
  }

  std::string output_text(const State& state) const {
    std::vector<std::uint64_t> finals;
    for (const auto& order : state.graph.modification)
      finals.push_back(state.graph.events[static_cast<std::size_t>(order.back())].value);
    return output_of(state.walkers, finals);
  }

  const Litmus& litmus_;
  MemoryModel model_;
  const AxiomVisitor& visitor_;
  std::set<std::string> seen_;
  Explored explored_;
};

}  // namespace

Explored enumerate(const Litmus& litmus, MemoryModel model, const AxiomVisitor& visitor) {
  return Enumeration(litmus, model, visitor).run();
}

std::string output_of(const std::vector<Walker>& walkers, const std::vector<std::uint64_t>& finals) {
  std::string text;
  for (std::size_t t = 0; t < walkers.size(); ++t) {
    for (const std::uint32_t r : walkers[t].set)
      text += fmt::format("t{}r{}={} ", t, r, walkers[t].registers[r]);
  }
  for (std::size_t x = 0; x < finals.size(); ++x) text += fmt::format("x{}={} ", x, finals[x]);
  text.pop_back();
  return text;
}

std::string canonical(const ExecutionGraph& graph) {
  const auto name = [](EventLabel label) {
    return label == kInitialWrite ? std::string("init") : fmt::format("{}.{}", label.thread, label.index);
  };
  std::string key;
  for (std::uint16_t t = 0; t < graph.threads(); ++t) {
    for (const Event& event : graph.thread(t)) {
      key += fmt::format("{}{} ", static_cast<int>(event.kind),
                         event.kind == EventKind::read ? "<" + name(event.reads_from)
                         : event.kind == EventKind::choice || event.kind == EventKind::write
                             ? fmt::format("={}", event.value)
                             : "");
    }
    key += "|";
  }
  for (Location x = 0; x < graph.locations(); ++x) {
    for (const EventLabel write : graph.writes(x)) key += name(write) + " ";
    key += ";";
  }
  return key;
}

}  // namespace linnet::testing
