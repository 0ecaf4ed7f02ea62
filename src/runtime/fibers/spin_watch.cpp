// SpinWatch: what a thread was like at each step of a loop, and whether it is so again.
#include "runtime/fibers/spin_watch.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/hooks/location.hpp"

namespace linnet::runtime {
namespace {

// Loops on deeper stacks and longer loops are explored as they are.
constexpr std::size_t kDeepestStack = 32 << 10;
constexpr std::size_t kMostVisits = 256;
constexpr std::size_t kStackRoom = 256 << 10;

// What is there, of locations that have memory; of a wide one, the first half.
std::uint64_t value_at(const Access& access) {
  std::uint64_t value = 0;
  if (access.address < kNoMemory) {
    std::memcpy(&value, reinterpret_cast<const void*>(access.address),
                std::min<std::size_t>(access.size, sizeof value));
  }
  return value;
}

// The step that ends an execution may have done so because there is nothing to be read at that address.
std::uint64_t value_found(const Step& step, std::size_t access) {
  if (step.ends) return 0;
  return step.found_by_model && access == 0 ? step.found : value_at(step.accesses[access]);
}

}  // namespace

extern "C" {
CallerRegisters linnet_caller;
}

bool ChangeLog::changed_since(std::size_t position, const Access& read) const {
  for (; position < changes_.size(); ++position) {
    if (overlap(changes_[position], read)) return true;
  }
  return false;
}

void SpinWatch::clear() {
  visits_.clear();
  reads_.clear();
  stacks_size_ = 0;
  progress_ = 0;
  idle_steps_ = 0;
}

void SpinWatch::forget_before(std::uint64_t progress) {
  if (progress == progress_) return;
  clear();
  progress_ = progress;
}

// The place first: visits of one place differ in little else, those of different places are told apart at
// once.
inline bool SpinWatch::is_same(const Visit& visit, const HookArguments& arguments,
                               std::uint64_t stack_size) const {
  return visit.registers.return_address == linnet_caller.return_address && visit.stack_size == stack_size &&
         visit.arguments == arguments && visit.registers == linnet_caller &&
         std::memcmp(stacks_.get() + visit.stack_offset, reinterpret_cast<const void*>(linnet_caller.rsp),
                     stack_size) == 0;
}

void SpinWatch::remember(const HookArguments& arguments, std::uint64_t stack_size) {
  if (visits_.size() == kMostVisits || stacks_size_ + stack_size > kStackRoom) return;
  if (stacks_ == nullptr) stacks_ = std::make_unique_for_overwrite<unsigned char[]>(kStackRoom);
  std::memcpy(stacks_.get() + stacks_size_, reinterpret_cast<const void*>(linnet_caller.rsp), stack_size);
  visits_.push_back({linnet_caller, arguments, stacks_size_, stack_size, reads_.size(), idle_steps_});
  stacks_size_ += stack_size;
}

bool SpinWatch::comes_round(const HookArguments& arguments, std::uint64_t stack_high,
                            std::uint64_t progress) {
  forget_before(progress);
  const std::uint64_t stack_size = stack_high - linnet_caller.rsp;
  if (stack_size > kDeepestStack) return false;
  for (Visit& visit : visits_) {
    if (!is_same(visit, arguments, stack_size)) continue;
    round_begin_ = std::exchange(visit.first_read, reads_.size());
    round_end_ = reads_.size();
    round_steps_ = idle_steps_ - std::exchange(visit.first_step, idle_steps_);
    scanned_ = 0;
    woken_ = false;
    return !saw_a_change();
  }
  remember(arguments, stack_size);
  return false;
}

bool SpinWatch::saw_a_change() const {
  for (std::size_t i = round_begin_; i < round_end_; ++i) {
    for (std::size_t j = round_begin_; j < i; ++j) {
      const Access &a = reads_[i].access, &b = reads_[j].access;
      if (a.address == b.address && a.size == b.size && reads_[i].value != reads_[j].value) return true;
    }
  }
  return false;
}

bool SpinWatch::guard(Step& step) const {
  const Step before = step;
  step.wait_for_change(round_steps_);
  for (std::size_t i = round_begin_; i < round_end_; ++i) {
    const Access& read = reads_[i].access;
    const auto is_same = [&](const Access& a) { return a.address == read.address && a.size == read.size; };
    if (std::ranges::any_of(step.touched(), is_same)) continue;
    if (step.access_count + 1 == Step::kMostAccesses) {  // the last place is for the end of the thread
      step = before;
      return false;
    }
    step.touch(read.address, read.size, false);
  }
  return true;
}

bool SpinWatch::sees_latest() const {
  for (std::size_t i = round_begin_; i < round_end_; ++i) {
    if (reads_[i].value != value_at(reads_[i].access)) return false;
  }
  return true;
}

bool SpinWatch::woken(const ChangeLog& log) const {
  for (std::size_t i = round_begin_; !woken_ && i < round_end_; ++i) {
    woken_ = log.changed_since(std::max(reads_[i].log_position, scanned_), reads_[i].access);
  }
  scanned_ = log.size();
  return woken_;
}

void SpinWatch::took(const Step& step, std::uint64_t progress, const ChangeLog& log) {
  forget_before(progress);
  ++idle_steps_;
  for (std::size_t i = 0; i < step.access_count; ++i) {
    if (i != step.birth) reads_.push_back({step.accesses[i], log.size(), value_found(step, i)});
  }
}

}  // namespace linnet::runtime
