// The one place where exploring learns whether the program has object tests.
#pragma once

#include <memory>

#include "driver/execution_judge.hpp"

namespace linnet {

// Null for a program with a plain main.
std::unique_ptr<ExecutionJudge> make_judge();

}  // namespace linnet
