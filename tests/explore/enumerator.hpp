// Finds what an exploration must find, from the definitions: all interleavings of a model program, one by
// one, without any reduction; and the keys by which executions are compared.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>

#include "model_program.hpp"

namespace linnet::model {

// Equal iff the executions are the same Mazurkiewicz trace: the same steps per thread, with the same outcomes
// and the same order of conflicting pairs. (Two 64-bit hashes of all vector clocks.)
struct TraceKey {
  std::uint64_t high = 0, low = 0;
  friend auto operator<=>(const TraceKey&, const TraceKey&) = default;
};
TraceKey trace_key(const std::vector<Step>& steps);

// Operations per thread, results, pending operations, and which return came before which call.
std::string history_key(const Execution& execution);

struct Findings {
  std::set<TraceKey> traces;
  std::set<std::string> states;  // deadlocks are states of their own
  std::set<std::string> histories, failures;
  std::set<std::string> states_of_anyone;  // whichever of threads with the same body was which
  std::size_t deadlocks = 0;               // deadlocked traces
  std::size_t executions = 0;

  void add(const Execution& execution);
};

// Returns nullopt if there are more than `most` interleavings.
std::optional<Findings> enumerate(const Program& program, std::size_t most);

// What random programs are made of.
struct Ingredients {
  int threads = 3;
  int instructions = 4;  // per thread, about
  int variables = 2;
  bool locks = false;
  bool conditions = false;
  bool choices = false;
  bool operations = false;
  bool spawning = false;
  bool clearing = false;
  bool spinning = false;  // loops over one to three variables
  bool endings = false;   // exits and failures while others run
  bool barriers = false;  // one for all threads, one for two of them
  bool crashes = false;   // of the machine, with a recovery
};
Program random_program(const Ingredients& ingredients, std::mt19937& random);

}  // namespace linnet::model
