// Lines that many reports have: the first one, and sentences. In a narrow terminal they are broken into lines that fit; otherwise each
// stays one line, which can be searched for.
#pragma once

#include <cstddef>
#include <string>

#include "report/text/style.hpp"
#include "verdict/finding.hpp"

namespace linnet {

// The first word about a verdict, in its colour and with the same width for all verdicts.
std::string verdict_mark(ExitStatus status, const Style& style);
// "✔ pass  queue.cpp: queue  4 executions": the verdict, what it is about, and what was covered.
std::string headline(ExitStatus status, const std::string& subject, const std::string& covered,
                     const Style& style);
// The sentence after so many blanks.
std::string paragraph(const std::string& sentence, std::size_t blanks, const Style& style);

}  // namespace linnet
