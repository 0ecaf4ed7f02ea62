// What happened to the calls of a scenario in one execution.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "linnet/detail/border.h"
#include "linnet/value.hpp"

namespace linnet {

// In the order it happened. The final part is called again after each crash: a call's number is that in the scenario, and as
// many calls more for each crash before.
struct Recording {
  struct Event {
    enum class Kind : std::uint8_t { call, ret, crash } kind;
    std::uint32_t call = 0;
  };
  std::vector<Event> events;
  std::vector<linnet_word> results;  // by call; of those that returned
  bool finished = false;             // everything was called, and the object is destroyed
  bool cut = false;                  // given up: another execution shows more

  // Whether a call waits at the end; those that a crash cut off do not.
  bool pending() const {
    std::uint32_t open = 0;
    for (const Event& event : events) {
      switch (event.kind) {
        case Event::Kind::call: ++open; break;
        case Event::Kind::ret: --open; break;
        case Event::Kind::crash: open = 0; break;
      }
    }
    return open > 0;
  }
  // Whether it is one of operations, to its end. Waiting for ever within an operation makes a stuck history, which may be
  // allowed; waiting elsewhere (while the object is made) is a deadlock.
  bool is_history() const { return !cut && (finished || pending()); }
};

// How an execution with recorded operations came to its end.
enum class Ended : std::uint8_t {
  complete,  // main returned
  waiting,   // no thread can go on: the pending operations never return
};

// Two recordings are of the same history if every call had the same result, or none, and the same calls had returned before
// it was made. That is known by a hash of 16 bytes: with a billion distinct histories, the chance that any two of them are
// mistaken for each other is below 1 in 10^20.
using RecordingKey = std::pair<std::uint64_t, std::uint64_t>;

namespace detail {

// One of two independent hashes. Sums, so that the order in which calls are met does not matter beyond what had returned
// before each.
class RecordingHash {
 public:
  explicit RecordingHash(std::uint64_t seed) : seed_(mix(seed)) {}

  void call(std::uint32_t call) { sum_ += mix(mix(seed_, 3 * std::uint64_t{call}), returned_); }
  void crash() { sum_ += mix(seed_ + 1, returned_); }
  void ret(std::uint32_t call, std::uint64_t result) {
    returned_ += mix(seed_, 3 * std::uint64_t{call} + 1);
    sum_ += mix(mix(seed_, 3 * std::uint64_t{call} + 2), result);
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t seed_;
  std::uint64_t returned_ = 0;  // of the set of calls that have returned
  std::uint64_t sum_ = 0;
};

}  // namespace detail

// The same in every process.
inline RecordingKey key_of(const Recording& recording, Ended ended) {
  using Kind = Recording::Event::Kind;
  const bool waiting = ended == Ended::waiting;
  detail::RecordingHash first(waiting ? 1 : 2), second(waiting ? 3 : 4);
  for (const auto [kind, call] : recording.events) {
    switch (kind) {
      case Kind::call:
        first.call(call);
        second.call(call);
        break;
      case Kind::ret: {
        const std::uint64_t result = std::bit_cast<Value>(recording.results[call]).hash();
        first.ret(call, result);
        second.ret(call, result);
        break;
      }
      case Kind::crash:
        first.crash();
        second.crash();
        break;
    }
  }
  return {first.value(), second.value()};
}

}  // namespace linnet
