// futex, as steps.
#pragma once

#include <cstdint>
#include <ctime>

namespace linnet::runtime {

// Returns -errno if it fails.
long futex(const volatile std::uint32_t* word, int operation, std::uint32_t value, const timespec* timeout,
           const void* pc);

}  // namespace linnet::runtime
