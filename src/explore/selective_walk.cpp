// Implements SelectiveWalk: what is counted in the first execution, and which thread has its turn in the
// others.
#include "explore/selective_walk.hpp"

#include <algorithm>

namespace linnet {

void SelectiveWalk::begin() {
  priorities_.clear();
  met_.clear();
  left_.clear();
  turn_.reset();
  running_ = 0;
  if (known_) choose_location();
}

// Draws it in proportion to how often it was accessed.
void SelectiveWalk::choose_location() {
  std::uint64_t all = 0;
  const auto touches = [&](std::uint64_t address) {
    std::uint64_t sum = 0;
    for (const std::uint32_t n : seen_.at(address).touches) sum += n;
    return sum;
  };
  for (const std::uint64_t address : addresses_) all += touches(address);
  if (all == 0) return;
  std::uint64_t drawn = dice_.below(static_cast<std::uint32_t>(all));
  for (const std::uint64_t address : addresses_) {
    interesting_ = address;
    const std::uint64_t here = touches(address);
    if (drawn < here) break;
    drawn -= here;
  }
  left_ = seen_.at(interesting_).touches;
  left_.resize(std::max(left_.size(), parents_.size()));
  for (std::size_t child = parents_.size(); child-- > 1;) left_[parents_[child]] += left_[child];
}

bool SelectiveWalk::is_interesting(const Step& step) const {
  return std::ranges::any_of(step.touched(), [&](const Access& a) { return a.address == interesting_; });
}

// A new thread was started by the thread that took the last step.
void SelectiveWalk::meet(std::span<const Ready> ready) {
  const std::size_t threads = std::max<std::size_t>(ready.back().thread + 1, left_.size());
  if (priorities_.size() < threads) priorities_.resize(threads);
  if (left_.size() < threads) left_.resize(threads);
  if (met_.size() < threads) met_.resize(threads);
  for (const Ready& r : ready) {
    if (met_[r.thread]) continue;
    met_[r.thread] = true;
    if (!known_) {
      if (parents_.size() <= r.thread) parents_.resize(r.thread + 1);
      parents_[r.thread] = running_;
    }
    if (r.thread == 0) continue;
    const ThreadNumber parent = r.thread < parents_.size() ? parents_[r.thread] : running_;
    if (turn_ == parent && left_[parent] != 0 && dice_.below(left_[parent]) < left_[r.thread])
      turn_ = r.thread;
    left_[parent] -= std::min(left_[parent], left_[r.thread]);
  }
}

ThreadNumber SelectiveWalk::draw(std::span<const Ready> ready) {
  std::uint32_t all = 0;
  for (const Ready& r : ready) {
    if (left_[r.thread] == 0 && is_interesting(r.expected)) left_[r.thread] = 1;  // more than expected
    all += left_[r.thread];
  }
  if (all == 0) return ready[dice_.below(static_cast<std::uint32_t>(ready.size()))].thread;
  std::uint32_t drawn = dice_.below(all);
  for (const Ready& r : ready) {
    if (drawn < left_[r.thread]) return r.thread;
    drawn -= left_[r.thread];
  }
  return ready.back().thread;
}

ThreadNumber SelectiveWalk::pick(std::span<const Ready> ready) {
  meet(ready);
  const Ready* best = nullptr;
  const bool turn_is_ready = turn_ && std::ranges::find(ready, *turn_, &Ready::thread) != ready.end();
  if (known_ && !turn_is_ready) turn_.reset();
  for (const Ready& r : ready) {
    if (known_ && is_interesting(r.expected)) {
      if (!turn_) turn_ = draw(ready);
      if (*turn_ != r.thread) continue;
    }
    if (priorities_[r.thread] == 0) priorities_[r.thread] = dice_.roll() | 1;
    if (best == nullptr || priorities_[r.thread] > priorities_[best->thread]) best = &r;
  }
  if (best == nullptr) best = &ready[dice_.below(static_cast<std::uint32_t>(ready.size()))];
  priorities_[best->thread] = 0;
  running_ = best->thread;
  return running_;
}

void SelectiveWalk::took(const Step& step) {
  if (known_) {
    if (!is_interesting(step)) return;
    if (step.thread < left_.size() && left_[step.thread] != 0) --left_[step.thread];
    turn_.reset();
    return;
  }
  for (const Access& access : step.touched()) {
    Location& location = seen_[access.address];
    if (location.touches.size() <= step.thread) location.touches.resize(step.thread + 1);
    ++location.touches[step.thread];
    location.written = location.written || access.writes;
  }
}

void SelectiveWalk::finished(Ending) {
  if (known_) return;
  known_ = true;
  for (const auto& [address, location] : seen_) {
    const auto threads = std::ranges::count_if(location.touches, [](std::uint32_t n) { return n != 0; });
    if (location.written && threads > 1) addresses_.push_back(address);
  }
  std::ranges::sort(addresses_);
}

}  // namespace linnet
