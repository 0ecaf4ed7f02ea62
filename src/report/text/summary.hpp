// What a run of several tests ends with: how many passed, and those that did not, each with one line.
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
  std::string headline;  // why it is no pass; empty if it is one
};

// Nothing for what is no test.
std::optional<SummaryLine> summary_line(const Result& result);
std::string summary_text(std::span<const SummaryLine> lines, const Style& style);

}  // namespace linnet
