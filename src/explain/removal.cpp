// Has the table of what each method of the built-in objects is about, and makes the units that follow from it.
#include "explain/removal.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <string_view>

namespace linnet {

namespace {

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

struct Trait {
  std::string_view spec, method;
  About about;
  Idle idle = Idle::never;
};

constexpr Trait kTraits[] = {
    {"queue", "enq", About::argument},
    {"queue", "deq", About::result, Idle::on_null},
    {"queue", "peek", About::result},
    {"queue", "take", About::result},
    {"stack", "push", About::argument},
    {"stack", "pop", About::result, Idle::on_null},
    {"stack", "peek", About::result},
    {"deque", "pushFront", About::argument},
    {"deque", "pushBack", About::argument},
    {"deque", "popFront", About::result, Idle::on_null},
    {"deque", "popBack", About::result, Idle::on_null},
    {"pqueue", "insert", About::argument},
    {"pqueue", "deqMin", About::result, Idle::on_null},
    {"pqueue", "deqMax", About::result, Idle::on_null},
    {"pqueue", "peekMin", About::result},
    {"pqueue", "peekMax", About::result},
    {"bag", "add", About::argument},
    {"bag", "take", About::result, Idle::on_null},
    {"register", "write", About::argument},
    {"register", "read", About::result},
    {"register", "cas", About::arguments, Idle::on_false},
    {"register", "swap", About::both},
    {"set", "add", About::argument, Idle::on_false},
    {"set", "remove", About::argument, Idle::on_false},
    {"set", "contains", About::argument},
    {"map", "put", About::argument},
    {"map", "get", About::argument},
    {"map", "remove", About::argument, Idle::on_null},
    {"map", "containsKey", About::argument},
    {"kv", "get", About::argument},
    {"kv", "put", About::argument},
    {"kv", "append", About::argument},
    {"mwcas", "read", About::locations},
    {"mwcas", "mwcas", About::locations, Idle::unless_true},
    {"mwcas", "write", About::locations},
    {"mwcas", "swap", About::locations},
    {"mutex", "try_lock", About::everything, Idle::on_false},
    {"semaphore", "try_dec", About::everything, Idle::on_false},
};

// The traits of each method of the specification, by its index.
std::vector<Trait> traits_of(const Spec& spec) {
  std::vector<Trait> traits;
  for (const Method& method : spec.methods()) {
    const auto row = std::ranges::find_if(kTraits, [&](const Trait& trait) {
      return trait.spec == spec.monitored_as() && trait.method == method.name;
    });
    traits.push_back(row != std::end(kTraits) ? *row : Trait{"", "", About::everything});
  }
  return traits;
}

bool null_is_a_value(const History& history) {
  return std::ranges::any_of(history.operations, [](const Operation& op) {
    return std::ranges::any_of(op.args(), [](Value v) { return v.is_null(); });
  });
}

bool says_idle(Idle idle, Value result, bool null_is_value) {
  switch (idle) {
    case Idle::never: return false;
    case Idle::on_null: return result.is_null() && !null_is_value;
    case Idle::on_false: return result == Value(false);
    case Idle::unless_true: return result != Value(true);
  }
  return false;
}

// Values, and which of them are tied together: union-find.
class Ties {
 public:
  std::uint32_t find(Value v) {
    const auto [place, fresh] = ids_.try_emplace(v, static_cast<std::uint32_t>(parent_.size()));
    if (fresh) parent_.push_back(place->second);
    return root(place->second);
  }
  void tie(Value a, Value b) {
    const std::uint32_t ra = find(a), rb = find(b);
    parent_[rb] = ra;
  }

 private:
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  absl::flat_hash_map<Value, std::uint32_t> ids_;
  std::vector<std::uint32_t> parent_;
};

// The values that `op` is about, the first standing for all; empty if for none while pending.
std::vector<Value> values_of(const Operation& op, About about) {
  const auto args = op.args();
  switch (about) {
    case About::everything: return {};
    case About::argument: return {args[0]};
    case About::result: return op.completed() ? std::vector{op.result} : std::vector<Value>();
    case About::arguments: return {args.begin(), args.end()};
    case About::both: return op.completed() ? std::vector{args[0], op.result} : std::vector{args[0]};
    case About::locations: return {args[0].as_array().begin(), args[0].as_array().end()};
  }
  return {};
}

// A failed cas is about all values but one.
bool about_everything(const Operation& op, const Trait& trait) {
  return trait.about == About::everything ||
         (trait.about == About::arguments && op.completed() && says_idle(trait.idle, op.result, false));
}

}  // namespace

std::vector<Unit> idle_units(const History& history, const Spec& spec) {
  const std::vector<Trait> traits = traits_of(spec);
  const bool null_is_value = null_is_a_value(history);
  std::vector<Unit> units;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const bool idle = op.completed() && says_idle(traits[op.method].idle, op.result, null_is_value);
    if (idle || spec.method(op.method).observer) units.push_back({i});
  }
  return units;
}

std::vector<Unit> value_units(const History& history, const Spec& spec) {
  const std::vector<Trait> traits = traits_of(spec);
  Ties ties;
  for (const Operation& op : history.operations) {
    const Trait& trait = traits[op.method];
    if (about_everything(op, trait)) return {};
    const std::vector<Value> values = values_of(op, trait.about);
    for (const Value v : values) ties.tie(values.front(), v);
  }
  absl::flat_hash_map<std::uint32_t, std::size_t> unit_of;
  std::vector<Unit> units;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const std::vector<Value> values = values_of(op, traits[op.method].about);
    if (values.empty()) continue;
    const auto [place, fresh] = unit_of.try_emplace(ties.find(values.front()), units.size());
    if (fresh) units.emplace_back();
    units[place->second].push_back(i);
  }
  return units;
}

std::vector<Unit> observer_units(const History& history, const Spec& spec) {
  std::vector<Unit> units;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    if (spec.method(history.operations[i].method).observer) units.push_back({i});
  }
  return units;
}

std::vector<Unit> product_units(const History& history, const Spec& spec) {
  const bool reads_and_writes = std::ranges::all_of(history.operations, [&](const Operation& op) {
    const std::string& name = spec.method(op.method).name;
    return name == "read" || name == "write";
  });
  if (spec.monitored_as() == "register" && reads_and_writes) return value_units(history, spec);

  const bool keyed = spec.partitioned() && std::ranges::all_of(history.operations, [&](const Operation& op) {
                       return spec.key(op.as_call()).has_value();
                     });
  absl::flat_hash_map<std::pair<std::uint32_t, Value>, std::size_t> unit_of;
  std::vector<Unit> units;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const Value key = keyed ? *spec.key(op.as_call()) : Value();
    const auto [place, fresh] = unit_of.try_emplace({op.object.value, key}, units.size());
    if (fresh) units.emplace_back();
    units[place->second].push_back(i);
  }
  return units;
}

}  // namespace linnet
