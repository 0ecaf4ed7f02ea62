// Says in one sentence how an execution ended.
#pragma once

#include <string>

#include "driver/naming/words.hpp"

namespace linnet {

std::string sentence_of(const runtime::ExecutionEnding& ending, const Words& words);
// "to lock m", "at the barrier b": what a thread waits for.
std::string waits_in_words(const runtime::Waiting& waiting, const Words& words);
// "atomically writes".
std::string doing(const runtime::RacingAccess& access);

}  // namespace linnet
