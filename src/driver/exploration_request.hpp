// What a user asks of an exploration: the options that `linnet run` and every test program share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/check_request.hpp"

namespace linnet {

struct ExplorationRequest {
  std::string strategy = "auto";  // or dpor, bounded, random, pct
  std::optional<std::uint64_t> executions;
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory;  // bytes; absent: most of what the machine has
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> preemptions;

  // What executions are like. A schedule replays only with the same.
  std::string allocation = "reuse";  // or quarantine
  bool spurious = false;
  std::uint64_t spin = 10'000;
  std::string races = "report";  // or explore, off
  bool leaks = false;
  std::optional<std::uint32_t> crashes;  // of the machine, in one execution; absent: as the test says
  std::vector<std::string> arguments;  // of the program under test
  std::string test;                    // of a program with object tests: "queue", "queue/2"; empty: all
  std::string scenario;                // instead of those of the test; empty: as it says
  CheckRequest check;                  // how what they record is judged

  std::string isolate = "no";  // or fork
  bool keep_going = false;
  std::string checkpoint;  // a file to go on from, and to leave behind
  std::string resume;      // the same, left behind by a process that could not go on; removed when read
  std::string replay;      // a schedule: run that one execution instead of exploring
};

// Those options that make executions what they are, as words of a command line.
std::vector<std::string> execution_options(const ExplorationRequest& request);
// All options, as words that give the same request.
std::vector<std::string> all_options(const ExplorationRequest& request);

}  // namespace linnet
