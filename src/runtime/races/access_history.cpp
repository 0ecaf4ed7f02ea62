// AccessHistory: finding the word, comparing with its records, dropping those that are covered.
#include "runtime/races/access_history.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace linnet::runtime {
namespace {

// Zeros that take no memory until they are used.
template <class T>
T* zeroed() {
  auto* memory = static_cast<T*>(std::calloc(1, sizeof(T)));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Which of the eight bytes from `word` on lie in [low, high).
std::uint8_t bytes_between(std::uint64_t low, std::uint64_t high, std::uint64_t word) {
  const std::uint64_t first = std::max(low, word) - word;
  const std::uint64_t count = std::min(high, word + 8) - word - first;
  return static_cast<std::uint8_t>(((1u << count) - 1) << first);
}

}  // namespace

void AccessHistory::start_execution() {
  used_ = 1;
  free_ = 0;
  if (++execution_ != 0) return;
  for (const auto& page : owned_pages_) *page = {};
  execution_ = 1;
}

AccessHistory::Page& AccessHistory::add_page(std::uint64_t number) {
  Table*& table = tables_[number >> (kTableBits - kPageBits)];
  if (table == nullptr) {
    table = zeroed<Table>();
    owned_tables_.emplace_back(table);
  }
  Page* page = zeroed<Page>();
  owned_pages_.emplace_back(page);
  table->pages[number % kPagesInTable] = page;
  return *page;
}

AccessHistory::Page& AccessHistory::page_at(std::uint64_t number) {
  const Table* table = tables_[number / kPagesInTable];
  Page* page = table == nullptr ? nullptr : table->pages[number % kPagesInTable];
  return page != nullptr ? *page : add_page(number);
}

inline AccessHistory::Word& AccessHistory::word_at(std::uint64_t address) {
  const std::uint64_t number = address >> kPageBits;
  RecentPage& recent = recent_[number % kRecentPages];
  if (recent.number != number || recent.page == nullptr) [[unlikely]]
    recent = {number, &page_at(number)};
  return recent.page->words[address / kWord % kWordsInPage];
}

const AccessRecord* AccessHistory::access(const Access& access, AccessKind kind, std::uint32_t thread,
                                          AccessPlace place, HappensBefore& order) {
  const std::uint64_t high = access.address + access.size;
  if (high > std::uint64_t{1} << kAddressBits) return nullptr;
  AccessRecord record{place, thread, order.time_of(thread), 0, kind};
  const std::uint64_t offset = access.address % kWord;
  if (offset + access.size <= kWord) [[likely]] {
    record.bytes = static_cast<std::uint8_t>(((1u << access.size) - 1) << offset);
    return access_word(word_at(access.address), record, access.address - offset, order);
  }
  for (std::uint64_t at = access.address & ~(kWord - 1); at < high; at += kWord) {
    record.bytes = bytes_between(access.address, high, at);
    if (const AccessRecord* racing = access_word(word_at(at), record, at, order)) return racing;
  }
  return nullptr;
}

inline const AccessRecord* AccessHistory::access_word(Word& word, const AccessRecord& access,
                                                      std::uint64_t address, HappensBefore& order) {
  if (word.execution != execution_) word = {execution_, 0};
  if (const AccessRecord& last = records_[word.first].access;
      last.bytes != 0 && last.thread == access.thread && last.time == access.time &&
      (access.bytes & ~last.bytes) == 0 && last.covers(access) && !access.kind.frees) {
    return nullptr;  // nothing happened since that was not compared with it
  }
  std::uint32_t* link = &word.first;
  while (*link != 0) {
    const std::uint32_t index = *link;
    Record& record = records_[index];
    AccessRecord& earlier = record.access;
    if ((earlier.bytes & access.bytes) == 0) {
      link = &record.next;
      continue;
    }
    const bool ordered =
        earlier.thread == access.thread || order.knows(access.thread, earlier.thread, earlier.time);
    if (!ordered && earlier.conflicts_with(access)) {
      racing_word_ = address;
      return &earlier;
    }
    if (!ordered || !access.covers(earlier)) {
      link = &record.next;
      continue;
    }
    if (earlier.kind.atomic && !access.kind.atomic && access.kind.writes) {
      order.forget(address + static_cast<unsigned>(std::countr_zero(earlier.bytes)));
    }
    earlier.bytes &= static_cast<std::uint8_t>(~access.bytes);
    if (earlier.bytes != 0) {
      link = &record.next;
      continue;
    }
    *link = record.next;
    record.next = free_;
    free_ = index;
  }
  if (!access.kind.frees) add(word, access);
  return nullptr;
}

void AccessHistory::add(Word& word, const AccessRecord& access) {
  std::uint32_t index = free_;
  if (index != 0) {
    free_ = records_[index].next;
  } else {
    index = used_++;
    if (index == records_.size()) records_.emplace_back();
  }
  records_[index] = {access, word.first};
  word.first = index;
}

}  // namespace linnet::runtime
