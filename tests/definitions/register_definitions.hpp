// Lamport's safe, regular and atomic registers, by their definitions, for histories whose writes do not overlap each other.
#pragma once

#include <algorithm>
#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// REQUIRES: the history is of one register without partial order, initially `initial`; every operation is a read() or a
// write(v) and returned; no two writes overlap.
struct LamportRegister {
  const History& history;
  Value initial;
  bool writes(const Operation& op) const { return !op.args().empty(); }

  // The last write before the read, and those that overlap it; the value of each.
  std::vector<Value> last_or_concurrent(const Operation& read) const {
    std::vector<Value> values = {initial};
    for (const Operation& op : history.operations) {
      if (writes(op) && op.ret < read.call) values[0] = op.args()[0];
    }
    for (const Operation& op : history.operations) {
      if (writes(op) && op.ret > read.call && op.call < read.ret) values.push_back(op.args()[0]);
    }
    return values;
  }

  // A read that overlaps no write returns the value of the last one.
  bool safe() const {
    return std::ranges::all_of(history.operations, [&](const Operation& op) {
      if (writes(op)) return true;
      const std::vector<Value> values = last_or_concurrent(op);
      return values.size() > 1 || values[0] == op.result;
    });
  }

  // A read returns the value of the last write before it, or of one that it overlaps.
  bool regular() const {
    return std::ranges::all_of(history.operations, [&](const Operation& op) {
      if (writes(op)) return true;
      const std::vector<Value> values = last_or_concurrent(op);
      return std::ranges::find(values, op.result) != values.end();
    });
  }
};

}  // namespace linnet
