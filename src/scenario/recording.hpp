// What happened to the calls of one execution: those of a scenario, or those that a main records itself.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "linnet/detail/border.h"
#include "linnet/value.hpp"

namespace linnet {

// A call and its thread. The thread and the number among its calls identify the call in every execution.
struct RecordedCall {
  std::uint32_t thread = 0, number = 0;
  Value object, method;
  std::vector<Value> arguments;

  auto members() { return std::tie(thread, number, object, method, arguments); }
};

// Under a memory model threads share no clock. The order of calls is then what a client of the object can
// bring about. Calls are numbered in the order of their events.
struct ClientOrders {
  using Order = std::vector<std::uint64_t>;  // bit a of entry b: a returned before b was called
  Order always;                              // whatever the client does
  std::vector<Order> possible;               // the largest ones; empty if there are too many to try
  // Bit a of entry b: what came before the call of a happens before what comes after the return of b. Empty: not known.
  Order visible = {};

  auto members() { return std::tie(always, possible, visible); }
};

// The events in the order in which they happened. The final part is called again after each crash: the number
// of a call is that in the scenario, plus the number of calls for each crash before.
struct Recording {
  struct Event {
    enum class Kind : std::uint8_t { call, ret, crash, last = crash } kind;
    std::uint32_t call = 0;
  };
  std::vector<Event> events;
  std::vector<linnet_word> results;     // by call; for those that returned
  std::vector<RecordedCall> calls;      // for a main; empty: those of the scenario
  bool finished = false;                // everything was called, and the object is destroyed
  bool cut = false;                     // no history: given up, or a thread waits outside of calls
  std::optional<ClientOrders> clients;  // if present, the order of the events means nothing

  // Whether a call waits at the end; calls that a crash cut off do not.
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
  // Whether this is a complete history of operations. Waiting for ever within an operation makes a stuck
  // history, which may be allowed; waiting elsewhere (while the object is made) is a deadlock.
  bool is_history() const { return !cut && (finished || pending()); }
};

// How an execution with recorded operations ended.
enum class Ended : std::uint8_t {
  complete,  // main returned
  waiting,   // no thread can continue: the pending operations never return
  last = waiting,
};

// Two recordings are the same history if every call had the same result, or none, and the same calls had
// returned before it was made. A hash of 16 bytes decides that: with a billion distinct histories, the chance
// that any two of them are mistaken for each other is below 1 in 10^20.
using RecordingKey = std::pair<std::uint64_t, std::uint64_t>;

namespace detail {

// The hash of a call in all executions that have it, spread out to leave room for its events.
inline std::uint64_t identity_of(const Recording& recording, std::uint32_t call) {
  if (recording.calls.empty()) return 3 * std::uint64_t{call};
  const RecordedCall& made = recording.calls[call];
  std::uint64_t hash = mix(mix(made.thread, made.number), made.method.hash());
  hash = mix(hash, made.object.hash());
  for (const Value argument : made.arguments) hash = mix(hash, argument.hash());
  return 3 * hash;
}

inline std::uint64_t hash_of(const ClientOrders::Order& order, const std::vector<std::uint64_t>& calls) {
  std::uint64_t sum = 0;
  for (std::size_t b = 0; b < order.size(); ++b) {
    std::uint64_t before = 0;
    for (std::size_t a = 0; a < order.size(); ++a) {
      if ((order[b] >> a & 1) != 0) before += calls[a];
    }
    sum += mix(calls[b], before);
  }
  return sum;
}

// The same for equal results and equal sets of orders.
inline std::uint64_t hash_with_clients(const Recording& recording, std::uint64_t seed) {
  std::vector<std::uint64_t> calls;
  std::uint64_t sum = 0;
  for (const auto [kind, call] : recording.events) {
    const std::uint64_t number = identity_of(recording, call);
    if (kind == Recording::Event::Kind::call) {
      sum += calls.emplace_back(mix(seed, number));
    } else {
      sum += mix(mix(seed, number + 2), std::bit_cast<Value>(recording.results[call]).hash());
    }
  }
  for (const ClientOrders::Order& order : recording.clients->possible)
    sum += mix(mix(seed, order.size()), hash_of(order, calls));
  if (!recording.clients->visible.empty()) sum = mix(sum, hash_of(recording.clients->visible, calls));
  return sum;
}

// One of two independent hashes. It is a sum, so that the order of calls does not matter beyond what had
// returned before each.
inline std::uint64_t hash_of(const Recording& recording, std::uint64_t seed) {
  if (recording.clients) return hash_with_clients(recording, seed);
  std::uint64_t returned = 0;  // of the set of calls that have returned
  std::uint64_t sum = 0;
  for (const auto [kind, call] : recording.events) {
    const std::uint64_t number = kind == Recording::Event::Kind::crash ? 0 : identity_of(recording, call);
    switch (kind) {
      case Recording::Event::Kind::call: sum += mix(mix(seed, number), returned); break;
      case Recording::Event::Kind::ret:
        returned += mix(seed, number + 1);
        sum += mix(mix(seed, number + 2), std::bit_cast<Value>(recording.results[call]).hash());
        break;
      case Recording::Event::Kind::crash: sum += mix(seed + 1, returned); break;
    }
  }
  return sum;
}

}  // namespace detail

// The same in every process.
inline RecordingKey key_of(const Recording& recording, Ended ended) {
  const std::uint64_t first = ended == Ended::waiting ? 1 : 2;
  return {detail::hash_of(recording, mix(first)), detail::hash_of(recording, mix(first + 2))};
}

}  // namespace linnet
