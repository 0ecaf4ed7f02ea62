// The object tests that the program declares (include/linnet/test.hpp), as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "linnet/detail/border.h"
#include "schedule/step.hpp"

namespace linnet::runtime {

struct BuiltinSpecChoice {
  std::string name;
  std::optional<linnet_word> initial;
};

struct DeclaredOperation {
  std::string name;
  linnet_operation calls;
  std::vector<std::vector<linnet_word>> arguments =
      {};                                  // to call it with in generated tests; none: by their types
  std::vector<linnet_word> failures = {};  // what it may return, having done nothing
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
  std::string strength;  // of methods that are weaker than the others; empty if none is
  std::vector<std::string> scenarios;
  std::vector<std::string> sequences;       // of calls, for generated tests
  std::optional<linnet_recovery> recovery;  // then the object lives in persistent memory
  std::optional<std::uint32_t> crashes;     // in one execution, at most

  std::uint32_t most_crashes() const { return crashes.value_or(recovery ? 1 : 0); }
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

// What happened to the calls of a scenario in one execution, in the order it happened. The final part is called again
// after each crash: a call's number is that in the scenario, and as many calls more for each crash before.
struct Recording {
  struct Event {
    enum class Kind : std::uint8_t { call, ret, crash } kind;
    std::uint32_t call = 0;
  };
  std::vector<Event> events;
  std::vector<linnet_word> results;  // by call; of those that returned
  bool finished = false;             // everything was called, and the object is destroyed
  bool cut = false;                  // given up: another execution shows more

  // Whether a call waits at the end; those that a crash cut off do not.
  bool pending() const {
    std::uint32_t open = 0;
    for (const Event& event : events) {
      switch (event.kind) {
        case Event::Kind::call: ++open; break;
        case Event::Kind::ret: --open; break;
        case Event::Kind::crash: open = 0; break;
      }
    }
    return open > 0;
  }
};

// All tests of the program, their bodies run. REQUIRES: called from drive(), before the first execution.
const std::vector<ObjectTest>& declared_tests();

// From now on the program is: make the object, do what the scenario says, destroy it. REQUIRES: both outlive the
// executions.
void choose_scenario(const ObjectTest& test, const Scenario& scenario);
// Of the last execution; valid until the next.
const Recording& recording();
// Which call the thread makes next. REQUIRES: asked by a strategy, in the same process; its next step is that call.
std::uint32_t announced_call(ThreadNumber thread);
void set_recording(Recording of_another_process);

}  // namespace linnet::runtime
