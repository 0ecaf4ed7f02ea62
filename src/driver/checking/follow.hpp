// linnet watch: checks a history while it is being written.
//
// Linearizability is decided as the events come (check/linearizability/online_linearizable.hpp). A
// linearizable history satisfies every weak model; from the first return on that is not linearizable, the
// model itself is decided as events come (check/weak/online_weak.hpp). Both are exact: an operation that is
// called after a return cannot explain it. (That is not true for quasi-linearizability: there an operation
// may take a place before those that precede it.)
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "driver/checking/check_request.hpp"
#include "verdict/checked_history.hpp"

namespace linnet {

struct Followed {
  CheckedHistory report;     // of the events up to the deciding one, or of all
  std::uint64_t events = 0;  // the number of events read
  std::string ended;         // why the run ended
};

struct FollowWatch {
  std::function<bool()> interrupted;
  double idle_seconds = 0;  // end when nothing has come for this long; 0: never
};

// Reads events in the native format, in real-time order, as they are appended to the file ("-": standard
// input). Returns at the first return that no continuation can make consistent, when a limit is reached, when
// the input ends (a file ends only with {"type":"stuck"}), or when it is interrupted. Throws InputError like
// check_file, and for criteria that cannot be followed.
Followed follow_file(const std::string& path, const CheckRequest& request, const FollowWatch& watch);

}  // namespace linnet
