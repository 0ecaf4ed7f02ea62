// Finds tests and scenarios by name, with their specifications, and says what is wrong with a declaration.
#include "driver/program/object_scenarios.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "check/weak/model.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/program/own_spec.hpp"
#include "driver/program/scenario_text.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

[[noreturn]] void refuse(const ObjectTest& test, const std::string& what) {
  throw InputError(Place{test.file, test.line, 0}, fmt::format("test {} {}", test.name, what));
}

std::optional<Value> initial_of(const ObjectTest& test) {
  if (!test.builtin_spec || !test.builtin_spec->initial) return std::nullopt;
  return std::bit_cast<Value>(*test.builtin_spec->initial);
}

SpecOptions options_of(const CheckRequest& request) {
  return {.initial = request.initial, .out_of_order = request.out_of_order, .lateness = request.lateness};
}

std::optional<Spec> spec_of(ProgramUnderTest& program, const ObjectTest& test) {
  if (test.own_spec) return make_own_spec(program, test);
  if (!test.builtin_spec) return std::nullopt;
  try {
    return make_spec(test.builtin_spec->name, {.initial = initial_of(test)});
  } catch (const InputError& error) {
    refuse(test, error.what());
  }
}

// The strengths from the test, or else from its specification. Methods without a strength are atomic.
std::string strength_of(const ObjectTest& test, const std::optional<Spec>& spec) {
  if (!spec) {
    if (!test.strength.empty()) refuse(test, "has strengths and no specification that they could weaken");
    return "";
  }
  try {
    return to_string(test.strength.empty() ? declared_strengths(*spec)
                                           : completed(parse_strengths(test.strength, *spec), *spec));
  } catch (const InputError& error) {
    refuse(test, fmt::format("has wrong {}", error.what()));
  }
}

constexpr std::string_view kNothing = "nothing";

// Whether the first call of an object returns something, as far as the specification and the operation's own samples tell.
bool returns_something(const Spec& spec, MethodIndex method, const DeclaredOperation& operation) {
  std::vector<Value> arguments;
  for (const std::vector<linnet_word>& samples : operation.samples) {
    if (samples.empty()) return false;
    arguments.push_back(std::bit_cast<Value>(samples.back()));
  }
  const Call call{method, arguments};
  if (spec.complaint(call)) return false;
  const std::unique_ptr<StateSpace> space = spec.open();
  std::vector<StateSpace::Outcome> outcomes;
  space->outcomes(StateSpace::initial(), call, outcomes);
  return !outcomes.empty() &&
         std::ranges::none_of(outcomes, [](const auto& outcome) { return outcome.result.is_null(); });
}

// `expected` is what the specification returns, and `keyword` what makes the operation return it.
[[noreturn]] void refuse_result(const ObjectTest& test, const DeclaredOperation& operation, const Spec& spec,
                                std::string_view expected, std::string_view keyword) {
  std::string parameters, arguments;
  for (std::uint64_t i = 0; i < operation.arity; ++i) {
    parameters += fmt::format(", int {}", "abcdefgh"[i % 8]);
    arguments += fmt::format("{}{}", i == 0 ? "" : ", ", "abcdefgh"[i % 8]);
  }
  refuse(test, fmt::format("has an operation {0} that returns {1}, and {0} of {2} returns {3}: write "
                           ".operation(\"{0}\", [](Object& object{4}) {{ {5}object.{0}({6}); }})",
                           operation.name, operation.result, spec.name(), expected, parameters, keyword,
                           arguments));
}

// An operation whose result never fits would fail in its first call.
void require_results(const ObjectTest& test, const Spec& spec) {
  for (const DeclaredOperation& operation : test.operations) {
    const auto method = spec.find(operation.name, operation.arity);
    if (!method || operation.excluded || operation.result.empty()) continue;
    const bool silent = spec.method(*method).silent;
    if (silent && operation.result != kNothing) refuse_result(test, operation, spec, kNothing, "");
    if (!silent && operation.result == kNothing && !test.own_spec &&
        returns_something(spec, *method, operation))
      refuse_result(test, operation, spec, "something", "return ");
  }
}

std::string name_of_scenario(const ObjectTest& test, std::size_t index) {
  return test.scenarios.size() == 1 ? test.name : fmt::format("{}/{}", test.name, index + 1);
}

void require_object(const ObjectTest& test) {
  if (test.objects != 1) refuse(test, test.objects == 0 ? "declares no object" : "declares two objects");
  if (test.crashes && !test.recovery)
    refuse(test, "allows crashes and has no recovery: add .recover(&Queue::recover)");
}

ObjectScenario with_text(ProgramUnderTest& program, const ObjectTest& test, std::string name,
                         const std::string& text) {
  const std::optional<Spec> spec = spec_of(program, test);
  if (spec) require_results(test, *spec);
  return {&test,
          std::move(name),
          text,
          parse_scenario(text, test, spec ? &*spec : nullptr),
          spec,
          test.own_spec.has_value(),
          false,
          strength_of(test, spec),
          initial_of(test)};
}

