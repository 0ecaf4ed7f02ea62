// Everything that is known about a run of generated tests: one line for each, and the result of all together.
#pragma once

#include <cstdint>
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
  bool complete = false;  // all executions, not only those within the bound
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
  std::vector<std::string> notes;        // declarations that verdicts rely on, operations left out
  std::string stopped;                   // why it ended early; empty if it did not
  std::string shard;                     // "2/5"; empty: all
  // The result of the smallest test that fails, as a separate run, in JSON: shards include it.
  std::string failure;

  std::uint64_t count(ExitStatus status) const {
    std::uint64_t count = 0;
    for (const GeneratedResult& result : results) count += result.status == status;
    return count;
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
