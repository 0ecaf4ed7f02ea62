// The table of descriptors, the calls that change it, and the way back.
#include "runtime/kernel/descriptors.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <string_view>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"

namespace linnet::runtime {
namespace {

constinit Descriptors the_descriptors;

constexpr int kFirstOfOurs = 200;  // standard_streams.cpp and requests.hpp put ours out of the way

long raw_on(long number, int descriptor, long second = 0, long third = 0) {
  return raw_syscall(number, descriptor, second, third);
}

bool is_eventfd(int descriptor) {
  char path[64], target[64];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  const long size =
      raw_syscall(SYS_readlink, reinterpret_cast<long>(path), reinterpret_cast<long>(target), sizeof target);
  return size > 0 &&
         std::string_view(target, static_cast<std::size_t>(size)).find("[eventfd]") != std::string_view::npos;
}

std::optional<struct stat> status_of(int descriptor) {
  struct stat status = {};
  if (raw_on(SYS_fstat, descriptor, reinterpret_cast<long>(&status)) != 0) return std::nullopt;
  return status;
}

bool can_be_read(int descriptor) {
  return (raw_on(SYS_fcntl, descriptor, F_GETFL) & O_ACCMODE) != O_WRONLY;
}
bool can_be_written(int descriptor) {
  return (raw_on(SYS_fcntl, descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

// A descriptor that waits for what others do: not a file.
bool may_wait(int descriptor) {
  const auto status = status_of(descriptor);
  return status && !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode) && !S_ISBLK(status->st_mode);
}

// The step in which the table of descriptors changes.
void change_table(const SystemCall& call) {
  next_step(call.pc).touch(kDescriptorTable, 1, true);
  take_turn();
  ++self().progress;
}

long make_pipe(const SystemCall& call) {
  change_table(call);
  const long result = make(call);
  if (result != 0) return result;
  const auto* ends = reinterpret_cast<const int*>(call.arguments[0]);
  const std::uint32_t channel = descriptors().make_channel();
  descriptors().set(ends[0], {.kind = DescriptorKind::channel, .in = channel});
  descriptors().set(ends[1], {.kind = DescriptorKind::channel, .out = channel});
  return 0;
}

long make_socket_pair(const SystemCall& call) {
  change_table(call);
  const long result = make(call);
  if (result != 0) return result;
  const auto* ends = reinterpret_cast<const int*>(call.arguments[3]);
  const std::uint32_t first = descriptors().make_channel(), second = descriptors().make_channel();
  descriptors().set(ends[0], {.kind = DescriptorKind::channel, .in = first, .out = second});
  descriptors().set(ends[1], {.kind = DescriptorKind::channel, .in = second, .out = first});
  return 0;
}

long make_event(const SystemCall& call) {
  change_table(call);
  const long made = make(call);
  if (made < 0) return made;
  const std::uint32_t channel = descriptors().make_channel();
  descriptors().set(static_cast<int>(made), {.kind = DescriptorKind::channel, .in = channel, .out = channel});
  return made;
}

long make_timer(const SystemCall& call) {
  change_table(call);
  const long made = raw_syscall(SYS_eventfd2, 0, call.arguments[1]);
  if (made < 0) return made;
  const std::uint32_t channel = descriptors().make_channel();
  const auto descriptor = static_cast<int>(made);
  descriptors().set(descriptor, {.kind = DescriptorKind::timer, .in = channel, .out = channel});
  descriptors().timers().push_back({descriptor, static_cast<clockid_t>(call.arguments[0])});
  return made;
}

itimerspec setting_of(const Descriptors::Timer& timer) {
  const std::uint64_t now = time_on(timer.clock);
  return {as_timespec(timer.interval),
          as_timespec(timer.deadline == 0 ? 0 : std::max<std::uint64_t>(timer.deadline, now + 1) - now)};
}

long set_timer(const SystemCall& call) {
  const auto& [descriptor, flags, wanted, before, unused1, unused2] = call.arguments;
  Step& step = next_step(call.pc);
  const std::uint32_t channel = descriptors()[call.descriptor()].in;
  step.touch(channel_location(channel), 1, true);
  step.touch(kTimers, 8, true);
  take_turn();
  found(descriptors().state_of(channel));
  Descriptors::Timer* timer = descriptors().timer(call.descriptor());
  const auto* setting = reinterpret_cast<const itimerspec*>(wanted);
  if (timer == nullptr || setting == nullptr) return -EINVAL;
  if (before != 0) *reinterpret_cast<itimerspec*>(before) = setting_of(*timer);
  releasing(reinterpret_cast<void*>(channel_location(channel)));
  std::uint64_t dropped = 0;
  if (is_ready(timer->descriptor, POLLIN))
    raw_on(SYS_read, timer->descriptor, reinterpret_cast<long>(&dropped), 8);
  timer->interval = in_nanoseconds(setting->it_interval);
  const std::uint64_t value = in_nanoseconds(setting->it_value);
  timer->deadline = value == 0 || (flags & TFD_TIMER_ABSTIME) != 0 ? value : value + time_on(timer->clock);
  return 0;
}

long get_timer(const SystemCall& call) {
  Step& step = next_step(call.pc);
  step.touch(channel_location(descriptors()[call.descriptor()].in), 1, false);
  step.touch(kTimers, 8, false);
  take_turn();
  *reinterpret_cast<itimerspec*>(call.arguments[1]) = setting_of(*descriptors().timer(call.descriptor()));
  return 0;
}

// What else is opened may be waited for; files are not.
long open_other(const SystemCall& call) {
  const long made = make(call);
  if (made >= 0 && may_wait(static_cast<int>(made)))
    descriptors().set(static_cast<int>(made), {.kind = DescriptorKind::outside});
  else if (made >= 0)
    descriptors().set(static_cast<int>(made), {});
  return made;
}

// The other end finds that this one is gone.
void touch_ends(const Descriptor& what) {
  Step& step = self().pending.expected;
  if (what.out != Descriptor::kNone) step.touch(channel_location(what.out), 1, true);
  if (what.in != Descriptor::kNone && what.in != what.out) step.touch(channel_location(what.in), 1, true);
}

long copy(const SystemCall& call) {
  const bool replaces = call.number == SYS_dup2 || call.number == SYS_dup3;
  next_step(call.pc).touch(kDescriptorTable, 1, true);
  if (replaces) touch_ends(descriptors()[static_cast<int>(call.arguments[1])]);
  take_turn();
  ++self().progress;
  const Descriptor what = descriptors()[call.descriptor()];
  const long made = make(call);
  if (made < 0) return made;
  descriptors().set(static_cast<int>(made), what);
  if (const auto* timer = descriptors().timer(call.descriptor())) {
    Descriptors::Timer other = *timer;
    other.descriptor = static_cast<int>(made);
    descriptors().timers().push_back(other);
  }
  return made;
}

long close_one(const SystemCall& call) {
  const Descriptor what = descriptors()[call.descriptor()];
  if (what.kind == DescriptorKind::unknown) {
    const long result = make(call);
    if (result == 0) descriptors().closed(call.descriptor());
    return result;
  }
  Step& step = next_step(call.pc);
  touch_ends(what);
  step.touch(kDescriptorTable, 1, true);
  take_turn();
  ++self().progress;
  const std::uint32_t first = what.out != Descriptor::kNone ? what.out : what.in;
  if (first != Descriptor::kNone) {
    found(descriptors().state_of(first));
    releasing(reinterpret_cast<void*>(channel_location(first)));
  }
  const long result = make(call);
  descriptors().closed(call.descriptor());
  return result;
}

}  // namespace

Descriptors& descriptors() {
  return the_descriptors;
}

bool is_ready(int descriptor, short events) {
  pollfd state{descriptor, events, 0};
  return raw_syscall(SYS_poll, reinterpret_cast<long>(&state), 1, 0) == 1 && (state.revents & POLLNVAL) == 0;
}

const Descriptor& Descriptors::operator[](int descriptor) const {
  static constexpr Descriptor kUnknown;
  const auto index = static_cast<std::size_t>(descriptor);
  return index < table_.size() ? table_[index] : kUnknown;
}

std::uint64_t Descriptors::state_of(std::uint32_t channel) const {
  bool full = false;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const auto descriptor = static_cast<int>(i);
    if (table_[i].kind == DescriptorKind::timer && table_[i].in == channel) {
      const auto armed = std::ranges::find(timers_, descriptor, &Timer::descriptor);
      return (armed != timers_.end() && armed->deadline != 0) || is_ready(descriptor, POLLIN) ? kBetween
                                                                                              : kEmpty;
    }
    if (table_[i].in == channel && !is_ready(descriptor, POLLIN)) return kEmpty;
    if (table_[i].out == channel) full = full || !is_ready(descriptor, POLLOUT);
  }
  return full ? kFull : kBetween;
}

void Descriptors::set(int descriptor, const Descriptor& made) {
  const auto index = static_cast<std::size_t>(descriptor);
  if (index >= table_.size()) table_.resize(index + 1);
  table_[index] = made;
  if (descriptor > STDERR_FILENO && std::ranges::find(made_, descriptor) == made_.end())
    made_.push_back(descriptor);
  touched_ = true;
}

void Descriptors::closed(int descriptor) {
  if (is_open(descriptor)) table_[static_cast<std::size_t>(descriptor)] = {};
  std::erase(made_, descriptor);
  std::erase_if(timers_, [&](const Timer& timer) { return timer.descriptor == descriptor; });
  std::erase_if(watches_,
                [&](const auto& watch) { return watch.first == descriptor || watch.second == descriptor; });
  touched_ = true;
}

Descriptors::Timer* Descriptors::timer(int descriptor) {
  const auto found = std::ranges::find(timers_, descriptor, &Timer::descriptor);
  return found == timers_.end() ? nullptr : &*found;
}

void Descriptors::watch(int epoll, int descriptor, bool watched) {
  std::erase(watches_, std::pair(epoll, descriptor));
  if (watched) watches_.emplace_back(epoll, descriptor);
}

bool Descriptors::watches_channels(int epoll) const {
  return std::ranges::all_of(watches_, [&](const auto& watch) {
    const DescriptorKind kind = (*this)[watch.second].kind;
    return watch.first != epoll || kind == DescriptorKind::channel || kind == DescriptorKind::timer;
  });
}

void Descriptors::remember(int descriptor) {
  const long copy = raw_on(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstOfOurs);
  Saved saved{descriptor, static_cast<int>(copy), (*this)[descriptor], {}};
  int waiting = 0;
  if (saved.what.in != Descriptor::kNone && is_ready(descriptor, POLLIN)) {
    if (saved.what.in == saved.what.out) waiting = sizeof(std::uint64_t);
    if (waiting == 0) raw_on(SYS_ioctl, descriptor, FIONREAD, reinterpret_cast<long>(&waiting));
    saved.content.resize(static_cast<std::size_t>(waiting));
    if (waiting != 0) raw_on(SYS_read, descriptor, reinterpret_cast<long>(saved.content.data()), waiting);
  }
  saved_.push_back(std::move(saved));
}

// Pipes and eventfds are known by their kind; the ends of a pipe by its number.
void Descriptors::mark() {
  std::map<ino_t, std::uint32_t> pipes;
  for (int descriptor = 0; descriptor < kFirstOfOurs; ++descriptor) {
    const auto status = status_of(descriptor);
    if (!status) continue;
    Descriptor what;
    if (descriptor <= STDERR_FILENO) {  // these are ours
    } else if (S_ISFIFO(status->st_mode)) {
      const auto [pipe, is_new] = pipes.try_emplace(status->st_ino, channels_);
      channels_ += is_new;
      what.kind = DescriptorKind::channel;
      if (can_be_read(descriptor)) what.in = pipe->second;
      if (can_be_written(descriptor)) what.out = pipe->second;
    } else if (is_eventfd(descriptor)) {
      what = {DescriptorKind::channel, channels_, channels_};
      ++channels_;
    } else if (may_wait(descriptor)) {
      what.kind = DescriptorKind::outside;
    }
    set(descriptor, what);
    remember(descriptor);
  }
  for (const Saved& saved : saved_) put_content_back(saved);
  made_.clear();
  touched_ = false;
  table_before_ = table_;
  channels_before_ = channels_;
}

void Descriptors::put_back(const Saved& saved) const {
  raw_syscall(SYS_dup2, saved.copy, saved.descriptor);
  if (saved.what.in == Descriptor::kNone) return;
  char dropped[4096];
  while (is_ready(saved.descriptor, POLLIN) &&
         raw_on(SYS_read, saved.descriptor, reinterpret_cast<long>(dropped), sizeof dropped) > 0) {
  }
}

void Descriptors::put_content_back(const Saved& saved) const {
  const auto writer = std::ranges::find_if(saved_, [&](const Saved& other) {
    return other.what.out == saved.what.in && other.what.out != Descriptor::kNone;
  });
  if (saved.content.empty() || writer == saved_.end()) return;
  raw_on(SYS_write, writer->descriptor, reinterpret_cast<long>(saved.content.data()),
         static_cast<long>(saved.content.size()));
}

void Descriptors::restore() {
  if (!touched_) return;
  touched_ = false;
  for (const int descriptor : made_) raw_on(SYS_close, descriptor);
  made_.clear();
  timers_.clear();
  watches_.clear();
  table_ = table_before_;
  channels_ = channels_before_;
  for (const Saved& saved : saved_) put_back(saved);
  for (const Saved& saved : saved_) put_content_back(saved);
}

std::optional<long> make_descriptor(const SystemCall& call) {
  switch (call.number) {
    case SYS_pipe:
    case SYS_pipe2: return make_pipe(call);
    case SYS_socketpair: return make_socket_pair(call);
    case SYS_eventfd:
    case SYS_eventfd2: return make_event(call);
    case SYS_timerfd_create: return make_timer(call);
    case SYS_timerfd_settime:
      if (descriptors()[call.descriptor()].kind == DescriptorKind::timer) return set_timer(call);
      return std::nullopt;
    case SYS_timerfd_gettime:
      if (descriptors()[call.descriptor()].kind == DescriptorKind::timer) return get_timer(call);
      return std::nullopt;
    case SYS_open:
    case SYS_openat:
    case SYS_creat:
    case SYS_socket:
    case SYS_memfd_create:
    case SYS_signalfd:
    case SYS_signalfd4:
    case SYS_inotify_init:
    case SYS_inotify_init1:
    case SYS_epoll_create:
    case SYS_epoll_create1: return open_other(call);
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3: return copy(call);
    case SYS_fcntl:
      if (call.arguments[1] == F_DUPFD || call.arguments[1] == F_DUPFD_CLOEXEC) return copy(call);
      return std::nullopt;
    case SYS_close: return close_one(call);
    default: return std::nullopt;
  }
}

}  // namespace linnet::runtime
