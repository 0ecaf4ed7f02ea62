#include "driver/object_scenarios.hpp"

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "driver/own_spec.hpp"
#include "driver/scenario_text.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

using runtime::ObjectTest;

[[noreturn]] void refuse(const ObjectTest& test, const std::string& what) {
  throw InputError(Place{test.file, test.line, 0}, fmt::format("test {} {}", test.name, what));
}

std::optional<Spec> spec_of(const ObjectTest& test) {
  if (test.own_spec != nullptr) return make_own_spec(*test.own_spec);
  if (!test.builtin_spec) return std::nullopt;
  SpecOptions options;
  if (test.builtin_spec->initial) options.initial = std::bit_cast<Value>(*test.builtin_spec->initial);
  try {
    return make_spec(test.builtin_spec->name, options);
  } catch (const InputError& error) {
    refuse(test, error.what());
  }
}

std::string name_of_scenario(const ObjectTest& test, std::size_t index) {
  return test.scenarios.size() == 1 ? test.name : fmt::format("{}/{}", test.name, index + 1);
}

void require_object(const ObjectTest& test) {
  if (test.objects.size() != 1)
    refuse(test, test.objects.empty() ? "declares no object" : "declares two objects");
}

void add_scenarios(const ObjectTest& test, const std::string& wanted, bool generate,
                   std::vector<ObjectScenario>& all) {
  require_object(test);
  const std::optional<Spec> spec = spec_of(test);
  if (generate || test.scenarios.empty()) {
    if (test.operations.empty()) refuse(test, "declares no operation");
    all.push_back({&test, test.name, "", {}, spec, test.own_spec != nullptr, true});
    return;
  }
  for (std::size_t i = 0; i < test.scenarios.size(); ++i) {
    const std::string& text = test.scenarios[i];
    std::string name = name_of_scenario(test, i);
    if (!wanted.empty() && wanted != test.name && wanted != name) continue;
    all.push_back({&test, std::move(name), text, parse_scenario(text, test, spec ? &*spec : nullptr), spec,
                   test.own_spec != nullptr, false});
  }
}

}  // namespace

std::vector<ObjectScenario> find_scenarios(const std::vector<ObjectTest>& tests, const std::string& wanted,
                                           bool generate) {
  std::vector<ObjectScenario> all;
  std::vector<std::string> names;
  for (const ObjectTest& test : tests) {
    names.push_back(test.name);
    if (wanted.empty() || wanted.substr(0, wanted.find('/')) == test.name)
      add_scenarios(test, wanted, generate, all);
  }
  if (all.empty() && !wanted.empty()) {
    const auto meant = nearest(wanted, names);
    throw InputError(fmt::format("--test: there is no test {}{}; this program has {}", wanted,
                                 meant ? ", did you mean " + *meant + "?" : "", fmt::join(names, ", ")));
  }
  return all;
}

ObjectScenario find_test(const std::vector<ObjectTest>& tests, const std::string& wanted,
                         const std::string& scenario) {
  const std::string name = wanted.substr(0, wanted.find('/'));
  std::vector<const ObjectTest*> found;
  for (const ObjectTest& test : tests) {
    if (name.empty() || test.name == name) found.push_back(&test);
  }
  if (found.size() != 1) throw InputError("--scenario: say with --test which test this is a scenario of");
  const ObjectTest& test = *found.front();
  require_object(test);
  const std::optional<Spec> spec = spec_of(test);
  return {&test,    test.name,
          scenario, parse_scenario(scenario, test, spec ? &*spec : nullptr),
          spec,     test.own_spec != nullptr,
          false};
}

std::string list_scenarios(const std::vector<ObjectTest>& tests) {
  std::string text;
  for (const ObjectTest& test : tests) {
    if (test.scenarios.empty()) text += fmt::format("{}: generated\n", test.name);
    for (std::size_t i = 0; i < test.scenarios.size(); ++i) {
      text += fmt::format("{}: {}\n", name_of_scenario(test, i), test.scenarios[i]);
    }
  }
  return text;
}

}  // namespace linnet
