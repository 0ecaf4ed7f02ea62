// Keeps the last writes, and the places of the threads.
#include "runtime/debugger.hpp"

#include <algorithm>
#include <vector>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/hooks/export.hpp"

namespace linnet::runtime {

DebuggerView linnet_debugger{};

// A debugger has breakpoints on these two. They do nothing, and are called where something can be seen.
LINNET_EXPORT [[gnu::noinline]] void linnet_debugger_arrives() {
  asm volatile("" : : : "memory");
}
LINNET_EXPORT [[gnu::noinline]] void linnet_debugger_turns(std::uint64_t thread, std::uint64_t pc) {
  asm volatile("" : : "r"(thread), "r"(pc) : "memory");
}

namespace {

DebuggerView& view = linnet_debugger;

template <std::size_t n>
void copy(const CallStack& stack, std::uint64_t (&where)[n]) {
  std::ranges::fill(where, 0);
  std::copy_n(stack.begin(), std::min(stack.size(), n), where);
}

DebuggerView::Write& write_at(std::uint64_t number) {
  return view.writes[number % view.write_capacity];
}

void note(const Thread& thread, const Access& access, std::uint64_t pc, DebuggerView::Write::State state) {
  DebuggerView::Write& write = write_at(view.write_count++);
  write = {access.address, access.size, view.step, thread.number, state, {}};
  copy(thread.calls.innermost_first(pc), write.where);
}

void note_places() {
  view.thread_count = 0;
  for (const Thread* thread : current.execution->live()) {
    if (view.thread_count == DebuggerView::kMostThreads) return;
    DebuggerView::Place& place = view.threads[view.thread_count++];
    place.thread = thread->number;
    place.waits = current.execution->can_go_on(*thread) ? 0 : 1;
    copy(thread->calls.innermost_first(thread->pc), place.where);
  }
}

}  // namespace

void wait_for_debugger() {
  constexpr std::size_t kWritesKept = 1 << 18;
  view.running = &current.thread;
  view.number_in_thread = reinterpret_cast<std::uint64_t>(&main_thread().number) -
                          reinterpret_cast<std::uint64_t>(&main_thread());
  view.step = view.write_count = 0;
  linnet_debugger_arrives();
  if (!debugger_listens()) return;
  static std::vector<DebuggerView::Write> writes(kWritesKept);
  view.writes = writes.data();
  view.write_capacity = writes.size();
}

void tell_of_turn(ThreadNumber number, const Step& expected) {
  const Thread& thread = *find_thread(number);
  ++view.step;
  view.notes_plain_writes = current.races != nullptr;
  note_places();
  const auto state = expected.conditional ? DebuggerView::Write::perhaps : DebuggerView::Write::announced;
  for (const Access& access : expected.touched()) {
    if (access.writes) note(thread, access, thread.pc, state);
  }
  linnet_debugger_turns(number, thread.pc);
}

void tell_of_step(const Step& taken) {
  std::uint64_t kept = std::min(view.write_count, view.write_capacity);
  for (std::uint64_t number = view.write_count; kept > 0; --kept) {
    DebuggerView::Write& write = write_at(--number);
    if (write.step != view.step) break;
    if (write.state == DebuggerView::Write::made) continue;
    const bool made = std::ranges::any_of(taken.touched(), [&](const Access& access) {
      return access.writes && access.address == write.address;
    });
    write.state = made ? DebuggerView::Write::made : DebuggerView::Write::not_made;
  }
}

void tell_of_write(const Thread& thread, const Access& access, std::uint64_t pc) {
  const OutsideProgram outside;
  note(thread, access, pc, DebuggerView::Write::made);
}

}  // namespace linnet::runtime
