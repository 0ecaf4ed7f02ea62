// The table of built-in specifications.
#include "spec/builtin.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace linnet {

namespace {

struct Entry {
  std::string_view name;
  MakeSpec* make;
  const Handovers& handovers;
  bool has_initial;
  MakeSpec* make_relaxed = nullptr;
};

constexpr Entry kTable[] = {
    {"register", make_register, handovers_of_register, true},
    {"counter", make_counter, handovers_of_counter, true},
    {"semaphore", make_semaphore, handovers_of_semaphore, true},
    {"queue", make_queue, handovers_of_queue, false, make_relaxed_queue},
    {"stack", make_stack, handovers_of_stack, false, make_relaxed_stack},
    {"pqueue", make_pqueue, handovers_of_pqueue, false, make_relaxed_pqueue},
    {"deque", make_deque, handovers_of_deque, false},
    {"set", make_set, handovers_of_set, false},
    {"map", make_map, handovers_of_map, false},
    {"bag", make_bag, handovers_of_bag, false},
    {"mutex", make_mutex, handovers_of_mutex, false},
    {"mwcas", make_mwcas, handovers_of_mwcas, true},
    {"kv", make_kv, handovers_of_kv, false},
    {"bounded_queue", make_bounded_queue, handovers_of_bounded_queue, true},
    {"cache", make_cache, handovers_of_cache, true},
    {"latch", make_latch, handovers_of_latch, true},
    {"rwlock", make_rwlock, handovers_of_rwlock, false},
};

}  // namespace

Spec make_spec(std::string_view name, const SpecOptions& options) {
  for (const Entry& entry : kTable) {
    if (entry.name != name) continue;
    if (options.initial && !entry.has_initial) {
      throw InputError("specification " + std::string(name) +
                       " has no initial value to choose: it starts empty");
    }
    if (!options.out_of_order && !options.lateness) return entry.make(options);
    if (entry.make_relaxed == nullptr) {
      throw InputError("specification " + std::string(name) +
                       " cannot be relaxed by out-of-order or lateness: only queue, stack and pqueue can");
    }
    return entry.make_relaxed(options);
  }
  std::string message = "unknown specification " + std::string(name);
  const std::vector<std::string> names = spec_names();
  if (const auto meant = nearest(name, names)) {
    message += "; did you mean " + *meant + "?";
  } else {
    message += "; there are";
    for (const std::string& n : names) message += (n == names.front() ? " " : ", ") + n;
  }
  throw InputError(message);
}

std::vector<std::string> spec_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kTable) names.emplace_back(entry.name);
  return names;
}

std::int64_t initial_integer(const SpecOptions& options, const std::string& spec, std::int64_t usual,
                             std::int64_t least) {
  if (!options.initial) return usual;
  if (!options.initial->is_int64() || options.initial->as_int64() < least) {
    throw InputError("initial value " + options.initial->to_json() + " for specification " + spec +
                     ": expected an integer" +
                     (least == 0   ? " that is not negative"
                      : least == 1 ? " that is positive"
                                   : ""));
  }
  return options.initial->as_int64();
}

BuiltinObject builtin_object(const Spec& spec) {
  const auto at = std::ranges::find(kTable, spec.monitored_as(), &Entry::name) - kTable + 1;
  return at > static_cast<std::ptrdiff_t>(BuiltinObject::kv) ? BuiltinObject::none
                                                             : static_cast<BuiltinObject>(at);
}

const Handovers* handovers_of(const Spec& spec) {
  const auto at = std::ranges::find(kTable, spec.monitored_as(), &Entry::name);
  return at == std::end(kTable) ? nullptr : &at->handovers;
}

bool is_container(BuiltinObject object) {
  using enum BuiltinObject;
  return object == queue || object == stack || object == deque || object == pqueue || object == bag;
}

Value initial_read(const Spec& spec) {
  std::vector<StateSpace::Outcome> outcomes;
  spec.open()->outcomes(StateSpace::initial(), {*spec.find("read", 0), {}}, outcomes);
  return outcomes.front().result;
}

}  // namespace linnet
