// How far an exploration has come, as text from which another process can continue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/not_covered.hpp"
#include "protocol/runtime_options.hpp"
#include "schedule/schedule.hpp"
#include "verdict/checked_history.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// A failure as it was found: not yet confirmed.
struct FoundFailure {
  EndingKind kind{};
  std::uint64_t place = 0;
  Schedule schedule;
  std::uint64_t count = 1;
  std::uint64_t number = 0;  // of the first execution that failed
  bool shortest = false;     // no schedule with fewer preemptions fails
  // Not kept in the file:
  std::optional<CheckedHistory> history;
  std::optional<Failure> failure;  // in words, if it cannot be replayed
};

struct ExplorationCheckpoint {
  std::string turns;                   // whose turn is next
  std::vector<std::string> positions;  // of the strategies
  std::vector<Stage> stages;           // how far each came
  std::vector<FoundFailure> found;
  std::vector<CodeOffset> racy_places;  // that the positions are ones with
  runtime::Cuts cuts;                   // likewise
  runtime::NotCovered not_covered;
  double seconds = 0, cpu_seconds = 0;
  std::string histories;                  // the histories that the judge has met
  std::string reason;                     // why not all of them were decided; empty if they were
  std::vector<std::uint64_t> suppressed;  // the number of races, by suppression
  std::uint64_t longest = 0;              // steps of the longest execution
  std::uint64_t forbidden = 0;            // executions that C++20 forbids
};

// Converts it to one line, and back. Throws InputError if the text is no such line.
std::string to_line(const ExplorationCheckpoint& checkpoint);
ExplorationCheckpoint checkpoint_from(const std::string& line);

}  // namespace linnet
