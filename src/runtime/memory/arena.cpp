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

// Zeroes the memory. Large parts are returned to the kernel, which gives zeros when they are used again.
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

// Lies just before each block. Its size keeps blocks aligned to 16.
struct Arena::Header {
  std::uint32_t size_class;
  std::uint32_t magic;
  std::uint64_t size;  // as requested, even after it is freed
  Origin origin;       // in a list of free blocks, its program counter is the next block
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

// Sets all parts of which the block has a byte, and one part if it is empty.
void Arena::set_shadow(std::uint64_t address, std::uint64_t size, Shadow state) {
  Shadow* const shadow = &shadow_at(address);
  const std::uint64_t granules = size == 0 ? 1 : (size + kGranule - 1) / kGranule;
  if (granules <= 8) {
    for (std::uint64_t i = 0; i < granules; ++i) shadow[i] = state;
  } else {
    std::memset(shadow, state, granules);
  }
}

void Arena::set_live(std::uint64_t address, std::uint64_t size) {
  set_shadow(address, size, size == 0 ? kEmpty : kWhole);
  if (size % kGranule != 0) shadow_at(address + size) = static_cast<Shadow>(size % kGranule);
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
    const Header& before = reinterpret_cast<Header*>(address)[-1];
    lists_.free_first[size_class] = before.origin.pc;
    lists_used_ = true;
    if (before.size > size) set_shadow(address, before.size, kNone);
  } else {
    address = take_new(size_class, alignment < kGranule ? kGranule : alignment);
    if (address == 0) return nullptr;
  }
  auto& header = reinterpret_cast<Header*>(address)[-1];
  header = {static_cast<std::uint32_t>(size_class), Header::kMagic, size, origin};
  set_live(address, size);
  return reinterpret_cast<void*>(address);
}

// Blocks have room up to the next multiple of 16.
void Arena::fill(void* block, std::uint64_t size) {
  std::memset(block, kUnwritten, round_up(size < kFilled ? size : kFilled, sizeof(std::uint64_t)));
}

// The same for objects that are larger than a word: each of them begins with one.
bool Arena::are_words_unwritten(std::uint64_t address, std::uint64_t size) {
  if (address % sizeof(std::uint64_t) != 0) return false;
  for (std::uint64_t at = address; at + sizeof at <= address + size; at += sizeof at) {
    if (differs_from_mark(at) != 0) return false;
  }
  return true;
}

Arena::Freed Arena::look(std::uint64_t address, Block& block) {
  const Shadow state = shadow_at(address);
  if (address % kGranule != 0 || state == kNone) return Freed::never_allocated;
  const auto& header = reinterpret_cast<const Header*>(address)[-1];
  if (header.magic != Header::kMagic || header.size_class >= kClasses) return Freed::never_allocated;
  block = {address, header.size, header.origin};
  return state == kFreed ? Freed::already_freed : Freed::live;
}

Arena::Whereabouts Arena::whereabouts(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t end = address + size;
  for (std::uint64_t at = address; at < end; at = (at / kGranule + 1) * kGranule) {
    const Shadow shadow = shadow_at(at);
    const std::uint64_t used = end - at < kGranule - at % kGranule ? at % kGranule + (end - at) : kGranule;
    if (shadow == kFreed) return Whereabouts::in_freed_block;
    if (static_cast<std::int64_t>(used) > shadow) return Whereabouts::beside_block;
  }
  return Whereabouts::in_block;
}

Arena::Block Arena::nearest_block(std::uint64_t address) {
  constexpr std::uint64_t kFarthest = 1 << 16;
  const std::uint64_t here = address & ~(kGranule - 1);
  const std::uint64_t base = kFirst + (address - kFirst) / kStride * kStride;
  Block before{}, after{};
  for (std::uint64_t at = here; at >= base + sizeof(Header) && here - at < kFarthest; at -= kGranule) {
    if (look(at, before) != Freed::never_allocated) break;
  }
  for (std::uint64_t at = here + kGranule; at < here + sizeof(Header) + kGranule && at < base + kStride;
       at += kGranule) {
    if (look(at, after) != Freed::never_allocated) break;
  }
  if (before.address == 0 || after.address == 0) return before.address != 0 ? before : after;
  const std::uint64_t end = before.address + before.size;
  return address < end || address - end <= after.address - address ? before : after;
}

void Arena::release(const Block& block, bool reuse) {
  set_shadow(block.address, block.size, kFreed);
  if (!reuse) return;
  auto& header = reinterpret_cast<Header*>(block.address)[-1];
  header.origin.pc = lists_.free_first[header.size_class];
  lists_.free_first[header.size_class] = block.address;
  lists_used_ = true;
}

std::vector<Arena::Block> Arena::live_blocks() const {
  std::vector<Block> found;
  bool in_block = false;
  for (std::uint64_t at = marked_.next; at < lists_.next; at += kGranule) {
    const bool live = is_live(shadow_at(at));
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

void Arena::cut_back(std::uint64_t next) {
  const std::uint64_t used = lists_.next - next;
  clear(next, used);
  clear(shadow_of(next), used / kGranule + 1);
  lists_.next = next;
}

void Arena::reset() {
  const std::uint64_t used = lists_.next - marked_.next;
  if (used != 0) cut_back(marked_.next);
  if (lists_used_ || used != 0) {
    lists_ = marked_;
    lists_used_ = false;
  }
}

// The shadow has one part more than the blocks need: a block of no size has one, too.
void Arena::save(Copy& copy) const {
  copy.used = lists_used_ || lists_.next != marked_.next;
  if (!copy.used) return;
  copy.lists = lists_;
  copy.lists_used = lists_used_;
  const auto* content = reinterpret_cast<const unsigned char*>(marked_.next);
  copy.content.assign(content, content + (lists_.next - marked_.next));
  const auto* shadow = reinterpret_cast<const unsigned char*>(shadow_of(marked_.next));
  copy.shadow.assign(shadow, shadow + copy.content.size() / kGranule + 1);
}

void Arena::put_back(const Copy& copy) {
  if (!copy.used) return reset();
  if (lists_.next > copy.lists.next) cut_back(copy.lists.next);
  std::memcpy(reinterpret_cast<void*>(marked_.next), copy.content.data(), copy.content.size());
  std::memcpy(reinterpret_cast<void*>(shadow_of(marked_.next)), copy.shadow.data(), copy.shadow.size());
  lists_ = copy.lists;
  lists_used_ = copy.lists_used;
}

MemoryRange Arena::shadow_below_mark() const {
  const std::uint64_t low = kShadowFirst + (base_ - kFirst) / kGranule;
  return {low & ~(kPage - 1), round_up(low + (marked_.next - base_) / kGranule, kPage)};
}

}  // namespace linnet::runtime
