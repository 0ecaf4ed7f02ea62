// Runs generated tests of one object, each in its own process: a test that kills its process costs only
// itself.
//
// As many processes work at once as there are cores, each a fork of this one with a fork of the program.
// Their answers are kept by the number of the test, so that a run can continue from a checkpoint and can be
// split into shards: test n belongs to shard n modulo N.
#pragma once

#include <cstdint>
#include <functional>

#include "driver/exploring/exploration_request.hpp"
#include "driver/program/object_scenarios.hpp"
#include "verdict/generated_tests.hpp"

namespace linnet {

struct GeneratedProgress {
  std::uint64_t done = 0, failed = 0;
  double planned = 0;  // the number of tests in the families that have begun, of this shard
  double seconds = 0;
};

struct GeneratedWatch {
  std::function<void(const GeneratedProgress&)> progress;  // called from time to time
  std::function<bool()> interrupted;
};

// Throws InputError if the request or a declaration is wrong, or if the checkpoint belongs to another run.
GeneratedTests run_generated_tests(ProgramUnderTest& program, const ObjectScenario& subject,
                                   const ExplorationRequest& request, const GeneratedWatch& watch);

}  // namespace linnet
