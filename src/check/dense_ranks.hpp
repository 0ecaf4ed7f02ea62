// Ranks as array indices.
//
// The monitors sort by writing to arrays indexed by rank, which is linear only if ranks are not much more
// than events. Of a whole history they are all used; of a part cut from a long one they are few and far
// between, and such a part is renumbered first.
#pragma once

#include <optional>

#include "history/history.hpp"

namespace linnet {

// One more than the largest rank, kNever aside.
Rank rank_count(const History& history);

// The same history with consecutive ranks, if its ranks are too sparse to be array indices; nullopt if not.
std::optional<History> with_dense_ranks(const History& history);

}  // namespace linnet
