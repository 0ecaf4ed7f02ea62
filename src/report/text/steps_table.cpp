// Finds the widths of columns, then writes line by line.
#include "report/text/steps_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "report/text/canvas.hpp"
#include "report/text/lines.hpp"

namespace linnet {

namespace {

constexpr std::size_t kMargin = 2;
constexpr std::size_t kLeastColumn = 22;  // narrower ones cannot be read

std::string describe(const NamedAccess& access) {
  if (access.before.empty() && access.after.empty()) return access.object;
  if (access.writes) {
    return fmt::format("{}: {} → {}", access.object, access.before,
                       access.after.empty() ? "?" : access.after);
  }
  return fmt::format("{} = {}", access.object, access.after.empty() ? access.before : access.after);
}

// "compare-exchanges top: 0 → &A"
std::string describe(const NamedStep& step) {
  std::string text = step.verb;
  if (text == "compare-exchanges" && !step.accesses.empty() && !step.accesses.front().writes) {
    text = "fails to exchange";
  }
  const bool locks = text.find("lock") != text.npos;
  for (std::size_t i = 0; i < step.accesses.size(); ++i) {
    const NamedAccess& access = step.accesses[i];
    if (!text.empty()) text += i == 0 ? " " : ", ";
    text += locks ? access.object : describe(access);
    if (locks) break;
  }
  if (step.repeats > 1) text += fmt::format("  × {}", step.repeats);
  if (step.races) text += "  ← race";
  return text;
}

// Whether the access read a value older than the last one written, as memory models allow.
bool is_stale(const NamedAccess& access) {
  return !access.writes && !access.before.empty() && !access.after.empty() && access.before != access.after;
}

// The last step before this one that wrote what was in memory then. Nothing if the step saw that, and writes after it.
std::optional<std::size_t> missed_by(const std::vector<NamedStep>& steps, std::size_t index) {
  if (steps[index].accesses.empty()) return std::nullopt;
  const NamedAccess& access = steps[index].accesses.front();
  if (!is_stale(access) && !steps[index].early) return std::nullopt;
  while (index-- > 0) {
    for (const NamedAccess& write : steps[index].accesses) {
      if (write.writes && write.object == access.object && write.after == access.before &&
          !steps[index].early)
        return index;
    }
  }
  return std::nullopt;
}

// Where the user's code takes the step.
std::string line_of(const NamedStep& step) {
  const CodePlace* const place = own_place(step.where);
  return place == nullptr ? "" : line_of(*place);
}

// What would have ordered the write before the read: the thread of the read saw something that the other one wrote after it.
std::string remedy(const std::vector<NamedStep>& steps, std::size_t missed, std::size_t index) {
  for (std::size_t i = index; i-- > missed;) {
    if (steps[i].thread != steps[index].thread || steps[i].saw.value_or(-1) < 0) continue;
    const auto seen = static_cast<std::size_t>(*steps[i].saw);
    if (seen < missed || steps[seen].thread != steps[missed].thread) continue;
    return fmt::format(" A release store at {} and an acquire load at {} would.", line_of(steps[seen]),
                       line_of(steps[i]));
  }
  return " --suggest-orders looks for what would.";
}

// What a note means, for the first one of each kind.
std::string meaning_of(const std::string& note, const std::vector<NamedStep>& steps, std::size_t missed,
                       std::size_t index) {
  const NamedAccess& access = steps[index].accesses.front();
  if (steps[index].early)
    return fmt::format(
        "{}: thread {} had written {}, but nothing orders that before this store, which comes earlier in the "
        "order of all stores to {}.{}",
        note, steps[missed].thread, access.before, access.object, remedy(steps, missed, index));
  return fmt::format("{}: thread {} had written {}, but nothing orders that before this read.{}", note,
                     steps[missed].thread, access.before, remedy(steps, missed, index));
}

struct Row {
  std::size_t column;
  std::string what;
  std::string function, line;
  std::size_t left_out = 0;  // steps before this one

  std::string place(bool with_function) const {
    if (!with_function || function.empty()) return line.empty() ? function : line;
    return line.empty() ? function : function + "  " + line;
  }
};

class Table {
 public:
  Table(const std::vector<NamedStep>& steps, const Style& style, bool under_model, std::size_t most_steps)
      : style_(style) {
    for (const NamedStep& step : steps) column_.emplace(step.thread, 0);
    std::size_t next = 0;
    for (auto& [thread, at] : column_) at = next++;
    const std::size_t first = most_steps / 4, last = most_steps - first;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool is_shown =
          steps.size() <= most_steps || i < first || i + last >= steps.size() || steps[i].races;
      if (is_shown) add_row(steps, i, under_model, left_out);
      left_out = is_shown ? 0 : left_out + 1;
    }
    find_widths();
  }

  std::string text() const {
    if (rows_.empty()) return "";
    std::string text = has_columns_ ? heading() : "";
    std::size_t last = column_.size();
    for (const Row& row : rows_) {
      if (row.left_out > 0) {
        const std::string_view noun = row.left_out == 1 ? "step is" : "steps are";
        const std::string note =
            fmt::format("{} {} left out here. The replay shows all.", row.left_out, noun);
        text += "\n" + paragraph(note, kMargin, style_) + "\n";
        last = column_.size();
      }
      if (has_columns_ && last != column_.size() && last != row.column) text += switched(last, row.column);
      text += has_columns_ ? in_columns(row) : named(row);
      last = row.column;
    }
    for (const std::string* legend : {&legend_, &legend_of_stores_}) {
      if (!legend->empty()) text += "\n  " + spelled(*legend, style_) + "\n";
    }
    return text;
  }

