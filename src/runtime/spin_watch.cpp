#include "runtime/spin_watch.hpp"

#include <cstring>

namespace linnet::runtime {
namespace {

// Loops on deeper stacks and longer loops are explored as they are.
constexpr std::size_t kDeepestStack = 32 << 10;
constexpr std::size_t kMostVisits = 256;

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
  stacks_.clear();
  progress_ = 0;
  idle_steps_ = 0;
}

void SpinWatch::forget_before(std::uint64_t progress) {
  if (progress == progress_) return;
  clear();
  progress_ = progress;
}

bool SpinWatch::is_same(const Visit& visit, const HookArguments& arguments, std::uint64_t stack_size) const {
  return visit.registers == linnet_caller && visit.arguments == arguments && visit.stack_size == stack_size &&
         std::memcmp(stacks_.data() + visit.stack_offset, reinterpret_cast<const void*>(linnet_caller.rsp),
                     stack_size) == 0;
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
  if (visits_.size() == kMostVisits) return false;
  const std::size_t offset = stacks_.size();
  stacks_.resize(offset + stack_size);
  std::memcpy(stacks_.data() + offset, reinterpret_cast<const void*>(linnet_caller.rsp), stack_size);
  visits_.push_back({linnet_caller, arguments, offset, stack_size, reads_.size()});
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
