// The word that a line about a verdict begins with, in its colour and of the same width for all.
#pragma once

#include <string>

#include "report/text/style.hpp"
#include "verdict/finding.hpp"

namespace linnet {

inline std::string verdict_mark(ExitStatus status, const Style& style) {
  switch (status) {
    case ExitStatus::pass: return style.green("✔ pass     ");
    case ExitStatus::violation: return style.red("✘ violation");
    case ExitStatus::unknown: return style.yellow("? unknown  ");
    case ExitStatus::bad_input: break;
  }
  return "";
}

}  // namespace linnet
