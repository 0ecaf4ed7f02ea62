// The table of models, and the model of interleavings, which others begin with: what it allows, all allow.
#include "graph/memory_model.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace linnet {

namespace {

// All events from which a path leads to one event. Since what comes before an event in its thread is among them with it, a number
// for each thread is enough.
class Ancestors {
 public:
  explicit Ancestors(const ExecutionGraph& graph) : graph_(graph) {
    std::fill_n(reached_.begin(), graph.threads(), 0);
    std::fill_n(followed_.begin(), graph.threads(), 0);
  }

  bool reach(EventLabel from, EventLabel target) {
    add(from);
    while (pending_ != 0) {
      const auto thread = static_cast<std::uint16_t>(std::countr_zero(pending_));
      pending_ &= pending_ - 1;
      for (std::uint32_t& i = followed_[thread]; i < reached_[thread]; ++i) {
        const Event& event = graph_.thread(thread)[i];
        if (event.after != kInitialWrite) add(event.after);
        if (event.kind == EventKind::read) add(event.reads_from);
        if (event.kind == EventKind::write) add_before(event);
        if (reached_[target.thread] > target.index) return true;
      }
    }
    return false;
  }

 private:
  void add(EventLabel label) {
    if (label == kInitialWrite) return;
    std::uint32_t& reached = reached_[label.thread];
    if (reached > label.index) return;
    reached = std::max(reached, end_of_step(graph_, label));
    pending_ |= std::uint64_t{1} << label.thread;
  }

  // The write before it in modification order, and the reads of that.
  void add_before(const Event& event) {
    const EventLabel before = graph_.writes(event.location)[event.place - 1];
    add(before);
    for (const EventLabel read : graph_.reads(event.location)) {
      if (graph_[read].reads_from == before) add(read);
    }
  }

  const ExecutionGraph& graph_;
  // By thread: how many of its events are among them, and of how many what leads to them is, too. And the threads in which these differ.
  std::array<std::uint32_t, ExecutionGraph::kMostThreads> reached_, followed_;
  std::uint64_t pending_ = 0;
};

}  // namespace

EventLabel overtaken(const ExecutionGraph& graph) {
  const Event& last = graph[graph.executed().back()];
  if (last.kind != EventKind::read && last.kind != EventKind::write) return kInitialWrite;
  const std::uint32_t next = 1 + (last.kind == EventKind::read ? graph.place(last.reads_from) : last.place);
  const std::span<const EventLabel> order = graph.writes(last.location);
  return next < order.size() ? order[next] : kInitialWrite;
}

std::uint32_t end_of_step(const ExecutionGraph& graph, EventLabel label) {
  return std::min(label.index + (falls_asleep(graph[label]) ? 3u : 1u), graph.length(label.thread));
}

EventLabel overslept(const ExecutionGraph& graph) {
  const EventLabel last = graph.executed().back();
  if (last.index < 2) return kInitialWrite;
  const Event& looked = graph[{last.thread, static_cast<std::uint16_t>(last.index - 2)}];
  if (!falls_asleep(looked)) return kInitialWrite;
  const std::uint32_t next = graph.place(looked.reads_from) + 1;
  const std::span<const EventLabel> order = graph.writes(looked.location);
  return next < order.size() ? order[next] : kInitialWrite;
}

bool closes_cycle(const ExecutionGraph& graph) {
  const EventLabel last = graph.executed().back(), target = overtaken(graph), unseen = overslept(graph);
  return (target != kInitialWrite && Ancestors(graph).reach(last, target)) ||
         (unseen != kInitialWrite && Ancestors(graph).reach(last, unseen));
}

bool consistent(MemoryModel model, const ExecutionGraph& graph) {
  if (overtaken(graph) == kInitialWrite && overslept(graph) == kInitialWrite) return true;
  switch (model) {
    case MemoryModel::sc: return !closes_cycle(graph);
    case MemoryModel::tso: return consistent_tso(graph);
    case MemoryModel::c11: return consistent_c11(graph);
  }
  __builtin_unreachable();
}

}  // namespace linnet
