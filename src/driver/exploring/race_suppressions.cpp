// Parses the lines of a suppressions file, matches patterns with names, and collects the names that a race
// has.
#include "driver/exploring/race_suppressions.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == line.npos) return "";
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

// Kinds of ThreadSanitizer's reports, and why lines of these kinds change nothing here.
constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
    {"deadlock",
     "locks in another order are no failure here, and a deadlock that happens is none to suppress"},
    {"thread", "threads that are not joined are no failure here"},
    {"mutex", "misuse of a lock is not suppressed"},
    {"signal", "signal handlers are not looked at"},
    {"called_from_lib", "what libraries call is seen in any case"}};

void parse_line(std::string_view line, const Place& place, SuppressionsFile& result) {
  const std::size_t colon = line.find(':');
  const std::string_view kind = line.substr(0, colon);
  const std::string_view pattern = colon == line.npos ? "" : line.substr(colon + 1);
  const bool top_only = kind == "race_top";
  const auto other = std::ranges::find(kOthers, kind, &std::pair<std::string_view, std::string_view>::first);
  if (colon == line.npos || (!top_only && kind != "race" && other == std::end(kOthers)))
    throw InputError(
        fmt::format("{}: expected race:NAME, race_top:NAME or a comment that begins with #, found {}",
                    place.to_string(), line));
  if (pattern.empty() || pattern.find_first_not_of("^$*") == pattern.npos)
    throw InputError(fmt::format("{}: expected a part of a name behind {}:", place.to_string(), kind));
  if (other != std::end(kOthers)) {
    result.ignored.push_back(fmt::format("{}: {} is ignored: {}", place.to_string(), line, other->second));
  } else {
    result.races.push_back({top_only, std::string(pattern), place.line});
  }
}

std::vector<std::string_view> pieces_of(std::string_view pattern) {
  std::vector<std::string_view> pieces;
  for (std::size_t star; (star = pattern.find('*')) != pattern.npos; pattern.remove_prefix(star + 1))
    pieces.push_back(pattern.substr(0, star));
  pieces.push_back(pattern);
  return pieces;
}

}  // namespace

SuppressionsFile parse_suppressions(std::string_view text, const std::string& name) {
  SuppressionsFile result;
  for (Place place{name, 1, 0}; !text.empty(); ++place.line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty() && line.front() != '#') parse_line(line, place, result);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

SuppressionsFile read_suppressions(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) throw InputError(file + ": cannot be read");
  return parse_suppressions(text, file);
}

bool matches_pattern(std::string_view pattern, std::string_view name) {
  const bool from_start = pattern.starts_with('^');
  if (from_start) pattern.remove_prefix(1);
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  std::vector<std::string_view> pieces = pieces_of(pattern);
  if (!from_start) pieces.insert(pieces.begin(), "");
  if (!to_end) pieces.emplace_back("");
  if (pieces.size() == 1) return name == pieces.front();
  if (!name.starts_with(pieces.front())) return false;
  name.remove_prefix(pieces.front().size());
  if (!name.ends_with(pieces.back())) return false;
  name.remove_suffix(pieces.back().size());
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) {
    const std::size_t at = name.find(pieces[i]);
    if (at == name.npos) return false;
    name.remove_prefix(at + pieces[i].size());
  }
  return true;
}

RaceSuppressions::Names RaceSuppressions::names_of(const runtime::DataRace& race) const {
  Names names;
  for (const runtime::RacingAccess* access : {&race.earlier, &race.later}) {
    bool is_top = true;
    for (const CodePlace& place : symbols_.places(access->where)) {
      std::vector<std::string>& to = std::exchange(is_top, false) ? names.top : names.others;
      to.insert(to.end(), {place.function, place.file});
    }
    for (const std::uint64_t pc : access->where) names.others.push_back(symbols_.module(pc));
    names.others.push_back(symbols_.data(access->access.address, 1));
  }
  return names;
}

std::optional<std::size_t> RaceSuppressions::find(const runtime::DataRace& race,
                                                  const std::vector<Suppression>& all) const {
  const Names names = names_of(race);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto matches = [&](const std::string& name) {
      return !name.empty() && matches_pattern(all[i].pattern, name);
    };
    if (std::ranges::any_of(names.top, matches) ||
        (!all[i].top_only && std::ranges::any_of(names.others, matches)))
      return i;
  }
  return std::nullopt;
}

}  // namespace linnet
