// client_orders: events, calls and returns as one relation, and the search for all largest sets that fit into it.
#include "graph/client_orders.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "graph/points.hpp"

namespace linnet {

namespace {

using Pair =
    std::pair<std::size_t, std::size_t>;  // of operations: the first returned before the second was called

// Says whether a set of pairs is possible.
class Possible {
 public:
  virtual ~Possible() = default;
  virtual bool operator()(std::span<const Pair> pairs) const = 0;
};

// Where one order may have no cycle: paths from calls to returns are all that matters.
class PossibleInOneOrder : public Possible {
 public:
  PossibleInOneOrder(const Points& points, Relation order)
      : count_(points.operations().size()), reaches_(count_) {
    order.close();
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t b = 0; b < count_; ++b) {
        if (order.has(points.call(a), points.return_of(b))) reaches_.add(a, b);
      }
    }
  }

  bool operator()(std::span<const Pair> pairs) const override {
    Relation next(count_);  // from an operation that returned to those that return later
    for (const auto& [before, after] : pairs) next.add_row(before, reaches_, after);
    return !next.has_cycle();
  }

 private:
  std::size_t count_;
  Relation reaches_;  // from a call to a return
};

Relation order_of_sc(const Points& points) {
  return relation(points.size(), [&](std::size_t a, std::size_t b) {
    return points.in_thread(a, b) || points.overwrites(a, b) || points.reads_from(b, a) ||
           points.comes_after(b, a);
  });
}

// A store may be delayed behind a return: calls and returns are no instructions, and order only what a client orders by them.
Relation order_of_tso(const Points& points) {
  return relation(points.size(), [&](std::size_t a, std::size_t b) {
    const bool a_is_event = a < points.events(), b_is_event = b < points.events();
    if (a_is_event && b_is_event) {
      const bool elsewhere = points.thread(a) != points.thread(b);
      return preserved_by_tso(points.graph(), points.label(a), points.label(b)) || points.overwrites(a, b) ||
             (elsewhere && points.reads_from(b, a)) || points.comes_after(b, a);
    }
    const auto is_return = [&](std::size_t i) {
      return i >= points.events() && (i - points.events()) % 2 != 0;
    };
    return points.in_thread(a, b) && (a_is_event ? is_return(b) : !is_return(a));
  });
}

// RC11 with a larger happens-before.
class PossibleInC11 : public Possible {
 public:
  explicit PossibleInC11(const Points& points)
      : points_(points), happens_(points.size()), depends_(points.size()), eco_(points.size()) {
    const std::size_t n = points.size();
    happens_ = relation(n, [&](std::size_t a, std::size_t b) {
      return points.in_thread(a, b) || (a < points.events() && b < points.events() &&
                                        points.graph().happens_before(points.label(a), points.label(b)));
    });
    depends_ = relation(n, [&](std::size_t a, std::size_t b) {
      return points.in_thread(a, b) || points.reads_from(b, a) || points.comes_after(b, a);
    });
    eco_ = relation(
        n, [&](std::size_t a, std::size_t b) { return points.overwrites(a, b) || points.reads_from(b, a); });
    happens_.close();
    depends_.close();
    eco_.close();
    for (std::size_t i = 0; i < points.events(); ++i) {
      if (points.event(i).order == MemoryOrder::seq_cst) ++sequential_;
    }
  }

  bool operator()(std::span<const Pair> pairs) const override {
    if (with(depends_, pairs).has_cycle()) return false;
    Relation happens = with(happens_, pairs);
    happens.close();
    for (std::size_t a = 0; a < points_.events(); ++a) {
      for (std::size_t b = 0; b < points_.events(); ++b) {
        if (happens.has(a, b) && eco_.has(b, a)) return false;
      }
    }
    return sequential_ < 2 || !sequential_order_has_cycle(points_, happens);
  }

 private:
  Relation with(Relation order, std::span<const Pair> pairs) const {
    for (const auto& [before, after] : pairs) order.add(points_.return_of(before), points_.call(after));
    return order;
  }

  const Points& points_;
  Relation happens_, depends_, eco_;
  std::size_t sequential_ = 0;
};

class LargestSets {
 public:
  LargestSets(const Possible& possible, std::span<const OperationInGraph> operations, std::uint64_t most)
      : possible_(possible), operations_(operations), left_(most) {}

  std::optional<std::vector<OperationOrder>> find() {
    std::vector<Pair> all;
    for (std::size_t a = 0; a < operations_.size(); ++a) {
      for (std::size_t b = 0; b < operations_.size(); ++b) {
        if (operations_[a].returned && operations_[a].thread != operations_[b].thread) all.emplace_back(a, b);
      }
    }
    visit({}, all, {});
    if (left_ == 0) return std::nullopt;
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  bool fits(const std::vector<Pair>& chosen, Pair one) {
    if (left_ != 0) --left_;
    std::vector<Pair> more = chosen;
    more.push_back(one);
    return possible_(more);
  }

  // Sets that contain what is chosen and nothing that was refused. A set that has room for something that was refused is not among
  // the largest.
  void visit(const std::vector<Pair>& chosen, std::span<const Pair> open, const std::vector<Pair>& refused) {
    if (left_ == 0) return;
    std::vector<Pair> fitting, rest;
    std::ranges::copy_if(open, std::back_inserter(fitting), [&](Pair one) { return fits(chosen, one); });
    std::ranges::copy_if(refused, std::back_inserter(rest), [&](Pair one) { return fits(chosen, one); });
    std::vector<Pair> whole = chosen;
    whole.insert(whole.end(), fitting.begin(), fitting.end());
    if (possible_(whole)) {
      if (std::ranges::none_of(rest, [&](Pair one) { return fits(whole, one); }))
        found_.push_back(order_of(whole));
      return;
    }
    const Pair first = fitting.front();
    std::vector<Pair> with = chosen;
    with.push_back(first);
    const std::span<const Pair> others = std::span(fitting).subspan(1);
    visit(with, others, rest);
    rest.push_back(first);
    visit(chosen, others, rest);
  }

  OperationOrder order_of(const std::vector<Pair>& pairs) const {
    OperationOrder before(operations_.size());
    const auto add = [&](std::size_t a, std::size_t b) { before[b] |= std::uint64_t{1} << a; };
    for (const auto& [a, b] : pairs) add(a, b);
    for (std::size_t a = 0; a < operations_.size(); ++a) {
      for (std::size_t b = a + 1; b < operations_.size(); ++b) {
        if (operations_[a].thread == operations_[b].thread) add(a, b);
      }
    }
    return before;
  }

  const Possible& possible_;
  std::span<const OperationInGraph> operations_;
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

std::optional<std::vector<OperationOrder>> client_orders(MemoryModel model, const ExecutionGraph& graph,
                                                         std::span<const OperationInGraph> operations,
                                                         std::uint64_t most) {
  const Points points(graph, operations);
  return LargestSets(*possible_in(model, points), operations, most).find();
}

}  // namespace linnet
