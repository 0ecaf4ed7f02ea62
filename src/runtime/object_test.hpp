// The object tests that the program declares (include/linnet/test.hpp), as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "linnet/detail/border.h"

namespace linnet::runtime {

struct BuiltinSpecChoice {
  std::string name;
  std::optional<linnet_word> initial;
};

struct DeclaredOperation {
  std::string name;
  linnet_operation calls;
  std::vector<std::vector<linnet_word>> arguments =
      {};  // to call it with in generated tests; none: by their types
  bool nondeterministic = false, excluded = false, asynchronous = false;
};

struct ObjectTest {
  std::string name;
  std::string file;
  unsigned line = 0;
  void (*body)() = nullptr;

  // By the body; what the pointers lead to is the program's.
  std::vector<linnet_object> objects;  // one, if it is right
  std::vector<DeclaredOperation> operations;
  std::vector<linnet_object> references;  // at most one, if it is right
  std::vector<DeclaredOperation> reference_operations;
  std::optional<BuiltinSpecChoice> builtin_spec;
  const linnet_own_spec* own_spec = nullptr;
  std::vector<std::string> scenarios;
};

// One call of a scenario.
struct PlannedCall {
  std::uint32_t operation = 0;  // into ObjectTest::operations
  std::vector<linnet_word> arguments;
  std::size_t offset = 0;  // where it begins in the scenario's text
};

// Who calls what. The calls are numbered through: those of init, of each thread in turn, of final.
struct Scenario {
  std::vector<PlannedCall> calls;
  // One past the last call of each part: init, thread 1, thread 2, ..., final.
  std::vector<std::uint32_t> part_ends;

  std::uint32_t part_begin(std::size_t part) const { return part == 0 ? 0 : part_ends[part - 1]; }
  std::size_t final_part() const { return part_ends.size() - 1; }
};

// What happened to the calls of a scenario in one execution, in the order it happened.
struct Recording {
  struct Event {
    std::uint32_t call;
    bool returns;
  };
  std::vector<Event> events;
  std::vector<linnet_word> results;  // by call; of those that returned
  bool finished = false;             // everything was called, and the object is destroyed

  bool pending() const {
    std::size_t returned = 0;
    for (const Event& event : events) returned += event.returns;
    return 2 * returned < events.size();
  }
};

// All tests of the program, their bodies run. REQUIRES: called from drive(), before the first execution.
const std::vector<ObjectTest>& declared_tests();

// From now on the program is: make the object, do what the scenario says, destroy it. REQUIRES: both outlive the
// executions.
void choose_scenario(const ObjectTest& test, const Scenario& scenario);
// Of the last execution; valid until the next.
const Recording& recording();
void set_recording(Recording of_another_process);

}  // namespace linnet::runtime
