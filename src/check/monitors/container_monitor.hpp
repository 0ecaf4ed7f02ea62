// Has what the monitors of containers (queue, stack, priority queue) have in common from outside.
//
// They need unique values, and they may meet pending removes: calls that may have removed any value that
// no other call removed, or nothing. Which one is a question with many answers, and in general they do not try
// them. Two histories without pending removes stand on either side of the real one: in the first all
// leftovers stay, which is allowed; in the second all may go from the first pending remove on, which is more
// than is allowed. If the first is linearizable, so is the history, by the same witness; if the second is
// not, neither is the history. Only in between there is an obstacle, and then the monitor leaves the history
// to others.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "check/linearizability/algorithm.hpp"
#include "check/monitors/value_lives.hpp"

namespace linnet {

struct RoleName {
  std::string_view method;
  Role role;
};

struct ContainerMonitor {
  std::string_view object;  // as Spec::monitored_as
  std::span<const RoleName> roles;
  bool matches;  // run() is exact with Leftovers::matched if no leftover was peeked at
  // REQUIRES: unique values, dense ranks, no fault.
  Verdict (*run)(const Question&, std::span<const Role> roles, Lives lives, Leftovers policy);
};

std::optional<std::string> obstacle_to(const ContainerMonitor& monitor, const Question& question);
// REQUIRES: no obstacle.
Verdict decide_with(const ContainerMonitor& monitor, const Question& question);

}  // namespace linnet
