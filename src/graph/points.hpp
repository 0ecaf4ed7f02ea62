// The points of an execution: the events of a graph, and the calls and returns of operations between them.
//
// This is the slow view, with whole relations as matrices, for what cannot be answered from the clocks of the graph alone.
#pragma once

#include <span>
#include <utility>

#include "graph/client_orders.hpp"
#include "graph/relation.hpp"

namespace linnet {

// Events, in the order in which they were executed, and behind them the call and the return of each operation.
class Points {
 public:
  Points(const ExecutionGraph& graph, std::span<const OperationInGraph> operations)
      : graph_(graph), labels_(graph.executed()), operations_(operations) {}

  std::size_t events() const { return labels_.size(); }
  std::size_t size() const { return labels_.size() + 2 * operations_.size(); }
  std::size_t call(std::size_t operation) const { return labels_.size() + 2 * operation; }
  std::size_t return_of(std::size_t operation) const { return call(operation) + 1; }
  const Event& event(std::size_t i) const { return graph_[labels_[i]]; }
  EventLabel label(std::size_t i) const { return labels_[i]; }
  const ExecutionGraph& graph() const { return graph_; }
  std::span<const OperationInGraph> operations() const { return operations_; }

  bool same_place(std::size_t a, std::size_t b) const {
    return a < events() && b < events() && event(a).location != kNowhere &&
           event(a).location == event(b).location;
  }
  // Program order, with calls and returns in it.
  bool in_thread(std::size_t a, std::size_t b) const {
    return thread(a) == thread(b) && position(a) < position(b);
  }
  std::uint16_t thread(std::size_t i) const {
    return i < events() ? labels_[i].thread : operations_[(i - events()) / 2].thread;
  }
  // b is a write behind a, or behind what a reads: mo and rb.
  bool overwrites(std::size_t a, std::size_t b) const {
    if (a == b || !same_place(a, b) || event(b).kind != EventKind::write) return false;
    const Event& first = event(a);
    const std::uint32_t place = first.kind == EventKind::write ? first.place : graph_.place(first.reads_from);
    return place < event(b).place;
  }
  bool reads_from(std::size_t b, std::size_t a) const {
    return a < events() && b < events() && event(b).kind == EventKind::read &&
           event(b).reads_from == labels_[a];
  }
  // a is a place in a queue, and b a write that its thread had not seen when it fell asleep.
  bool oversleeps(std::size_t a, std::size_t b) const {
    if (a >= events() || b >= events() || labels_[a].index < 2 || event(b).kind != EventKind::write)
      return false;
    const Event& looked = graph_[{labels_[a].thread, static_cast<std::uint16_t>(labels_[a].index - 2)}];
    return falls_asleep(looked) && looked.location == event(b).location &&
           graph_.place(looked.reads_from) < event(b).place;
  }
  // a is a wake-up that came too early for a thread that had not seen the write b.
  bool misses_sleeper(std::size_t a, std::size_t b) const {
    if (a >= events() || event(a).change != Change::wake) return false;
    for (std::size_t sleep = 0; sleep < events(); ++sleep) {
      if (overwrites(a, sleep) && oversleeps(sleep, b)) return true;
    }
    return false;
  }
  bool comes_after(std::size_t b, std::size_t a) const {
    return a < events() && b < events() && event(b).after == labels_[a];
  }

 private:
  // Between two events of a thread there is room for the returns and calls of many operations.
  std::pair<std::size_t, std::size_t> position(std::size_t i) const {
    if (i < events()) return {labels_[i].index, 2 * kMostOperationsInGraph};
    const std::size_t operation = (i - events()) / 2;
    const bool is_return = (i - events()) % 2 != 0;
    const OperationInGraph& of = operations_[operation];
    return {is_return ? of.end : of.first, 2 * operation + (is_return ? 1 : 0)};
  }

  const ExecutionGraph& graph_;
  std::span<const EventLabel> labels_;
  std::span<const OperationInGraph> operations_;
};

template <class Holds>
Relation relation(std::size_t size, const Holds& holds) {
  Relation result(size);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      if (a != b && holds(a, b)) result.add(a, b);
    }
  }
  return result;
}

// Whether accesses and fences of order seq_cst cannot be in one order that agrees with the rest: psc of RC11 has a cycle.
bool sequential_order_has_cycle(const Points& points, const Relation& happens);

}  // namespace linnet
