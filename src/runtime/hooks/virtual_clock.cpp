// The functions that return the time or wait for it.
#include "runtime/hooks/virtual_clock.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <unistd.h>

#include <cerrno>

#include "base/hash.hpp"
#include "runtime/fibers/unordered_looks.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/twins.hpp"
#include "runtime/instructions/trap.hpp"

namespace linnet::runtime {
namespace {

// Together with the place, this distinguishes calls of one place from those of another function.
#define LINNET_FRAME __builtin_frame_address(0)

constexpr std::uint64_t kSecond = 1'000'000'000;
// The clocks at the start of an execution.
constexpr std::uint64_t kWallStart = 1'700'000'000 * kSecond;
constexpr std::uint64_t kOtherStart = 1'000 * kSecond;

std::uint64_t start_of(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? kWallStart
                                                                                         : kOtherStart;
}

// A step that accesses nothing, or the clock that all threads share: see thread_time.hpp.
Thread& step_in_time(const void* pc) {
  Step& step = next_step(pc);
  const bool is_shared = current.execution->options().shared_clock;
  if (is_shared) step.touch(kClock, 8, true);
  take_turn();
  current.execution->times().time_passes();
  Thread& thread = self();
  thread.changed_nothing = is_shared;  // a thread that reads the clock again and again does nothing
  current.execution->times().learn(thread.pending.expected, thread.time);
  return thread;
}

std::uint64_t look(clockid_t clock, const void* pc, const void* frame) {
  Thread& thread = step_in_time(pc);
  thread.time.look(mix(address_of(pc), address_of(frame)), thread.effects());
  const std::uint32_t place = unordered_looks().place(thread, address_of(pc));
  current.execution->times().looks(thread.number, place, thread.time,
                                   [place](std::uint32_t other) { unordered_looks().note(place, other); });
  return time_on(clock);
}

std::int64_t now_on(clockid_t clock, const void* pc, const void* frame) {
  if (scheduled()) return static_cast<std::int64_t>(look(clock, pc, frame));
  timespec now;
  LINNET_REAL(clock_gettime)(clock, &now);
  return static_cast<std::int64_t>(in_nanoseconds(now));
}

int sleep_for(std::uint64_t nanoseconds, const void* pc) {
  step_in_time(pc).time.pass(nanoseconds);
  return 0;
}

constinit bool trapped = false;

void give_time_stamp(TrappedRegisters& registers) {
  const std::uint64_t now = look(CLOCK_MONOTONIC, reinterpret_cast<const void*>(registers.resume),
                                 reinterpret_cast<const void*>(registers.stack_pointer()));
  registers.general[TrappedRegisters::rax] = now & 0xffff'ffff;
  registers.general[TrappedRegisters::rdx] = now >> 32;
}

// The length of the instruction, or 0 if it is another.
unsigned length_of_time_stamp(const unsigned char* code) {
  if (code[0] != 0x0f) return 0;
  if (code[1] == 0x31) return 2;                      // rdtsc
  return code[1] == 0x01 && code[2] == 0xf9 ? 3 : 0;  // rdtscp
}

}  // namespace

std::uint64_t in_nanoseconds(const timespec& t) {
  return static_cast<std::uint64_t>(t.tv_sec) * kSecond + static_cast<std::uint64_t>(t.tv_nsec);
}

timespec as_timespec(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
}

// Two readings that nothing orders differ by their threads.
std::uint64_t time_on(clockid_t clock) {
  const Thread& thread = self();
  looks_at_itself();
  return start_of(clock) + thread.time.now() + thread.number % 1000;
}

void pass_time(std::uint64_t nanoseconds) {
  current.execution->times().time_passes();
  self().time.pass(nanoseconds);
}

void advance_clock_to(const timespec& deadline, clockid_t clock) {
  const std::uint64_t then = in_nanoseconds(deadline);
  const std::uint64_t now = time_on(clock);
  if (then >= now) pass_time(then - now + 1);
}

int waited_until(const timespec& deadline, clockid_t clock, int result) {
  if (result == ETIMEDOUT) advance_clock_to(deadline, clock);
  return result;
}

void trap_time_stamps() {
  if (!trapped && can_trap()) trapped = prctl(PR_SET_TSC, PR_TSC_SIGSEGV) == 0;
}

void allow_time_stamps() {
  if (trapped) prctl(PR_SET_TSC, PR_TSC_ENABLE);
  trapped = false;
}

bool stand_in_for_time_stamp(ucontext_t& context) {
  if (!trapped) return false;
  greg_t* registers = context.uc_mcontext.gregs;
  const unsigned length = length_of_time_stamp(reinterpret_cast<const unsigned char*>(registers[REG_RIP]));
  if (length == 0) return false;
  if (!scheduled()) {  // our own instruction, or libc's for us
    allow_time_stamps();
    return true;
  }
  if (length == 3) registers[REG_RCX] = 0;  // rdtscp returns the processor's number, too
  go_on_in(context, give_time_stamp, static_cast<std::uint64_t>(registers[REG_RIP]) + length);
  return true;
}

LINNET_EXPORT int clock_gettime(clockid_t clock, timespec* now) noexcept {
  if (!scheduled()) return LINNET_REAL(clock_gettime)(clock, now);
  *now = as_timespec(look(clock, LINNET_PC, LINNET_FRAME));
  return 0;
}

// The clocks of the C++ library: the place is where they are called, not where they call clock_gettime().
LINNET_EXPORT std::int64_t linnet_steady_clock_now() noexcept asm("_ZNSt6chrono3_V212steady_clock3nowEv");
std::int64_t linnet_steady_clock_now() noexcept {
  return now_on(CLOCK_MONOTONIC, LINNET_PC, LINNET_FRAME);
}

LINNET_EXPORT std::int64_t linnet_system_clock_now() noexcept asm("_ZNSt6chrono3_V212system_clock3nowEv");
std::int64_t linnet_system_clock_now() noexcept {
  return now_on(CLOCK_REALTIME, LINNET_PC, LINNET_FRAME);
}

LINNET_EXPORT int timespec_get(timespec* now, int base) noexcept {
  if (!scheduled()) return LINNET_REAL(timespec_get)(now, base);
  *now = as_timespec(look(CLOCK_REALTIME, LINNET_PC, LINNET_FRAME));
  return base;
}

LINNET_EXPORT int gettimeofday(timeval* now, void* zone) noexcept {
  if (!scheduled()) return LINNET_REAL(gettimeofday)(now, zone);
  const std::uint64_t t = look(CLOCK_REALTIME, LINNET_PC, LINNET_FRAME);
  *now = {static_cast<time_t>(t / kSecond), static_cast<suseconds_t>(t % kSecond / 1000)};
  return 0;
}

LINNET_EXPORT time_t time(time_t* result) noexcept {
  if (!scheduled()) return LINNET_REAL(time)(result);
  const auto now = static_cast<time_t>(look(CLOCK_REALTIME, LINNET_PC, LINNET_FRAME) / kSecond);
  if (result != nullptr) *result = now;
  return now;
}

LINNET_EXPORT clock_t clock() noexcept {
  if (!scheduled()) return LINNET_REAL(clock)();
  return static_cast<clock_t>(look(CLOCK_PROCESS_CPUTIME_ID, LINNET_PC, LINNET_FRAME) / 1000);
}

LINNET_EXPORT int nanosleep(const timespec* span, timespec* left) {
  return scheduled() ? sleep_for(in_nanoseconds(*span), LINNET_PC) : LINNET_REAL(nanosleep)(span, left);
}

LINNET_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec* span, timespec* left) {
  if (!scheduled()) return LINNET_REAL(clock_nanosleep)(clock, flags, span, left);
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  sleep_for(absolute ? 0 : in_nanoseconds(*span), LINNET_PC);
  if (absolute) advance_clock_to(*span, clock);
  return 0;
}

