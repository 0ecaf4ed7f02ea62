// x86: what a thread stores becomes visible to others after a while, in the order in which it stored. So a load may be ahead of earlier
// stores of its thread, and nothing else may change places; a locked instruction or a fence between the two forbids even that.
#include <algorithm>
#include <array>
#include <vector>

#include "graph/memory_model.hpp"

namespace linnet {

namespace {

bool is_locked(const Event& event) {
  if (event.kind == EventKind::other || event.of_update) return true;
  if (event.change != Change::none) return event.change != Change::wake || event.expected != 0;
  return event.order == MemoryOrder::seq_cst && event.kind != EventKind::read;
}

// All events from which a path leads to one event.
class AncestorsOnX86 {
 public:
  explicit AncestorsOnX86(const ExecutionGraph& graph) : graph_(graph) {
    for (std::uint16_t t = 0; t < graph.threads(); ++t) reached_[t].assign(graph.length(t), false);
  }

  bool reach(EventLabel from, EventLabel target) {
    add(from);
    while (!pending_.empty()) {
      const EventLabel label = pending_.back();
      pending_.pop_back();
      add_of_thread(label);
      const Event& event = graph_[label];
      add(event.after);
      if (event.kind == EventKind::read && event.reads_from.thread != label.thread) add(event.reads_from);
      if (event.kind == EventKind::write) add_before(event);
      if (reached_[target.thread][target.index]) return true;
    }
    return false;
  }

 private:
  void add(EventLabel label) {
    if (label == kInitialWrite || reached_[label.thread][label.index]) return;
    for (std::uint32_t i = label.index; i < end_of_step(graph_, label); ++i) {
      reached_[label.thread][i] = true;
      pending_.push_back({label.thread, static_cast<std::uint16_t>(i)});
    }
  }

  // What its thread did before it, in every order: all, but for stores before a load. What is before a locked instruction is
  // before all that is behind it.
  void add_of_thread(EventLabel label) {
    const std::span<const Event> events = graph_.thread(label.thread);
    const bool loads = events[label.index].kind == EventKind::read && !is_locked(events[label.index]);
    for (std::uint16_t i = label.index; i-- > 0;) {
      const bool locked = is_locked(events[i]);
      // Some events are no instructions.
      if ((events[i].kind == EventKind::fence && !locked) || events[i].kind == EventKind::choice) continue;
      if (!loads || locked || events[i].kind != EventKind::write) add({label.thread, i});
      if (locked) return;
    }
    add(events[0].after);  // whatever comes first in a thread, its creation came before
  }

  void add_before(const Event& event) {
    const EventLabel before = graph_.writes(event.location)[event.place - 1];
    add(before);
    for (const EventLabel read : graph_.reads(event.location)) {
      if (graph_[read].reads_from == before) add(read);
    }
  }

  const ExecutionGraph& graph_;
  std::array<std::vector<bool>, ExecutionGraph::kMostThreads> reached_;
  std::vector<EventLabel> pending_;
};

}  // namespace

bool preserved_by_tso(const ExecutionGraph& graph, EventLabel first, EventLabel second) {
  if (first.thread != second.thread || first.index >= second.index) return false;
  const auto is_instruction = [](const Event& event) {
    return event.kind != EventKind::choice && (event.kind != EventKind::fence || is_locked(event));
  };
  if (!is_instruction(graph[first]) || !is_instruction(graph[second])) return false;
  if (graph[first].kind != EventKind::write || graph[second].kind != EventKind::read) return true;
  return std::ranges::any_of(graph.thread(first.thread).subspan(first.index, second.index - first.index + 1u),
                             is_locked);
}

bool consistent_tso(const ExecutionGraph& graph) {
  if (!closes_cycle(graph)) return true;
  const auto reaches = [&](EventLabel target) {
    return target != kInitialWrite && AncestorsOnX86(graph).reach(graph.executed().back(), target);
  };
  return !reaches(overtaken(graph)) && !reaches(overslept(graph));
}

}  // namespace linnet
