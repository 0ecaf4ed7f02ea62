// Runs generated tests of one object, each in a process of its own: a test that kills its process costs only itself.
//
// As many processes work at once as there are cores, each a fork of this one with a fork of the program. What each of them says
// is kept by the test's number, so that a run can go on from a checkpoint, and can be split into shards: test n belongs to
// shard n modulo N.
#pragma once

#include <cstdint>
#include <functional>

#include "driver/exploring/exploration_request.hpp"
#include "driver/program/object_scenarios.hpp"
#include "verdict/generated_tests.hpp"

namespace linnet {

struct GeneratedProgress {
  std::uint64_t done = 0, failed = 0;
  double planned = 0;  // of those families that have begun, of this shard
  double seconds = 0;
};

struct GeneratedWatch {
  std::function<void(const GeneratedProgress&)> progress;  // now and then
  std::function<bool()> interrupted;
};

// Throws InputError if the request or a declaration is wrong, or the checkpoint is of another run.
GeneratedTests run_generated_tests(ProgramUnderTest& program, const ObjectScenario& subject,
                                   const ExplorationRequest& request, const GeneratedWatch& watch);

}  // namespace linnet
