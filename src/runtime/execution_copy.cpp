// ExecutionCopy: memory and values, one after the other. CopiesOnPath: where on the path they are.
#include "runtime/execution_copy.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "runtime/fibers/plain_loop.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

// In static TLS: as far from the base for all threads.
int& errno_of(const Thread& thread) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(&errno) - main_thread().fiber.fs_base;
  return *reinterpret_cast<int*>(thread.fiber.fs_base + offset);
}

// As much of it as begins the same in every execution: see prepare().
std::uint64_t begin_of_stack(const Thread& thread) {
  return std::min(reinterpret_cast<std::uint64_t>(thread.fiber.stack_pointer),
                  begin_of_cleared(thread.stack_high));
}

void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

// Most of a stack was never used, and is zero.
std::uint64_t end_of_zeros(std::uint64_t from, std::uint64_t to) {
  static constexpr std::array<unsigned char, 256> kZeros{};
  while (to - from >= kZeros.size() && std::memcmp(at(from), kZeros.data(), kZeros.size()) == 0)
    from += kZeros.size();
  return from;
}

}  // namespace

void ExecutionCopy::take(const Thread& thread, OfThread& copy) {
  copy.state = thread;
  copy.zeros_from = begin_of_stack(thread);
  copy.stack_from =
      end_of_zeros(copy.zeros_from, reinterpret_cast<std::uint64_t>(thread.fiber.stack_pointer));
  copy.stack.resize(thread.stack_high - copy.stack_from);
  std::memcpy(copy.stack.data(), at(copy.stack_from), copy.stack.size());
  copy.tls.clear();
  for (const TlsBlock& tls : thread.tls) {
    const auto* first = static_cast<const unsigned char*>(tls.block);
    copy.tls.insert(copy.tls.end(), first, first + tls.size);
  }
  copy.error = errno_of(thread);
  thread.arena.save(copy.arena);
}

// Others may have written to its variables. What is left of its calls is as it was unless it ran.
void ExecutionCopy::put_back(const OfThread& copy, Thread& thread) const {
  static_cast<ThreadState&>(thread) = copy.state;
  const bool ran = thread.last_turn >= turn_ || &thread == running_;
  if (ran) {
    const std::uint64_t used = end_of_zeros(copy.zeros_from, copy.stack_from);
    std::memset(at(used), 0, copy.stack_from - used);
  }
  const std::uint64_t from_here =
      ran ? copy.stack_from : reinterpret_cast<std::uint64_t>(thread.fiber.stack_pointer);
  const std::uint64_t same = from_here - copy.stack_from;
  std::memcpy(at(from_here), copy.stack.data() + same, copy.stack.size() - same);
  const unsigned char* from = copy.tls.data();
  for (const TlsBlock& tls : thread.tls) {
    std::memcpy(tls.block, from, tls.size);
    from += tls.size;
  }
  errno_of(thread) = copy.error;
  thread.arena.put_back(copy.arena);
}

void ExecutionCopy::take(const ExecutionState& state, Thread& running, std::uint64_t turn) {
  state_ = state;
  turn_ = turn;
  running_ = &running;
  if (threads_.size() < threads()) threads_.resize(threads());
  bytes_ = 0;
  for (std::size_t i = 0; i < threads(); ++i) {
    OfThread& copy = threads_[i];
    take(*state_.started[i], copy);
    bytes_ += sizeof copy + copy.stack.size() + copy.tls.size() + copy.arena.content.size() +
              copy.state.calls.moment() * sizeof(std::uint64_t);
  }
  program().snapshot().save(memory_);
  bytes_ += memory_.content.size() + state_.changes.size() * sizeof(Access);
  exit_handlers_ = program().exit_handlers();
  recorded_ = recorded();
  notes_plain_reads_ = linnet_notes_plain_reads;
}

// The errno of main is also ours: threads come last.
Thread& ExecutionCopy::put_back(ExecutionState& state, std::uint64_t turn) {
  state = state_;
  recorded() = recorded_;
  linnet_notes_plain_reads = notes_plain_reads_;
  program().set_exit_handlers(exit_handlers_);
  program().snapshot().put_back(memory_);
  for (std::size_t i = 0; i < threads(); ++i) put_back(threads_[i], *state_.started[i]);
  turn_ = turn;
  return *running_;
}

ExecutionCopy* CopiesOnPath::best_for(std::uint32_t repeated) {
  while (count_ > 0 && copies_[count_ - 1].steps() > repeated) --count_;
  return count_ == 0 ? nullptr : &copies_[count_ - 1];
}

// A copy costs about as much as a few steps, and is used until the strategy goes back beyond it. At three quarters of the way it spares most of
// the steps for many executions; measured in docs/performance.md. A large one is not worth a few steps, but always worth a beginning.
std::optional<std::uint64_t> CopiesOnPath::next_after(const ExecutionCopy* begins,
                                                      std::uint32_t repeated) const {
  constexpr std::uint64_t kFar = 4, kBytesPerStep = 16 << 10, kMostBytes = 64 << 20;
  const std::uint64_t from = begins == nullptr ? 0 : begins->steps();
  const std::uint64_t far =
      begins == nullptr ? kFar : std::max<std::uint64_t>(kFar, begins->bytes() / kBytesPerStep);
  if (repeated < from + far || count_ == kMost) return std::nullopt;
  if (begins != nullptr && begins->bytes() * (count_ + 1) > kMostBytes) return std::nullopt;
  return from + (repeated - from) * 3 / 4;
}

ExecutionCopy& CopiesOnPath::add() {
  return copies_[count_++];
}

}  // namespace linnet::runtime
