// Phase 1 of automatic mode: every serial run of a scenario, in a process of the program.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "driver/exploring/exploration.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "driver/program/object_scenarios.hpp"
#include "driver/program/program.hpp"
#include "history/model/serial_histories.hpp"

namespace linnet {

struct SerialPhase {
  std::shared_ptr<const SerialHistories> histories;
  std::uint64_t executions = 0;
  double seconds = 0;
  std::string cut_short;  // why not all serial runs are known; empty if they are
  bool failed = false;    // because one of them failed by itself: a concurrent run will fail, too
};

// The serial runs of the object, or of its reference if there is one. Operations that are declared
// asynchronous run in separate threads, so that their effects may come later than their place says. Throws
// InputError if the reference lacks an operation.
SerialPhase run_serially(ProgramUnderTest& program, const ObjectScenario& scenario,
                         const ExplorationRequest& request, const std::function<bool()>& interrupted);

// The order to run a scenario of a test serially, with nothing excluded. Throws InputError as above.
SerialOrder serial_order(const Subject& subject, const ExplorationRequest& request);

// Reads the serial runs from the file request.from_observations. Throws InputError if it belongs to another
// scenario.
SerialPhase read_serial_runs(const ObjectScenario& scenario, const ExplorationRequest& request);
// Writes them to the file request.observations.
void write_serial_runs(const SerialPhase& phase, const ExplorationRequest& request);

// The calls of a scenario by their numbers, with their declarations.
std::vector<TestCall> calls_of(const ObjectScenario& scenario);

}  // namespace linnet
