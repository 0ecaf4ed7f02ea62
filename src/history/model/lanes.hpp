// Assigns lanes to operations: the lowest that no operation running at the same time has.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

class Lanes {
 public:
  // REQUIRES: operations come in the order of their calls.
  std::uint32_t take(const Operation& op) {
    for (; !running_.empty() && running_.top() >> 32 < op.call; running_.pop())
      free_.push(static_cast<std::uint32_t>(running_.top()));
    if (free_.empty()) free_.push(used_++);
    const std::uint32_t lane = free_.top();
    free_.pop();
    running_.push(std::uint64_t{op.ret} << 32 | lane);
    return lane;
  }
  std::uint32_t used() const { return used_; }

 private:
  template <class T>
  using SmallestFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;
  SmallestFirst<std::uint64_t>
      running_;  // the return's rank above the lane, so that words compare as the pair would
  SmallestFirst<std::uint32_t> free_;
  std::uint32_t used_ = 0;
};

}  // namespace linnet
