// Crashes of the machine: what was lost, and what was in persistent memory.
#pragma once

#include <string>
#include <vector>

#include "driver/naming/words.hpp"

namespace linnet {

// What was lost, and whose loss caused the failure, line by line.
std::vector<std::string> losses_in_words(const runtime::PowerFailure& crash,
                                         const std::vector<runtime::PersistentLine>& to_blame,
                                         const Words& words);
// The crash with that number, from 1.
MachineCrash in_words(const runtime::PowerFailure& crash, std::uint32_t number,
                      const std::vector<runtime::PersistentLine>& to_blame, const Words& words);

}  // namespace linnet
