// futex, as steps.
#pragma once

#include <cstdint>

namespace linnet::runtime {

// Returns -errno if it fails.
long futex(const volatile std::uint32_t* word, int operation, std::uint32_t value, bool timed,
           const void* pc);

}  // namespace linnet::runtime
