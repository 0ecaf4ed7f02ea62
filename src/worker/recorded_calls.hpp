// What the calls of the execution that has just ended did.
#pragma once

#include <optional>

#include "graph/modelled_memory.hpp"
#include "scenario/recording.hpp"
#include "schedule/memory_model.hpp"

namespace linnet::worker {

// Under a memory model with the orders that clients can bring about. REQUIRES: both or none are given.
Recording recorded_calls(const ModelledMemory* memory, std::optional<MemoryModel> model);

// Whether the execution that has just ended is one of c11 that C++20 forbids. REQUIRES: both or none are given.
bool is_forbidden_by_cpp20(const ModelledMemory* memory, std::optional<MemoryModel> model);

}  // namespace linnet::worker
