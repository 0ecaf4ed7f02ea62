// The standard, sentence by sentence.
#include "cpp20_definitions.hpp"

#include <algorithm>
#include <functional>

namespace linnet::testing {

namespace {

// Evaluations are the events of the graph. The two events of an update are one atomic operation, which has the number of its read.
class Standard {
 public:
  explicit Standard(const AxiomGraph& graph)
      : graph_(graph), count_(static_cast<int>(graph.events.size())), happens_(table()), strongly_(table()) {
    happens_ = closed([&](int a, int b) { return is_sequenced_before(a, b) || synchronizes_with(a, b); });
    strongly_ = closed([&](int a, int b) { return begins_to_happen_strongly(a, b); });
    coherence_ = closed([&](int a, int b) { return is_coherence_ordered_at_once(a, b); });
  }

  // [atomics.order] 4: there is a single total order S on all seq_cst operations, including fences.
  bool has_total_order() const {
    std::vector<int> order;
    for (int a = 0; a < count_; ++a) {
      if (is_sequential(a) && operation(a) == a) order.push_back(a);
    }
    do {
      if (is_order(order)) return true;
    } while (std::ranges::next_permutation(order).found);
    return false;
  }

 private:
  using Table = std::vector<std::vector<bool>>;

  const AxiomEvent& event(int i) const { return graph_.events[static_cast<std::size_t>(i)]; }
  static bool in(const Table& table, int a, int b) {
    return table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
  }
  Table table() const { return Table(graph_.events.size(), std::vector<bool>(graph_.events.size())); }
  // Transitively.
  Table closed(const std::function<bool(int, int)>& holds) const {
    Table all = table();
    const auto n = static_cast<std::size_t>(count_);
    for (int a = 0; a < count_; ++a) {
      for (int b = 0; b < count_; ++b)
        all[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = holds(a, b);
    }
    for (std::size_t b = 0; b < n; ++b) {
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t c = 0; all[a][b] && c < n; ++c) all[a][c] = all[a][c] || all[b][c];
      }
    }
    return all;
  }

  bool is_atomic(int a) const {
    return event(a).location != kNowhere && (event(a).thread == -1 || event(a).order != MemoryOrder::plain);
  }
  bool is_sequential(int a) const { return event(a).order == MemoryOrder::seq_cst; }
  bool is_fence(int a) const { return event(a).kind == EventKind::fence; }
  bool is_modification(int a) const { return event(a).kind == EventKind::write && is_atomic(a); }
  bool is_update(int write) const { return event(write).read_of_update != -1; }
  int operation(int a) const { return is_update(a) ? event(a).read_of_update : a; }
  bool precedes_in_modification_order(int a, int b) const {
    for (const std::vector<int>& order : graph_.modification) {
      const auto first = std::ranges::find(order, a), second = std::ranges::find(order, b);
      if (first != order.end() && second != order.end()) return first < second;
    }
    return false;
  }

  // [intro.races]: a release sequence headed by A is A and the updates right behind it in the modification order.
  bool is_in_release_sequence(int head, int side_effect) const {
    for (const std::vector<int>& order : graph_.modification) {
      auto at = std::ranges::find(order, head);
      if (at == order.end()) continue;
      if (head == side_effect) return true;
      for (++at; at != order.end() && is_update(*at); ++at) {
        if (*at == side_effect) return true;
      }
    }
    return false;
  }
  // B takes its value from a side effect in the release sequence that A heads, or would head.
  bool reads_from_sequence(int b, int a) const {
    return event(b).kind == EventKind::read && is_atomic(b) && is_modification(a) &&
           is_in_release_sequence(a, event(b).reads_from);
  }

  bool is_sequenced_before(int a, int b) const {
    if (event(a).thread == -1) return event(b).thread != -1;  // what was there at first
    return event(a).thread == event(b).thread && a < b;
  }
  // [atomics.order] 2, [atomics.fences] 2 to 4, and the creation and the end of a thread.
  bool synchronizes_with(int a, int b) const {
    if (event(b).after == a || is_ordered_by_client(a, b)) return true;
    if (!releases(event(a).order) || !acquires(event(b).order)) return false;
    for (int x = 0; x < count_; ++x) {
      if (is_fence(a) ? !(is_modification(x) && is_sequenced_before(a, x)) : x != a) continue;
      for (int y = 0; y < count_; ++y) {
        if (is_fence(b) ? !is_sequenced_before(y, b) : y != b) continue;
        if (reads_from_sequence(y, x)) return true;
      }
    }
    return false;
  }
  int index(int a) const {
    int earlier = 0;
    for (int b = 0; b < a; ++b) earlier += event(b).thread == event(a).thread ? 1 : 0;
    return earlier;
  }
  bool is_ordered_by_client(int x, int y) const {
    return std::ranges::any_of(graph_.client, [&](const auto& pair) {
      const AxiomOperation& a = graph_.operations[static_cast<std::size_t>(pair.first)];
      const AxiomOperation& b = graph_.operations[static_cast<std::size_t>(pair.second)];
      return event(x).thread == a.thread && index(x) < a.end && event(y).thread == b.thread &&
             index(y) >= b.first;
    });
  }

  // [intro.races]: A strongly happens before D if A is sequenced before D, or synchronizes with D and both are seq_cst, or there are B and C with A
  // sequenced before B, B happens before C, C sequenced before D. The accesses of a client are such B and C.
  bool begins_to_happen_strongly(int a, int d) const {
    if (is_sequenced_before(a, d) || is_ordered_by_client(a, d)) return true;
    if (synchronizes_with(a, d) && is_sequential(a) && is_sequential(d)) return true;
    for (int b = 0; b < count_; ++b) {
      for (int c = 0; is_sequenced_before(a, b) && c < count_; ++c) {
        if (in(happens_, b, c) && is_sequenced_before(c, d)) return true;
      }
    }
    return false;
  }

  // [atomics.order] 3.1 to 3.3, and 3.4 by closing it. Numbers are those of operations.
  bool is_coherence_ordered_at_once(int a, int b) const {
    if (a == b || operation(a) != a || operation(b) != b || !is_atomic(a) || !is_atomic(b)) return false;
    const int first = write_of(a), second = write_of(b);
    if (first != -1 && event(b).kind == EventKind::read && event(b).reads_from == first) return true;
    if (second == -1) return false;
    if (first != -1 && precedes_in_modification_order(first, second)) return true;
    return event(a).kind == EventKind::read && precedes_in_modification_order(event(a).reads_from, second);
  }
  int write_of(int operation) const {
    if (event(operation).kind == EventKind::write) return operation;
    for (int w = 0; w < count_; ++w) {
      if (event(w).read_of_update == operation) return w;
    }
    return -1;
  }

  bool is_order(const std::vector<int>& order) const {
    for (std::size_t later = 0; later < order.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (must_precede(order[later], order[earlier])) return false;
      }
    }
    return true;
  }
  // What S is required to have: X before Y.
  bool must_precede(int x, int y) const {
    if (in(strongly_, x, y)) return true;
    for (int a = 0; a < count_; ++a) {
      if (a != x && !(is_fence(x) && in(happens_, x, a))) continue;
      for (int b = 0; b < count_; ++b) {
        if (b != y && !(is_fence(y) && in(happens_, b, y))) continue;
        if (in(coherence_, operation(a), operation(b))) return true;
      }
    }
    return false;
  }

  const AxiomGraph& graph_;
  int count_;
  Table happens_, strongly_, coherence_;
};

}  // namespace

bool satisfies_cpp20(const AxiomGraph& graph) {
  return Standard(graph).has_total_order();
}

}  // namespace linnet::testing
