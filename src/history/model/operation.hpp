// One call of one method by one thread, with its outcome, in 40 bytes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "linnet/spec.hpp"
#include "linnet/value.hpp"

namespace linnet {

// A small integer that cannot be confused with another kind: a ThreadId is not an ObjectId.
template <class Tag>
struct StrongId {
  std::uint32_t value = 0;

  constexpr StrongId() = default;
  constexpr explicit StrongId(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  friend constexpr auto operator<=>(StrongId, StrongId) = default;
};
using ThreadId = StrongId<struct ThreadTag>;
using ObjectId = StrongId<struct ObjectTag>;

// A position in the real-time order of all calls, returns and crashes of a history. Ranks are distinct.
using Rank = std::uint32_t;
inline constexpr Rank kNever = ~Rank{0};

// The position of an operation in History::operations.
using OperationIndex = std::uint32_t;

struct Operation {
  enum class Status : std::uint8_t {
    completed,  // returned `result`
    pending,    // had not returned when recording ended
    crashed,    // was cut off by a crash of its thread or of the whole system
  };

  Rank call = 0;
  Rank ret = kNever;  // also for a crashed operation: nothing that follows was caused by its return
  ThreadId thread;
  ObjectId object;
  std::uint32_t line = 0;  // of the call in its file; 0 if there is none
  std::uint16_t method =
      0;  // into Vocabulary::methods, and once History::resolve has run, into Spec::methods
  std::uint8_t argument_count = 0;
  Status status = Status::completed;
  Value argument;  // the only one; or, if there are several, all of them as one array
  Value result;    // null unless completed

  bool completed() const { return status == Status::completed; }
  std::span<const Value> args() const {
    if (argument_count == 1) return {&argument, 1};
    return argument_count == 0 ? std::span<const Value>() : argument.as_array();
  }
  void set_args(std::span<const Value> args) {
    argument_count = static_cast<std::uint8_t>(args.size());
    argument = args.size() == 1 ? args[0] : args.empty() ? Value() : Value::array(args);
  }
  Call as_call() const { return {method, args()}; }
  // The result that the specification must return; nullptr if any result will do.
  const Value* required_result() const { return completed() ? &result : nullptr; }
};

static_assert(sizeof(Operation) == 40);

}  // namespace linnet

template <class Tag>
struct std::hash<linnet::StrongId<Tag>> {
  std::size_t operator()(linnet::StrongId<Tag> id) const noexcept {
    return std::hash<std::uint32_t>()(id.value);
  }
};
