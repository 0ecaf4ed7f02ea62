// The request for `linnet stress`: the options that the command and every program built for it share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "driver/checking/check_request.hpp"
#include "driver/generating/random_scenario.hpp"
#include "protocol/native_recording.hpp"

namespace linnet {

// How clients drive a multi-word primitive.
struct WordShape {
  std::uint32_t words = 0;      // of each mwcas and swap; 0: nothing is driven
  std::uint32_t locations = 0;  // 0: those that the test's scenarios name
  std::string mix;              // "read=2,mwcas=1,swap=1": how often each is called; empty: exactly this mix
};

struct StressRequest {
  double seconds = 1;   // for each scenario
  double patience = 5;  // wait this long for calls that do not return, in seconds
  NativeClock clock = NativeClock::counters;
  std::string test;          // "queue", "queue/2"; empty: all
  std::string scenario;      // replaces those of the test
  std::uint32_t random = 0;  // this many random scenarios instead of those of the test
  ClientShape shape;
  std::optional<std::uint32_t> calls;  // replaces the number of the shape, or of one round of driving
  WordShape words;                     // used instead of any scenarios
  std::uint64_t seed = 1;
  std::string output;  // a folder for all histories; empty: none
  bool keep_going = false, record_only = false;
  std::string history;  // a file: check it instead of running anything
  CheckRequest check;
};

}  // namespace linnet
