// Implements GuidedStrategy: what it learns from steps, and the two kinds of executions.
#include "explore/guided.hpp"

#include <algorithm>
#include <iterator>

namespace linnet {

namespace {

constexpr std::uint32_t kMostStops = 4, kMostStopsOfOthers = 1;
// Priorities that are drawn lie between those that are given out upwards and downwards.
constexpr std::uint64_t kLowest = std::uint64_t{1} << 62, kHighest = std::uint64_t{1} << 63;
constexpr std::uint64_t kIfNoOtherCan = 1;
constexpr std::uint32_t kNever = UINT32_MAX;

}  // namespace

void GuidedStrategy::begin() {
  ++execution_;
  most_contended_ = std::max(most_contended_, contended_steps_);
  all_compares_ += compares_;
  threads_.clear();
  step_ = 1;
  contended_steps_ = compares_ = 0;
  running_ = 0;
  location_ = 0;
  turn_.reset();
  expected_.clear();
  stops_.clear();
  top_ = kHighest;
  bottom_ = kLowest;
  kind_ = draw_kind();
  if (kind_ == Kind::walk) plan_walk();
  if (kind_ == Kind::stall) plan_stalls(1 + dice_.below(kMostStops));
  if (kind_ == Kind::comes_back) {
    plan_stalls(dice_.below(1 + kMostStopsOfOthers));
    stops_before_ = dice_.below(static_cast<std::uint32_t>(1 + all_compares_ / execution_));
  }
}

GuidedStrategy::Kind GuidedStrategy::draw_kind() {
  if (contended_.empty()) return Kind::sample;
  const double drawn = fraction();
  if (drawn < stalls_) return Kind::stall;
  return drawn < stalls_ + returns_ && all_compares_ != 0 ? Kind::comes_back : Kind::walk;
}

// Draws the location in proportion to how often it was accessed.
void GuidedStrategy::plan_walk() {
  double all = 0;
  for (const std::uint32_t n : contended_) all += locations_[n].all_touches;
  double drawn = fraction() * all;
  const Location* chosen = nullptr;
  for (const std::uint32_t n : contended_) {
    chosen = &locations_[n];
    if (drawn < chosen->all_touches) break;
    drawn -= chosen->all_touches;
  }
  location_ = chosen->address;
  expected_ = chosen->touches;
  for (double& touches : expected_) touches /= static_cast<double>(execution_ - 1);
  expected_.resize(std::max(expected_.size(), parents_.size()));
  for (std::size_t child = parents_.size(); child-- > 1;) expected_[parents_[child]] += expected_[child];
}

void GuidedStrategy::plan_stalls(std::uint32_t stops) {
  for (; stops > 0; --stops) stops_.push_back(dice_.below(most_contended_));
}

// A new thread was started by the thread that took the last step.
void GuidedStrategy::meet(std::span<const Ready> ready) {
  if (threads_.size() <= ready.back().thread) threads_.resize(ready.back().thread + 1);
  if (parents_.size() < threads_.size()) parents_.resize(threads_.size());
  for (const Ready& r : ready) {
    ThreadState& thread = threads_[r.thread];
    if (thread.priority == 0) thread.priority = kLowest + 1 + (dice_.roll() >> 2);
    if (thread.born != 0) continue;
    thread.born = step_;
    thread.left = r.thread < expected_.size() ? expected_[r.thread] : 0;
    if (r.thread == running_) continue;
    parents_[r.thread] = running_;
    ThreadState& parent = threads_[running_];
    if (turn_ == running_ && fraction() * parent.left < thread.left) turn_ = r.thread;
    parent.left = std::max(0.0, parent.left - thread.left);
  }
}

// Leaves out threads that may be waiting for others without a step, as long as there are other threads.
std::span<const Ready> GuidedStrategy::without_those_that_give_way(std::span<const Ready> ready) {
  const auto gives_way = [](const Ready& r) { return r.expected.gives_way; };
  if (std::ranges::none_of(ready, gives_way) || std::ranges::all_of(ready, gives_way)) return ready;
  others_.clear();
  std::ranges::remove_copy_if(ready, std::back_inserter(others_), gives_way);
  return others_;
}

ThreadNumber GuidedStrategy::pick(std::span<const Ready> ready) {
  meet(ready);
  ready = without_those_that_give_way(ready);
  const Ready& next =
      kind_ == Kind::stall || kind_ == Kind::comes_back ? next_with_stalls(ready) : next_in_walk(ready);
  running_ = next.thread;
  return running_;
}

const Ready& GuidedStrategy::highest(std::span<const Ready> ready) const {
  return *std::ranges::max_element(ready, {}, [&](const Ready& r) { return threads_[r.thread].priority; });
}

const Ready& GuidedStrategy::next_in_walk(std::span<const Ready> ready) {
  if (turn_ && std::ranges::find(ready, *turn_, &Ready::thread) == ready.end()) turn_.reset();
  const Ready* best = nullptr;
  for (const Ready& r : ready) {
    if (comes_out_of_turn(r, ready)) continue;
    if (best == nullptr || threads_[r.thread].priority > threads_[best->thread].priority) best = &r;
  }
  if (best == nullptr) best = &highest(ready);
  for (const Ready& r : ready) {
    if (r.thread == best->thread || conflict(r.expected, best->expected)) threads_[r.thread].priority = 0;
  }
  return *best;
}

bool GuidedStrategy::comes_out_of_turn(const Ready& r, std::span<const Ready> ready) {
  if (!is_at_location(r.expected)) return false;
  if (!turn_) turn_ = draw_turn(ready);
  return *turn_ != r.thread;
}

ThreadNumber GuidedStrategy::draw_turn(std::span<const Ready> ready) {
  double all = 0;
  for (const Ready& r : ready) {
    double& left = threads_[r.thread].left;
    if (is_at_location(r.expected)) left = std::max(left, 0.5);  // perhaps more than expected
    all += left;
  }
  double drawn = fraction() * all;
  for (const Ready& r : ready) {
    if (drawn < threads_[r.thread].left) return r.thread;
    drawn -= threads_[r.thread].left;
  }
  return ready.back().thread;
}

const Ready& GuidedStrategy::next_with_stalls(std::span<const Ready> ready) {
  const Ready* next = &highest(ready);
  if (ready.size() == 1 || !is_contended(next->expected)) return *next;
  if (kind_ == Kind::comes_back && next->expected.conditional && compares_ == stops_before_) {
    await_return(*next);
    next = &highest(ready);
  }
  for (auto n = std::ranges::count(stops_, contended_steps_); n > 0; --n) {
    stall(*next);
    next = &highest(ready);
  }
  ++contended_steps_;
  return *next;
}

// Half of the threads that stop wait for a number of conflicts: one, and with a probability of a half one
// more, and so on.
void GuidedStrategy::stall(const Ready& r) {
  ThreadState& thread = threads_[r.thread];
  thread.priority = bottom_--;
  thread.stalled = r.expected;
  thread.stalls_for = 0;
  if (kind_ == Kind::stall) thread.stalls_for = draw_tosses();
}

// 0 with a probability of a half, 1 of a quarter, and so on.
std::uint32_t GuidedStrategy::draw_tosses() {
  std::uint32_t tosses = 0;
  while (dice_.happens(0.5)) ++tosses;
  return tosses;
}

void GuidedStrategy::await_return(const Ready& r) {
  ThreadState& thread = threads_[r.thread];
  thread.priority = kIfNoOtherCan;
  thread.stalled = r.expected;
  thread.awaits_writes = 2 + draw_tosses();
  stops_before_ = kNever;
}

// A thread draws a new priority for each recorded operation, so that whole operations come in any order.
void GuidedStrategy::look_for_return(const Step& step) {
  if (step.returns) threads_[step.thread].priority = 0;
  const auto waits =
      std::ranges::find_if(threads_, [](const ThreadState& t) { return t.awaits_writes != 0; });
  if (waits == threads_.end()) return;
  const auto who = static_cast<ThreadNumber>(waits - threads_.begin());
  const Access& compared = waits->stalled.accesses[0];
  const auto writes = [&](const Access& access) { return access.writes && overlap(access, compared); };
  if (step.thread == who) {
    waits->awaits_writes = 0;  // no other could go on
  } else if (std::ranges::any_of(step.touched(), writes) && --waits->awaits_writes == 0) {
    for (ThreadState& other : threads_) other.priority = 0;
    waits->priority = ++top_;
  }
}

void GuidedStrategy::wake_stalled(const Step& step) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    ThreadState& thread = threads_[i];
    if (thread.stalls_for == 0 || i == step.thread || !conflict(thread.stalled, step)) continue;
    if (--thread.stalls_for == 0) thread.priority = ++top_;
  }
}

