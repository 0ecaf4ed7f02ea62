// Implements the lines of reports.
#include "report/text/lines.hpp"

#include <algorithm>

#include "report/text/canvas.hpp"

namespace linnet {

namespace {

bool is_narrow(const Style& style) {
  return style.width < 100;
}

}  // namespace

std::string verdict_mark(ExitStatus status, const Style& style) {
  switch (status) {
    case ExitStatus::pass: return style.green("✔ pass     ");
    case ExitStatus::violation: return style.red("✘ violation");
    case ExitStatus::unknown: return style.yellow("? unknown  ");
    case ExitStatus::bad_input: break;
  }
  return "";
}

std::string headline(ExitStatus status, const std::string& subject, const std::string& covered,
                     const Style& style) {
  constexpr std::size_t kMark = 11, kBetween = 2;
  const std::string begin = verdict_mark(status, style) + "  " + style.bold(subject);
  const bool fits = kMark + kBetween + columns(subject) + kBetween + columns(covered) <= style.width;
  if (fits || !is_narrow(style)) return begin + "  " + style.faint(covered) + "\n";
  return begin + "\n" + style.faint(paragraph(covered, kBetween, style));
}

std::string paragraph(const std::string& sentence, std::size_t blanks, const Style& style) {
  if (!is_narrow(style)) return std::string(blanks, ' ') + sentence + "\n";
  blanks += std::min(sentence.find_first_not_of(' '), sentence.size());
  const std::size_t room = std::max<std::size_t>(style.width, 2 * blanks) - blanks;
  std::string text;
  for (const std::string& line : lines_of(sentence, room)) text += std::string(blanks, ' ') + line + "\n";
  return text;
}

}  // namespace linnet
