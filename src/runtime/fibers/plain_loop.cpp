// PlainLoop: one place and state that the thread may come back to, and what it read since.
#include "runtime/fibers/plain_loop.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/run_program.hpp"

namespace linnet::runtime {
namespace {

constexpr std::size_t kMostReads = 64;  // of different locations in a round
constexpr std::size_t kLargestStack = 32 << 10;

std::pair<std::uint64_t, std::uint64_t> value_of(const Access& read) {
  std::uint64_t words[2] = {};
  std::memcpy(words, reinterpret_cast<const void*>(read.address),
              std::min<std::size_t>(read.size, sizeof words));
  return {words[0], words[1]};
}

}  // namespace

extern "C" {
bool linnet_notes_plain_reads = false;
}

bool PlainLoop::is_back(const Access& read, std::uint64_t stack_size, std::uint64_t effects) const {
  return read.address == first_.address && registers_ == linnet_caller && effects == effects_ &&
         stack_size == stack_.size() &&
         std::memcmp(stack_.data(), reinterpret_cast<const void*>(linnet_caller.rsp), stack_size) == 0;
}

void PlainLoop::start_round(const Access& read, std::uint64_t stack_size, std::uint64_t effects) {
  first_ = read;
  registers_ = linnet_caller;
  const auto* stack = reinterpret_cast<const unsigned char*>(linnet_caller.rsp);
  stack_.assign(stack, stack + stack_size);
  effects_ = effects;
  reads_.clear();
}

void PlainLoop::add(const Access& read) {
  const auto is_same = [&](const Read& other) {
    return other.access.address == read.address && other.access.size == read.size;
  };
  if (reads_.size() > kMostReads || std::ranges::any_of(reads_, is_same)) return;
  const auto [low, high] = value_of(read);
  reads_.push_back({read, low, high});
}

bool PlainLoop::comes_round(const Access& read, bool state_is_known, std::uint64_t stack_high,
                            std::uint64_t effects) {
  --left_;
  const std::uint64_t stack_size = stack_high - linnet_caller.rsp;
  if (state_is_known && stack_size <= kLargestStack) {
    if (stack_.empty() || effects != effects_) {
      memory_.reset();
      start_round(read, stack_size, effects);
    } else if (is_back(read, stack_size, effects) && reads_.size() <= kMostReads) {
      if (!memory_) memory_ = memory_fingerprint();
      if (left_ < kLook / 4 && memory_ == memory_fingerprint()) return true;
      reads_.clear();
    }
  }
  add(read);
  return false;
}

bool PlainLoop::would_differ() const {
  return std::ranges::any_of(
      reads_, [](const Read& read) { return value_of(read.access) != std::pair(read.low, read.high); });
}

}  // namespace linnet::runtime
