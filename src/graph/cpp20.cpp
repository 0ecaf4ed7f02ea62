// allowed_by_cpp20: the order S as a relation that may have no cycle.
#include "graph/cpp20.hpp"

#include <vector>

#include "graph/sequential.hpp"

namespace linnet {

namespace {

class OrderOfCpp20 {
 public:
  OrderOfCpp20(const Points& points, const Relation& happens)
      : points_(points), happens_(happens), operation_(points.size()) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool goes_on = i < points.events() && event(i).kind == EventKind::write && event(i).of_update;
      operation_[i] = goes_on ? read_of(i) : i;
    }
  }

  bool exists() const {
    // ([sc] + [fence];hb) ; coherence ; ([sc] + hb;[fence])  +  [sc] ; strongly happens before ; [sc]
    Relation order = from_sequential().then(coherence()).then(to_sequential());
    const Relation strongly = strongly_happens_before();
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        if (is_sequential(a) && is_sequential(b) && strongly.has(a, b)) add(order, a, b);
      }
    }
    return !order.has_cycle();
  }

 private:
  std::size_t size() const { return points_.size(); }
  const Event& event(std::size_t i) const { return points_.event(i); }
  bool is_sequential(std::size_t i) const {
    return i < points_.events() && event(i).order == MemoryOrder::seq_cst;
  }
  bool is_fence(std::size_t i) const { return is_sequential(i) && event(i).kind == EventKind::fence; }
  bool is_atomic(std::size_t i) const {
    return i < points_.events() && event(i).location != kNowhere && event(i).order != MemoryOrder::plain;
  }

  std::size_t read_of(std::size_t write) const {
    std::size_t read = write;
    do --read;
    while (points_.thread(read) != points_.thread(write));
    return read;
  }
  // The two sides of an update are one operation: its read stands for both.
  void add(Relation& relation, std::size_t a, std::size_t b) const {
    if (operation_[a] != operation_[b]) relation.add(operation_[a], operation_[b]);
  }

  Relation coherence() const {
    Relation ordered(size());
    for (std::size_t a = 0; a < points_.events(); ++a) {
      for (std::size_t b = 0; b < points_.events(); ++b) {
        if (a != b && is_atomic(a) && is_atomic(b) && (points_.overwrites(a, b) || points_.reads_from(b, a)))
          add(ordered, a, b);
      }
    }
    ordered.close();
    return ordered;
  }
  Relation strongly_happens_before() const {
    const Relation in_thread =
        relation(size(), [&](std::size_t a, std::size_t b) { return points_.in_thread(a, b); });
    Relation strongly = in_thread.then(happens_).then(in_thread);
    strongly.add(in_thread);
    return strongly;
  }
  Relation from_sequential() const {
    Relation from(size());
    for (std::size_t a = 0; a < points_.events(); ++a) {
      if (is_sequential(a)) from.add(operation_[a], operation_[a]);
      if (is_fence(a)) from.add_row(a, happens_, a);
    }
    return from;
  }
  Relation to_sequential() const {
    Relation to(size());
    for (std::size_t b = 0; b < points_.events(); ++b) {
      if (is_sequential(b)) to.add(operation_[b], operation_[b]);
      for (std::size_t a = 0; is_fence(b) && a < points_.events(); ++a) {
        if (happens_.has(a, b)) to.add(a, b);
      }
    }
    return to;
  }

  const Points& points_;
  const Relation& happens_;
  std::vector<std::size_t> operation_;  // by event
};

}  // namespace

bool has_mixed_orders(const ExecutionGraph& graph) {
  std::size_t sequential = 0;
  bool others = false;
  for (const EventLabel label : graph.executed()) {
    const Event& event = graph[label];
    const bool is_sequential = event.order == MemoryOrder::seq_cst;
    sequential += is_sequential ? 1 : 0;
    others |= event.location != kNowhere && !is_sequential;
  }
  return sequential > 1 && others;
}

bool allowed_by_cpp20(const Points& points, const Relation& happens) {
  return OrderOfCpp20(points, happens).exists();
}

bool allowed_by_cpp20(const ExecutionGraph& graph) {
  if (!has_mixed_orders(graph) || is_sequential(graph)) return true;
  const Points points(graph, {});
  return allowed_by_cpp20(points, relation(points.size(), [&](std::size_t a, std::size_t b) {
                            return graph.happens_before(points.label(a), points.label(b));
                          }));
}

}  // namespace linnet
