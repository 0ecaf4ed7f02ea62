// What a request means for the runtime.
#pragma once

#include "driver/exploration_request.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

inline runtime::RuntimeOptions runtime_options(const ExplorationRequest& request) {
  runtime::RuntimeOptions options;
  options.allocation = request.allocation == "quarantine" ? runtime::AllocationPolicy::quarantine
                                                          : runtime::AllocationPolicy::reuse;
  options.spurious_wakeups = request.spurious;
  options.most_idle_steps = request.spin;
  return options;
}

}  // namespace linnet
