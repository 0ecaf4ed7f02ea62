// Generates histories of multi-word reads and compare-and-swaps that satisfy the assumptions of OPODIS'19:
// every value is written once, and a thread has read every value that its mwcas expects. They may have
// multi-word writes, too.
#pragma once

#include <initializer_list>
#include <vector>

#include "histories.hpp"

namespace linnet::testing {

struct MwcasShape {
  std::size_t operations = 8;
  std::size_t threads = 3;
  std::size_t locations = 3;
  std::size_t words = 2;   // of one operation, at most
  double pending = 0;      // the share of mwcas whose thread never appears again
  double writes = 0;       // the share of operations that write without reading
  double corrupted = 0.5;  // the probability that a result or an interval is tampered with
};
// Failures return a location, the values seen, or false, at random.
History random_mwcas_history(Random& rng, const Spec& spec, const MwcasShape& shape);

// One operation of a history that is written by hand.
struct MwcasEvent {
  const char* method;
  std::vector<Value> args;
  Value result;
  Rank call, ret;
};
using Values = std::initializer_list<Value>;
MwcasEvent multiword_read(Values locations, Values values, Rank call, Rank ret);
MwcasEvent multiword_swap(Values locations, Values expected, Values desired, Rank call,
                          Rank ret);  // a mwcas → true
MwcasEvent multiword_failure(Values locations, Values expected, Values desired, Value result, Rank call,
                             Rank ret);
History mwcas_history(const Spec& spec, const std::vector<MwcasEvent>& events);

}  // namespace linnet::testing
