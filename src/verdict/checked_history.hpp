// Everything that is known about one checked history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "history/model/history.hpp"
#include "verdict/explanation.hpp"
#include "verdict/finding.hpp"
#include "verdict/quasi_witness.hpp"

namespace linnet {

// The states of a specification along an order of operations, in words.
struct StatesAlong {
  std::string initial;
  std::vector<std::string> after;  // by position in the order: the state of that operation's object
};

struct CheckedHistory : Finding {
  std::string model;  // for criterion weak: the name or the axioms of the request; for quasi: the factors
  History history;    // resolved against the specification; empty if it was too long to be kept
  Verdict verdict;
  std::optional<Explanation> explanation;  // for a violation
  std::optional<QuasiEvidence> quasi;      // for criterion quasi
  std::optional<StatesAlong> states;       // along the witness, if the specification allows it as it is
  std::vector<std::optional<StatesAlong>> quasi_states;  // along each witness of `quasi`
  std::vector<std::string> warnings;                     // what the user may not have meant

  std::vector<std::string> algorithms;  // those that decided, each once
  std::vector<std::string> notes;       // about how it was decided
  // Under a memory model: the client that shows the violation has the first return before it calls the second.
  std::vector<std::pair<OperationIndex, OperationIndex>> client;
  std::size_t parts = 1;             // objects and keys that were decided separately
  std::uint64_t configurations = 0;  // that searches went through; 0 if no search was needed
  double read_seconds = 0;
  double check_seconds = 0;

  ExitStatus status() const { return status_of(verdict); }
};

}  // namespace linnet
