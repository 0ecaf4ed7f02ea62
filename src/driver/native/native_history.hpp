// Converts the recording of a native run to a history.
#pragma once

#include "history/model/history.hpp"
#include "protocol/native_recording.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

// Closes the recorded order transitively: for each call of a thread, adds what happened before those that
// happened before it. If the recording has times, the order comes from them. Two rounds had the same history
// iff their recordings are equal afterwards.
void close_order(NativeRecording& recording, const Scenario& scenario);

// Uses times if the recording has them, otherwise `after`. Init and final are thread 0, as for `linnet run`.
History history_of(const NativeRecording& recording, const Scenario& scenario, const ObjectTest& test);

}  // namespace linnet
