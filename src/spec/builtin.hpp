// The built-in specifications by name, and what is known about their methods beyond the specifications.
//
// They are in the files beside this one, those with similar states together; the table is in builtin.cpp.
//
// A new one is a function `Spec make_NAME(const SpecOptions&)`, what its operations hand over (handovers.hpp), its test, and its line in
// builtin.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linnet/spec.hpp"
#include "spec/handovers.hpp"

namespace linnet {

struct SpecOptions {
  std::optional<Value> initial;  // the initial value, for objects that have a choice
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

// The built-in objects with special algorithms, in the order of the table in builtin.cpp.
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
// The object whose names and meaning the specification has, according to Spec::monitored_as.
BuiltinObject builtin_object(const Spec& spec);
bool is_container(BuiltinObject object);
// What read() returns at the beginning. REQUIRES: a register.
Value initial_read(const Spec& spec);

// By method: the enumerator at the position of its name in this list. REQUIRES: all methods are in the list.
template <class Kind>
std::vector<Kind> method_kinds(const Spec& spec, std::initializer_list<std::string_view> names) {
  std::vector<Kind> kinds;
  for (const Method& m : spec.methods())
    kinds.push_back(static_cast<Kind>(std::ranges::find(names, m.name) - names.begin()));
  return kinds;
}

struct MethodTraits {
  // Where the values or keys of an operation are.
  enum class About : std::uint8_t {
    everything,  // unknown, or all of them
    argument,    // the first one
    result,      // none while pending
    arguments,   // all, tied together
    both,        // the argument and the result, tied together
    locations,   // the items of the first argument, tied together
  };
  // The results which say that nothing was changed.
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

extern const Handovers handovers_of_register, handovers_of_counter, handovers_of_semaphore,
    handovers_of_queue, handovers_of_stack, handovers_of_pqueue, handovers_of_deque, handovers_of_set,
    handovers_of_map, handovers_of_bag, handovers_of_mutex, handovers_of_mwcas, handovers_of_kv,
    handovers_of_bounded_queue, handovers_of_cache, handovers_of_latch, handovers_of_rwlock;

// REQUIRES: options.out_of_order or options.lateness.
MakeSpec make_relaxed_queue, make_relaxed_stack, make_relaxed_pqueue;

}  // namespace linnet
