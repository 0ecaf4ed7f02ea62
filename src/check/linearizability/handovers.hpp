// The second promise of an object under a weak memory: an operation that sees the effect of another happens after it.
//
// Without it, a value that is taken out of a queue may be a pointer to what is not yet there. Linearizability speaks of results
// only, and does not say this.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "history/model/history.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

inline constexpr const char* kHandovers = "handovers";  // what reports call this check

struct MissingHandover {
  OperationIndex giver, taker;
};

// By the pairs that the specification names (spec/handovers.hpp). `visible` has bit a in entry b if what came before the call of operation a happens
// before what comes after the return of b. If several operations gave the same thing, each who took it away must have another one of
// them; who only looked may have any. REQUIRES: the history is resolved, and has at most 64 operations.
std::optional<MissingHandover> find_missing_handover(const History& history, const Spec& spec,
                                                     std::span<const std::uint64_t> visible);

Explanation explain_missing_handover(const History& history, const MissingHandover& missing);

}  // namespace linnet
