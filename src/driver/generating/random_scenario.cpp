// The operations that can be called, their arguments, and the draws.
#include "driver/generating/random_scenario.hpp"

#include <optional>
#include <random>
#include <vector>

#include "base/error.hpp"

namespace linnet {

namespace {

// std's distributions differ between libraries; a remainder does not, and a bias of 1 in 2^60 does no harm.
std::size_t pick(std::mt19937_64& random, std::size_t n) {
  return random() % n;
}

std::vector<Value> all_values(std::uint32_t count) {
  std::vector<Value> values{Value(true), Value(false)};
  for (std::uint32_t i = 0; i < count; ++i) {
    values.emplace_back(i + 1);
    values.emplace_back(std::string(1, static_cast<char>('a' + i % 26)));
  }
  return values;
}

// An operation for which random arguments exist.
struct Callable {
  std::uint32_t operation;
  MethodIndex method;
  std::vector<std::vector<Value>>
      arguments;  // by parameter: the values that both the operation and the specification accept
};

std::optional<Callable> callable(const ObjectTest& test, std::uint32_t index, const Spec& spec,
                                 const std::vector<Value>& values) {
  const DeclaredOperation& operation = test.operations[index];
  const auto method = spec.find(operation.name, operation.arity);
  if (!method) return std::nullopt;
  Callable found{index, *method, {}};
  for (std::size_t i = 0; i < operation.arity; ++i) {
    std::vector<Value>& taken = found.arguments.emplace_back();
    for (const Value value : values) {
      const bool by_operation = operation.expects(i, value.bits()).empty();
      if (by_operation && accepts(spec.method(*method).parameters[i], value)) taken.push_back(value);
    }
    if (taken.empty()) return std::nullopt;
  }
  return found;
}

// Tries until the specification accepts the arguments: it may, for example, require them to be different.
PlannedCall random_call(const std::vector<Callable>& callables, const Spec& spec, std::mt19937_64& random) {
  std::vector<Value> arguments;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const Callable& chosen = callables[pick(random, callables.size())];
    arguments.clear();
    for (const std::vector<Value>& taken : chosen.arguments)
      arguments.push_back(taken[pick(random, taken.size())]);
    if (spec.complaint({chosen.method, arguments})) continue;
    PlannedCall call{chosen.operation, {}, 0};
    for (const Value argument : arguments) call.arguments.push_back(argument.bits());
    return call;
  }
  throw InputError("specification " + spec.name() + " takes none of the random arguments that were tried");
}

}  // namespace

Scenario random_scenario(const ObjectTest& test, const Spec& spec, const ClientShape& shape,
                         std::uint64_t seed) {
  const std::vector<Value> values = all_values(shape.values);
  std::vector<Callable> callables;
  for (std::uint32_t i = 0; i < test.operations.size(); ++i) {
    if (auto found = callable(test, i, spec, values)) callables.push_back(*std::move(found));
  }
  if (callables.empty()) {
    throw InputError(Place{test.file, test.line, 0},
                     "test " + test.name + " has no operation that takes numbers, letters, true or false");
  }
  std::mt19937_64 random(seed);
  Scenario scenario;
  scenario.part_ends.push_back(0);
  for (std::uint32_t t = 0; t < shape.threads; ++t) {
    const std::uint32_t share = shape.calls / shape.threads + (t < shape.calls % shape.threads ? 1 : 0);
    for (std::uint32_t i = 0; i < share; ++i) scenario.calls.push_back(random_call(callables, spec, random));
    scenario.part_ends.push_back(static_cast<std::uint32_t>(scenario.calls.size()));
  }
  scenario.part_ends.push_back(static_cast<std::uint32_t>(scenario.calls.size()));
  return scenario;
}

}  // namespace linnet
