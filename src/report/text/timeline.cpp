// Chooses what to show and in which form, and draws it.
#include "report/text/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "history/model/history.hpp"
#include "report/page/word_edges.hpp"
#include "report/text/canvas.hpp"
#include "report/text/timeline_layout.hpp"

namespace linnet {

namespace {

using Indices = std::vector<OperationIndex>;

constexpr std::size_t kTimelineIndent = 2;
constexpr std::size_t kMostInLanes = 24;  // operations
constexpr std::size_t kMostLanes = 16;
constexpr std::size_t kMostRows = 30;
constexpr std::size_t kRoomy = 6, kTight = 4;  // columns around a label: "├─ x ─┤", "├ x ┤"

struct Pen {
  std::string_view left, line, right, dots;
};

class Drawing {
 public:
  Drawing(const History& history, const Explanation& explanation, const Style& style)
      : h_(history), e_(explanation), style_(style) {}

  std::string draw() const {
    if (h_.order) return table(last_of(e_.core));
    for (const Indices& shown : {e_.prefix, core_and_neighbours(), e_.core}) {
      if (shown.size() > kMostInLanes) continue;
      if (const auto picture = lanes(shown)) return *picture + legend(shown) + left_out(shown);
    }
    return table(last_of(e_.core));
  }

 private:
  bool in_core(OperationIndex i) const { return std::ranges::binary_search(e_.core, i); }
  Emphasis emphasis(OperationIndex i) const {
    if (e_.culprit == i) return Emphasis::alarm;
    return in_core(i) ? Emphasis::strong : Emphasis::faint;
  }
  Pen pen(OperationIndex i) const {
    if (e_.culprit == i) return style_.unicode ? Pen{"╠", "═", "╣", "┄"} : Pen{"[", "#", "]", "."};
    if (in_core(i)) return style_.unicode ? Pen{"┣", "━", "┫", "┄"} : Pen{"[", "=", "]", "."};
    return style_.unicode ? Pen{"├", "─", "┤", "┄"} : Pen{"|", "-", "|", "."};
  }

  std::string_view cross() const { return style_.unicode ? "╳" : "x"; }

  std::string thread_name(ThreadId thread) const {
    const Value label = h_.words->threads[thread.value];
    return label.is_text() ? std::string(label.as_text()) : "thread " + label.to_json();
  }

  // The core, and the operations that overlapped the one that cannot be placed.
  Indices core_and_neighbours() const {
    Indices shown;
    for (const OperationIndex i : e_.prefix) {
      const bool overlaps = e_.culprit && !h_.precedes(i, *e_.culprit) && !h_.precedes(*e_.culprit, i);
      if (in_core(i) || overlaps) shown.push_back(i);
    }
    return shown;
  }

  static Indices last_of(const Indices& all) {
    return all.size() <= kMostRows ? all : Indices(all.end() - kMostRows, all.end());
  }

  std::optional<std::string> lanes(const Indices& shown) const {
    std::vector<ThreadId> threads;
    for (const OperationIndex i : shown) threads.push_back(h_.operations[i].thread);
    std::ranges::sort(threads);
    threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
    if (threads.size() > kMostLanes) return std::nullopt;
    std::size_t margin = 0;
    for (const ThreadId thread : threads) margin = std::max(margin, columns(thread_name(thread)) + 2);

    std::vector<std::string> labels;
    for (const OperationIndex i : shown) labels.push_back(label_of(h_, e_, i, style_));
    for (const std::size_t padding : {kRoomy, kTight}) {
      TimelineLayout layout = lay_out(h_, e_, shown, labels, padding);
      if (kTimelineIndent + margin + layout.width > style_.width) continue;
      Canvas canvas;
      for (std::size_t row = 0; row < threads.size(); ++row)
        canvas.put(row, 0, thread_name(threads[row]), Emphasis::plain);
      for (Bar& bar : layout.bars) {
        const auto lane = std::ranges::lower_bound(threads, h_.operations[bar.operation].thread);
        bar.row = static_cast<std::size_t>(lane - threads.begin());
        draw_bar(canvas, bar, margin);
      }
      return canvas.render(style_, kTimelineIndent);
    }
    return std::nullopt;
  }

  void draw_bar(Canvas& canvas, const Bar& bar, std::size_t margin) const {
    const Pen with = pen(bar.operation);
    const Emphasis look = emphasis(bar.operation);
    const std::size_t from = margin + bar.from, to = margin + bar.to;
    canvas.fill(bar.row, from, to - from + 1, bar.open ? with.dots : with.line, look);
    canvas.put(bar.row, from, with.left, look);
    if (!bar.open) canvas.put(bar.row, to, bar.cut ? cross() : with.right, look);
    if (bar.label.empty()) return;
    const bool roomy = to - from + 1 >= columns(bar.label) + kRoomy;
    if (roomy) canvas.put(bar.row, from + 1, with.line, look);
    canvas.put(bar.row, from + (roomy ? 2 : 1), " " + bar.label + " ", look);
  }

