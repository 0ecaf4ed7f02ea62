// Converts what clients of a multi-word primitive recorded to a history, and to a log of words for the sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "history/model/history.hpp"
#include "history/multiword/log.hpp"
#include "protocol/client_tape.hpp"

namespace linnet {

// The operations of one thread: it called `called` operations, all of which returned, except perhaps the
// last.
struct WordThread {
  const WordTape* tape;
  std::uint64_t called, returned;
};

// Whether values can be made of all results.
bool has_only_plain_results(std::span<const WordThread> threads);

// REQUIRES for both: has_only_plain_results().
History history_of(std::span<const WordThread> threads, const std::string& source);
// Returns nothing if a result is not one of a multi-word primitive.
std::optional<MultiwordLog> word_log_of(std::span<const WordThread> threads, Value initial);

}  // namespace linnet
