// Names the monitors: algorithms for one kind of object each, near-linear where values are unique.
#pragma once

#include "check/linearizability/algorithm.hpp"

namespace linnet {

extern const Algorithm kQueueMonitor;
extern const Algorithm kStackMonitor;
extern const Algorithm kPriorityQueueMonitor;
extern const Algorithm kSetMonitor;
extern const Algorithm kRegisterMonitor;
extern const Algorithm kZones;  // registers again, independently

}  // namespace linnet