  std::string legend(const Indices& shown) const {
    const auto any = [&](auto condition) { return std::ranges::any_of(shown, condition); };
    const std::string indent(kTimelineIndent, ' ');
    std::string text, line;
    const auto end_line = [&] {
      if (!line.empty()) text += indent + emphasized(line, Emphasis::faint, style_) + "\n";
      line.clear();
    };
    const auto add = [&](std::string_view glyph, std::string_view meaning) {
      if (kTimelineIndent + columns(line) + 5 + meaning.size() > style_.width) end_line();
      line += fmt::format("{}{} {}", line.empty() ? "" : "   ", glyph, meaning);
    };
    const auto plain_core = [&](OperationIndex i) { return in_core(i) && e_.culprit != i; };
    if (any(plain_core)) add(style_.unicode ? "━" : "=", "the core: a violation by itself");
    if (e_.culprit) add(style_.unicode ? "═" : "#", "cannot be placed");
    if (any([&](OperationIndex i) { return !in_core(i); })) add(style_.unicode ? "─" : "-", "not involved");
    const auto cut = [&](OperationIndex i) { return is_cut_off(h_, e_, i); };
    if (any(cut)) add(cross(), "cut off by a crash");
    if (any([&](OperationIndex i) { return is_open(h_, e_, i) && !cut(i); }))
      add(style_.unicode ? "┄" : ".", "had not returned");
    end_line();
    return "\n" + text;
  }

  std::string left_out(const Indices& shown) const {
    const std::size_t hidden = e_.prefix.size() - shown.size();
    if (hidden == 0) return "";
    const auto hidden_core = std::ranges::count_if(
        e_.core, [&](OperationIndex i) { return !std::ranges::binary_search(shown, i); });
    std::string text = fmt::format("{} more operation{} up to here {} not shown", hidden,
                                   hidden == 1 ? "" : "s", hidden == 1 ? "is" : "are");
    if (hidden_core > 0) text += fmt::format(", {} of them part of the violation", hidden_core);
    const std::string dots = style_.unicode ? "… " : "... ";
    return std::string(kTimelineIndent, ' ') + emphasized(dots + text, Emphasis::faint, style_) + "\n";
  }

  // One line per operation: a number, its mark, thread, what it did, and when.
  std::string table(const Indices& shown) const {
    std::size_t names = 0, labels = 0;
    for (const OperationIndex i : shown) {
      names = std::max(names, columns(thread_name(h_.operations[i].thread)));
      labels = std::max(labels, columns(label_of(h_, e_, i, style_)));
    }
    const std::size_t number = 2, name = number + 4, label = name + names + 2, when = label + labels + 2;
    Canvas canvas;
    for (std::size_t row = 0; row < shown.size(); ++row) {
      const OperationIndex i = shown[row];
      canvas.put(row, 0, e_.culprit == i ? "!" : in_core(i) ? "*" : " ", emphasis(i));
      canvas.put(row, number, fmt::format("{:2}", row + 1), Emphasis::faint);
      canvas.put(row, name, thread_name(h_.operations[i].thread), Emphasis::plain);
      canvas.put(row, label, label_of(h_, e_, i, style_), emphasis(i));
    }
    if (h_.order) {
      for (std::size_t row = 0; row < shown.size(); ++row)
        canvas.put(row, when, predecessors(shown, row), Emphasis::plain);
    } else if (!draw_row_bars(canvas, shown, when)) {
      for (std::size_t row = 0; row < shown.size(); ++row)
        canvas.put(row, when, ranks(shown[row]), Emphasis::plain);
    }
    const std::string marks =
        std::string("* the core: a violation by itself") + (e_.culprit ? "   ! cannot be placed" : "");
    return canvas.render(style_, kTimelineIndent) + "\n" + std::string(kTimelineIndent, ' ') +
           emphasized(marks, Emphasis::faint, style_) + "\n" + left_out(shown);
  }

  bool draw_row_bars(Canvas& canvas, const Indices& shown, std::size_t margin) const {
    TimelineLayout layout = lay_out(h_, e_, shown, std::vector<std::string>(shown.size()), 2);
    if (kTimelineIndent + margin + layout.width > style_.width) return false;
    for (std::size_t row = 0; row < layout.bars.size(); ++row) {
      layout.bars[row].row = row;
      draw_bar(canvas, layout.bars[row], margin);
    }
    return true;
  }

  std::string ranks(OperationIndex i) const {
    const Operation& op = h_.operations[i];
    if (is_cut_off(h_, e_, i)) return fmt::format("from {}, cut off at {}", op.call, cut_off_at(h_, op));
    if (is_open(h_, e_, i)) return spelled(fmt::format("from {} …", op.call), style_);
    return fmt::format("from {} to {}", op.call, op.ret);
  }

  // "after 1, 3": the rows that directly precede this one.
  std::string predecessors(const Indices& shown, std::size_t row) const {
    std::string text;
    for (std::size_t a = 0; a < shown.size(); ++a) {
      if (precedes_directly(h_, shown[a], shown[row], shown))
        text += fmt::format("{}{}", text.empty() ? "after " : ", ", a + 1);
    }
    return text;
  }

  const History& h_;
  const Explanation& e_;
  const Style& style_;
};

}  // namespace

std::string timeline(const History& history, const Explanation& explanation, const Style& style) {
  return Drawing(history, explanation, style).draw();
}

}  // namespace linnet
