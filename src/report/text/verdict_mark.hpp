// The first word of a line about a verdict, in its colour and with the same width for all verdicts.
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
