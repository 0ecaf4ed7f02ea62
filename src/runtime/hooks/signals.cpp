// The signal handlers: they allow a write, end an execution, or let the fault happen again.
#include "runtime/hooks/signals.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

constexpr std::uint64_t kGuardBelowStack = 64 << 20;

// Strategies also run here when a crash ends an execution. All fibers share it: signals come to the one OS
// thread that runs them.
alignas(16) unsigned char alternate_stack[512 << 10];

[[noreturn]] void end_at_signal(decltype(ExecutionEnding::what) what, const void* context) {
  const auto pc = static_cast<greg_t>(original_of_copy(
      static_cast<std::uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP])));
  const bool tainted = !scheduled() || is_ground_code(reinterpret_cast<const void*>(pc));
  current.execution->end({.what = std::move(what),
                          .thread = self().number,
                          .where = self().calls.innermost_first(static_cast<std::uint64_t>(pc)),
                          .process_is_tainted = tainted});
}

// The handler is left by a switch, never by a return: SA_NODEFER keeps the signal mask as it was.
void on_fault(int signal, siginfo_t* info, void* context) {
  if (signal == SIGSEGV && stand_in_for_time_stamp(*static_cast<ucontext_t*>(context))) return;
  if (signal == SIGSEGV && stand_in_for_instruction(*static_cast<ucontext_t*>(context))) return;
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  if (signal == SIGSEGV && program().snapshot().allow_write(address)) return;
  if (current.execution == nullptr) {
    LINNET_REAL(signal)(signal, SIG_DFL);  // our own fault: let it happen again and be seen
    return;
  }
  Thread& thread = self();
  const bool overflow =
      signal == SIGSEGV && thread.stack_low - address <= kGuardBelowStack && address < thread.stack_low;
  // A stack that the program has filled may overflow in our own code, which runs on it.
  if (!scheduled() && !overflow) {
    LINNET_REAL(signal)(signal, SIG_DFL);
    return;
  }
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  end_at_signal(Crash{signal, has_address ? address : 0, overflow}, context);
}

struct StepClock {
  std::uint64_t steps = 0;
  long ticks = 0;
  long most_ticks = 0;
};
constinit StepClock step_clock;
constexpr std::chrono::milliseconds kTick{100};

void on_tick(int, siginfo_t*, void* context) {
  if (!scheduled()) return;
  const std::uint64_t steps = current.execution->steps_of_all();
  if (steps != step_clock.steps) {
    step_clock.steps = steps;
    step_clock.ticks = 0;
  } else if (++step_clock.ticks > step_clock.most_ticks) {
    step_clock.ticks = 0;
    end_at_signal(LimitReached{Limit::time_in_step}, context);
  }
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | flags;
  LINNET_REAL(sigaction)(signal, &action, nullptr);
}

void set_step_clock(std::chrono::microseconds interval) {
  itimerval timer = {};
  timer.it_interval.tv_usec = timer.it_value.tv_usec = static_cast<suseconds_t>(interval.count());
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

void install_signal_handlers(std::chrono::milliseconds longest_step) {
  stack_t stack = {};
  stack.ss_sp = alternate_stack;
  stack.ss_size = sizeof alternate_stack;
  sigaltstack(&stack, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) handle(signal, on_fault, 0);
  step_clock.most_ticks = std::max<long>(1, longest_step / kTick);
  handle(SIGPROF, on_tick, SA_RESTART);
  start_step_clock();
}

void start_step_clock() {
  set_step_clock(kTick);
}

void stop_step_clock() {
  set_step_clock(std::chrono::microseconds{0});
}

}  // namespace linnet::runtime
