// How an execution ends: completed, waiting for ever, cut, or with a failure.
#include <algorithm>
#include <utility>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/inspect.hpp"
#include "runtime/operations.hpp"

namespace linnet::runtime {
namespace {

Waiting describe_wait(const Thread& thread) {
  if (thread.circles) {
    return {thread.number, WaitsFor::spin_loop, thread.pending.expected.accesses[0].address,
            thread.calls.innermost_first(thread.pc)};
  }
  return {thread.number, thread.waits_for, reinterpret_cast<std::uint64_t>(thread.waits_on),
          thread.calls.innermost_first(thread.pc)};
}

void add_leaks(const Thread& owner, std::vector<LeakedBlock>& leaks) {
  for (const Arena::Block& block : owner.arena.live_blocks()) {
    const Thread& thread = *find_thread(block.origin.thread);
    leaks.push_back({block.address, block.size, thread.number,
                     thread.calls.innermost_first_at(block.origin.calls, block.origin.pc)});
  }
}

std::function<bool()>& stop_question() {
  static std::function<bool()> question;
  return question;
}

}  // namespace

void set_stop_question(std::function<bool()> is_over) {
  stop_question() = std::move(is_over);
}

// The child of --isolate=fork has no say in this.
void Execution::end_if_nobody_waits() const {
  if (options_.isolate || !stop_question()) return;
  const OutsideProgram outside;
  if (stop_question()()) fail(LimitReached{Limit::stopped}, nullptr);
}

// Whether nothing tells an execution in which main ends the program at some point from the beginning of one in which it does so when
// the other threads can do no more. (What reads outputs or histories does not ask for this.)
bool Execution::end_waits_for_others(int status) const {
  return options_.cuts.end && status == 0 && !options_.report_leaks && current.graph == nullptr &&
         current.persistence == nullptr;
}

void Execution::leave_to_others(Thread& main) {
  constexpr std::uint64_t kMostAfterMain = 10'000;
  if (main.took_step) finish_step(main);
  main.finished = now_.main_is_over = true;
  now_.most_steps = std::min(now_.most_steps, now_.steps + kMostAfterMain);
  now_.live.erase(std::find(now_.live.begin(), now_.live.end(), &main));
  if (now_.live.empty()) end({.what = Completed{0}, .thread = main.number, .where = {}});
  switch_to(main, choose_thread());
  __builtin_unreachable();
}

// Where threads stay, they may be waiting for what has come meanwhile: then this is no deadlock, and another execution goes on.
void Execution::end_waiting() {
  for (const Thread* thread : now_.live) {
    if (thread->stays && thread->enabled(*thread))
      end({.what = Abandoned{is_cut_short()}, .thread = self().number, .where = {}});
  }
  if (now_.main_is_over) end({.what = Completed{0}, .thread = self().number, .where = {}});
  for (const Thread* thread : now_.live) {
    if (!thread->stays || current.graph != nullptr || thread->spins) continue;
    if (thread->circles && goes_round_for_ever()) break;
    // It goes round for ever, but in no way that a replay would recognise; or others would have to look in the midst of its round.
    fail(LimitReached{thread->circles ? Limit::rounds : Limit::spin},
         reinterpret_cast<const void*>(thread->pc));
  }
  end_deadlocked();
}

// Whether all threads that could go on are in rounds that they put back, and would do the same again and again, whatever the order.
bool Execution::goes_round_for_ever() const {
  const auto may_go_on = [&](const Thread* thread) {
    if (!thread->circles) return thread->stays ? thread->enabled(*thread) : can_go_on(*thread);
    return thread->undone.would_differ(thread->rounds);
  };
  return std::ranges::none_of(now_.live, may_go_on) && !may_notice_each_other(now_.live);
}

// Whether a thread was cut.
bool Execution::is_cut_short() const {
  return current.graph == nullptr && std::ranges::any_of(now_.live, &Thread::stays);
}

void Execution::end_deadlocked() {
  Deadlock deadlock;
  for (const Thread* thread : now_.live) {
    if (thread->waits_for == WaitsFor::outside && thread->enabled != nullptr)
      end({.what = WaitsOutside{static_cast<const char*>(thread->waits_on)},
           .thread = thread->number,
           .where = thread->calls.innermost_first(thread->pc)});
    deadlock.waiting.push_back(describe_wait(*thread));
    if (thread->pending.expected.calls && !thread->stays) record_call(*thread);
    if (thread->waits_for != WaitsFor::thread) record_wait(*thread);
  }
  end({.what = std::move(deadlock), .thread = self().number, .where = {}});
}

void Execution::end(ExecutionEnding ending) {
  current.scheduled = false;
  ending_ = std::move(ending);
  for (const std::uint64_t address : addresses_in(ending_)) {
    if (const auto block = heap_block(address)) ending_.blocks.push_back(*block);
  }
  const Ending how = ending_of(ending_);
  if (how == Ending::cut) note_cuts();
  if (how != Ending::abandoned) collect_left();
  if (how == Ending::complete) record_end_of_main();
  Thread& thread = self();
  if (thread.took_step) {
    if (how == Ending::failed || how == Ending::unknown) thread.pending.expected.ends = true;
    finish_step(thread);
  }
  if (how != Ending::abandoned && !left_.empty()) strategy_.waiting(left_);
  current.scheduled = false;
  if (options_.report_leaks && std::holds_alternative<Completed>(ending_.what)) look_for_leaks();
  leave();
}

std::map<std::uint64_t, std::pair<CallStack, std::uint64_t>>& cut_places() {
  static std::map<std::uint64_t, std::pair<CallStack, std::uint64_t>> places;
  return places;
}

void Execution::note_cuts() const {
  const OutsideProgram outside;
  for (const Thread* thread : now_.live) {
    if (!thread->stays) continue;
    auto& [calls, cut_here] = cut_places()[thread->pc];
    if (cut_here++ == 0) calls = thread->calls.innermost_first(thread->pc);
  }
}

void Execution::look_for_leaks() {
  Leak leak;
  for (const Thread* thread : now_.started) {
    if (thread->number == 0 || thread->finished) add_leaks(*thread, leak.blocks);
  }
  if (!leak.blocks.empty()) ending_.what = std::move(leak);
}

// The steps that are never taken.
void Execution::collect_left() {
  left_.clear();
  for (const Thread* thread : now_.live) {
    if (thread->took_step || !thread->had_step || thread->stays || waits_for_twin(*thread)) continue;
    Step& step = left_.emplace_back(thread->pending).expected;
    step.found = step.value_when(can_go_on(*thread));
  }
}

Ending ending_of(const ExecutionEnding& ending) {
  if (std::holds_alternative<Completed>(ending.what)) return Ending::complete;
  if (std::holds_alternative<Leak>(ending.what)) return Ending::complete;  // found when all was over
  if (std::holds_alternative<Deadlock>(ending.what)) return Ending::deadlock;
  if (const auto* given_up = std::get_if<Abandoned>(&ending.what))
    return given_up->cut ? Ending::cut : Ending::abandoned;
  const bool is_unknown = std::holds_alternative<LimitReached>(ending.what) ||
                          std::holds_alternative<Unsupported>(ending.what) ||
                          std::holds_alternative<WaitsOutside>(ending.what) ||
                          std::holds_alternative<Nondeterminism>(ending.what);
  return is_unknown ? Ending::unknown : Ending::failed;
}

void Execution::leave() {
  current.scheduled = false;
  linnet_fiber_switch(&self().fiber, &root_);
  __builtin_unreachable();
}

void fail(decltype(ExecutionEnding::what) what, const void* pc) {
  Thread& thread = self();
  if (current.graph != nullptr) current.graph->settle(thread);  // what it wrote before it failed is written
  CallStack where;
  {
    const OutsideProgram outside;
    where = thread.calls.innermost_first(pc != nullptr ? reinterpret_cast<std::uint64_t>(pc) : thread.pc);
  }
  current.execution->end({.what = std::move(what), .thread = thread.number, .where = std::move(where)});
}

void fail_unsupported(std::string_view call, const void* pc) {
  fail(Unsupported{std::string(call)}, pc);
}

void give_up_cut(WrongCut wrong) {
  current.execution->end({.what = Abandoned{false, wrong}, .thread = self().number, .where = {}});
}

}  // namespace linnet::runtime
