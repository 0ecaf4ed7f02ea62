// The current path of a depth-first walk through all decisions of a program, when every execution starts
// anew.
//
// An execution calls decide() wherever it has more than one option. It follows the path to its end, and then
// takes the first option each time; advance() then makes the path lead to the next execution.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "schedule/numbers.hpp"

namespace linnet {

class DecisionPath {
 public:
  void restart() { depth_ = 0; }
  // Whether the next decision was never made before.
  bool leads_no_further() const { return depth_ == used_; }

  // Returns one of the options, which are the same whenever the same decisions lead here. REQUIRES: there is
  // one.
  std::uint32_t decide(std::span<const std::uint32_t> options) {
    if (depth_ == used_) {
      if (used_ == path_.size()) path_.emplace_back();
      Decision& decision = path_[used_++];
      decision.chosen = options.front();
      decision.rest.assign(options.rbegin(), options.rend() - 1);
    }
    return path_[depth_++].chosen;
  }
  // Returns one of the outcomes 0, 1, ... of a step.
  std::uint32_t decide(std::uint32_t outcomes) {
    all_.resize(outcomes);
    std::iota(all_.begin(), all_.end(), 0);
    return decide(all_);
  }

  // Returns false if all decisions have been tried; then the walk starts over.
  bool advance() {
    used_ = depth_;
    while (used_ > 0 && path_[used_ - 1].rest.empty()) --used_;
    if (used_ == 0) return false;
    Decision& decision = path_[used_ - 1];
    decision.chosen = decision.rest.back();
    decision.rest.pop_back();
    return true;
  }

  void save(NumberWriter& out) const {
    out.numbers(used_);
    for (std::size_t i = 0; i < used_; ++i) {
      out.numbers(path_[i].chosen, path_[i].rest.size());
      for (const std::uint32_t option : path_[i].rest) out.numbers(option);
    }
  }
  // Throws InputError. REQUIRES: nothing was decided yet.
  void load(NumberReader& in) {
    std::uint64_t decisions = 0;
    in.numbers(decisions);
    for (; used_ < decisions; ++used_) {
      Decision& decision = path_.emplace_back();
      std::uint64_t left = 0;
      in.numbers(decision.chosen, left);
      while (decision.rest.size() < left) in.numbers(decision.rest.emplace_back());
    }
  }

 private:
  // The chosen option, and those that are still to be tried there.
  struct Decision {
    std::uint32_t chosen;
    std::vector<std::uint32_t> rest;  // in reverse order
  };

  std::vector<Decision> path_;
  std::vector<std::uint32_t> all_;
  std::size_t depth_ = 0;
  std::size_t used_ = 0;  // of path_: the rest are spare vectors
};

}  // namespace linnet
