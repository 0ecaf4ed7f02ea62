// Selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, Selectively uniform concurrency
// testing, ASPLOS 2025): in each execution one location is of interest, drawn by how often it is accessed,
// and all orders of the steps that access it are equally likely.
//
// For that, the thread of the next such step is drawn in proportion to how many of them it still has to take,
// with those of its children. The first execution gives an estimate of their number. A thread that comes to
// such a step out of turn waits; all other steps are taken by random priorities. If an execution takes more
// such steps than the first one did, as in a loop that is tried again, some orders may never come up.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

#include "explore/sampling.hpp"

namespace linnet {

class SelectiveWalk final : public SamplingStrategy {
 public:
  SelectiveWalk(std::uint64_t seed, std::uint64_t executions) : SamplingStrategy(seed, executions) {}

  ThreadNumber pick(std::span<const Ready> ready) override;
  void took(const Step& step) override;
  void finished(Ending ending) override;

 private:
  using Counts = std::vector<std::uint32_t>;  // by thread

  void begin() override;
  void choose_location();
  bool is_interesting(const Step& step) const;
  // The thread whose turn it is to take an interesting step: one of those that are ready.
  ThreadNumber draw(std::span<const Ready> ready);
  void meet(std::span<const Ready> ready);

  // How often each thread accessed each location in the first execution, if it was also written there.
  struct Location {
    Counts touches;
    bool written = false;
  };
  absl::flat_hash_map<std::uint64_t, Location> seen_;
  std::vector<std::uint64_t> addresses_;  // of seen_, in a fixed order
  std::vector<ThreadNumber> parents_;     // by thread
  bool known_ = false;                    // an execution has been seen to its end

  std::uint64_t interesting_ = 0;
  Counts left_;  // interesting steps, including those of children that are still to come
  std::vector<bool> met_;
  std::optional<ThreadNumber> turn_;
  std::vector<std::uint64_t> priorities_;  // by thread; 0 is none yet
  ThreadNumber running_ = 0;
};

}  // namespace linnet
