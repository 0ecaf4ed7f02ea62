// The parts of the explanation, from top to bottom.
#include "report/text/terminal_violation.hpp"

#include <algorithm>

#include "report/text/canvas.hpp"
#include "report/text/timeline.hpp"
#include "report/text/timeline_layout.hpp"

namespace linnet {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kLeastForState = 50;   // columns, however narrow the terminal
constexpr std::size_t kLongestAttempt = 14;  // steps; only the end of longer ones is shown

std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  for (const std::string& line : lines_of(text, width)) out += line + "\n";
  return out;
}

class Story {
 public:
  Story(const History& history, const Explanation& explanation, const Style& style)
      : h_(history), e_(explanation), style_(style) {}

  std::string tell() const {
    std::string text;
    if (!e_.subject.empty()) text += spelled("In " + e_.subject + ":\n", style_);
    text += wrapped(spelled(e_.sentence, style_), style_.width) + "\n";
    text += timeline(h_, e_, style_);
    if (!e_.attempts.empty()) text += "\n" + attempt(e_.attempts.front());
    return text;
  }

 private:
  struct Line {
    std::string what, then;
    Emphasis emphasis;
  };

  std::string attempt(const Explanation::Attempt& attempt) const {
    std::vector<Line> lines = {{"initially", attempt.initial_state, Emphasis::faint}};
    const std::size_t skipped =
        attempt.placed.size() > kLongestAttempt ? attempt.placed.size() - kLongestAttempt : 0;
    if (skipped > 0) lines.push_back({"…", std::to_string(skipped) + " operations later", Emphasis::faint});
    for (std::size_t k = skipped; k < attempt.placed.size(); ++k)
      lines.push_back({label(attempt.placed[k].operation), attempt.placed[k].state, Emphasis::plain});
    for (const Explanation::Blocked& blocked : attempt.blocked)
      lines.push_back({label(blocked.operation), blocked.reason, Emphasis::alarm});

    std::size_t widest = 0;
    for (const Line& line : lines) widest = std::max(widest, columns(spelled(line.what, style_)));
    std::string text =
        e_.attempts_are_longest ? "No order gets further than this:\n" : "One order, as far as it goes:\n";
    for (const Line& line : lines) text += written(line, widest);
    return text;
  }

  std::string written(const Line& line, std::size_t widest) const {
    const bool blocked = line.emphasis == Emphasis::alarm;
    const std::string mark = !blocked ? " " : style_.unicode ? "✗" : "x";
    const std::string what = spelled(line.what, style_);
    const std::size_t left = kIndent + 2 + widest + 2;
    const std::size_t room = std::max(kLeastForState, style_.width - std::min(style_.width, left));
    return std::string(kIndent, ' ') + emphasized(mark + " " + what, line.emphasis, style_) +
           std::string(widest - columns(what) + 2, ' ') + spelled(shortened(line.then, room), style_) + "\n";
  }

  std::string label(OperationIndex i) const { return label_of(h_, e_, i, style_); }

  const History& h_;
  const Explanation& e_;
  const Style& style_;
};

}  // namespace

std::string to_text(const History& history, const Explanation& explanation, const Style& style) {
  return Story(history, explanation, style).tell();
}

}  // namespace linnet
