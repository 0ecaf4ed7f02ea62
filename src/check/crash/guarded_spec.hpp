// A specification whose calls may be optional, and may wait for each other.
//
// An optional call may do nothing instead of its effect. A call that gives a token leaves it in the state; a
// call that takes a token waits until it is there. crash.cpp says which operations of a history with crashes
// become such calls.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "linnet/spec.hpp"
#include "linnet/value.hpp"

namespace linnet {

// The arguments that a guarded call has in front of its own.
struct Guard {
  static constexpr std::size_t kArguments = 3;

  bool optional = false;                   // may do nothing
  std::optional<std::int64_t> gives = {};  // the token that it leaves
  std::optional<std::int64_t> takes = {};  // the token that it waits for and removes

  bool idle() const { return !optional && !gives && !takes; }
  void append_to(std::vector<Value>& args) const {
    args.insert(args.end(),
                {Value(optional), gives ? Value(*gives) : Value(), takes ? Value(*takes) : Value()});
  }
  static Guard of(std::span<const Value> args) {
    const auto token = [](Value v) { return v.is_null() ? std::nullopt : std::optional(v.as_int64()); };
    return {args[0].as_boolean(), token(args[1]), token(args[2])};
  }
};

// The methods of the translated specification: as they were; guarded; and as they were, but known to be
// observers, as some results of built-in objects show.
enum class Form : std::uint8_t { plain, guarded, looking };
constexpr std::size_t kForms = 3;

struct MethodForm {
  Form form;
  MethodIndex method;

  static MethodForm of(MethodIndex translated, std::size_t methods) {
    return {static_cast<Form>(translated / methods), static_cast<MethodIndex>(translated % methods)};
  }
  static MethodIndex encode(Form form, MethodIndex method, std::size_t methods) {
    return static_cast<MethodIndex>(static_cast<std::size_t>(form) * methods + method);
  }
};

// Keys, and which of them count as one.
class ConnectedKeys {
 public:
  Value find(Value key) const {
    for (auto at = parent_.find(key); at != parent_.end(); at = parent_.find(key)) key = at->second;
    return key;
  }
  void connect(Value a, Value b) {
    a = find(a), b = find(b);
    if (a != b) parent_.emplace(a, b);
  }

 private:
  absl::flat_hash_map<Value, Value> parent_;  // of all keys except representatives
};

// The specification with three forms of each method. Keys that `keys` connects count as one.
Spec guarded(const Spec& spec, ConnectedKeys keys);

}  // namespace linnet
