// The request for an exploration: the options that `linnet run` and every test program share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/checking/check_request.hpp"
#include "protocol/runtime_options.hpp"
#include "schedule/memory_model.hpp"
#include "schedule/strategy_kind.hpp"
#include "verdict/suppression.hpp"

namespace linnet {

// Which tests are generated, and how they are run.
struct GenerationRequest {
  bool all = false;                           // all n x n tests of the first n invocations, n = 1, 2, ...
  std::optional<std::uint64_t> random;        // this many random tests
  std::uint32_t threads = 3, operations = 3;  // of random tests
  std::string init, final;                    // calls before and after each test
  std::string drain;                          // a call that is added until nothing is left inside
  std::string shard;                          // "2/5": every fifth, from the second on

  bool asked() const { return all || random; }
};

struct ExplorationRequest {
  StrategyKind strategy = StrategyKind::automatic;
  std::optional<MemoryModel> memory_model;  // absent: c11 for --strategy graphs, otherwise sc
  bool outputs = false;                     // report all distinct outputs
  std::optional<std::uint64_t> executions;
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory;  // bytes; absent: most of the machine's memory
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> preemptions;
  std::optional<double> further_seconds;  // beyond these preemptions, if strategy is auto

  // How executions are run. A schedule can be replayed only with the same options.
  runtime::RuntimeOptions execution;
  std::vector<Suppression> suppressions;  // of races
  std::vector<std::string> arguments;     // of the program under test
  std::string test;                       // of a program with object tests: "queue", "queue/2"; empty: all
  std::string scenario;                   // instead of those of the test; empty: as it says
  bool all_serial = false;                // serial runs that lead to the same state are all tried
  bool cut_histories = false;             // those that are left with the cut of loops are written, not all
  bool by_serial_runs = false;            // tests are judged as if they had no specification
  bool count_conflict_cycles = false;     // of executions, also of those that keep the promise
  std::string from_observations;          // a file of serial histories, instead of running serially
  CheckRequest check;                     // how recorded histories are judged

  unsigned jobs = 0;  // processes, or generated tests, that run at once; 0: the number of cores
  GenerationRequest generation;
  std::string output;        // a folder for all distinct histories; empty: none
  std::string observations;  // a file for the serial histories of a test without a specification

  bool keep_going = false;
  bool verdict_only = false;    // failures are neither confirmed nor explained
  bool report_non_sc = false;   // executions that are no interleavings
  bool suggest_orders = false;  // which would make the failure go away
  std::string checkpoint;       // a file to go on from, and to leave behind
  std::string replay;           // a schedule: run that one execution instead of exploring
};

}  // namespace linnet
