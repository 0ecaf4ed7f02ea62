// From what clients of a multi-word primitive recorded to a history, and to a log of words for the sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "history/model/history.hpp"
#include "history/multiword/log.hpp"
#include "protocol/client_tape.hpp"

namespace linnet {

// What one thread did: `called` operations, of which all but perhaps the last returned.
struct WordThread {
  const WordTape* tape;
  std::uint64_t called, returned;
};

// Whether all results are such that a value can be made of them.
bool has_only_plain_results(std::span<const WordThread> threads);

// REQUIRES of both: has_only_plain_results().
History history_of(std::span<const WordThread> threads, const std::string& source);
// Nothing if a result is not one of a multi-word primitive.
std::optional<MultiwordLog> word_log_of(std::span<const WordThread> threads, Value initial);

}  // namespace linnet
