// Transfers on one channel, waits for several things, and waits for what comes from outside.
#include "runtime/kernel/waiting_calls.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <span>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/kernel/descriptors.hpp"

namespace linnet::runtime {
namespace {

enum class Direction : std::uint8_t { in, out };

struct Transfer {
  const char* name;
  Direction direction;
  bool may_wait = true;  // as far as its flags say
};

std::optional<Transfer> transfer_of(const SystemCall& call) {
  const auto waits = [&](std::size_t flags) { return (call.arguments[flags] & MSG_DONTWAIT) == 0; };
  switch (call.number) {
    case SYS_read: return Transfer{"read()", Direction::in};
    case SYS_readv: return Transfer{"readv()", Direction::in};
    case SYS_recvfrom: return Transfer{"recv()", Direction::in, waits(3)};
    case SYS_recvmsg: return Transfer{"recvmsg()", Direction::in, waits(2)};
    case SYS_recvmmsg: return Transfer{"recvmmsg()", Direction::in, waits(3)};
    case SYS_accept: return Transfer{"accept()", Direction::in};
    case SYS_accept4: return Transfer{"accept()", Direction::in};
    case SYS_write: return Transfer{"write()", Direction::out};
    case SYS_writev: return Transfer{"writev()", Direction::out};
    case SYS_sendto: return Transfer{"send()", Direction::out, waits(3)};
    case SYS_sendmsg: return Transfer{"sendmsg()", Direction::out, waits(2)};
    case SYS_sendmmsg: return Transfer{"sendmmsg()", Direction::out, waits(3)};
    default: return std::nullopt;
  }
}

// What a thread waits for, for `enabled`: a channel and a direction in one pointer.
const void* waited_for(std::uint32_t channel, Direction direction) {
  return reinterpret_cast<const void*>(std::uint64_t{channel} << 1 | static_cast<std::uint64_t>(direction));
}
bool channel_is_ready(const Thread& waiter) {
  const auto what = reinterpret_cast<std::uint64_t>(waiter.waits_on);
  const std::uint64_t closed = (what & 1) == 0 ? kEmpty : kFull;
  return descriptors().state_of(static_cast<std::uint32_t>(what >> 1)) != closed;
}

// Timers that are over now, as this thread knows the time. Returns whether there were any.
bool fire_timers() {
  bool fired = false;
  current.execution->times().learn(self().pending.expected, self().time);
  for (Descriptors::Timer& timer : descriptors().timers()) {
    const std::uint64_t now = time_on(timer.clock);
    if (timer.deadline == 0 || timer.deadline > now) continue;
    std::uint64_t times = 1;
    if (timer.interval != 0) times += (now - timer.deadline) / timer.interval;
    timer.deadline = timer.interval == 0 ? 0 : timer.deadline + times * timer.interval;
    raw_syscall(SYS_write, timer.descriptor, reinterpret_cast<long>(&times), sizeof times);
    fired = true;
  }
  return fired;
}

// The step was announced as a write of the timers, its second access.
void only_looked_at_timers(Step& step) {
  if (descriptors().timers().empty()) {
    step.leave_out(1);
  } else {
    step.accesses[1].writes = false;
  }
}

// The clock moves on to when the next timer is over. False if there is none.
bool pass_time_to_next_timer() {
  std::optional<std::uint64_t> least;
  for (const Descriptors::Timer& timer : descriptors().timers()) {
    if (timer.deadline == 0) continue;
    const std::uint64_t now = time_on(timer.clock);
    const std::uint64_t left = timer.deadline > now ? timer.deadline - now : 0;
    least = std::min(left, least.value_or(left));
  }
  if (least) pass_time(*least);
  fire_timers();
  return least.has_value();
}

// Writes of a pipe are whole up to this size.
constexpr long kWhole = 4096;

// One step on one channel. It is open when the kernel says that it would not wait.
long transfer(const SystemCall& call, const Transfer& what, const Descriptor& descriptor) {
  const bool in = what.direction == Direction::in;
  const std::uint32_t channel = in ? descriptor.in : descriptor.out;
  const bool is_timer = descriptor.kind == DescriptorKind::timer;
  const bool waits = what.may_wait && (raw_syscall(SYS_fcntl, call.descriptor(), F_GETFL) & O_NONBLOCK) == 0;
  auto* location = reinterpret_cast<void*>(channel_location(channel));
  Step& step = next_step(call.pc);
  step.touch(channel_location(channel), 1, true);
  if (is_timer) step.touch(kTimers, 8, true);
  step.conditional = is_timer || !waits;
  if (waits) {
    step.wait_while(in ? kEmpty : kFull);
    take_turn_when(channel_is_ready, WaitsFor::channel, waited_for(channel, what.direction));
  } else {
    take_turn();
  }
  found(descriptors().state_of(channel));
  descriptors().used();
  if (is_timer) {
    const bool fired = fire_timers();
    if (waits && !is_ready(call.descriptor(), POLLIN)) {
      pass_time_to_next_timer();
    } else if (!fired) {
      only_looked_at_timers(step);
    }
  }
  if (!in) releasing(location);
  const long result = make(call);
  if (result == -EAGAIN) {
    step.accesses[0].writes = false;
  } else {
    ++self().progress;
    if (in) acquired(location);
  }
  return result;
}

// A long write to a pipe may wait in its midst: part by part.
long write_in_parts(SystemCall call, const Transfer& what, const Descriptor& descriptor) {
  const long all = call.arguments[2];
  long written = 0;
  while (written < all) {
    call.arguments[2] = std::min(all - written, kWhole);
    const long result = transfer(call, what, descriptor);
    if (result < 0) return written > 0 ? written : result;
    written += result;
    call.arguments[1] += result;
  }
  return written;
}

// Channels of the program, or perhaps others.
enum class Within : std::uint8_t { program, outside };

bool something_changed(const Thread& waiter) {
  return current.execution->changes().changed_since(waiter.waits_since, waiter.pending.expected.accesses[0]);
}

// Tries, and as long as there is nothing waits for a change of some channel. `attempt` returns nothing if it would wait.
// `timeout` is in nanoseconds; then the result is `timed_out`.
template <class Attempt>
long wait_for_several(const SystemCall& call, const char* name, Within within, bool writes,
                      std::optional<std::uint64_t> timeout, long timed_out, const Attempt& attempt) {
  Thread& thread = self();
  for (bool first = true;; first = false) {
    Step& step = next_step(call.pc);
    step.touch(kChannels, kMostChannels, writes);
    step.touch(kTimers, 8, true);
    step.conditional = true;
    if (first || timeout) {
      take_turn();
    } else {
      step.wait_for_change(1);
      take_turn_when(something_changed, within == Within::program ? WaitsFor::channel : WaitsFor::outside,
                     name);
    }
    bool fired = fire_timers();
    std::optional<long> result = attempt();
    if (!result && timeout != 0 && pass_time_to_next_timer()) {
      fired = true;
      result = attempt();
    }
    if (!fired) only_looked_at_timers(step);
    if (result) {
      descriptors().used();
      if (writes) ++thread.progress;
      acquired(reinterpret_cast<void*>(kChannels));
      return *result;
    }
    step.accesses[0].writes = false;
    if (timeout) {
      pass_time(*timeout);
      ++thread.progress;
      return timed_out;
    }
    thread.waits_since = current.execution->changes().size();
  }
}

long transfer_outside(const SystemCall& call, const Transfer& what) {
  const bool waits = what.may_wait && (raw_syscall(SYS_fcntl, call.descriptor(), F_GETFL) & O_NONBLOCK) == 0;
  const short events = what.direction == Direction::in ? POLLIN : POLLOUT;
  return wait_for_several(call, what.name, Within::outside, true, std::nullopt, 0,
                          [&]() -> std::optional<long> {
                            if (waits && !is_ready(call.descriptor(), events)) return std::nullopt;
                            const long result = make(call);
                            const bool accepts = call.number == SYS_accept || call.number == SYS_accept4;
                            if (accepts && result >= 0)
                              descriptors().set(static_cast<int>(result), {.kind = DescriptorKind::outside});
                            return result;
                          });
}

Within within_all(const auto& list, auto descriptor_of) {
  if (list.empty()) return Within::outside;  // a signal
  for (const auto& each : list) {
    const DescriptorKind kind = descriptors()[descriptor_of(each)].kind;
    if (kind != DescriptorKind::channel && kind != DescriptorKind::timer) return Within::outside;
  }
  return Within::program;
}

std::optional<std::uint64_t> milliseconds(long timeout) {
  if (timeout < 0) return std::nullopt;
  return static_cast<std::uint64_t>(timeout) * 1'000'000;
}
std::optional<std::uint64_t> span_of(long address) {
  if (address == 0) return std::nullopt;
  return in_nanoseconds(*reinterpret_cast<const timespec*>(address));
}

// With a call that returns at once, in place of the one that may wait: nothing if it says 0.
template <class Now>
long look_at_several(const SystemCall& call, const char* name, Within within,
                     std::optional<std::uint64_t> timeout, const Now& now) {
  return wait_for_several(call, name, within, false, timeout, 0, [&]() -> std::optional<long> {
    const long result = now();
    return result == 0 ? std::nullopt : std::optional(result);
  });
}

long poll_several(const SystemCall& call, std::optional<std::uint64_t> timeout) {
  const std::span<pollfd> all(reinterpret_cast<pollfd*>(call.arguments[0]),
                              static_cast<std::size_t>(call.arguments[1]));
  make_writable(reinterpret_cast<std::uint64_t>(all.data()), all.size_bytes());
  return look_at_several(call, "poll()", within_all(all, [](const pollfd& one) { return one.fd; }), timeout,
                         [&] { return raw_syscall(SYS_poll, call.arguments[0], call.arguments[1], 0); });
}

long select_several(const SystemCall& call, std::optional<std::uint64_t> timeout) {
  const auto count = static_cast<int>(call.arguments[0]);
  fd_set* sets[3];
  fd_set wanted[3];
  Within within = Within::program;
  for (std::size_t i = 0; i < 3; ++i) {
    sets[i] = reinterpret_cast<fd_set*>(call.arguments[i + 1]);
    if (sets[i] == nullptr) continue;
    make_writable(address_of(sets[i]), sizeof(fd_set));
    wanted[i] = *sets[i];
    for (int descriptor = 0; descriptor < count; ++descriptor) {
      const DescriptorKind kind = descriptors()[descriptor].kind;
      if (FD_ISSET(descriptor, sets[i]) && kind != DescriptorKind::channel && kind != DescriptorKind::timer)
        within = Within::outside;
    }
  }
  return look_at_several(call, "select()", within, timeout, [&] {
    for (std::size_t i = 0; i < 3; ++i) {
      if (sets[i] != nullptr) *sets[i] = wanted[i];
    }
    timeval none = {};
    return raw_syscall(SYS_select, count, call.arguments[1], call.arguments[2], call.arguments[3],
                       reinterpret_cast<long>(&none));
  });
}

long epoll(const SystemCall& call, std::optional<std::uint64_t> timeout) {
  const auto& a = call.arguments;
  make_writable(static_cast<std::uint64_t>(a[1]), static_cast<std::uint64_t>(a[2]) * sizeof(epoll_event));
  const Within within = descriptors().watches_channels(call.descriptor()) ? Within::program : Within::outside;
  return look_at_several(call, "epoll_wait()", within, timeout,
                         [&] { return raw_syscall(SYS_epoll_wait, a[0], a[1], a[2], 0); });
}

long change_epoll(const SystemCall& call) {
  next_step(call.pc).touch(kChannels, kMostChannels, true);
  take_turn();
  const long result = make(call);
  if (result == 0)
    descriptors().watch(call.descriptor(), static_cast<int>(call.arguments[2]),
                        call.arguments[1] != EPOLL_CTL_DEL);
  return result;
}

// A connection to another thread of the program is made at once, by the kernel.
long connect_to(const SystemCall& call) {
  const long flags = raw_syscall(SYS_fcntl, call.descriptor(), F_GETFL);
  if ((flags & O_NONBLOCK) != 0) return make(call);
  raw_syscall(SYS_fcntl, call.descriptor(), F_SETFL, flags | O_NONBLOCK);
  bool asked = false;
  const long result = wait_for_several(
      call, "connect()", Within::outside, true, std::nullopt, 0, [&]() -> std::optional<long> {
        if (!asked || !is_ready(call.descriptor(), POLLOUT)) {
          const long now = make(call);
          asked = now == -EINPROGRESS || now == -EALREADY;
          if (!asked && now != -EAGAIN) return now == -EISCONN ? 0 : now;
          if (!asked || !is_ready(call.descriptor(), POLLOUT)) return std::nullopt;
        }
        int error = 0;
        socklen_t size = sizeof error;
        raw_syscall(SYS_getsockopt, call.descriptor(), SOL_SOCKET, SO_ERROR, reinterpret_cast<long>(&error),
                    reinterpret_cast<long>(&size));
        return -error;
      });
  raw_syscall(SYS_fcntl, call.descriptor(), F_SETFL, flags);
  return result;
}

long wait_outside(const SystemCall& call, const char* name) {
  return wait_for_several(call, name, Within::outside, false, std::nullopt, 0,
                          []() -> std::optional<long> { return std::nullopt; });
}

// The same call with flags that keep it from waiting; `would_wait` is what it then says.
long try_with(const SystemCall& call, const char* name, std::size_t flags, long more, long would_wait) {
  SystemCall now = call;
  now.arguments[flags] |= more;
  return wait_for_several(call, name, Within::outside, true, std::nullopt, 0, [&]() -> std::optional<long> {
    const long result = make(now);
    return result == would_wait ? std::nullopt : std::optional(result);
  });
}

long wait_for_signal(const SystemCall& call) {
  return wait_for_several(call, "sigwait()", Within::outside, false, span_of(call.arguments[2]), -EAGAIN,
                          [&]() -> std::optional<long> {
                            timespec none = {};
                            SystemCall now = call;
                            now.arguments[2] = reinterpret_cast<long>(&none);
                            const long result = make(now);
                            return result == -EAGAIN ? std::nullopt : std::optional(result);
                          });
}

long wait_for_lock(const SystemCall& call) {
  SystemCall now = call;
  now.arguments[1] = call.arguments[1] == F_SETLKW ? F_SETLK : F_OFD_SETLK;
  return wait_for_several(
      call, "fcntl()", Within::outside, true, std::nullopt, 0, [&]() -> std::optional<long> {
        const long result = make(now);
        return result == -EAGAIN || result == -EACCES ? std::nullopt : std::optional(result);
      });
}

std::optional<std::uint64_t> select_timeout(long address) {
  if (address == 0) return std::nullopt;
  const auto& t = *reinterpret_cast<const timeval*>(address);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_usec) * 1'000;
}

std::optional<long> wait_in_transfer(const SystemCall& call, const Transfer& what) {
  const Descriptor& descriptor = descriptors()[call.descriptor()];
  const std::uint32_t channel = what.direction == Direction::in ? descriptor.in : descriptor.out;
  if (descriptor.kind == DescriptorKind::outside) return transfer_outside(call, what);
  if (channel == Descriptor::kNone) return std::nullopt;
  const bool long_write = call.number == SYS_write && call.arguments[2] > kWhole;
  return long_write ? write_in_parts(call, what, descriptor) : transfer(call, what, descriptor);
}

}  // namespace

