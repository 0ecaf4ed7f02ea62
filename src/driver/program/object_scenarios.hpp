// The scenarios of a test program: every scenario of every test it declares, ready to be explored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/checking/check_request.hpp"
#include "driver/program/program.hpp"
#include "linnet/spec.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

struct ObjectScenario {
  const ObjectTest* test = nullptr;  // null: the program's own main, which records calls
  std::string name;                  // "queue", or "queue/2" for the second of several
  std::string text;
  Scenario scenario;
  std::optional<Spec> spec;           // absent: what the object does serially
  bool own_spec = false;              // the specification lives in the program
  bool generated = false;             // stands for all tests that are generated: there is no text yet
  std::string strength = {};          // of every method, if the test says that some are weaker than others
  std::optional<Value> initial = {};  // that the specification starts from
};

// The program's own main, judged by the specification that the request names.
ObjectScenario main_as_scenario(const CheckRequest& request);

// The request. If it asks only for the default promise, it is replaced by the test's declarations: that some
// methods are weaker, or that there is a recovery, and with it a promise across crashes.
CheckRequest as_declared(CheckRequest request, const ObjectScenario& scenario);

// Changes the initial value and the relaxation of its built-in specification, if the request asks for that.
// Throws InputError if the specification does not support it.
void change_spec(ObjectScenario& scenario, const CheckRequest& request);

// Throws InputError if the test has no specification. Native runs cannot be compared with serial ones.
void require_specification(const ObjectScenario& scenario);

// "queue,map/2" has two names. An empty text asks for everything.
std::vector<std::string> names_in(const std::string& wanted);
bool asks_for(const std::string& wanted, const std::string& test);

// REQUIRES for all of these: the program outlives the result. The scenarios of the tests called `wanted`
// ("queue" or "queue/2,map"), or of all tests if that is empty. A test without scenarios gets a generated
// one; if `generate`, each test does. Throws InputError for a name that no test has, and for a test that is
// incomplete or whose scenario is wrong.
std::vector<ObjectScenario> find_scenarios(ProgramUnderTest& program, const std::string& wanted,
                                           bool generate = false);

// That test with the user's scenario instead of its own. Throws InputError if `wanted` is not one test.
ObjectScenario find_test(ProgramUnderTest& program, const std::string& wanted, const std::string& scenario);

// The tests called `wanted`, or all if that is empty, without a scenario. Throws InputError as
// find_scenarios() does.
std::vector<ObjectScenario> find_tests(ProgramUnderTest& program, const std::string& wanted);

// For --list: one line per scenario, with `before` in front of its name.
std::string list_scenarios(ProgramUnderTest& program, const std::string& before);

}  // namespace linnet
