#include "runtime/spin_watch.hpp"

#include <cstring>

namespace linnet::runtime {
namespace {

// Loops on deeper stacks and longer loops are explored as they are.
constexpr std::size_t kDeepestStack = 32 << 10;
constexpr std::size_t kMostVisits = 256;
constexpr std::size_t kStackRoom = 256 << 10;

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
  visits_.push_back({linnet_caller, arguments, stacks_size_, stack_size, reads_.size()});
  stacks_size_ += stack_size;
}

bool SpinWatch::changed(std::size_t first_read, const ChangeLog& log) const {
  for (std::size_t i = first_read; i < reads_.size(); ++i) {
    if (log.changed_since(reads_[i].log_position, reads_[i].access)) return true;
  }
  return false;
}

bool SpinWatch::comes_round(const HookArguments& arguments, std::uint64_t stack_high, std::uint64_t progress,
                            const ChangeLog& log) {
  forget_before(progress);
  const std::uint64_t stack_size = stack_high - linnet_caller.rsp;
  if (stack_size > kDeepestStack) return false;
  for (Visit& visit : visits_) {
    if (!is_same(visit, arguments, stack_size)) continue;
    const bool same_again = !changed(visit.first_read, log);
    watched_from_ = visit.first_read;
    scanned_ = log.size();
    woken_ = false;
    visit.first_read = reads_.size();
    return same_again;
  }
  remember(arguments, stack_size);
  return false;
}

bool SpinWatch::woken(const ChangeLog& log) const {
  for (std::size_t i = watched_from_; !woken_ && i < reads_.size(); ++i) {
    woken_ = log.changed_since(scanned_, reads_[i].access);
  }
  scanned_ = log.size();
  return woken_;
}

void SpinWatch::took(const Step& step, std::uint64_t progress, const ChangeLog& log) {
  forget_before(progress);
  ++idle_steps_;
  for (const Access& access : step.touched()) reads_.push_back({access, log.size()});
}

}  // namespace linnet::runtime
