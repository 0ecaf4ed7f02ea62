// PersistentHeap: one mapping with a part for each thread, allocated from its beginning.
#include "runtime/persistence/persistent_heap.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/hooks/real.hpp"
#include "runtime/persistence/cache_lines.hpp"

namespace linnet::runtime {

PersistentHeap& persistent_heap() {
  static PersistentHeap heap;
  return heap;
}

void* PersistentHeap::allocate(ThreadNumber thread, std::size_t size, std::size_t alignment) {
  if (!std::exchange(mapped_, true)) map_at(kFirst, kStride * kMost);
  constexpr std::uint64_t kLine = CacheLines::kSize;
  std::uint64_t& used = used_[thread];
  const std::uint64_t rounded = std::max<std::uint64_t>((size + kLine - 1) / kLine * kLine, kLine);
  const std::uint64_t aligned = std::max<std::uint64_t>(alignment, kLine);
  const std::uint64_t begin = (used + aligned - 1) / aligned * aligned;
  if (rounded > kStride || begin > kStride - rounded) return nullptr;
  used = begin + rounded;
  const std::uint64_t address = kFirst + thread * kStride + begin;
  blocks_[address] = size;
  return reinterpret_cast<void*>(address);
}

void* PersistentHeap::region(ThreadNumber thread, const std::string& name, std::size_t size) {
  void*& region = regions_[name];
  if (region == nullptr) region = allocate(thread, size, CacheLines::kSize);
  return region;
}

std::optional<PersistentHeap::Block> PersistentHeap::block_at(std::uint64_t address) const {
  auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return std::nullopt;
  const auto& [begin, size] = *--after;
  if (address - begin >= size) return std::nullopt;
  return Block{begin, size};
}

void PersistentHeap::clear() {
  for (const auto& [thread, used] : used_) {
    std::memset(reinterpret_cast<void*>(kFirst + thread * kStride), 0, used);
  }
  used_.clear();
  blocks_.clear();
  regions_.clear();
}

}  // namespace linnet::runtime
