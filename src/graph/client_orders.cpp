// client_orders: events, calls and returns as one relation, and the search for all largest sets that fit into it.
#include "graph/client_orders.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "graph/cpp20.hpp"
#include "graph/points.hpp"

namespace linnet {

namespace {

// Pairs of operations, as a set for each: the first returned before the second was called.
using Rows = std::vector<std::uint64_t>;

struct Pair {
  std::size_t before, after;
};

constexpr std::uint64_t bit(std::size_t i) {
  return std::uint64_t{1} << i;
}
bool has(const Rows& rows, Pair pair) {
  return (rows[pair.before] & bit(pair.after)) != 0;
}

template <class Visit>
void for_each_bit(std::uint64_t set, const Visit& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
}

// x is related to z iff `first` relates x to some y, and `next` relates y to z.
Rows then(const Rows& first, const Rows& next) {
  Rows result(first.size());
  for (std::size_t x = 0; x < first.size(); ++x) {
    for_each_bit(first[x], [&](std::size_t y) { result[x] |= next[y]; });
  }
  return result;
}

Rows closed(Rows rows) {
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::uint64_t& row : rows) {
      if ((row & bit(y)) != 0) row |= rows[y];
    }
  }
  return rows;
}

bool has_cycle(const Rows& rows) {
  const Rows all = closed(rows);
  for (std::size_t x = 0; x < all.size(); ++x) {
    if ((all[x] & bit(x)) != 0) return true;
  }
  return false;
}

// From the call of one operation to the return of another.
Rows from_calls_to_returns(const Points& points, const Relation& relation) {
  const std::size_t count = points.operations().size();
  Rows rows(count);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      if (relation.has(points.call(a), points.return_of(b))) rows[a] |= bit(b);
    }
  }
  return rows;
}

// Says whether a set of pairs is possible.
class Possible {
 public:
  virtual ~Possible() = default;
  virtual bool operator()(const Rows& pairs) const = 0;
};

// Where one order may have no cycle: paths from calls to returns are all that matters.
class PossibleInOneOrder : public Possible {
 public:
  PossibleInOneOrder(const Points& points, Relation order) {
    order.close();
    reaches_ = from_calls_to_returns(points, order);
  }

  bool operator()(const Rows& pairs) const override { return !has_cycle(then(pairs, reaches_)); }

 private:
  Rows reaches_;
};

Relation order_of_sc(const Points& points) {
  return relation(points.size(), [&](std::size_t a, std::size_t b) {
    return points.in_thread(a, b) || points.overwrites(a, b) || points.reads_from(b, a) ||
           points.comes_after(b, a) || points.oversleeps(a, b);
  });
}

// A store may be delayed behind a return: calls and returns are no instructions, and order only what a client orders by them.
Relation order_of_tso(const Points& points) {
  return relation(points.size(), [&](std::size_t a, std::size_t b) {
    const bool a_is_event = a < points.events(), b_is_event = b < points.events();
    if (a_is_event && b_is_event) {
      const bool elsewhere = points.thread(a) != points.thread(b);
      return preserved_by_tso(points.graph(), points.label(a), points.label(b)) || points.overwrites(a, b) ||
             (elsewhere && points.reads_from(b, a)) || points.comes_after(b, a) || points.oversleeps(a, b);
    }
    const auto is_return = [&](std::size_t i) {
      return i >= points.events() && (i - points.events()) % 2 != 0;
    };
    return points.in_thread(a, b) && (a_is_event ? is_return(b) : !is_return(a));
  });
}

// RC11 with a larger happens-before. What sc allows is allowed here; otherwise hb ; eco and the dependencies are looked at by paths from
// calls to returns, and the order of seq_cst on the points themselves.
class PossibleInC11 : public Possible {
 public:
  explicit PossibleInC11(const Points& points)
      : points_(points), in_sc_(points, order_of_sc(points)), happens_(points.size()) {
    const std::size_t n = points.size();
    happens_ = relation(n, [&](std::size_t a, std::size_t b) {
      return points.in_thread(a, b) || (a < points.events() && b < points.events() &&
                                        points.graph().happens_before(points.label(a), points.label(b)));
    });
    happens_.close();
    Relation depends = relation(n, [&](std::size_t a, std::size_t b) {
      return points.in_thread(a, b) || points.reads_from(b, a) || points.comes_after(b, a);
    });
    depends.close();
    Relation eco = relation(
        n, [&](std::size_t a, std::size_t b) { return points.overwrites(a, b) || points.reads_from(b, a); });
    eco.close();
    eco.add(relation(n, [&](std::size_t a, std::size_t b) { return points.misses_sleeper(a, b); }));
    by_happens_ = from_calls_to_returns(points, happens_);
    by_dependence_ = from_calls_to_returns(points, depends);
    by_eco_ = from_calls_to_returns(points, happens_.then(eco).then(happens_));
    for (std::size_t i = 0; i < points.events(); ++i) {
      if (points.event(i).order == MemoryOrder::seq_cst) ++sequential_;
    }
    mixed_ = has_mixed_orders(points.graph());
  }

