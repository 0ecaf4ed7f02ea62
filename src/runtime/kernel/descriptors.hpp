// What the program's descriptors stand for, and how they come to be as they were before the next execution.
//
// A channel is what one end puts into and another takes out of: a pipe, one direction of a pair of sockets, an eventfd, a timerfd. All
// its ends are in the program, so whether it can be read or written changes by steps alone, and is what such steps find in it:
// kEmpty, kFull, or neither. A timerfd runs on the virtual clock: in its place stands an eventfd that is written when it expires.
//
// Channels are numbered as they are made, which is a write to the table of descriptors: so numbers are the same in equivalent
// executions. What an execution made is closed when it ends. Pipes and eventfds that static constructors made get back what was in
// them, and what was closed is opened again.
#pragma once

#include <poll.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/kernel/system_calls.hpp"

namespace linnet::runtime {

// Locations of their own, as in location.hpp.
inline constexpr std::uint64_t kDescriptorTable = std::uint64_t{3} << 60;
inline constexpr std::uint64_t kChannels = kDescriptorTable + 8;
inline constexpr std::uint32_t kMostChannels = 1 << 20;
inline std::uint64_t channel_location(std::uint32_t channel) {
  return kChannels + channel;
}

inline constexpr std::uint64_t kEmpty = 0, kBetween = 1, kFull = 2;

enum class DescriptorKind : std::uint8_t {
  unknown,  // files, and what was not made by the program's own code
  outside,  // what it waits for may come from outside of the program
  channel,
  timer,
};

struct Descriptor {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  DescriptorKind kind = DescriptorKind::unknown;
  std::uint32_t in = kNone, out = kNone;  // the channel that it reads from, and writes to
};

class Descriptors {
 public:
  const Descriptor& operator[](int descriptor) const;
  // What a guarded step finds in the channel.
  std::uint64_t state_of(std::uint32_t channel) const;
  bool is_open(int descriptor) const { return static_cast<std::size_t>(descriptor) < table_.size(); }

  std::uint32_t make_channel() { return channels_++; }
  void set(int descriptor, const Descriptor& made);
  void closed(int descriptor);
  // What is in a channel may change.
  void used() { touched_ = true; }
  // What an epoll watches.
  void watch(int epoll, int descriptor, bool watched);
  // Whether all that it watches is in the program.
  bool watches_channels(int epoll) const;

  // A timer: 0 disarms it.
  struct Timer {
    int descriptor;
    clockid_t clock;
    std::uint64_t deadline = 0, interval = 0;  // in virtual nanoseconds of its clock
  };
  std::vector<Timer>& timers() { return timers_; }
  Timer* timer(int descriptor);

  // Before the first execution, and after each.
  void mark();
  void restore();

 private:
  struct Saved {
    int descriptor;
    int copy;
    Descriptor what;
    std::vector<char> content;  // of a pipe, or the count of an eventfd
  };
  void remember(int descriptor);
  void put_back(const Saved& saved) const;
  void put_content_back(const Saved& saved) const;

  std::vector<Descriptor> table_;
  std::vector<int> made_;  // by this execution
  std::vector<Timer> timers_;
  std::vector<std::pair<int, int>> watches_;  // epoll, and what it watches
  std::vector<Saved> saved_;
  std::vector<Descriptor> table_before_;
  std::uint32_t channels_ = 0, channels_before_ = 0;
  bool touched_ = false;
};

Descriptors& descriptors();

// Whether the kernel says so now, of any of these events.
bool is_ready(int descriptor, short events);

// If the call makes, copies or closes a descriptor: its result.
std::optional<long> make_descriptor(const SystemCall& call);

}  // namespace linnet::runtime
