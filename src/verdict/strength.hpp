// How much the operations of single methods see, asked for or found out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linnet {

enum class Strength : std::uint8_t {
  linearized,       // everything linearized before it
  happened_before,  // everything that happened before it
  causal,           // its own thread's operations, and whatever those it sees have seen
  own_thread,       // its own thread's operations
  anything,         // nothing in particular
};
// Each before all that it implies.
inline constexpr std::array kStrengths = {Strength::linearized, Strength::happened_before, Strength::causal,
                                          Strength::own_thread, Strength::anything};

constexpr std::string_view name_of(Strength strength) {
  switch (strength) {
    case Strength::linearized: return "lin";
    case Strength::happened_before: return "hb";
    case Strength::causal: return "causal";
    case Strength::own_thread: return "po";
    case Strength::anything: return "any";
  }
  return "";
}

struct MethodStrength {
  std::string method;
  Strength strength = Strength::linearized;

  bool operator==(const MethodStrength&) const = default;
};
using Strengths = std::vector<MethodStrength>;

// The strengths that a set of histories keeps.
struct InferredStrengths {
  // Of each method, with all others as strong as they can be: the strongest that it keeps. Several where none implies
  // another; none where it is another method that is too weak for that.
  struct Alone {
    std::string method;
    std::vector<Strength> strongest;
  };
  std::vector<Alone> alone;
  // Every assignment of strengths to all methods that the histories keep, and of which nothing can be made stronger.
  std::vector<Strengths> maximal;
  // If there is none: the history with a result that nothing explains.
  std::optional<std::size_t> unexplained;
  std::string reason;  // of a limit that was reached first: then there may be more
};

// What was found about some history files.
struct InferenceReport {
  std::vector<std::string> sources;  // as the user named them
  std::string spec;
  std::string given;  // the model and the strengths that hold in every answer; empty if none
  std::size_t operations = 0;
  double seconds = 0;
  InferredStrengths strengths;
};

}  // namespace linnet