  bool operator()(const Rows& pairs) const override {
    if (in_sc_(pairs)) return true;
    if (has_cycle(then(pairs, by_dependence_))) return false;
    // A path of hb with pairs in it, and then eco back to its beginning.
    const Rows back = then(pairs, by_eco_), along = closed(then(pairs, by_happens_));
    for (std::size_t a = 0; a < pairs.size(); ++a) {
      std::uint64_t reached = back[a];
      for_each_bit(along[a], [&](std::size_t b) { reached |= back[b]; });
      if ((reached & bit(a)) != 0) return false;
    }
    if (sequential_ < 2) return true;
    const Relation happens = happens_with(pairs);
    return !sequential_order_has_cycle(points_, happens) && (!mixed_ || allowed_by_cpp20(points_, happens));
  }

 private:
  Relation happens_with(const Rows& pairs) const {
    Relation happens = happens_;
    for (std::size_t a = 0; a < pairs.size(); ++a) {
      for_each_bit(pairs[a], [&](std::size_t b) { happens.add(points_.return_of(a), points_.call(b)); });
    }
    happens.close();
    return happens;
  }

  const Points& points_;
  PossibleInOneOrder in_sc_;
  Relation happens_;
  Rows by_happens_, by_dependence_, by_eco_;  // from calls to returns
  std::size_t sequential_ = 0;
  bool mixed_ = false;
};

// Finds all largest possible sets, by deciding of one pair after the other whether it belongs to the set.
class LargestSets {
 public:
  LargestSets(const Possible& possible, const ExecutionGraph& graph,
              std::span<const OperationInGraph> operations, std::uint64_t most)
      : possible_(possible), operations_(operations), known_(operations.size()), left_(most) {
    const OperationOrder before = order_without_client(graph, operations);
    for (std::size_t b = 0; b < before.size(); ++b)
      for_each_bit(before[b], [&](std::size_t a) { known_[a] |= bit(b); });
  }

