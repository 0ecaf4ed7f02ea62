// Reads up to the line, then looks for the word where it is not part of a longer one.
#include "history/model/locate.hpp"

#include <cctype>
#include <filesystem>

#include "history/formats/input.hpp"

namespace linnet {

namespace {

bool part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

std::size_t find_word(std::string_view line, std::string_view word, std::size_t from) {
  const bool wordlike = !word.empty() && part_of_word(word.front());
  for (std::size_t at = line.find(word, from); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool cut_before = at > 0 && part_of_word(line[at - 1]);
    const bool cut_after = end < line.size() && part_of_word(line[end]);
    if (!wordlike || (!cut_before && !cut_after)) return at;
  }
  return line.npos;
}

std::size_t column_of(std::string_view line, std::string_view word, std::string_view within) {
  const std::size_t outer = find_word(line, word, 0);
  if (outer == line.npos) return 0;
  const std::size_t inner = within.empty() ? line.npos : find_word(line, within, outer + word.size());
  return (inner == line.npos ? outer : inner) + 1;
}

}  // namespace

Place locate(const std::string& source, std::uint64_t line, std::string_view word, std::string_view within) {
  Place place{source, line, 0};
  std::error_code none;
  if (line == 0 || !std::filesystem::is_regular_file(source, none)) return place;
  try {
    Input input = Input::open(source);
    LineScanner lines(input);
    std::string_view text;
    while (lines.number() < line) {
      if (!lines.next(text)) return place;
    }
    place.column = column_of(text, word, within);
  } catch (const InputError&) {
    // It could be read a moment ago. The message we are asked for is the one that matters.
  }
  return place;
}

}  // namespace linnet
