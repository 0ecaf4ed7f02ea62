// Everything that is known about a run of generated tests: one line for each, and what they are together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/ending_kind.hpp"
#include "verdict/finding.hpp"

namespace linnet {

// What came of one generated test.
struct GeneratedResult {
  std::uint64_t number = 0;  // in the order of generation, from 0
  std::string scenario;
  ExitStatus status{};
  EndingKind kind{};             // of a violation
  std::string smallest;          // scenario that fails in the same way, of those that were tried
  std::string reason;            // of an unknown one
  std::uint64_t operations = 0;  // of the scenario
  std::uint64_t serial_histories = 0;
  double serial_seconds = 0;
  std::uint64_t executions = 0, histories = 0;
  double seconds = 0;     // of both phases
  bool complete = false;  // all executions, not only those within the bound
};

// A family of tests, and how many of them were to be run here.
struct GeneratedFamily {
  std::string name;  // "100 random 3 x 3 tests with seed 1"
  double size = 0;
  std::uint64_t done = 0;
};

struct GeneratedTests : Finding {
  std::string test;
  std::vector<GeneratedFamily> families;
  std::vector<GeneratedResult> results;  // by number
  std::vector<std::string> notes;        // declarations that verdicts are relative to, operations left out
  std::string stopped;                   // why it ended before its end; empty if it did not
  std::string shard;                     // "2/5"; empty: all
  // The result of the smallest test that fails, as a run of its own, in JSON: shards bring it along.
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
