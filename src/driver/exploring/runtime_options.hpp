// What a request means for the runtime.
#pragma once

#include "driver/exploring/exploration_request.hpp"
#include "protocol/runtime_options.hpp"

namespace linnet {

inline runtime::Races races_of(const ExplorationRequest& request) {
  if (request.races == "explore") return runtime::Races::explore;
  return request.races == "off" ? runtime::Races::off : runtime::Races::report;
}

inline runtime::RuntimeOptions runtime_options(const ExplorationRequest& request) {
  runtime::RuntimeOptions options;
  options.allocation = request.allocation == "quarantine" ? runtime::AllocationPolicy::quarantine
                                                          : runtime::AllocationPolicy::reuse;
  options.spurious_wakeups = request.spurious;
  options.most_idle_steps = request.spin;
  options.races = races_of(request);
  options.report_leaks = request.leaks;
  options.isolate = request.isolate == "fork";
  options.crashes = request.crashes;
  options.all_crashes = request.all_crashes;
  return options;
}

}  // namespace linnet
