// The locations of atomic accesses: which address is which location of the graph, and what it holds.
//
// A location is an address in one life. A life ends when the memory is freed, or when a plain access writes there: whatever was before is
// then ordered before it, or that access is a race. So a location begins with what its first atomic access finds in memory. The same
// life of the same address is the same location in all executions.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/names.hpp"

namespace linnet::runtime {

struct AtomicLocation {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  std::uint32_t life = 0;
  Location location = kNowhere;     // nowhere between two lives
  EventLabel last = kInitialWrite;  // of the writes that were executed, the last in modification order
  std::uint32_t next = 0;           // in the same granule; 0 is none
};

class AtomicLocations {
 public:
  void start_execution();

  // The location that begins at this address, or began there in an earlier life; null if another one overlaps it.
  AtomicLocation* at(std::uint64_t address, std::uint32_t size);
  // A life begins. REQUIRES: it has none.
  static void begin_life(AtomicLocation& at, Names& names);
  // The lives of all locations that overlap with these bytes end.
  void end_lives(std::uint64_t address, std::uint64_t size);

  static constexpr std::uint32_t kLargest = 16;

 private:
  static constexpr std::uint64_t kGranule = 16;
  struct Granule {
    std::uint64_t number = 0;
    std::uint32_t execution = 0;  // in which it was made; in all others the place is free
    std::uint32_t first = 0;
  };

  Granule& granule_at(std::uint64_t number);
  void grow();

  std::vector<Granule> granules_ = std::vector<Granule>(64);
  std::size_t granules_used_ = 0;
  std::vector<AtomicLocation> locations_ = std::vector<AtomicLocation>(1);  // the first is none
  std::uint32_t execution_ = 1;
};

}  // namespace linnet::runtime
