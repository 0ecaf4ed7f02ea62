// Finds data races by the words of the C++20 standard: all events of an execution, synchronizes-with between
// each pair, its closure with the order within threads, and then every pair of conflicting accesses. It is
// slow, and the fast detector is compared with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace linnet::runtime {

struct RaceEvent {
  enum class Kind : std::uint8_t {
    plain_read,
    plain_write,
    load,
    store,
    read_modify_write,
    fence,
    lock,
    unlock,
    start,  // of thread `object`, by this one
    join,
    free,  // of everything in [object, object + size)
  };
  std::uint32_t thread = 0;
  Kind kind{};
  int order = 0;             // of atomic accesses and fences
  std::uint64_t object = 0;  // an address, a lock, or a thread
  std::uint32_t size = 0;
};

// The index of the first event that races with one before it.
std::optional<std::size_t> first_race(const std::vector<RaceEvent>& events);

}  // namespace linnet::runtime
