// Source excerpts: converts places to ranges of lines, and reads each file once.
#include "symbols/source_excerpts.hpp"

#include <fstream>
#include <map>
#include <set>
#include <string>

namespace linnet {

namespace {

constexpr unsigned kAround = 4;            // lines before and after a place
constexpr std::size_t kLongestLine = 400;  // bytes; the rest of a line is left out
constexpr unsigned kMostLines = 2000;      // of all excerpts together

bool is_of_system(const std::string& file) {
  return file.starts_with("/usr/include") || file.starts_with("/usr/lib");
}

// The line numbers that are wanted of each file.
std::map<std::string, std::set<unsigned>> wanted_lines(const std::vector<CodePlace>& places) {
  std::map<std::string, std::set<unsigned>> wanted;
  unsigned count = 0;
  for (const CodePlace& place : places) {
    if (place.file.empty() || place.line == 0 || is_of_system(place.file)) continue;
    std::set<unsigned>& lines = wanted[place.file];
    const unsigned first = place.line > kAround ? place.line - kAround : 1;
    for (unsigned line = first; line <= place.line + kAround && count < kMostLines; ++line)
      count += lines.insert(line).second ? 1 : 0;
  }
  return wanted;
}

void read_excerpts(const std::string& file, const std::set<unsigned>& wanted,
                   std::vector<SourceExcerpt>& excerpts) {
  std::ifstream source(file);
  std::string line;
  unsigned before = 0;
  for (unsigned number = 1; !wanted.empty() && number <= *wanted.rbegin() && std::getline(source, line);
       ++number) {
    if (!wanted.contains(number)) continue;
    if (before == 0 || number != before + 1) excerpts.push_back({file, number, {}});
    excerpts.back().lines.push_back(line.substr(0, kLongestLine));
    before = number;
  }
}

}  // namespace

std::vector<SourceExcerpt> excerpts_around(const std::vector<CodePlace>& places,
                                           std::filesystem::file_time_type compiled) {
  std::vector<SourceExcerpt> excerpts;
  for (const auto& [file, lines] : wanted_lines(places)) {
    std::error_code error;
    const auto changed = std::filesystem::last_write_time(file, error);
    if (!error && changed <= compiled) read_excerpts(file, lines, excerpts);
  }
  return excerpts;
}

}  // namespace linnet
