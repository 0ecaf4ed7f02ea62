// Decides deterministic linearizability (Line-Up, Definitions 1 to 3): the serial histories of the test are
// the specification.
//
// A full history needs a serial witness: a serial history with the same operations and results in every
// thread, in which an operation that had returned before another was called comes first. A stuck history
// needs one for each operation e that never returned: a serial history of the operations that did return,
// with the same results, at whose end e blocks.
//
//   serial: inc() get()→1, get()→0 inc()
//   inc() |-----|                  get()→0 has a witness: it comes first
//   get()    |-----| → 0
//
//   inc() |--|                     get()→0 has none: inc() had returned, and after it get() returns 1
//   get()       |--| → 0
//
// Operations that are declared asynchronous need not come before operations that were called after their
// return; excluded operations are ignored.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "history/model/history.hpp"
#include "history/model/serial_histories.hpp"
#include "verdict/explanation.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// A history of the test to which the serial histories belong: for each OperationIndex, the number of the
// call.
struct ObservedHistory {
  const History& history;
  std::span<const CallNumber> calls;
};

// If history.stuck, operations that have not returned never will; otherwise they may have taken effect with
// any result.
Verdict find_serial_witness(const ObservedHistory& observed, const SerialHistories& serial);

// Decides the same straight from the definitions: every serial history is compared as a whole. It is slow,
// and used in tests. REQUIRES: no operation is pending unless history.stuck.
bool has_serial_witness(const ObservedHistory& observed, const SerialHistories& serial);

// Says why there is no witness. REQUIRES: find_serial_witness() found none.
Explanation explain_without_witness(const ObservedHistory& observed, const SerialHistories& serial,
                                    const Violation& violation);
// The serial histories that agree with it in all results, and why none is a witness, as lines of text.
std::vector<std::string> serial_runs_with_results(const ObservedHistory& observed,
                                                  const SerialHistories& serial, const Violation& violation);

}  // namespace linnet
