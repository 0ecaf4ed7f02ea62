// Observation files: the serial histories of a test as XML, as in Figure 7 of Line-Up (PLDI 2010).
//
//   <observationset>
//     <observation>
//       <thread id="A">1 2</thread>
//       <thread id="B">3B</thread>
//       <op id="1" name="add">value="200"</op>
//       <op id="2" name="take">result="200"</op>
//       <op id="3" name="take" />
//       <history>1[ ]1 2[ ]2 3[ #</history>
//     </observation>
//   </observationset>
//
// Histories in which every thread made the same calls with the same results are one observation. `1[` is the
// call of operation 1, `]1` its return; an operation that blocks has a B, and a history that ends there a #.
// Arguments and results are JSON, several arguments separated by commas, and a result of null is left out.
// Thread 0 makes the calls of init and final; A, B, ... are the other threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "history/model/history.hpp"
#include "history/model/serial_histories.hpp"

namespace linnet {

std::string write_observations(const SerialHistories& histories);
// Any history in the same notation, as at the bottom of Figure 7: operations are numbered thread by thread.
// Throws InputError for crashes, several objects and an explicit order, for which the notation has no signs.
std::string write_observation(const History& history);

// Throws InputError, with the line, if this is no observation file, or one of another test than that of these
// calls.
SerialHistories read_observations(std::string_view text, const std::string& source,
                                  std::vector<TestCall> calls);

}  // namespace linnet
