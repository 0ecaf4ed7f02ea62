// The trap, and who answers which call.
#include "runtime/kernel/system_calls.hpp"

#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "runtime/execution.hpp"
#include "runtime/hooks/futex.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/twins.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/instructions/trap.hpp"
#include "runtime/kernel/call_buffers.hpp"
#include "runtime/kernel/descriptors.hpp"
#include "runtime/kernel/waiting_calls.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

constexpr int kUserDispatch = 59,
              kDispatchOn = 1;  // PR_SET_SYSCALL_USER_DISPATCH: older headers have no names for them

constinit bool all_are_seen = false;

extern "C" void linnet_end_of_handler();
void answer_trapped(TrappedRegisters& registers);

void on_system_call(int, siginfo_t*, void* context) {
  auto& trapped = *static_cast<ucontext_t*>(context);
  if (trapped.uc_mcontext.gregs[REG_RAX] ==
      SYS_rt_sigreturn) {  // the end of another handler, with its stack as it must be
    trapped.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&linnet_end_of_handler);
  } else {
    go_on_in(trapped, answer_trapped, static_cast<std::uint64_t>(trapped.uc_mcontext.gregs[REG_RIP]));
  }
}

// As libc's sigaction, but with an end of the handler that is our own code.
void handle_in_our_code(int signal, void (*handler)(int, siginfo_t*, void*)) {
  constexpr unsigned long kRestorer = 0x04000000;  // SA_RESTORER
  struct {
    void (*handler)(int, siginfo_t*, void*);
    unsigned long flags;
    void (*restorer)();
    std::uint64_t mask;
  } action{handler, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | kRestorer, linnet_end_of_handler, 0};
  raw_syscall(SYS_rt_sigaction, signal, reinterpret_cast<long>(&action), 0, sizeof action.mask);
}

// The innermost return address on the stack that is in the program: the call is made by a function of libc.
const void* place_in_program(const TrappedRegisters& registers) {
  constexpr std::size_t kFarthest = 512;  // words
  const auto* pc = reinterpret_cast<const void*>(registers.resume);
  if (is_program_code(pc)) return pc;
  const auto* word = reinterpret_cast<void* const*>(registers.stack_pointer());
  for (std::size_t i = 0; i < kFarthest && address_of(word + i) < self().stack_high; ++i) {
    if (is_program_code(word[i])) return word[i];
  }
  return pc;
}

// Whether the program called libc's function for it itself, and no other function of libc, which has buffers of its own, did.
bool is_called_by_program(const TrappedRegisters& registers) {
  constexpr std::size_t kDeepest = 8;  // words
  if (is_program_code(reinterpret_cast<const void*>(registers.resume))) return true;
  const auto* word = reinterpret_cast<void* const*>(registers.stack_pointer());
  for (std::size_t i = 0; i < kDeepest && address_of(word + i) < self().stack_high; ++i) {
    if (is_program_code(word[i])) return true;
    if (is_ground_code(word[i])) return false;
  }
  return false;
}

// For a call that the program makes itself: what the kernel accesses is accessed by it.
long answer_noted(const SystemCall& call) {
  note_what_is_read(call);
  const long result = answer(call);
  note_what_was_written(call, result);
  return result;
}

void make_parts_writable(const iovec* parts, long count) {
  for (long i = 0; i < count; ++i) make_writable(address_of(parts[i].iov_base), parts[i].iov_len);
}

// What is written before it is known that it cannot be would be lost.
void make_buffers_writable(const SystemCall& call) {
  const auto& a = call.arguments;
  switch (call.number) {
    case SYS_read:
    case SYS_pread64:
    case SYS_recvfrom:
    case SYS_getdents64:
      return make_writable(static_cast<std::uint64_t>(a[1]), static_cast<std::uint64_t>(a[2]));
    case SYS_getrandom:
      return make_writable(static_cast<std::uint64_t>(a[0]), static_cast<std::uint64_t>(a[1]));
    case SYS_readv:
    case SYS_preadv:
    case SYS_preadv2: return make_parts_writable(reinterpret_cast<const iovec*>(a[1]), a[2]);
    case SYS_recvmsg: {
      const auto* message = reinterpret_cast<const msghdr*>(a[1]);
      if (message == nullptr) return;
      make_writable(address_of(message), sizeof *message);
      make_writable(address_of(message->msg_name), message->msg_namelen);
      make_writable(address_of(message->msg_control), message->msg_controllen);
      return make_parts_writable(message->msg_iov, static_cast<long>(message->msg_iovlen));
    }
    default: return;
  }
}

// The program may block signals, but not ours.
long change_mask(SystemCall call) {
  std::uint64_t wanted = 0;
  if (call.arguments[1] != 0) {
    wanted = *reinterpret_cast<const std::uint64_t*>(call.arguments[1]);
    for (const int signal : {SIGSYS, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPROF})
      wanted &= ~(std::uint64_t{1} << (signal - 1));
    call.arguments[1] = reinterpret_cast<long>(&wanted);
  }
  return make(call);
}

