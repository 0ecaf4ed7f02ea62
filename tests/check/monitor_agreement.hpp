// Checks that an algorithm and the oracle agree: on all small histories, and on random ones.
//
// Histories for which the algorithm has an obstacle are left out; the number of those that it decided is
// returned, so that a test can check that it decided enough of them. Every witness is replayed, and every
// disagreement prints the history as a file.
#pragma once

#include <initializer_list>
#include <string_view>

#include "check/linearizability/algorithm.hpp"
#include "histories.hpp"
#include "history/model/history_builder.hpp"

namespace linnet::testing {

// Empty if the algorithm has an obstacle, or agrees with `expected` and its witness (or its evidence) holds;
// otherwise what is wrong, with the history.
std::string disagreement(const Algorithm& algorithm, const History& history, const Spec& spec, bool expected);

struct Tally {
  std::size_t decided = 0, passed = 0, violated = 0;
};

// Decides the history, verifies the witness, and compares with the oracle.
void expect_agreement(const Algorithm& algorithm, const Spec& spec, const History& history, Tally& tally);

Tally expect_agreement_on_small_histories(const Algorithm& algorithm, const Spec& spec,
                                          std::size_t operations, std::size_t threads);
// scale.hpp scales `cases`.
Tally expect_agreement_on_random_histories(const Algorithm& algorithm, const Spec& spec, std::size_t cases,
                                           std::size_t operations, bool unique);

// A history of one object from events: a call by a thread that is idle, a return by one that is not.
class EventScript {
 public:
  EventScript& call(int thread, std::string_view method, std::initializer_list<Value> args = {});
  EventScript& ret(int thread, Value result = Value());
  // A call that returns at once.
  EventScript& run(std::string_view method, std::initializer_list<Value> args = {}, Value result = Value());
  History on(const Spec& spec);

 private:
  HistoryBuilder builder_{"script"};
};

// The answer of the algorithm for a script, which is also compared with the oracle.
bool passes(const Algorithm& algorithm, const Spec& spec, const EventScript& script);

}  // namespace linnet::testing
