// How much the operations of single methods see, as required or as inferred.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named.hpp"
#include "verdict/finding.hpp"

namespace linnet {

enum class Strength : std::uint8_t {
  linearized,       // everything linearized before it
  happened_before,  // everything that happened before it
  causal,           // its own thread's operations, and everything that the operations it sees have seen
  own_thread,       // its own thread's operations
  anything,         // nothing in particular
};
// Each comes before all that it implies.
inline constexpr std::array kStrengths = {Strength::linearized, Strength::happened_before, Strength::causal,
                                          Strength::own_thread, Strength::anything};

inline constexpr Named<Strength> kStrengthNames[] = {
    {Strength::linearized, "lin", "sees everything linearized before it"},
    {Strength::happened_before, "hb", "sees everything that happened before it"},
    {Strength::causal, "causal", "sees its own thread's, and what those it sees have seen"},
    {Strength::own_thread, "po", "sees its own thread's"},
    {Strength::anything, "any", "sees nothing in particular"}};

constexpr std::string_view name_of(Strength strength) {
  return name_in(kStrengthNames, strength);
}

struct MethodStrength {
  std::string method;
  Strength strength = Strength::linearized;

  bool operator==(const MethodStrength&) const = default;
};
using Strengths = std::vector<MethodStrength>;

// The strengths that a set of histories keeps.
struct InferredStrengths {
  // For each method, with all others as strong as possible: the strongest strengths that it keeps. There are
  // several if none implies another; none if another method is too weak for that.
  struct Alone {
    std::string method;
    std::vector<Strength> strongest;
  };
  std::vector<Alone> alone;
  // Every assignment of strengths to all methods that the histories keep, and that cannot be made stronger.
  std::vector<Strengths> maximal;
  // If there is none: the history with a result that nothing explains.
  std::optional<std::size_t> unexplained;
  std::string reason;  // the limit that was reached first, if any: then there may be more
};

// The inference from some history files.
struct InferredMethods : Finding {
  std::vector<std::string> sources;  // as the user named them
  std::string given;                 // the model and the strengths that hold in every answer; empty if none
  InferredStrengths strengths;

  ExitStatus status() const {
    if (!strengths.reason.empty()) return ExitStatus::unknown;
    return strengths.maximal.empty() ? ExitStatus::violation : ExitStatus::pass;
  }
};

}  // namespace linnet
