// The end of a run of several tests: how many passed, and one line for each that did not.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "report/text/style.hpp"
#include "verdict/result.hpp"

namespace linnet {

struct SummaryLine {
  ExitStatus status{};
  std::string subject;
  std::string headline;  // why it did not pass; empty if it did
};

// Returns nothing for a result that is no test.
std::optional<SummaryLine> summary_line(const Result& result);
std::string summary_text(std::span<const SummaryLine> lines, const Style& style);

}  // namespace linnet
