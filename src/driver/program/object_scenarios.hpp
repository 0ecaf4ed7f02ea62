// What a test program asks for: every scenario of every test it declares, ready to be explored.
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
  bool own_spec = false;              // it lives in the program
  bool generated = false;             // it stands for all tests that are generated: there is no text yet
  std::string strength = {};          // of every method, if the test says that some are weaker than others
  std::optional<Value> initial = {};  // that the specification starts from
};

// The program's own main, judged by the specification that the request names.
ObjectScenario main_as_scenario(const CheckRequest& request);

// The request, or if it asks for nothing but the usual, what the test itself says: that some methods are weaker, or that
// there is a recovery, and with it a promise that lasts.
CheckRequest as_declared(CheckRequest request, const ObjectScenario& scenario);

// Its built-in specification, starting and relaxed as the request says, if it says anything. Throws InputError if it is none that could be.
void change_spec(ObjectScenario& scenario, const CheckRequest& request);

// Throws InputError if the test has none. Native runs have no serial ones to be compared with.
void require_specification(const ObjectScenario& scenario);

// "queue,map/2" are two names. Everything is asked for by an empty text.
std::vector<std::string> names_in(const std::string& wanted);
bool asks_for(const std::string& wanted, const std::string& test);

// REQUIRES for all of these: the program outlives what is found.
// Those of the tests called `wanted` ("queue" or "queue/2,map"), or of all if that is empty; a generated one of each test
// that has none of its own, or of each if `generate`. Throws InputError for a name that no test has, and for a test that
// is not complete or whose scenario is wrong.
std::vector<ObjectScenario> find_scenarios(ProgramUnderTest& program, const std::string& wanted,
                                           bool generate = false);

// That test with a scenario of the user's instead of its own. Throws InputError if `wanted` is not one test.
ObjectScenario find_test(ProgramUnderTest& program, const std::string& wanted, const std::string& scenario);

// Those tests called `wanted`, or all if that is empty, without a scenario. Throws InputError as find_scenarios() does.
std::vector<ObjectScenario> find_tests(ProgramUnderTest& program, const std::string& wanted);

// For --list: one line per scenario, each with this before its name.
std::string list_scenarios(ProgramUnderTest& program, const std::string& before);

}  // namespace linnet
