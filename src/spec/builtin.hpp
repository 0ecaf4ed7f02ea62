// The built-in specifications by name. Each is one file beside this one; the table is in builtin.cpp.
//
// A new one is a file that defines `Spec make_NAME(const SpecOptions&)`, its test, and its line in builtin.cpp.
#pragma once

#include <cstdint>
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

Spec make_register(const SpecOptions&);
Spec make_counter(const SpecOptions&);
Spec make_semaphore(const SpecOptions&);
Spec make_queue(const SpecOptions&);
Spec make_stack(const SpecOptions&);
Spec make_pqueue(const SpecOptions&);
Spec make_deque(const SpecOptions&);
Spec make_set(const SpecOptions&);
Spec make_map(const SpecOptions&);
Spec make_bag(const SpecOptions&);
Spec make_mutex(const SpecOptions&);
Spec make_mwcas(const SpecOptions&);
Spec make_kv(const SpecOptions&);

// REQUIRES: options.out_of_order or options.lateness.
Spec make_relaxed_queue(const SpecOptions& options);
Spec make_relaxed_stack(const SpecOptions& options);
Spec make_relaxed_pqueue(const SpecOptions& options);

}  // namespace linnet
