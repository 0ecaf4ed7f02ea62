// is_sequential: takes away what nothing comes before, until nothing is left.
#include "graph/sequential.hpp"

#include <cstddef>
#include <vector>

namespace linnet {

namespace {

class Order {
 public:
  explicit Order(const ExecutionGraph& graph) : graph_(graph), first_(graph.threads() + 1u) {
    for (std::uint16_t t = 0; t < graph.threads(); ++t) first_[t + 1u] = first_[t] + graph.length(t);
    next_.resize(first_.back());
    before_.resize(first_.back());
    for (const EventLabel label : graph.executed()) add_edges_of(label);
  }

  bool has_no_cycle() {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (before_[i] == 0) free.push_back(i);
    }
    std::size_t taken = 0;
    for (; !free.empty(); ++taken) {
      const std::size_t one = free.back();
      free.pop_back();
      for (const std::size_t next : next_[one]) {
        if (--before_[next] == 0) free.push_back(next);
      }
    }
    return taken == before_.size();
  }

 private:
  std::size_t number(EventLabel label) const { return first_[label.thread] + label.index; }
  void add(EventLabel from, EventLabel to) {
    if (from == kInitialWrite) return;
    next_[number(from)].push_back(number(to));
    ++before_[number(to)];
  }
  // From what comes right before it, and from a read to the write behind the one that it reads.
  void add_edges_of(EventLabel label) {
    const Event& event = graph_[label];
    if (label.index > 0) add({label.thread, static_cast<std::uint16_t>(label.index - 1)}, label);
    add(event.after, label);
    if (event.kind == EventKind::write) add(graph_.writes(event.location)[event.place - 1], label);
    if (event.kind != EventKind::read) return;
    add(event.reads_from, label);
    const auto writes = graph_.writes(event.location);
    const std::size_t behind = graph_.place(event.reads_from) + 1;
    if (behind < writes.size()) add(label, writes[behind]);
  }

  const ExecutionGraph& graph_;
  std::vector<std::size_t> first_;              // by thread: the number of its first event
  std::vector<std::vector<std::size_t>> next_;  // by number
  std::vector<std::size_t> before_;             // how many come right before it
};

}  // namespace

bool is_sequential(const ExecutionGraph& graph) {
  return Order(graph).has_no_cycle();
}

}  // namespace linnet