  std::optional<std::vector<OperationOrder>> find() {
    std::vector<Pair> open;
    for (std::size_t a = 0; a < operations_.size(); ++a) {
      for (std::size_t b = 0; b < operations_.size(); ++b) {
        const bool may_be = operations_[a].returned && operations_[a].thread != operations_[b].thread;
        if (may_be && !has(known_, {a, b})) open.push_back({a, b});
      }
    }
    Rows chosen = known_;
    for (std::size_t a = 0; a < chosen.size(); ++a) {  // pairs lead to other threads
      for_each_bit(chosen[a], [&](std::size_t b) {
        if (operations_[a].thread == operations_[b].thread) chosen[a] &= ~bit(b);
      });
    }
    visit(chosen, open, {});
    if (left_ == 0) return std::nullopt;
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  bool is_possible(const Rows& pairs) {
    if (left_ != 0) --left_;
    return left_ != 0 && possible_(pairs);
  }
  bool fits(const Rows& chosen, Pair pair) {
    Rows more = chosen;
    more[pair.before] |= bit(pair.after);
    return is_possible(more);
  }

  // Sets that contain what is chosen, and of the open pairs whatever fits, but nothing that was refused. A set that has room for
  // something that was refused is not among the largest, as is one from which a refused pair follows.
  void visit(const Rows& chosen, std::span<const Pair> open, const std::vector<Pair>& refused) {
    const Rows order = closed_with_threads(chosen);
    if (left_ == 0 || std::ranges::any_of(refused, [&](Pair pair) { return has(order, pair); })) return;
    std::vector<Pair> fitting;
    Rows whole = chosen;
    for (const Pair pair : open) {
      if (!fits(chosen, pair)) continue;
      fitting.push_back(pair);
      whole[pair.before] |= bit(pair.after);
    }
    if (is_possible(whole)) {
      if (std::ranges::none_of(refused, [&](Pair pair) { return fits(whole, pair); }))
        found_.push_back(order_of(whole));
      return;
    }
    branch(chosen, fitting, refused);
  }

  // The first pair that conflicts with those before it is in the set, or it is not.
  void branch(const Rows& chosen, std::vector<Pair> fitting, std::vector<Pair> refused) {
    Rows all = chosen;
    std::size_t at = 0;
    for (; at + 1 < fitting.size() && left_ != 0; ++at) {
      all[fitting[at].before] |= bit(fitting[at].after);
      if (!is_possible(all)) break;
    }
    const Pair one = fitting[at];
    fitting.erase(fitting.begin() + static_cast<std::ptrdiff_t>(at));
    Rows with = chosen;
    with[one.before] |= bit(one.after);
    visit(with, fitting, refused);
    refused.push_back(one);
    visit(chosen, fitting, refused);
  }

  // What follows: a returned before b was called, which did not return later than c, which returned before d was called.
  Rows closed_with_threads(Rows pairs) const {
    for (std::size_t a = 0; a < pairs.size(); ++a) pairs[a] |= known_[a];
    return closed(std::move(pairs));
  }

  OperationOrder order_of(Rows pairs) const {
    for (std::size_t a = 0; a < pairs.size(); ++a) pairs[a] |= known_[a];
    OperationOrder before(pairs.size());
    for (std::size_t a = 0; a < pairs.size(); ++a)
      for_each_bit(pairs[a], [&](std::size_t b) { before[b] |= bit(a); });
    return before;
  }

  const Possible& possible_;
  std::span<const OperationInGraph> operations_;
  Rows known_;  // whatever a client does
  std::uint64_t left_;
  std::vector<OperationOrder> found_;
};

std::unique_ptr<Possible> possible_in(MemoryModel model, const Points& points) {
  switch (model) {
    case MemoryModel::sc: return std::make_unique<PossibleInOneOrder>(points, order_of_sc(points));
    case MemoryModel::tso: return std::make_unique<PossibleInOneOrder>(points, order_of_tso(points));
    case MemoryModel::c11: return std::make_unique<PossibleInC11>(points);
  }
  __builtin_unreachable();
}

}  // namespace

OperationOrder order_without_client(const ExecutionGraph& graph,
                                    std::span<const OperationInGraph> operations) {
  OperationOrder before(operations.size());
  for (std::size_t b = 0; b < operations.size(); ++b) {
    const OperationInGraph& second = operations[b];
    const ExecutionGraph::Clock* happened = nullptr;  // before the call
    if (second.first > 0)
      happened = graph.happened({second.thread, static_cast<std::uint16_t>(second.first - 1)});
    for (std::size_t a = 0; a < operations.size(); ++a) {
      const OperationInGraph& first = operations[a];
      const bool is_before =
          first.thread == second.thread ? a < b : happened != nullptr && happened[first.thread] > first.end;
      if (first.returned && is_before) before[b] |= std::uint64_t{1} << a;
    }
  }
  return before;
}

OperationOrder visible_after(const ExecutionGraph& graph, std::span<const OperationInGraph> operations) {
  OperationOrder visible(operations.size());
  for (std::size_t b = 0; b < operations.size(); ++b) {
    const OperationInGraph& second = operations[b];
    const ExecutionGraph::Clock* happened = nullptr;  // up to the return
    if (second.end > 0)
      happened = graph.happened({second.thread, static_cast<std::uint16_t>(second.end - 1)});
    for (std::size_t a = 0; a < operations.size(); ++a) {
      const OperationInGraph& first = operations[a];
      const bool is_visible = first.thread == second.thread
                                  ? a <= b
                                  : happened != nullptr && happened[first.thread] > first.first;
      if (is_visible) visible[b] |= std::uint64_t{1} << a;
    }
  }
  return visible;
}

std::optional<std::vector<OperationOrder>> client_orders(MemoryModel model, const ExecutionGraph& graph,
                                                         std::span<const OperationInGraph> operations,
                                                         std::uint64_t most) {
  if (model == MemoryModel::c11 && !allowed_by_cpp20(graph)) return std::vector<OperationOrder>{};
  const Points points(graph, operations);
  return LargestSets(*possible_in(model, points), graph, operations, most).find();
}

}  // namespace linnet
