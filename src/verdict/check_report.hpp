// Everything that is known about one checked history: what reporters turn into text, JSON and pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/model/history.hpp"
#include "verdict/explanation.hpp"
#include "verdict/quasi_witness.hpp"
#include "verdict/states_along.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

struct CheckReport {
  std::string source;  // the file, as the user named it
  std::string criterion;
  std::string model;  // of criterion weak: the name or the axioms that were asked for; of quasi: the factors
  std::string spec;
  History history;           // resolved against the specification
  std::size_t not_kept = 0;  // operations that are not in the history: it was too long to be kept
  Verdict verdict;
  std::optional<Explanation> explanation;  // of a violation
  std::optional<QuasiEvidence> quasi;      // of criterion quasi
  std::optional<StatesAlong> states;  // of the witness, if it is one that the specification allows as it is
  std::vector<std::optional<StatesAlong>> quasi_states;  // of the permutation of each of the witnesses there
  std::vector<std::string> warnings;                     // what the user may not have meant

  std::vector<std::string> algorithms;  // that decided, each once
  std::vector<std::string> notes;       // about how it was decided
  std::size_t parts = 1;                // objects and keys that were decided separately
  std::uint64_t configurations = 0;     // that searches went through; 0 if no search was needed
  double read_seconds = 0;
  double check_seconds = 0;
  double explain_seconds = 0;

  std::size_t operations() const { return history.size() + not_kept; }
};

// The contract's names and exit statuses.
enum class ExitStatus : int { pass = 0, violation = 1, bad_input = 2, unknown = 3 };

inline ExitStatus status_of(const Verdict& verdict) {
  return passed(verdict) ? ExitStatus::pass : violated(verdict) ? ExitStatus::violation : ExitStatus::unknown;
}
inline std::string_view name_of(ExitStatus status) {
  switch (status) {
    case ExitStatus::pass: return "pass";
    case ExitStatus::violation: return "violation";
    case ExitStatus::bad_input: return "bad input";
    case ExitStatus::unknown: return "unknown";
  }
  return "";
}
// Of several inputs the worst counts: bad input, then violation, then unknown, then pass.
inline ExitStatus worse(ExitStatus a, ExitStatus b) {
  const auto badness = [](ExitStatus s) {
    switch (s) {
      case ExitStatus::pass: return 0;
      case ExitStatus::unknown: return 1;
      case ExitStatus::violation: return 2;
      case ExitStatus::bad_input: return 3;
    }
    return 3;
  };
  return badness(a) < badness(b) ? b : a;
}

}  // namespace linnet
