// Suppressions files, in the syntax of ThreadSanitizer: a line `race:NAME` for each kind of race that is
// intended.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/naming/symbols.hpp"
#include "protocol/execution_ending.hpp"
#include "verdict/suppression.hpp"

namespace linnet {

struct SuppressionsFile {
  std::vector<Suppression> races;
  std::vector<std::string> ignored;  // lines of kinds that mean nothing here, in words
};

// Throws InputError if the file cannot be read, or if a line is wrong.
SuppressionsFile read_suppressions(const std::string& file);
// The same for a text; messages call it `name`.
SuppressionsFile parse_suppressions(std::string_view text, const std::string& name);

// Whether a part of the name matches the pattern: * is any text, ^ the beginning and $ the end of the name.
bool matches_pattern(std::string_view pattern, std::string_view name);

// Finds the suppression that matches a race.
class RaceSuppressions {
 public:
  explicit RaceSuppressions(std::vector<LoadedModule> modules) : symbols_(std::move(modules)) {}

  // The first suppression that names a function, a file or a module (program or library) where one of the two
  // accesses was made, or from which it was called, or the variable that was accessed.
  std::optional<std::size_t> find(const runtime::DataRace& race, const std::vector<Suppression>& all) const;

 private:
  struct Names {
    std::vector<std::string> top, others;
  };
  Names names_of(const runtime::DataRace& race) const;

  Symbols symbols_;
};

}  // namespace linnet
