// How far a run was over time, in few numbers, however long the run takes.
#pragma once

#include <utility>
#include <vector>

#include "verdict/explored_program.hpp"

namespace linnet {

// When there are too many samples, every second one is dropped, and new ones are taken half as often.
class ProgressSamples {
 public:
  void add(const ProgressSample& sample) {
    if (sample.seconds < next_) return;
    samples_.push_back(sample);
    if (samples_.size() == kMost) {
      for (std::size_t i = 0; i < kMost / 2; ++i) samples_[i] = samples_[2 * i + 1];
      samples_.resize(kMost / 2);
      interval_ *= 2;
    }
    next_ = sample.seconds + interval_;
  }

  // The samples, ending with `last`, which is always kept. A run that was over at once has none.
  std::vector<ProgressSample> finish(const ProgressSample& last) {
    if (samples_.size() < kFewest) return {};
    samples_.push_back(last);
    return std::move(samples_);
  }

 private:
  static constexpr std::size_t kMost = 128, kFewest = 4;
  double interval_ = 0.01, next_ = 0.01;
  std::vector<ProgressSample> samples_;
};

}  // namespace linnet
