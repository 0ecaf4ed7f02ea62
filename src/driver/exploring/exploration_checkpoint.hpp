// Where an exploration stands, as a file that another process goes on from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedule/schedule.hpp"
#include "verdict/checked_history.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// A way of going wrong, as it was found: not yet confirmed.
struct FoundFailure {
  EndingKind kind{};
  std::uint64_t place = 0;
  Schedule schedule;
  std::uint64_t count = 1;
  std::uint64_t number = 0;  // of the first execution
  bool shortest = false;     // no schedule with fewer preemptions fails
  // Not kept in the file:
  std::optional<CheckedHistory> history;
  std::optional<Failure> failure;  // in words, if it cannot be replayed
};

struct ExplorationCheckpoint {
  std::uint32_t program = 0;
  std::string position;  // of the strategy
  std::vector<FoundFailure> found;
  std::vector<CodeOffset> racy_places;  // that the position is one with
  double seconds = 0, cpu_seconds = 0;
  std::string histories;  // that the judge has met
};

// Nothing if there is no such file yet. Throws InputError if it is of another program.
std::optional<ExplorationCheckpoint> read_checkpoint(const std::string& file, std::uint32_t program);
void write_checkpoint(const std::string& file, const ExplorationCheckpoint& checkpoint);

}  // namespace linnet