LINNET_EXPORT int usleep(useconds_t microseconds) {
  return scheduled() ? sleep_for(std::uint64_t{microseconds} * 1000, LINNET_PC)
                     : LINNET_REAL(usleep)(microseconds);
}

LINNET_EXPORT unsigned sleep(unsigned seconds) {
  if (!scheduled()) return LINNET_REAL(sleep)(seconds);
  return static_cast<unsigned>(sleep_for(seconds * kSecond, LINNET_PC));
}

LINNET_EXPORT int thrd_sleep(const timespec* span, timespec*) {
  return scheduled() ? sleep_for(in_nanoseconds(*span), LINNET_PC) : 0;
}

// A step that accesses nothing: it conflicts with nothing, and gives other threads the turn.
extern "C" int linnet_sched_yield() {
  if (!scheduled()) return static_cast<int>(raw_syscall(SYS_sched_yield));
  Thread& thread = self();
  // Then it is not known what the thread read meanwhile, and it may be waiting for just that.
  const bool waits_unseen =
      current.races == nullptr && thread.plain_reads != 0 && !current.execution->is_alone(thread);
  Step& step = next_step(LINNET_PC);
  if (waits_unseen) {
    step.gives_way = true;
    take_turn();
  } else {
    current.execution->take_turn_or_spin(thread, 0);
  }
  return 0;
}

extern "C" void linnet_thrd_yield() {
  linnet_sched_yield();
}

}  // namespace linnet::runtime
