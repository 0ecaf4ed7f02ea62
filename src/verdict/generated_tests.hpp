// Everything that is known about a run of generated tests: one line for each, and the result of all together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scenario/ending_kind.hpp"
#include "verdict/finding.hpp"

namespace linnet {

// The result of one generated test.
struct GeneratedResult {
  std::uint64_t number = 0;  // in the order of generation, from 0
  std::string scenario;
  ExitStatus status{};
  EndingKind kind{};             // for a violation
  std::string smallest;          // the smallest scenario that was found to fail in the same way
  std::string reason;            // for an unknown one
  std::uint64_t operations = 0;  // of the scenario
  std::uint64_t serial_histories = 0;
  double serial_seconds = 0;
  std::uint64_t executions = 0, histories = 0;
  double seconds = 0;     // of both phases
  bool complete = false;  // all executions
  std::string within;     // for a pass that is not complete: the plan that was carried out
};

// A family of tests, and the number of them to run here.
struct GeneratedFamily {
  std::string name;  // "100 random 3 x 3 tests with seed 1"
  double size = 0;
  std::uint64_t done = 0;
};

struct GeneratedTests : Finding {
  std::string test;
  std::vector<GeneratedFamily> families;
  std::vector<GeneratedResult> results;  // by number
  std::vector<std::string> notes;  // what verdicts rely on: declarations, code not seen, operations left out
  std::string stopped;             // why it ended early; empty if it did not
  std::string shard;               // "2/5"; empty: all
  // The result of the smallest test that fails, as a separate run, in JSON: shards include it.
  std::string failure;

  std::uint64_t count(ExitStatus status) const {
    std::uint64_t count = 0;
    for (const GeneratedResult& result : results) count += result.status == status;
    return count;
  }
  // Whether every execution of every test in the families was explored.
  bool complete() const {
    return stopped.empty() && !results.empty() && std::ranges::all_of(results, &GeneratedResult::complete);
  }
  // The plan that a pass has carried out: "all 1 x 1 tests of all 5 invocations, all 2 x 2 ...".
  std::string within() const {
    std::string text;
    for (const GeneratedFamily& family : families) {
      const bool part = shard.empty() && static_cast<double>(family.done) < family.size;
      text += (text.empty() ? "" : ", ") + (part ? std::to_string(family.done) + " of " : "") + family.name;
    }
    for (const auto& [bound, tests] : bounds())
      text += "; " + std::to_string(tests) + " tests within " + bound;
    return text;
  }
  // Tests that passed without being complete, by the plan that was carried out.
  std::map<std::string, std::uint64_t> bounds() const {
    std::map<std::string, std::uint64_t> tests;
    for (const GeneratedResult& result : results) {
      if (!result.within.empty()) ++tests[result.within];
    }
    return tests;
  }
  // The one with the fewest operations, and the first of those.
  const GeneratedResult* smallest_failure() const {
    const GeneratedResult* smallest = nullptr;
    for (const GeneratedResult& result : results) {
      if (result.status != ExitStatus::violation) continue;
      if (smallest == nullptr || result.operations < smallest->operations) smallest = &result;
    }
    return smallest;
  }
  ExitStatus status() const {
    if (count(ExitStatus::violation) > 0) return ExitStatus::violation;
    return stopped.empty() && count(ExitStatus::unknown) == 0 ? ExitStatus::pass : ExitStatus::unknown;
  }
};

}  // namespace linnet
