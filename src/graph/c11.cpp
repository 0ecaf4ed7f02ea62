// C++: RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11, PLDI 2017).
//
// What is left to check here is that accesses and fences of order seq_cst are in one order that agrees with the rest: psc has no
// cycle. It is needed only where the graph is no interleaving, for an interleaving has no such cycle.
#include <algorithm>
#include <vector>

#include "graph/memory_model.hpp"
#include "graph/points.hpp"

namespace linnet {

namespace {

bool is_access(const Event& event) {
  return event.kind == EventKind::read || event.kind == EventKind::write;
}

class OrderOfSequential {
 public:
  OrderOfSequential(const Points& points, const Relation& happens)
      : points_(points), happens_(happens), conflicts_(size()), orders_(size()) {
    fill();
  }

  bool has_cycle() const {
    // psc = ([sc] + [fence];hb?) ; scb ; ([sc] + hb?;[fence])  +  [fence];(hb + hb;eco;hb);[fence]
    Relation psc = from_sequential(orders_);
    Relation between_fences = happens_.then(eco()).then(happens_);
    between_fences.add(happens_);
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        if (is_fence(a) && is_fence(b) && between_fences.has(a, b)) psc.add(a, b);
      }
    }
    return psc.has_cycle();
  }

 private:
  std::size_t size() const { return points_.size(); }
  bool is_sequential(std::size_t i) const {
    return i < points_.events() && points_.event(i).order == MemoryOrder::seq_cst;
  }
  bool is_fence(std::size_t i) const { return is_sequential(i) && points_.event(i).kind == EventKind::fence; }

  // happens_ is hb; conflicts_ is mo and rb; orders_ is scb = sb + sb≠loc;hb;sb≠loc + hb|loc + mo + rb.
  void fill() {
    Relation elsewhere(size());
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        if (a == b) continue;
        const bool in_thread = points_.in_thread(a, b), same_place = points_.same_place(a, b);
        if (in_thread && !same_place) elsewhere.add(a, b);
        if (in_thread || (happens_.has(a, b) && same_place)) orders_.add(a, b);
        if (points_.overwrites(a, b)) conflicts_.add(a, b);
      }
    }
    orders_.add(conflicts_);
    orders_.add(elsewhere.then(happens_).then(elsewhere));
  }

  Relation eco() const {
    Relation all = conflicts_;
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        if (points_.reads_from(b, a)) all.add(a, b);
      }
    }
    all.close();
    return all;
  }

  Relation from_sequential(const Relation& orders) const {
    Relation ends(size());  // orders, then also hb to a fence
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        if (!orders.has(a, b)) continue;
        if (is_sequential(b)) ends.add(a, b);
        for (std::size_t c = 0; c < size(); ++c) {
          if (is_fence(c) && happens_.has(b, c)) ends.add(a, c);
        }
      }
    }
    Relation psc(size());
    for (std::size_t a = 0; a < size(); ++a) {
      if (is_sequential(a)) psc.add_row(a, ends, a);
      if (!is_fence(a)) continue;
      for (std::size_t b = 0; b < size(); ++b) {
        if (happens_.has(a, b)) psc.add_row(a, ends, b);
      }
    }
    return psc;
  }

  const Points& points_;
  const Relation& happens_;
  Relation conflicts_, orders_;
};

// How many events are of order seq_cst, and whether all are.
struct Orders {
  std::size_t sequential = 0;
  bool all = true;
};

Orders count(const ExecutionGraph& graph) {
  Orders orders;
  for (std::uint16_t t = 0; t < graph.threads(); ++t) {
    for (const Event& event : graph.thread(t)) {
      if (event.order == MemoryOrder::seq_cst) ++orders.sequential;
      if (is_access(event) && event.order != MemoryOrder::seq_cst) orders.all = false;
    }
  }
  return orders;
}

}  // namespace

bool sequential_order_has_cycle(const Points& points, const Relation& happens) {
  return OrderOfSequential(points, happens).has_cycle();
}

namespace {

// A wake-up comes too early for a thread that sleeps only if it does not know of any write that the thread has not seen. So C++ has it
// (atomics.wait): whoever fell asleep before a write that happens before the wake-up can be woken by it.
bool misses_sleeper(const ExecutionGraph& graph, EventLabel wake_up, EventLabel sleep) {
  if (graph.place(graph[wake_up].reads_from) >= graph[sleep].place) return false;
  const Event& looked = graph[{sleep.thread, static_cast<std::uint16_t>(sleep.index - 2)}];
  return std::ranges::any_of(graph.writes(looked.location).subspan(graph.place(looked.reads_from) + 1),
                             [&](EventLabel unseen) { return graph.happens_before(unseen, wake_up); });
}

bool misses_sleeper(const ExecutionGraph& graph) {
  const EventLabel last = graph.executed().back();
  const Event& event = graph[last];
  if (event.change == Change::wake) {
    return std::ranges::any_of(graph.writes(event.location).subspan(1), [&](EventLabel sleep) {
      return sleep.index > 1 &&
             is_sleep(graph, {sleep.thread, static_cast<std::uint16_t>(sleep.index - 1)}) &&
             misses_sleeper(graph, last, sleep);
    });
  }
  if (event.kind != EventKind::write || overslept(graph) == kInitialWrite) return false;
  return std::ranges::any_of(graph.reads(event.location), [&](EventLabel read) {
    return graph[read].change == Change::wake && misses_sleeper(graph, read, last);
  });
}

}  // namespace

bool consistent_c11(const ExecutionGraph& graph) {
  if (misses_sleeper(graph)) return false;
  if (overtaken(graph) == kInitialWrite && overslept(graph) == kInitialWrite) return true;
  const Orders orders = count(graph);
  if (orders.sequential < 2 || !closes_cycle(graph)) return true;
  if (orders.all) return false;
  const Points points(graph, {});
  return !sequential_order_has_cycle(points, relation(points.size(), [&](std::size_t a, std::size_t b) {
                                       return graph.happens_before(points.label(a), points.label(b));
                                     }));
}

}  // namespace linnet