std::optional<long> wait_in(const SystemCall& call) {
  const auto& a = call.arguments;
  if (const auto what = transfer_of(call)) return wait_in_transfer(call, *what);
  switch (call.number) {
    case SYS_poll: return poll_several(call, milliseconds(static_cast<int>(a[2])));
    case SYS_ppoll: return poll_several(call, span_of(a[2]));
    case SYS_select: return select_several(call, select_timeout(a[4]));
    case SYS_pselect6: return select_several(call, span_of(a[4]));
    case SYS_epoll_wait:
    case SYS_epoll_pwait: return epoll(call, milliseconds(static_cast<int>(a[3])));
    case SYS_epoll_pwait2: return epoll(call, span_of(a[3]));
    case SYS_epoll_ctl: return change_epoll(call);
    case SYS_connect: return connect_to(call);
    case SYS_pause: return wait_outside(call, "pause()");
    case SYS_rt_sigsuspend: return wait_outside(call, "sigsuspend()");
    case SYS_rt_sigtimedwait: return wait_for_signal(call);
    case SYS_wait4: return try_with(call, "wait()", 2, WNOHANG, 0);
    case SYS_waitid: return try_with(call, "waitid()", 3, WNOHANG, 0);
    case SYS_flock: return try_with(call, "flock()", 1, LOCK_NB, -EWOULDBLOCK);
    case SYS_fcntl:
      if (a[1] == F_SETLKW || a[1] == F_OFD_SETLKW) return wait_for_lock(call);
      return std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace linnet::runtime
