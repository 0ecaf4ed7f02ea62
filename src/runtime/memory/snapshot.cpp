// Snapshot: copies, protection of pages, and the way back.
#include "runtime/memory/snapshot.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

void protect(std::uint64_t low, std::uint64_t size, int protection) {
  [[maybe_unused]] const long failed =
      raw_syscall(SYS_mprotect, static_cast<long>(low), static_cast<long>(size), protection);
  assert(failed == 0);
}

}  // namespace

MemoryRange Snapshot::map(std::uint64_t size) {
  const std::uint64_t whole = (size + kPage - 1) & ~(kPage - 1);
  const long low = raw_syscall(SYS_mmap, 0, static_cast<long>(whole), PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert(low > 0);
  return {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low) + whole};
}

void Snapshot::add(const MemoryRange& range) {
  if (range.low == range.high) return;
  const std::uint64_t size = range.high - range.low;
  auto* saved = reinterpret_cast<unsigned char*>(map(size).low);
  std::memcpy(saved, reinterpret_cast<const void*>(range.low), size);
  regions_.push_back({range, saved, std::vector<bool>(size / kPage, false)});
}

void Snapshot::take(const Thread& main_thread, const MemoryRange& arguments) {
  for (const MemoryRange& range : writable_data_of_program()) add(range);
  add(arguments);
  add(main_thread.arena.below_mark());
  add(main_thread.arena.shadow_below_mark());
  std::uint64_t pages = 0;
  for (const Region& region : regions_) {
    pages += region.writable.size();
    protect(region.range.low, region.range.high - region.range.low, PROT_READ);
  }
  dirtied_.reserve(pages);  // allow_write() runs in a signal handler and must not allocate
  for (const TlsBlock& block : main_thread.tls) {
    const auto* first = static_cast<const unsigned char*>(block.block);
    tls_.push_back({block.block, std::vector<unsigned char>(first, first + block.size)});
  }
}

void Snapshot::restore() {
  for (const Page& page : dirtied_) std::memcpy(page.page, page.copy, kPage);
  for (const Tls& tls : tls_) std::memcpy(tls.block, tls.copy.data(), tls.copy.size());
}

void Snapshot::save(Copy& copy) const {
  copy.pages = dirtied_.size();
  copy.content.resize(copy.pages * kPage);
  unsigned char* to = copy.content.data();
  for (const Page& page : dirtied_) {
    std::memcpy(to, page.page, kPage);
    to += kPage;
  }
}

void Snapshot::put_back(const Copy& copy) {
  const unsigned char* from = copy.content.data();
  for (std::size_t i = 0; i < copy.pages; ++i, from += kPage) std::memcpy(dirtied_[i].page, from, kPage);
  for (std::size_t i = copy.pages; i < dirtied_.size(); ++i)
    std::memcpy(dirtied_[i].page, dirtied_[i].copy, kPage);
}

bool Snapshot::allow_write(std::uint64_t address) {
  for (Region& region : regions_) {
    if (!region.range.contains(address)) continue;
    const std::uint64_t index = (address - region.range.low) / kPage;
    if (region.writable[index]) return false;
    region.writable[index] = true;
    const std::uint64_t page = region.range.low + index * kPage;
    protect(page, kPage, PROT_READ | PROT_WRITE);
    dirtied_.push_back({reinterpret_cast<unsigned char*>(page), region.copy + index * kPage});
    return true;
  }
  return false;
}

void Snapshot::allow_writes(const MemoryRange& range) {
  for (const Region& region : regions_) {
    const std::uint64_t high = std::min(range.high, region.range.high);
    for (std::uint64_t at = std::max(range.low, region.range.low); at < high; at = (at | (kPage - 1)) + 1)
      allow_write(at);
  }
}

}  // namespace linnet::runtime
