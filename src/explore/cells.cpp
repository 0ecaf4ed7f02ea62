// Implements Cells: the table of all that was touched.
#include "explore/cells.hpp"

#include "base/hash.hpp"

namespace linnet {

namespace {

std::size_t slot_of(const Access& access, std::size_t slots) {
  return mix(access.address * 31 + access.size) & (slots - 1);
}

}  // namespace

Cell Cells::intern(const Access& access) {
  if (2 * (accesses_.size() + 1) > slots_.size()) grow();
  std::size_t slot = slot_of(access, slots_.size());
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    const Access& known = accesses_[slots_[slot] - 1];
    if (known.address == access.address && known.size == access.size) return slots_[slot] - 1;
  }
  const Cell cell = add(access);
  slots_[slot] = cell + 1;
  return cell;
}

Cell Cells::add(const Access& access) {
  const Cell cell = static_cast<Cell>(accesses_.size());
  overlaps_.emplace_back();
  for (Cell other = 0; other < cell; ++other) {
    if (!overlap(accesses_[other], access)) continue;
    overlaps_[cell].push_back(other);
    overlaps_[other].push_back(cell);
    irregular_ = true;
  }
  accesses_.push_back(access);
  return cell;
}

void Cells::grow() {
  slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
  for (Cell cell = 0; cell < accesses_.size(); ++cell) {
    std::size_t slot = slot_of(accesses_[cell], slots_.size());
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = cell + 1;
  }
}

Footprint Cells::footprint(const Step& step) {
  Footprint footprint;
  footprint.count = step.access_count;
  footprint.calls = step.calls;
  footprint.returns = step.returns;
  footprint.ends = step.ends;
  for (std::size_t i = 0; i < step.access_count; ++i) {
    footprint.cells[i] = intern(step.accesses[i]);
    if (step.accesses[i].writes) footprint.writes |= static_cast<std::uint8_t>(1u << i);
  }
  footprint.set_bits();
  return footprint;
}

}  // namespace linnet
