// Writes the source of a test, from what was planned.
#pragma once

#include <string>

#include "generate/test_plan.hpp"

namespace linnet::generate {

// What a trial includes to have everything that a form may use; the test includes what it uses.
std::string trial_includes(const std::string& header_include);

// `header_include` is as in "#include <queue.hpp>"; `command` is what wrote it, `file` where it will be, if that is known.
std::string write_test(const TestPlan& plan, const std::string& header_include, const std::string& command,
                       const std::string& file);

}  // namespace linnet::generate
