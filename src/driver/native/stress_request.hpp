// What a user asks of `linnet stress`: the options that the command and every program built for it share.
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
  std::string mix;              // "read=2,mwcas=1,swap=1": how often each is called; empty: just that
};

struct StressRequest {
  double seconds = 1;   // for each scenario
  double patience = 5;  // with calls that do not return, in seconds
  NativeClock clock = NativeClock::counters;
  std::string test;          // "queue", "queue/2"; empty: all
  std::string scenario;      // instead of those of the test
  std::uint32_t random = 0;  // so many random scenarios instead of those of the test
  ClientShape shape;
  std::optional<std::uint32_t> calls;  // instead of the shape's, or of one round of driving
  WordShape words;                     // instead of any scenarios
  std::uint64_t seed = 1;
  std::string output;  // a folder for all histories; empty: none
  bool keep_going = false, record_only = false;
  std::string history;  // a file: check it instead of running anything
  CheckRequest check;
};

}  // namespace linnet
