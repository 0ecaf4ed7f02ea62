// Explorations and generated tests as a JUnit XML file, which build servers show.
#pragma once

#include <span>
#include <string>

#include "verdict/result.hpp"

namespace linnet {

std::string to_junit(std::span<const Result> results);

}  // namespace linnet
