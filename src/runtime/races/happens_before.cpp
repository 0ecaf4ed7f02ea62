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

std::uint32_t LocationClocks::find(std::uint64_t location) {
  const Entry& entry = place(location);
  return entry.execution == execution_ ? entry.clock : kNone;
}

std::uint32_t LocationClocks::number_at(std::uint64_t location) {
  Entry* entry = &place(location);
  if (entry->execution == execution_) return entry->clock;
  if (2 * used_ >= entries_.size()) {
    grow();
    entry = &place(location);
  }
  *entry = {location, execution_, used_};
  if (used_ == clocks_.size()) clocks_.emplace_back();
  clocks_[used_].clock.clear();
  return used_++;
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
  kept_ = 0;
  mark_ = kNoMark;
}

std::uint32_t HappensBefore::add_thread(ThreadNumber thread) {
  if (thread >= indices_.size()) indices_.resize(thread + 1);
  const auto index = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back(thread);
  indices_[thread] = index + 1;
  if (index == threads_.size()) threads_.emplace_back();
  ThreadClocks& clocks = threads_[index];
  clocks.now.clock.clear();
  clocks.at_release_fence.clock.clear();
  clocks.for_acquire_fence.clock.clear();
  clocks.had_release_fence = false;
  clocks.now.clock.set(index, 1);
  return index;
}

// ---------------------------------------------------------------------------------------------------------
// Marks

HappensBefore::Mark HappensBefore::mark() {
  mark_ = ++marks_;
  return {kept_, numbers_.size()};
}

// Threads and locations that were met later have clocks that say nothing.
void HappensBefore::take_back(const Mark& mark) {
  while (kept_ > mark.kept) {
    OldClock& old = old_[--kept_];
    clock_of(old.owner, old.number).clock.assign(old.clock);
  }
  while (numbers_.size() > mark.threads) {
    indices_[numbers_.back()] = 0;
    numbers_.pop_back();
  }
  mark_ = ++marks_;
}

MarkedClock& HappensBefore::clock_of(Owner owner, std::uint32_t number) {
  switch (owner) {
    case Owner::thread_now: return threads_[number].now;
    case Owner::thread_release_fence: return threads_[number].at_release_fence;
    case Owner::thread_acquire_fence: return threads_[number].for_acquire_fence;
    case Owner::location: break;
  }
  return locations_[number];
}

void HappensBefore::keep(Owner owner, std::uint32_t number, MarkedClock& clock) {
  if (kept_ == old_.size()) old_.emplace_back();
  OldClock& old = old_[kept_++];
  old.clock.assign(clock.clock);
  old.number = number;
  old.owner = owner;
  clock.kept_after = mark_;
}

// ---------------------------------------------------------------------------------------------------------
// Changes

void HappensBefore::advance(std::uint32_t thread) {
  change_now(thread).set(thread, time_of(thread) + 1);
}

void HappensBefore::set(std::uint32_t thread, std::span<const std::uint16_t> happened, Time now) {
  VectorClock& clock = change_now(thread);
  clock.set_first(happened);
  clock.set(thread, now);
}

void HappensBefore::acquire(std::uint32_t thread, std::uint64_t object) {
  const std::uint32_t released = locations_.find(object);
  if (released != LocationClocks::kNone) change_now(thread).join(locations_[released].clock);
}

void HappensBefore::release(std::uint32_t thread, std::uint64_t object) {
  change_location(locations_.number_at(object)).join(threads_[thread].now.clock);
  advance(thread);
}

void HappensBefore::reads(std::uint32_t thread, std::uint64_t location, int order) {
  const std::uint32_t released = locations_.find(location);
  if (released == LocationClocks::kNone) return;
  VectorClock& learns = acquires(order)
                            ? change_now(thread)
                            : change(Owner::thread_acquire_fence, thread, threads_[thread].for_acquire_fence);
  learns.join(locations_[released].clock);
}

void HappensBefore::writes(std::uint32_t thread, std::uint64_t location, AtomicKind kind, int order) {
  const ThreadClocks& clocks = threads_[thread];
  const bool ends_sequence = kind == AtomicKind::store;
  if (!releases(order) && !clocks.had_release_fence) {
    if (ends_sequence) forget(location);
    return;
  }
  const VectorClock& published = releases(order) ? clocks.now.clock : clocks.at_release_fence.clock;
  VectorClock& released = change_location(locations_.number_at(location));
  if (ends_sequence) {
    released.assign(published);
  } else {
    released.join(published);
  }
  if (releases(order)) advance(thread);
}

void HappensBefore::fence(std::uint32_t thread, int order) {
  ThreadClocks& clocks = threads_[thread];
  if (acquires(order)) change_now(thread).join(clocks.for_acquire_fence.clock);
  if (releases(order)) {
    change(Owner::thread_release_fence, thread, clocks.at_release_fence).assign(clocks.now.clock);
    clocks.had_release_fence = true;
    advance(thread);
  }
}

void HappensBefore::forget(std::uint64_t location) {
  if (const std::uint32_t number = locations_.find(location); number != LocationClocks::kNone)
    change_location(number).clear();
}

}  // namespace linnet::runtime
