// The recording of one round of a scenario on real threads: results, and which calls had returned before
// which were made.
//
// The order is that of the paper's section 5 (Figure 6): every thread counts its returned calls in its own
// cache line, and reads the counters of the other threads before each call. If it sees there that `a` has
// returned, `a` happened before the call it is about to make. It may see that late, never early: on x86 a
// store is seen after everything its thread did before it, and loads are done in order; elsewhere release and
// acquire, which cost nothing on x86, ensure that. The paper reads the counters after each call, too. That
// adds nothing: the same is seen before the thread's next call, and orders nothing else.
//
// Emmi, Enea: Monitoring Weak Consistency. CAV 2018.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "linnet/detail/border.h"
#include "protocol/requests.hpp"

namespace linnet {

// How the order of calls and returns is known.
enum class NativeClock : std::uint8_t {
  counters,  // as above: little interference, and every pair of the order is real
  tsc,       // the processor's time-stamp counter: for long histories
  none,      // no order: only for measuring the cost of recording
};

// Calls are numbered as in Scenario.
struct NativeRecording {
  std::vector<std::uint32_t> called, returned;  // by part: the number of its calls
  std::vector<linnet_word> results;             // by call; 0 for those that did not return
  // By call of a thread, and by thread (part 1 first): how many of that thread's calls were seen to have
  // returned before. close_order() (driver/native/native_history.hpp) adds what that implies; the entry for
  // the call's own thread is ignored.
  std::vector<std::uint32_t> before;
  // By call: when it was called and when it returned; empty with other clocks. Recordings that differ only in
  // times are the same.
  std::vector<std::uint64_t> times;

  bool operator==(const NativeRecording& other) const {
    return called == other.called && returned == other.returned && results == other.results &&
           before == other.before;
  }
  template <class H>
  friend H AbslHashValue(H h, const NativeRecording& r) {
    return H::combine(std::move(h), r.called, r.returned, r.results, r.before);
  }
};

template <class End>
void transfer(End& end, NativeRecording& r) {
  end(r.called, r.returned, r.before, r.times);
  transfer_values(end, r.results);
}

// The scenario to run natively.
struct NativeScenario {
  std::uint32_t test = 0;
  Scenario scenario;

  auto members() { return std::tie(test, scenario); }
};

// Rounds of the scenario, one after the other.
struct NativeBatch {
  std::uint64_t rounds = 1;
  NativeClock clock = NativeClock::counters;
  bool in_step = true;  // threads wait for each other before each round
  bool shaken = false;  // threads sometimes lose their processor: see stress/shaker.hpp
};
struct BatchOrder {
  NativeBatch batch;
  double patience = 0;  // seconds to wait for calls that do not return
};
struct BatchResult {
  double seconds = 0;      // of the threads, without init and final
  double cpu_seconds = 0;  // of the process
  bool hung = false;       // no call has returned within `patience`: the threads are lost
  // One for each round, unless there was no clock. If it hung: that of the first round with a call that has
  // not returned.
  std::vector<NativeRecording> recordings;

  auto members() { return std::tie(seconds, cpu_seconds, hung, recordings); }
};

}  // namespace linnet
