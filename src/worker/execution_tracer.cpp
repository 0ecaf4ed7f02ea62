// ExecutionTracer: looks at memory before and after every step.
#include "worker/execution_tracer.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "runtime/inspect.hpp"
#include "worker/shown_calls.hpp"

namespace linnet::worker {

namespace {

bool is_freed(std::uint64_t address) {
  const auto block = runtime::heap_block(address);
  return block && block->freed;
}

// The hook that the call before `pc` went to, if it was a call through the table of imported functions, as
// -fno-plt makes them: ff 15 and the distance of the table's entry.
std::string called_function(std::uint64_t pc) {
  constexpr std::uint64_t kLength = 6;
  const auto opcode = runtime::peek(pc - kLength, 2);
  const auto distance = runtime::peek(pc - kLength + 2, 4);
  if (opcode != 0x15ff || !distance) return "";
  const std::uint64_t entry = pc + static_cast<std::uint64_t>(static_cast<std::int32_t>(*distance));
  const auto target = runtime::peek(entry, 8);
  Dl_info symbol{};
  if (!target || dladdr(reinterpret_cast<const void*>(*target), &symbol) == 0 ||
      symbol.dli_sname == nullptr) {
    return "";
  }
  return symbol.dli_sname;
}

}  // namespace

void ExecutionTracer::meet(std::uint64_t address) {
  const auto block = runtime::heap_block(address);
  if (!block) return;
  const auto known = std::ranges::find(trace_.blocks, block->address, &HeapBlock::address);
  if (known == trace_.blocks.end()) {
    trace_.blocks.push_back(*block);
  } else {
    known->size = std::max(known->size, block->size);
  }
}

std::optional<std::uint64_t> ExecutionTracer::value_at(const Access& access) {
  if (access.size > 8) return std::nullopt;
  const auto value = runtime::peek(access.address, access.size);
  if (value && access.size == sizeof(void*)) meet(*value);
  return value;
}

TracedAccess ExecutionTracer::observe(const Access& access) {
  meet(access.address);
  return {access, value_at(access), std::nullopt, false};
}

std::optional<ThreadNumber> ExecutionTracer::pick(std::span<const Ready> ready) {
  const auto thread = strategy_.pick(ready);
  if (!thread) return thread;
  const auto chosen = std::ranges::find(ready, *thread, &Ready::thread);
  if (chosen == ready.end()) return thread;
  runtime::PendingStep pending = runtime::pending_step(*thread);
  forget_middle();
  TracedStep& step = trace_.steps.emplace_back();
  step.thread = *thread;
  if (!pending.where.empty()) step.function = called_function(pending.where.front());
  step.where = std::move(pending.where);
  keep_innermost(step.where);
  step.waits_for = pending.waits_for;
  step.conditional = chosen->expected.conditional;
  step.ends = chosen->expected.ends;
  step.may_crash = pending.may_crash;
  step.looks = pending.looks;
  for (const Access& access : chosen->expected.touched()) step.accesses.push_back(observe(access));
  return thread;
}

// Nobody reads a million steps, and no file should have them.
void ExecutionTracer::forget_middle() {
  constexpr std::size_t kMost = 20'000, kFirst = 2'000, kLast = 2'000;
  if (trace_.steps.size() < kMost) return;
  const std::size_t count = kMost - kFirst - kLast;
  const auto first = trace_.steps.begin() + kFirst;
  trace_.steps.erase(first, first + static_cast<std::ptrdiff_t>(count));
  trace_.left_out += count;
}

void ExecutionTracer::took(const Step& step) {
  strategy_.took(step);
  const auto last = std::find_if(trace_.steps.rbegin(), trace_.steps.rend(),
                                 [&](const TracedStep& s) { return s.thread == step.thread; });
  if (last == trace_.steps.rend()) return;
  last->taken = true;
  last->calls = step.calls;
  last->returns = step.returns;
  last->crashed = last->may_crash && step.ends;
  std::vector<TracedAccess> touched;
  for (const Access& access : step.touched()) {
    const auto announced = std::ranges::find_if(
        last->accesses, [&](const TracedAccess& a) { return a.access.address == access.address; });
    TracedAccess& traced = touched.emplace_back(
        announced != last->accesses.end() ? *announced : TracedAccess{access, {}, {}, false});
    traced.access = access;
    traced.after = value_at(access);
    traced.identifies = runtime::thread_identified_by(access.address);
    traced.frees = is_freed(access.address);  // touching what was freed before would have ended the execution
  }
  last->accesses = std::move(touched);
}

}  // namespace linnet::worker
