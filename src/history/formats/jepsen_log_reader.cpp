// Reads Jepsen's text log: lines with process, type, function and value between tabs. Other lines are skipped.
//
//   INFO  jepsen.util - 0	:invoke	:read	nil
//   INFO  jepsen.util - 0	:ok	:read	3
#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "history/formats/edn.hpp"
#include "history/formats/format.hpp"
#include "history/formats/jepsen_events.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

// process, type, function, value
using Fields = std::array<std::string_view, 4>;

constexpr std::string_view kBlanks = " \t";

// The separators are tabs, or spaces if an editor replaced them.
std::optional<Fields> split(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    const std::string_view type = line.substr(at, line.find_first_of(kBlanks, at) - at);
    if (!find_jepsen_type(type.substr(1))) continue;
    const std::size_t before = line.substr(0, at).find_last_not_of(kBlanks);
    const std::size_t f = line.find_first_not_of(kBlanks, at + type.size());
    if (before == std::string_view::npos || before + 1 == at || f == std::string_view::npos || line[f] != ':')
      continue;
    const std::size_t process = line.substr(0, before + 1).find_last_of(kBlanks) + 1;
    const std::size_t f_end = std::min(line.find_first_of(kBlanks, f), line.size());
    const std::size_t value = std::min(line.find_first_not_of(kBlanks, f_end), line.size());
    return Fields{line.substr(process, before + 1 - process), type, line.substr(f, f_end - f),
                  line.substr(value)};
  }
  return std::nullopt;
}

Value parse_value(std::string_view text) {
  EdnCursor cursor(text, true);
  if (!cursor.find_form()) cursor.fail("a value");
  return cursor.value();
}

History read_jepsen_log(Input& input, const ReadOptions& options) {
  HistoryBuilder builder(input.name());
  JepsenEvents events(builder, options);
  LineScanner lines(input);
  std::string_view line;
  while (lines.next(line)) {
    const auto fields = split(line);
    if (!fields || fields->at(0).starts_with(':')) continue;  // :nemesis
    const auto fail = [&](std::string_view field, std::size_t offset, const std::string& what) {
      const auto column = static_cast<std::size_t>(field.data() - line.data()) + offset + 1;
      throw InputError(Place{input.name(), lines.number(), column}, what);
    };
    if (const std::size_t bad = find_bad_utf8(line); bad != line.size()) {
      fail(line, bad, describe_bad_utf8(line[bad]));
    }
    JepsenEvent event;
    event.type = *find_jepsen_type(fields->at(1).substr(1));
    event.f = fields->at(2).substr(1);
    for (const auto& [field, value] :
         {std::pair(fields->at(0), &event.process), {fields->at(3), &event.value}}) {
      try {
        *value = parse_value(field);
      } catch (const EdnFault& fault) {
        fail(field, fault.offset, fault.what);
      }
    }
    if (!event.process.is_integer() && !event.process.is_text()) {
      fail(fields->at(0), 0,
           "found " + event.process.to_json() + ", expected the number or name of a process");
    }
    events.apply(event, lines.number());
  }
  if (builder.size() == 0) {
    throw InputError(Place{input.name(), 0, 0},
                     "found no line like \"... - 0<tab>:invoke<tab>:read<tab>nil\"");
  }
  events.describe();
  return builder.finish(options.ties);
}

bool looks_like_jepsen_log(std::string_view head) {
  while (!head.empty()) {
    const std::size_t newline = head.find('\n');
    if (split(head.substr(0, newline))) return true;
    head.remove_prefix(newline == std::string_view::npos ? head.size() : newline + 1);
  }
  return false;
}

}  // namespace

constinit const Format kJepsenLogFormat = {
    .name = "jepsen-log",
    .summary = "Jepsen's text log: process, :type, :f and value between tabs",
    .recognises = looks_like_jepsen_log,
    .read = read_jepsen_log,
};

}  // namespace linnet
