// What a call hands over, by the pairs of its object.
#include "spec/handovers.hpp"

#include <algorithm>

namespace linnet {

namespace {

using Item = std::vector<Value>;

template <class Row>
const Row* row_of(std::vector<Row> Handovers::*rows, const Spec& spec, MethodIndex method) {
  const Handovers* const handovers = handovers_of(spec);
  if (handovers == nullptr) return nullptr;
  const auto found = std::ranges::find(handovers->*rows, spec.method(method).name, &Row::method);
  return found == (handovers->*rows).end() ? nullptr : &*found;
}

}  // namespace

bool has_handovers(const Spec& spec) {
  const Handovers* const handovers = handovers_of(spec);
  return handovers != nullptr && !handovers->gives.empty();
}

std::optional<Item> given_by(const Spec& spec, const Call& call, const Value* result) {
  const Handovers::Gives* const row = row_of(&Handovers::gives, spec, call.method);
  if (row == nullptr || (result != nullptr && *result == Value(false))) return std::nullopt;
  if (!row->argument) return Item(call.args.begin(), call.args.end());
  return Item{call.args[*row->argument]};
}

std::optional<Item> taken_by(const Spec& spec, const Call& call, Value result) {
  const Handovers::Takes* const row = row_of(&Handovers::takes, spec, call.method);
  const bool nothing = (result.is_null() && !spec.method(call.method).silent) || result == Value(false);
  if (row == nullptr || nothing) return std::nullopt;
  Item item;
  if (row->by_arguments) item.assign(call.args.begin(), call.args.end());
  if (row->by_result) item.push_back(result);
  return item;
}

bool leaves_to_others(const Spec& spec, MethodIndex method) {
  return spec.method(method).observer || row_of(&Handovers::takes, spec, method)->leaves_it;
}

}  // namespace linnet