long number_of_thread() {
  return 1 + self().number;
}

// A thread that sends itself a signal knows itself by the number that we gave it.
long real_number(long thread) {
  return thread == number_of_thread() ? raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0) : thread;
}

// libc wakes whoever waits for what it initialises, once in the life of the process. If nobody does, it is no step.
bool wakes_nobody(const TrappedRegisters& registers) {
  using enum TrappedRegisters::Number;
  if (registers.general[rax] != SYS_futex || !is_ground_code(reinterpret_cast<const void*>(registers.resume)))
    return false;
  const auto operation = registers.general[rsi] & FUTEX_CMD_MASK;
  return (operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET) &&
         count_waiting(reinterpret_cast<const void*>(registers.general[rdi])) == 0;
}

}  // namespace

void make_writable(std::uint64_t address, std::uint64_t size) {
  program().snapshot().allow_writes({address, address + size});
}

long make(const SystemCall& call) {
  const auto& a = call.arguments;
  make_buffers_writable(call);
  const long result = raw_syscall(call.number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result != -EFAULT) return result;
  // Which arguments are written to, and how far, is known to the kernel: all of them may be, as far as structures go.
  constexpr std::uint64_t kLargest = 64 << 10;
  for (const long argument : a) make_writable(static_cast<std::uint64_t>(argument), kLargest);
  return raw_syscall(call.number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

long answer(const SystemCall& call) {
  const auto& a = call.arguments;
  switch (call.number) {
    case SYS_brk:  // other threads see nothing of these
    case SYS_madvise:
    case SYS_mmap:
    case SYS_mprotect:
    case SYS_mremap:
    case SYS_munmap:
      current.execution->cannot_be_copied();
      return raw_syscall(call.number, a[0], a[1], a[2], a[3], a[4], a[5]);
    case SYS_futex:
      return futex(reinterpret_cast<const volatile std::uint32_t*>(a[0]), static_cast<int>(a[1]),
                   static_cast<std::uint32_t>(a[2]), reinterpret_cast<const timespec*>(a[3]), call.pc);
    case SYS_gettid: looks_at_itself(); return number_of_thread();
    case SYS_nanosleep: return nanosleep(reinterpret_cast<const timespec*>(a[0]), nullptr);
    case SYS_clock_nanosleep:
      return clock_nanosleep(static_cast<clockid_t>(a[0]), static_cast<int>(a[1]),
                             reinterpret_cast<const timespec*>(a[2]), nullptr);
    default: break;
  }
  current.execution->cannot_be_copied();
  switch (call.number) {
    case SYS_tgkill: return make({call.number, {a[0], real_number(a[1]), a[2]}, call.pc});
    case SYS_tkill: return make({call.number, {real_number(a[0]), a[1]}, call.pc});
    case SYS_rt_sigprocmask: return change_mask(call);
    case SYS_rt_sigaction: return a[0] == SIGSYS && a[1] != 0 ? 0 : make(call);
    case SYS_clone:
    case SYS_clone3:
    case SYS_fork:
    case SYS_vfork: fail_unsupported("clone", call.pc);
    default: break;
  }
  if (const auto made = make_descriptor(call)) return *made;
  if (const auto waited = wait_in(call)) return *waited;
  ++self().progress;  // what the kernel knows now may be different
  return make(call);
}

void trap_system_calls() {
  if (!can_trap()) return;
  is_program_code(nullptr);  // finds out where that is
  handle_in_our_code(SIGSYS, on_system_call);
  const MemoryRange ours = code_of_runtime();
  all_are_seen =
      raw_syscall(SYS_prctl, kUserDispatch, kDispatchOn, static_cast<long>(ours.low),
                  static_cast<long>(ours.high - ours.low), reinterpret_cast<long>(&current.scheduled)) == 0;
}

bool are_system_calls_trapped() {
  return all_are_seen;
}

namespace {

void answer_trapped(TrappedRegisters& registers) {
  using enum TrappedRegisters::Number;
  if (wakes_nobody(registers)) {
    registers.general[rax] = 0;
    return;
  }
  const auto word = [&](unsigned number) { return static_cast<long>(registers.general[number]); };
  const SystemCall call{
      word(rax), {word(rdi), word(rsi), word(rdx), word(10), word(8), word(9)}, place_in_program(registers)};
  const long result = is_called_by_program(registers) ? answer_noted(call) : answer(call);
  registers.general[rax] = static_cast<std::uint64_t>(result);
}

}  // namespace

LINNET_EXPORT long syscall(long number, ...) {
  std::va_list list;
  va_start(list, number);
  SystemCall call{number, {}, LINNET_PC};
  for (long& argument : call.arguments) argument = va_arg(list, long);
  va_end(list);
  const auto& a = call.arguments;
  const long result =
      scheduled() ? answer_noted(call) : raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace linnet::runtime
