// How relaxed recorded histories are, for authors of relaxed structures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "verdict/finding.hpp"

namespace linnet {

struct RelaxationMeasure {
  // The smallest factor, of one group of all methods, with which all histories pass.
  std::optional<std::uint32_t> smallest_factor;
  // If there is none: true if no factor suffices, false if a limit was reached first.
  bool none = false;
  std::string reason;  // of the limit

  // With that factor: the number of operations at each distance from their place (positive: later than they
  // happened), by method and in all, and the number of removed elements by how many others overtook them.
  using Distribution = std::map<std::int64_t, std::size_t>;
  std::map<std::string, Distribution> displacement;
  Distribution overtaken;
};

// The measure of one history file.
struct MeasuredHistory : Finding {
  RelaxationMeasure measure;

  ExitStatus status() const {
    if (measure.none) return ExitStatus::violation;
    return measure.smallest_factor ? ExitStatus::pass : ExitStatus::unknown;
  }
};

}  // namespace linnet
