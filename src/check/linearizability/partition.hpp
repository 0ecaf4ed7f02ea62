// Divides a history into parts that can be decided one by one, and combines their witnesses.
//
// By object: linearizability is local (Herlihy and Wing), if precedence is an interval order. By key: an
// object that is a product of independent objects, one per key, is several objects.
//
// If precedence is any other partial order, locality fails. Two registers, and
//   a: write_x(1)   b: read_y() → 0   c: write_y(1)   d: read_x() → 0      a before b, c before d
// Each register alone is fine (d before a, b before c), and together there is no order. So the search is
// joint: over one object whose state is that of all of them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "history/model/groups.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// Sets of operations of one history, each increasing.
using Partitions = Groups;

// Groups these (increasing) operations by object; or by object and key, for objects none of whose calls uses
// all keys. The groups say where operations belong. The caller must know whether the parts can be *decided*
// one by one.
Partitions by_object(const History& history, std::span<const OperationIndex> operations);
Partitions by_object_and_key(const History& history, const Spec& spec,
                             std::span<const OperationIndex> operations);

// Makes one linearization of the whole history from those of its parts. REQUIRES: an interval order.
//
// Each operation is given the moment of the latest call among itself and those before it in its part: its
// linearization point. Within a part, points never decrease. If a precedes b, then a's point is before a's
// return (nothing called later may come before a in its part), and b's is not before b's call: so a is before
// b.
class WitnessStitcher {
 public:
  explicit WitnessStitcher(const History& history) : history_(history), points_(history.size()) {}

  // The linearization of one part, in indices of the whole history. Parts may be added by several threads.
  void add(std::span<const OperationIndex> order) {
    Rank moment = 0;
    for (std::uint32_t position = 0; position < order.size(); ++position) {
      moment = std::max(moment, history_.operations[order[position]].call);
      points_[order[position]] = {moment, position};
    }
  }

  Witness stitch() const {
    Witness witness;
    for (OperationIndex i = 0; i < points_.size(); ++i) {
      if (points_[i].moment != kNever) witness.order.push_back(i);
    }
    // Points of different parts differ: each is the call of an operation of its part.
    std::ranges::sort(witness.order, {}, [&](OperationIndex i) {
      return std::uint64_t{points_[i].moment} << 32 | points_[i].position;
    });
    return witness;
  }

 private:
  struct Point {
    Rank moment = kNever;  // kNever: it did not take effect
    std::uint32_t position = 0;
  };
  const History& history_;
  std::vector<Point> points_;
};

// All objects of a history as one: operation m(x) on object o becomes m(o, x) of the product specification.
Spec product_of(const Spec& spec, std::size_t objects);
History joined(const History& history);

}  // namespace linnet
