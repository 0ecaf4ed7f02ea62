// Implements the random strategies: which thread continues, and when priorities change.
#include "explore/sampling.hpp"

#include <algorithm>
#include <utility>

namespace linnet {

namespace {
constexpr std::string_view kSamplingHeading = "linnet-sampling 1";
}

std::optional<std::string> SamplingStrategy::save() const {
  NumberWriter out(kSamplingHeading);
  out.numbers(started_, longest_);
  return out.finish();
}

void SamplingStrategy::load(std::string_view text) {
  NumberReader in(kSamplingHeading, text);
  in.numbers(started_, longest_);
}

ThreadNumber RandomStrategy::pick(std::span<const Ready> ready) {
  const bool can_go_on = running_ && std::ranges::find(ready, *running_, &Ready::thread) != ready.end();
  if (!switches_ || !can_go_on || dice_.happens(*switches_)) {
    running_ = ready[dice_.below(static_cast<std::uint32_t>(ready.size()))].thread;
  }
  return *running_;
}

void PctStrategy::begin() {
  step_ = 0;
  priorities_.clear();
  lowest_ = depth_;
  changes_.clear();
  for (std::uint32_t i = 1; i < depth_; ++i) changes_.push_back(dice_.below(longest_));
}

// Priorities drawn at the start are above all that are assigned at changes.
std::uint64_t& PctStrategy::priority(ThreadNumber thread) {
  constexpr std::uint64_t kInitial = std::uint64_t{1} << 63;
  if (thread >= priorities_.size()) priorities_.resize(thread + 1);
  if (priorities_[thread] == 0) priorities_[thread] = kInitial | dice_.roll();
  return priorities_[thread];
}

ThreadNumber PctStrategy::highest(std::span<const Ready> ready) {
  const auto rank = [&](const Ready& r) { return std::pair(!r.expected.gives_way, priority(r.thread)); };
  return std::ranges::max_element(ready, {}, rank)->thread;
}

ThreadNumber PctStrategy::pick(std::span<const Ready> ready) {
  for (auto n = std::ranges::count(changes_, step_); n > 0; --n) priority(highest(ready)) = lowest_--;
  longest_ = std::max(longest_, ++step_);
  return highest(ready);
}

}  // namespace linnet
