// The built-in specifications by name, and what is known about their methods beyond what the specifications say.
//
// They are in the files beside this one, those with alike states together; the table is in builtin.cpp.
//
// A new one is a function `Spec make_NAME(const SpecOptions&)`, its test, and its line in builtin.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linnet/spec.hpp"

namespace linnet {

struct SpecOptions {
  std::optional<Value> initial;  // where the object starts, for those whose start is a matter of choice
  // Relaxations of queue, stack and pqueue (relaxed.cpp). If one is given and the other is not, the other is unlimited.
  std::optional<std::uint32_t> out_of_order = {};  // a removal may return one of the next k + 1 elements
  std::optional<std::uint32_t> lateness = {};  // the next element is returned within the next k + 1 removals
};

// Throws InputError for a name that is not in the table, naming the nearest, and for options that the
// specification does not have.
Spec make_spec(std::string_view name, const SpecOptions& options = {});
std::vector<std::string> spec_names();

// The initial value as an integer, or `usual` if none is given. Throws InputError if it is less than `least`.
std::int64_t initial_integer(const SpecOptions& options, const std::string& spec, std::int64_t usual,
                             std::int64_t least);

// The built-in objects that have algorithms of their own, in the order of the table in builtin.cpp.
enum class BuiltinObject : std::uint8_t {
  none,
  register_,
  counter,
  semaphore,
  queue,
  stack,
  pqueue,
  deque,
  set,
  map,
  bag,
  mutex,
  mwcas,
  kv
};
// The one that the specification has the names and the meaning of, as Spec::monitored_as says.
BuiltinObject builtin_object(const Spec& spec);
bool is_container(BuiltinObject object);
// What read() returns at the beginning. REQUIRES: a register.
Value initial_read(const Spec& spec);

// By method: the enumerator whose place this list has its name in. REQUIRES: all methods are in the list.
template <class Kind>
std::vector<Kind> method_kinds(const Spec& spec, std::initializer_list<std::string_view> names) {
  std::vector<Kind> kinds;
  for (const Method& m : spec.methods())
    kinds.push_back(static_cast<Kind>(std::ranges::find(names, m.name) - names.begin()));
  return kinds;
}

struct MethodTraits {
  // Where the values or keys stand that an operation is about.
  enum class About : std::uint8_t {
    everything,  // unknown, or all of them
    argument,    // the first one
    result,      // none while pending
    arguments,   // all, tied together
    both,        // the argument and the result, tied together
    locations,   // the items of the first argument, tied together
  };
  // The results that say that nothing was changed.
  enum class Idle : std::uint8_t { never, on_null, on_false, unless_true };

  About about = About::everything;
  Idle idle = Idle::never;
  bool blind = false;  // allowed in every state, with the same result

  // Whether this result says that nothing was changed, in a history where null is or is not also a value.
  bool says_idle(Value result, bool null_is_value) const;
};

// The traits of each method of the specification, by its index.
std::vector<MethodTraits> traits_of(const Spec& spec);

using MakeSpec = Spec(const SpecOptions& options);
MakeSpec make_register, make_counter, make_semaphore, make_queue, make_stack, make_pqueue, make_deque,
    make_set, make_map, make_bag, make_mutex, make_mwcas, make_kv, make_bounded_queue, make_cache, make_latch,
    make_rwlock;

// REQUIRES: options.out_of_order or options.lateness.
MakeSpec make_relaxed_queue, make_relaxed_stack, make_relaxed_pqueue;

}  // namespace linnet
