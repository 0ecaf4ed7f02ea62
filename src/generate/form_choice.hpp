// Chooses, among the ways to write each operation, the first that compiles.
//
// All are written into one file, each on lines of its own, and compiled; what an error points to is struck out. An
// error in a template may be reported once only, though several operations need it, so that is repeated until there is
// none.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generate/compile_error.hpp"
#include "generate/test_plan.hpp"

namespace linnet::generate {

using TryToCompile = std::function<std::vector<CompileError>(const std::string& text)>;

// Afterwards each operation has one form, constructions are those that compile, and operations that cannot be written
// are among those left out. Throws InputError if the class cannot be constructed.
void choose_forms(TestPlan& plan, const std::string& includes, const TryToCompile& compile);

}  // namespace linnet::generate
