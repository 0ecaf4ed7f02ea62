// Implements History: binds it to a specification, selects parts, and describes operations as text.
#include "history/model/history.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/input.hpp"

namespace linnet {

namespace {

[[noreturn]] void fail_to_resolve(const History& history, const Operation& op, const Spec& spec) {
  const std::string& name = history.method_name(op);
  const Place place = locate(history.words->source, op.line, name);
  for (const Method& m : spec.methods()) {
    if (m.name != name) continue;
    throw InputError(place, fmt::format("found {} with {} argument{}, expected {}", name, op.argument_count,
                                        op.argument_count == 1 ? "" : "s", m.signature()));
  }
  throw InputError(place,
                   fmt::format("unknown operation {} for specification {}, which has {}", name, spec.name(),
                               fmt::join(spec.methods() | std::views::transform(&Method::signature), ", ")));
}

}  // namespace

void History::resolve(const Spec& spec) {
  // One look-up per name and number of arguments, however long the history is.
  constexpr std::uint32_t kUnknown = ~0u;
  std::vector<std::uint32_t> known(words->methods.size() * 256, kUnknown);
  for (Operation& op : operations) {
    std::uint32_t& index = known[op.method * 256u + op.argument_count];
    if (index == kUnknown) {
      const auto found = spec.find(method_name(op), op.argument_count);
      if (!found) fail_to_resolve(*this, op, spec);
      index = *found;
    }
    const Method& method = spec.method(static_cast<MethodIndex>(index));
    for (std::size_t i = 0; i < op.argument_count; ++i) {
      if (!accepts(method.parameters[i], op.args()[i])) {
        throw InputError(locate(words->source, op.line, method.name, op.args()[i].to_json()),
                         fmt::format("argument {} of {} is {}, expected {}", i + 1, method.name,
                                     op.args()[i].to_json(), name_of(method.parameters[i])));
      }
    }
    op.method = static_cast<std::uint16_t>(index);
    if (const auto complaint = spec.complaint(op.as_call())) {
      throw InputError(locate(words->source, op.line, method.name),
                       fmt::format("{}: {}", method.name, *complaint));
    }
  }
  auto resolved = std::make_shared<Vocabulary>(*words);
  resolved->methods.clear();
  resolved->silent.clear();
  for (const Method& m : spec.methods()) {
    resolved->methods.push_back(m.name);
    resolved->silent.push_back(m.silent);
  }
  words = std::move(resolved);
}

History History::select(const std::vector<OperationIndex>& indices) const {
  History part;
  part.operations.reserve(indices.size());
  for (const OperationIndex i : indices) part.operations.push_back(operations[i]);
  part.words = words;
  part.crashes = crashes;
  part.stuck = stuck;
  part.header = header;
  if (order) part.order = order->select(indices);
  return part;
}

std::vector<OperationIndex> History::indices() const {
  std::vector<OperationIndex> all(size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<OperationIndex> History::returned() const {
  std::vector<OperationIndex> all = indices();
  std::erase_if(all, [&](OperationIndex i) { return !operations[i].completed(); });
  if (!order) std::ranges::sort(all, {}, [&](OperationIndex i) { return operations[i].ret; });
  return all;
}

bool History::null_is_a_value() const {
  return std::ranges::any_of(operations, [](const Operation& op) {
    return std::ranges::any_of(op.args(), [](Value v) { return v.is_null(); });
  });
}

std::string History::describe_call(const Operation& op) const {
  return fmt::format("{}({})", method_name(op),
                     fmt::join(op.args() | std::views::transform(&Value::to_json), ", "));
}

std::string History::describe(const Operation& op) const {
  if (!op.completed()) return describe_call(op) + " → …";
  const bool silent = op.method < words->silent.size() && words->silent[op.method];
  return silent && op.result.is_null() ? describe_call(op) : describe_call(op) + " → " + op.result.to_json();
}

Rank cut_off_at(const History& history, const Operation& op) {
  const auto later = std::ranges::upper_bound(history.crashes, op.call, {}, &Crash::rank);
  const auto crash = std::find_if(later, history.crashes.end(),
                                  [&](const Crash& c) { return !c.thread || *c.thread == op.thread; });
  return crash == history.crashes.end() ? kNever : crash->rank;
}

std::vector<StateId> states_after(StateSpace& space, std::span<const StateId> states, const Operation& op) {
  std::vector<StateId> all, stepped;
  for (const StateId state : states) {
    space.step(state, op.as_call(), op.required_result(), stepped);
    all.insert(all.end(), stepped.begin(), stepped.end());
  }
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

}  // namespace linnet
