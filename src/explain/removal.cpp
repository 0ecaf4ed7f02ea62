// Finds what may be removed from a history such that, if the rest is a violation, so was the whole.
//
// Not everything may: if the enq(1) were removed from enq(1), deq() → 1, the lone deq() → 1 would be called a
// value out of thin air. The rules below all have the same form: from a linearization of the whole, strike
// out the operations that are removed; the rest is legal, so it is a linearization of the rest. Hence a
// violation of the rest is a violation of the whole. The rules compose, and the more is removed the less is a
// violation: violations are monotone in what is kept.
//
//   idle    An operation that leaves the state as it is, whatever the state: an observer, or one whose result
//           says so (deq() → null, add(1) → false, a failed cas). Striking it out changes no state.
//
//   values  Containers (queue, stack, deque, pqueue, bag): all operations of one value together. Without
//           that value every state has the same other elements in the same order, and the same ends and
//           extremes unless one of them was that value; and the operations that returned it are struck out
//           too. Empty stays empty. A pending removal that took the value in the linearization is struck out
//           there and stays pending in the rest.
//           Registers: the state is what was set last, so striking out all that sets or reads v changes
//           nothing for a read of w. A successful cas(a, b), a pending one, and swap(b) → a both read and
//           set: they tie a and b together, and tied values go together. A pending swap(b) is a write. A
//           failed cas(a, b) observes "anything but a": while there is one, no value may be removed.
//
//   keys    set, map, kv, mwcas are products of independent objects, one per key or location: all operations
//           of one key together; locations that one operation uses are tied. size() and containsValue(v)
//           look at all keys: while there is one, no key may be removed.
//
// If null was given as an argument, a result of null no longer says "there was nothing".
//
// For weak models less may be removed. An operation sees others as calls, which are executed again whatever
// they had returned: a deq() → null may remove something where it is seen, so neither results nor the values
// of containers can be relied on. These can: operations that never change anything; the parts of a product,
// which are objects and the keys that calls name; and values of a register with only reads and writes. Strike
// them out of lin and vis: the rest is seen with the same results, and an axiom asks for no more than before,
// since there are fewer operations.
#include "explain/steps.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

#include "spec/builtin.hpp"

namespace linnet {

namespace {

using About = MethodTraits::About;

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

// The values that `op` is about; the first stands for all. Empty if it is about none while pending.
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

// A failed cas is about all values except one.
bool about_everything(const Operation& op, const MethodTraits& trait) {
  return trait.about == About::everything ||
         (trait.about == About::arguments && op.completed() && trait.says_idle(op.result, false));
}

}  // namespace

std::vector<Unit> idle_units(const History& history, const Spec& spec) {
  const std::vector<MethodTraits> traits = traits_of(spec);
  const bool null_is_value = history.null_is_a_value();
  std::vector<Unit> units;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const bool idle = op.completed() && traits[op.method].says_idle(op.result, null_is_value);
    if (idle || spec.method(op.method).observer) units.push_back({i});
  }
  return units;
}

std::vector<Unit> value_units(const History& history, const Spec& spec) {
  const std::vector<MethodTraits> traits = traits_of(spec);
  Ties ties;
  for (const Operation& op : history.operations) {
    const MethodTraits& trait = traits[op.method];
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

std::vector<OperationIndex> only_units_of(const std::vector<OperationIndex>& suspects, const History& history,
                                          const Spec& spec) {
  std::vector<bool> suspected(history.size()), kept(history.size(), true);
  for (const OperationIndex i : suspects) suspected[i] = true;
  const auto listed = [&] {
    std::vector<OperationIndex> indices;
    for (OperationIndex i = 0; i < history.size(); ++i) {
      if (kept[i]) indices.push_back(i);
    }
    return indices;
  };
  for (const Unit& unit : idle_units(history, spec)) kept[unit.front()] = suspected[unit.front()];
  const std::vector<OperationIndex> busy = listed();
  for (const Unit& unit : value_units(history.select(busy), spec)) {
    const bool stays = std::ranges::any_of(unit, [&](OperationIndex k) { return suspected[busy[k]]; });
    for (const OperationIndex k : unit) kept[busy[k]] = stays;
  }
  return listed();
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
  if (builtin_object(spec) == BuiltinObject::register_ && reads_and_writes) return value_units(history, spec);

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
