// From what a native run recorded to a history.
#pragma once

#include "history/model/history.hpp"
#include "protocol/native_recording.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

// Adds what follows from what was seen: of each call of a thread, what happened before those that happened before it.
// Recordings that have times get their order from these. Two rounds had the same history iff their recordings are equal
// afterwards.
void close_order(NativeRecording& recording, const Scenario& scenario);

// With times if the recording has them, otherwise by `after`. Init and final are thread 0, as for `linnet run`.
History history_of(const NativeRecording& recording, const Scenario& scenario, const ObjectTest& test);

}  // namespace linnet
