// Arena: size classes, free lists, and what is known of a block.
#include "runtime/memory/arena.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <bit>
#include <cstring>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

constexpr std::uint64_t kPage = 4096;

// Zeroes. Large parts are given back to the kernel, which gives zeros when they are used again.
void clear(std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t kLarge = 1 << 20;
  if (size >= kLarge) {
    const std::uint64_t first = (address + kPage - 1) & ~(kPage - 1);
    const std::uint64_t last = (address + size) & ~(kPage - 1);
    raw_syscall(SYS_madvise, static_cast<long>(first), static_cast<long>(last - first), MADV_DONTNEED);
    std::memset(reinterpret_cast<void*>(address), 0, first - address);
    std::memset(reinterpret_cast<void*>(last), 0, address + size - last);
  } else {
    std::memset(reinterpret_cast<void*>(address), 0, size);
  }
}

constexpr std::uint64_t round_up(std::uint64_t x, std::uint64_t unit) {
  return (x + unit - 1) & ~(unit - 1);
}

}  // namespace

// Just before each block. Of a size that keeps blocks aligned to 16.
struct Arena::Header {
  std::uint32_t size_class;
  std::uint32_t magic;
  std::uint64_t size;  // as asked for while live; the next free block while in a list
  Origin origin;
  static constexpr std::uint32_t kMagic = 0x6c696e6e;
};

void Arena::settle(std::uint32_t number) {
  base_ = kFirst + number * kStride;
  map_at(base_, kStride);
  map_at(kShadowFirst + (base_ - kFirst) / kGranule, kStride / kGranule);
  lists_.next = base_;
  marked_ = lists_;
}

std::size_t Arena::class_of(std::size_t size) {
  if (size <= 1024) return size == 0 ? 0 : (size - 1) / kGranule;
  return 64 + std::bit_width((size - 1) >> 10) - 1;
}

std::size_t Arena::class_size(std::size_t size_class) {
  return size_class < 64 ? (size_class + 1) * kGranule : std::size_t{2048} << (size_class - 64);
}

void Arena::set_shadow(std::uint64_t address, std::uint64_t size, State state) {
  auto* shadow = reinterpret_cast<State*>(kShadowFirst + (address - kFirst) / kGranule);
  const std::uint64_t granules = (size + kGranule - 1) / kGranule;
  if (granules <= 8) {
    for (std::uint64_t i = 0; i < granules; ++i) shadow[i] = state;
  } else {
    std::memset(shadow, static_cast<int>(state), granules);
  }
}

std::uint64_t Arena::take_new(std::size_t size_class, std::size_t alignment) {
  const std::uint64_t address = round_up(lists_.next + sizeof(Header), alignment);
  const std::uint64_t end = address + class_size(size_class);
  if (end > base_ + kStride) return 0;
  lists_.next = end;
  return address;
}

void* Arena::allocate(std::size_t size, std::size_t alignment, const Origin& origin) {
  if (size > kStride / 2 || alignment > kStride / 2) return nullptr;
  const std::size_t size_class = class_of(size);
  std::uint64_t address = alignment <= kGranule ? lists_.free_first[size_class] : 0;
  if (address != 0) {
    lists_.free_first[size_class] = reinterpret_cast<Header*>(address)[-1].size;
    lists_used_ = true;
  } else {
    address = take_new(size_class, alignment < kGranule ? kGranule : alignment);
    if (address == 0) return nullptr;
  }
  auto& header = reinterpret_cast<Header*>(address)[-1];
  header = {static_cast<std::uint32_t>(size_class), Header::kMagic, size, origin};
  set_shadow(address, size == 0 ? 1 : size, State::live);
  return reinterpret_cast<void*>(address);
}

Arena::Freed Arena::look(std::uint64_t address, Block& block) {
  const auto state = *reinterpret_cast<const State*>(kShadowFirst + (address - kFirst) / kGranule);
  if (address % kGranule != 0 || state == State::none) return Freed::never_allocated;
  const auto& header = reinterpret_cast<const Header*>(address)[-1];
  if (header.magic != Header::kMagic || header.size_class >= kClasses) return Freed::never_allocated;
  if (state == State::freed) return Freed::already_freed;
  block = {address, header.size, header.origin};
  return Freed::live;
}

void Arena::release(const Block& block, bool reuse) {
  set_shadow(block.address, block.size == 0 ? 1 : block.size, State::freed);
  if (!reuse) return;
  auto& header = reinterpret_cast<Header*>(block.address)[-1];
  header.size = lists_.free_first[header.size_class];
  lists_.free_first[header.size_class] = block.address;
  lists_used_ = true;
}

// Between two blocks lies a header, which is of no block.
std::vector<Arena::Block> Arena::live_blocks() const {
  std::vector<Block> found;
  const auto* shadow = reinterpret_cast<const State*>(kShadowFirst);
  bool in_block = false;
  for (std::uint64_t at = marked_.next; at < lists_.next; at += kGranule) {
    const bool live = shadow[(at - kFirst) / kGranule] == State::live;
    if (live && !in_block) {
      const auto& header = reinterpret_cast<const Header*>(at)[-1];
      found.push_back({at, header.size, header.origin});
    }
    in_block = live;
  }
  return found;
}

void Arena::mark() {
  lists_.next = round_up(lists_.next, kPage);
  marked_ = lists_;
}

void Arena::reset() {
  const std::uint64_t used = lists_.next - marked_.next;
  if (used != 0) {
    clear(marked_.next, used);
    clear(kShadowFirst + (marked_.next - kFirst) / kGranule, used / kGranule + 1);
    lists_.next = marked_.next;
  }
  if (lists_used_ || used != 0) {
    lists_ = marked_;
    lists_used_ = false;
  }
}

MemoryRange Arena::shadow_below_mark() const {
  const std::uint64_t low = kShadowFirst + (base_ - kFirst) / kGranule;
  return {low & ~(kPage - 1), round_up(low + (marked_.next - base_) / kGranule, kPage)};
}

}  // namespace linnet::runtime
