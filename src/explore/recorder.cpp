// Implements ScheduleRecorder: passes every question on and records the answers.
#include "explore/recorder.hpp"

#include "base/hash.hpp"

namespace linnet {

namespace {

std::uint64_t hash_of(const Step& step) {
  std::uint64_t hash = mix(step.thread | std::uint64_t{step.alternative} << 32);
  for (const Access& access : step.touched()) {
    hash = (hash ^ access.address ^ std::uint64_t{access.size} << 48 ^ std::uint64_t{access.writes} << 63) *
           0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

bool ScheduleRecorder::next_execution() {
  if (!strategy_.next_execution()) return false;
  choices_before_.swap(schedule_.choices);
  steps_before_.swap(steps_);
  schedule_.choices.clear();
  steps_.clear();
  taken_.clear();
  repeats_ = compares_;
  diverged_ = false;
  return true;
}

// What the execution before chose and did in these steps.
bool ScheduleRecorder::skip(std::uint32_t steps) {
  if (keeps_taken_ || !strategy_.skip(steps)) return false;
  auto end = choices_before_.begin();
  for (std::uint32_t chosen = 0; end != choices_before_.end(); ++end) {
    if (end->kind == Choice::Kind::thread && chosen++ == steps) break;
  }
  schedule_.choices.assign(choices_before_.begin(), end);
  steps_.assign(steps_before_.begin(), steps_before_.begin() + steps);
  return true;
}

void ScheduleRecorder::add(Choice choice) {
  const std::size_t index = schedule_.choices.size();
  repeats_ = repeats_ && index < choices_before_.size() && choices_before_[index] == choice;
  schedule_.choices.push_back(choice);
}

ThreadNumber ScheduleRecorder::pick(std::span<const Ready> ready) {
  const ThreadNumber thread = strategy_.pick(ready);
  if (thread != kNoThread) add({Choice::Kind::thread, thread});
  return thread;
}

ThreadNumber ScheduleRecorder::repeats() {
  const ThreadNumber thread = strategy_.repeats();
  if (thread != kNoThread) add({Choice::Kind::thread, thread});
  return thread;
}

std::uint32_t ScheduleRecorder::choose(std::uint32_t alternatives) {
  const std::uint32_t outcome = strategy_.choose(alternatives);
  add({Choice::Kind::outcome, outcome});
  return outcome;
}

std::uint32_t ScheduleRecorder::look_back(std::span<const std::uint32_t> distances) {
  const std::uint32_t distance = strategy_.look_back(distances);
  if (distance != 0) add({Choice::Kind::back, distance});
  return distance;
}

void ScheduleRecorder::took(const Step& step) {
  const std::uint64_t hash = hash_of(step);
  const std::size_t index = steps_.size();
  if (repeats_ && index < steps_before_.size() && steps_before_[index] != hash) diverged_ = true;
  steps_.push_back(hash);
  if (keeps_taken_) [[unlikely]]
    taken_.push_back(step);
  strategy_.took(step);
  if (strategy_.diverged()) diverged_ = true;
}

}  // namespace linnet