void GuidedStrategy::took(const Step& step) {
  ++step_;
  if (threads_.size() <= step.thread) threads_.resize(step.thread + 1);
  if (is_at_location(step)) {
    double& left = threads_[step.thread].left;
    left = std::max(0.0, left - 1);
    turn_.reset();
  }
  if (kind_ == Kind::stall) wake_stalled(step);
  if (kind_ == Kind::comes_back) look_for_return(step);
  if (step.conditional && is_contended(step)) ++compares_;
  for (const Access& access : step.touched()) learn(step, access);
}

bool GuidedStrategy::is_at_location(const Step& step) const {
  return location_ != 0 &&
         std::ranges::any_of(step.touched(), [&](const Access& a) { return a.address == location_; });
}

bool GuidedStrategy::is_contended(const Step& step) const {
  return std::ranges::any_of(step.touched(), [&](const Access& access) {
    const auto at = numbers_.find(access.address);
    return at != numbers_.end() && locations_[at->second].contended;
  });
}

void GuidedStrategy::learn(const Step& step, const Access& access) {
  const auto [at, is_new] =
      numbers_.try_emplace(access.address, static_cast<std::uint32_t>(locations_.size()));
  if (is_new) locations_.push_back({.address = access.address});
  Location& location = locations_[at->second];
  if (location.execution != execution_) {
    location.execution = execution_;
    location.read = location.written = 0;
  }
  const std::uint32_t born = threads_[step.thread].born;
  const bool after_write = location.written > born && location.writer != step.thread;
  const bool after_read = access.writes && location.read > born && location.reader != step.thread;
  if (!location.contended && (after_write || after_read)) {
    location.contended = true;
    contended_.push_back(at->second);
  }
  (access.writes ? location.written : location.read) = step_;
  (access.writes ? location.writer : location.reader) = step.thread;
  if (location.touches.size() <= step.thread) location.touches.resize(step.thread + 1);
  ++location.touches[step.thread];
  ++location.all_touches;
}

}  // namespace linnet