 private:
  void add_row(const std::vector<NamedStep>& steps, std::size_t i, bool under_model, std::size_t left_out) {
    const NamedStep& step = steps[i];
    const CodePlace* place = own_place(step.where);
    const std::optional<std::size_t> missed = under_model ? missed_by(steps, i) : std::nullopt;
    std::string note;
    if (missed) {
      note = fmt::format("({} {} of thread {})", step.early ? "before" : "not", step.accesses.front().before,
                         steps[*missed].thread);
      std::string& legend = step.early ? legend_of_stores_ : legend_;
      if (legend.empty()) legend = meaning_of(note, steps, *missed, i);
    }
    rows_.push_back({column_[step.thread], spelled(describe(step) + (note.empty() ? "" : " " + note), style_),
                     place == nullptr ? "" : spelled(short_function(place->function), style_),
                     place == nullptr ? "" : line_of(*place), left_out});
  }

  std::size_t widest(const auto& text_of) const {
    std::size_t most = 0;
    for (const Row& row : rows_) most = std::max(most, columns(text_of(row)));
    return most;
  }

  bool fits(bool with_function, std::size_t least) {
    const std::size_t room = std::max<std::size_t>(style_.width, 20) - kMargin;
    with_function_ = with_function;
    place_ = widest([&](const Row& row) { return row.place(with_function); });
    width_ = place_ < room ? (room - place_) / column_.size() : 0;
    return width_ >= least;
  }

  // Function names are left out before text is wrapped, and columns are given up before they become too
  // narrow.
  void find_widths() {
    const std::size_t wanted = widest([](const Row& row) { return row.what; }) + 2;
    has_columns_ = fits(true, wanted) || fits(false, std::min(wanted, kLeastColumn));
    if (has_columns_) {
      width_ = std::min(width_, wanted);
      return;
    }
    const std::size_t room = std::max<std::size_t>(style_.width, 20) - kMargin;
    width_ = place_ + kLeastColumn < room ? room - place_ : room;
  }

  std::string thread_of(const Row& row) const {
    for (const auto& [thread, at] : column_) {
      if (at == row.column) return fmt::format("thread {}", thread);
    }
    return "";
  }

  std::string heading() const {
    std::string text(kMargin, ' ');
    for (const auto& [thread, at] : column_) {
      const std::string name = fmt::format("thread {}", thread);
      const bool is_last = at + 1 == column_.size();
      text += style_.bold(name) + std::string(is_last ? 0 : width_ - std::min(width_, columns(name)), ' ');
    }
    return text + "\n";
  }

  std::string switched(std::size_t from, std::size_t to) const {
    const auto [low, high] = std::minmax(from, to);
    std::string line = std::string(low * width_, ' ') + (to > from ? "└" : "┌") +
                       std::string((high - low) * width_ - 1, '-') + (to > from ? "┐" : "┘");
    return std::string(kMargin, ' ') + style_.faint(spelled(std::move(line), style_)) + "\n";
  }

  // The text in lines from a column on; the place follows the first line, at `place_at`.
  std::string lines(const Row& row, const std::string& what, std::size_t from, std::size_t place_at,
                    std::size_t hanging) const {
    const std::string place = shortened(row.place(with_function_), style_.width);
    std::string text;
    bool is_first = true;
    for (std::string line : lines_of(what, width_ - 2)) {
      line.insert(0, from + (is_first ? 0 : hanging), ' ');
      text += std::string(kMargin, ' ') + line;
      if (is_first && !place.empty())
        text += std::string(place_at - std::min(place_at, columns(line)), ' ') + style_.faint(place);
      text += "\n";
      is_first = false;
    }
    return text;
  }

  std::string in_columns(const Row& row) const {
    return lines(row, row.what, row.column * width_, column_.size() * width_, 0);
  }

  std::string named(const Row& row) const {
    const std::size_t room = std::max<std::size_t>(style_.width, 20) - kMargin;
    const std::string what = thread_of(row) + " " + row.what;
    if (width_ < room) return lines(row, what, 0, width_, 2);
    Row without = row;
    without.function = without.line = "";
    return lines(without, what + (row.line.empty() ? "" : ", " + row.line), 0, width_, 2);
  }

  const Style& style_;
  std::map<std::uint32_t, std::size_t> column_;  // of each thread, in order of their numbers
  std::vector<Row> rows_;
  std::size_t width_ = 0, place_ = 0;
  bool with_function_ = true, has_columns_ = true;
  std::string legend_, legend_of_stores_;  // what the first note of each kind means
};

}  // namespace

std::string steps_table(const std::vector<NamedStep>& steps, const Style& style, bool under_model,
                        std::size_t most_steps) {
  return steps.empty() ? "" : Table(steps, style, under_model, most_steps).text();
}

}  // namespace linnet