// Stands for generated tests, of which there is no text yet.
ObjectScenario without_text(ProgramUnderTest& program, const ObjectTest& test) {
  if (test.operations.empty()) refuse(test, "declares no operation");
  const std::optional<Spec> spec = spec_of(program, test);
  if (spec) require_results(test, *spec);
  return {&test,           test.name, "", {}, spec, test.own_spec.has_value(), true, strength_of(test, spec),
          initial_of(test)};
}

void add_scenarios(ProgramUnderTest& program, const ObjectTest& test, const std::string& wanted,
                   bool generate, std::vector<ObjectScenario>& all) {
  require_object(test);
  if (generate || test.scenarios.empty()) {
    all.push_back(without_text(program, test));
    return;
  }
  for (std::size_t i = 0; i < test.scenarios.size(); ++i) {
    std::string name = name_of_scenario(test, i);
    const std::vector<std::string> names = names_in(wanted);
    const auto is_named = [&](const std::string& one) { return one == test.name || one == name; };
    if (!names.empty() && std::ranges::none_of(names, is_named)) continue;
    all.push_back(with_text(program, test, std::move(name), test.scenarios[i]));
  }
}

[[noreturn]] void refuse_name(ProgramUnderTest& program, const std::string& wanted) {
  std::vector<std::string> names;
  for (const ObjectTest& test : program.tests()) names.push_back(test.name);
  const auto meant = nearest(wanted, names);
  throw InputError(fmt::format("--test: there is no test {}{}; this program has {}", wanted,
                               meant ? ", did you mean " + *meant + "?" : "", fmt::join(names, ", ")));
}

}  // namespace

std::vector<std::string> names_in(const std::string& wanted) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < wanted.size();) {
    const std::size_t end = std::min(wanted.find(',', at), wanted.size());
    if (end > at) names.push_back(wanted.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

bool asks_for(const std::string& wanted, const std::string& test) {
  const std::vector<std::string> names = names_in(wanted);
  return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
           return name.substr(0, name.find('/')) == test;
         });
}

ObjectScenario main_as_scenario(const CheckRequest& request) {
  ObjectScenario main;
  main.name = "main";
  main.initial = request.initial;
  main.spec = make_spec(request.spec, options_of(request));
  return main;
}

void change_spec(ObjectScenario& scenario, const CheckRequest& request) {
  if (!request.initial && !request.out_of_order && !request.lateness) return;
  const auto& builtin = scenario.test->builtin_spec;
  if (!builtin) {
    refuse(*scenario.test,
           "has no built-in specification, which --initial, --out-of-order and --lateness would change");
  }
  SpecOptions options = options_of(request);
  if (!options.initial) options.initial = scenario.initial;
  scenario.initial = options.initial;
  try {
    scenario.spec = make_spec(builtin->name, options);
  } catch (const InputError& error) {
    refuse(*scenario.test, error.what());
  }
}

std::vector<ObjectScenario> find_scenarios(ProgramUnderTest& program, const std::string& wanted,
                                           bool generate) {
  std::vector<ObjectScenario> all;
  for (const ObjectTest& test : program.tests()) {
    if (asks_for(wanted, test.name)) add_scenarios(program, test, wanted, generate, all);
  }
  if (all.empty() && !wanted.empty()) refuse_name(program, wanted);
  return all;
}

std::vector<ObjectScenario> find_tests(ProgramUnderTest& program, const std::string& wanted) {
  std::vector<ObjectScenario> all;
  for (const ObjectTest& test : program.tests()) {
    if (!wanted.empty() && wanted != test.name) continue;
    require_object(test);
    all.push_back(without_text(program, test));
  }
  if (all.empty() && !wanted.empty()) refuse_name(program, wanted);
  return all;
}

ObjectScenario find_test(ProgramUnderTest& program, const std::string& wanted, const std::string& scenario) {
  const std::string name = wanted.substr(0, wanted.find('/'));
  std::vector<const ObjectTest*> found;
  for (const ObjectTest& test : program.tests()) {
    if (name.empty() || test.name == name) found.push_back(&test);
  }
  if (found.size() != 1) throw InputError("--scenario: say with --test which test this is a scenario of");
  const ObjectTest& test = *found.front();
  require_object(test);
  return with_text(program, test, test.name, scenario);
}

void require_specification(const ObjectScenario& scenario) {
  if (!scenario.spec) refuse(*scenario.test, "has no specification: add .spec(\"queue\") or your own");
}

CheckRequest as_declared(CheckRequest request, const ObjectScenario& scenario) {
  if (!asks_for_the_usual(request)) return request;
  if (scenario.test->recovery) request.criterion = CriterionKind::durable;
  if (!scenario.strength.empty()) {
    request.criterion = CriterionKind::weak;
    request.strength = scenario.strength;
  }
  return request;
}

std::string list_scenarios(ProgramUnderTest& program, const std::string& before) {
  std::string text;
  for (const ObjectTest& test : program.tests()) {
    if (test.scenarios.empty()) text += fmt::format("{}{}: generated\n", before, test.name);
    for (std::size_t i = 0; i < test.scenarios.size(); ++i) {
      text += fmt::format("{}{}: {}\n", before, name_of_scenario(test, i), test.scenarios[i]);
    }
  }
  return text;
}

}  // namespace linnet
