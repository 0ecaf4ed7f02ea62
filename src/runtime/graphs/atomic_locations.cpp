// AtomicLocations: a table of the parts of memory that have any.
#include "runtime/graphs/atomic_locations.hpp"

#include <utility>

#include "base/hash.hpp"

namespace linnet::runtime {

void AtomicLocations::start_execution() {
  locations_.resize(1);
  granules_used_ = 0;
  if (++execution_ != 0) return;
  granules_.assign(granules_.size(), {});
  execution_ = 1;
}

AtomicLocations::Granule& AtomicLocations::granule_at(std::uint64_t number) {
  const std::size_t mask = granules_.size() - 1;
  std::size_t i = mix(number) & mask;
  while (granules_[i].execution == execution_ && granules_[i].number != number) i = (i + 1) & mask;
  return granules_[i];
}

void AtomicLocations::grow() {
  const std::vector<Granule> before = std::exchange(granules_, std::vector<Granule>(granules_.size() * 2));
  for (const Granule& granule : before) {
    if (granule.execution == execution_) granule_at(granule.number) = granule;
  }
}

AtomicLocation* AtomicLocations::at(std::uint64_t address, std::uint32_t size) {
  if (size > kLargest || address % kGranule + size > kGranule) return nullptr;
  Granule* granule = &granule_at(address / kGranule);
  AtomicLocation* found = nullptr;
  if (granule->execution == execution_) {
    for (std::uint32_t i = granule->first; i != 0; i = locations_[i].next) {
      AtomicLocation& one = locations_[i];
      if (one.address == address) found = &one;
      const bool overlaps = one.address < address + size && address < one.address + one.size;
      if (overlaps && one.location != kNowhere && (one.address != address || one.size != size))
        return nullptr;
    }
  } else {
    if (2 * ++granules_used_ > granules_.size()) {
      grow();
      granule = &granule_at(address / kGranule);
    }
    *granule = {address / kGranule, execution_, 0};
  }
  if (found != nullptr) {
    found->size = size;
    return found;
  }
  locations_.push_back({.address = address, .size = size, .next = granule->first});
  granule->first = static_cast<std::uint32_t>(locations_.size() - 1);
  return &locations_.back();
}

void AtomicLocations::begin_life(AtomicLocation& at, Names& names) {
  at.location = names.location_of({at.address, at.life});
  at.last = kInitialWrite;
}

void AtomicLocations::end_lives(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t number = address / kGranule; number * kGranule < address + size; ++number) {
    const Granule& granule = granule_at(number);
    if (granule.execution != execution_) continue;
    for (std::uint32_t i = granule.first; i != 0; i = locations_[i].next) {
      AtomicLocation& one = locations_[i];
      if (one.location == kNowhere || one.address >= address + size || address >= one.address + one.size)
        continue;
      one.location = kNowhere;
      ++one.life;
    }
  }
}

}  // namespace linnet::runtime
