// HappensBefore, and the table of clocks that locations have.
#include "runtime/races/happens_before.hpp"

#include <utility>

#include "base/hash.hpp"

namespace linnet::runtime {
namespace {

bool acquires(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

}  // namespace

void LocationClocks::clear() {
  used_ = 0;
  if (++execution_ != 0) return;
  entries_.assign(entries_.size(), {});
  execution_ = 1;
}

LocationClocks::Entry& LocationClocks::place(std::uint64_t location) {
  if (is_at(entries_[latest_], location)) [[likely]]
    return entries_[latest_];
  const std::size_t mask = entries_.size() - 1;
  std::size_t i = mix(location) & mask;
  while (entries_[i].execution == execution_ && entries_[i].location != location) i = (i + 1) & mask;
  latest_ = i;
  return entries_[i];
}

VectorClock* LocationClocks::find(std::uint64_t location) {
  const Entry& entry = place(location);
  return entry.execution == execution_ ? &clocks_[entry.clock] : nullptr;
}

VectorClock& LocationClocks::at(std::uint64_t location) {
  Entry* entry = &place(location);
  if (entry->execution == execution_) return clocks_[entry->clock];
  if (2 * used_ >= entries_.size()) {
    grow();
    entry = &place(location);
  }
  *entry = {location, execution_, used_};
  if (used_ == clocks_.size()) clocks_.emplace_back();
  clocks_[used_].clear();
  return clocks_[used_++];
}

void LocationClocks::grow() {
  const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(entries_.size() * 2));
  for (const Entry& entry : before) {
    if (entry.execution == execution_) place(entry.location) = entry;
  }
}

void HappensBefore::start_execution() {
  for (const ThreadNumber number : numbers_) indices_[number] = 0;
  numbers_.clear();
  locations_.clear();
}

std::uint32_t HappensBefore::add_thread(ThreadNumber thread) {
  if (thread >= indices_.size()) indices_.resize(thread + 1);
  const auto index = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back(thread);
  indices_[thread] = index + 1;
  if (index == threads_.size()) threads_.emplace_back();
  ThreadClocks& clocks = threads_[index];
  clocks.now.clear();
  clocks.at_release_fence.clear();
  clocks.for_acquire_fence.clear();
  clocks.had_release_fence = false;
  clocks.now.set(index, 1);
  return index;
}

void HappensBefore::advance(std::uint32_t thread) {
  threads_[thread].now.set(thread, time_of(thread) + 1);
}

void HappensBefore::set(std::uint32_t thread, std::span<const Time> happened, Time now) {
  VectorClock& clock = threads_[thread].now;
  for (std::size_t i = 0; i < happened.size(); ++i) clock.set(i, happened[i]);
  clock.set(thread, now);
}

void HappensBefore::acquire(std::uint32_t thread, std::uint64_t object) {
  if (const VectorClock* released = locations_.find(object)) threads_[thread].now.join(*released);
}

void HappensBefore::release(std::uint32_t thread, std::uint64_t object) {
  locations_.at(object).join(threads_[thread].now);
  advance(thread);
}

void HappensBefore::reads(std::uint32_t thread, std::uint64_t location, int order) {
  const VectorClock* released = locations_.find(location);
  if (released == nullptr) return;
  ThreadClocks& clocks = threads_[thread];
  (acquires(order) ? clocks.now : clocks.for_acquire_fence).join(*released);
}

void HappensBefore::writes(std::uint32_t thread, std::uint64_t location, AtomicKind kind, int order) {
  ThreadClocks& clocks = threads_[thread];
  const bool ends_sequence = kind == AtomicKind::store;
  if (!releases(order) && !clocks.had_release_fence) {
    if (ends_sequence) forget(location);
    return;
  }
  const VectorClock& published = releases(order) ? clocks.now : clocks.at_release_fence;
  if (ends_sequence) {
    locations_.at(location).assign(published);
  } else {
    locations_.at(location).join(published);
  }
  if (releases(order)) advance(thread);
}

void HappensBefore::fence(std::uint32_t thread, int order) {
  ThreadClocks& clocks = threads_[thread];
  if (acquires(order)) clocks.now.join(clocks.for_acquire_fence);
  if (releases(order)) {
    clocks.at_release_fence.assign(clocks.now);
    clocks.had_release_fence = true;
    advance(thread);
  }
}

void HappensBefore::forget(std::uint64_t location) {
  if (VectorClock* clock = locations_.find(location)) clock->clear();
}

}  // namespace linnet::runtime
