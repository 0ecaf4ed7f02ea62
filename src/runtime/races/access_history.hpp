// Shadow memory: for every byte, the accesses so far that a later one could race with.
//
// Memory is divided into words of eight bytes, each with a list of records: who accessed which of its bytes,
// when, how and where. Most lists have one or two records. A record is dropped, byte by byte, once an access
// that it happens before is at least as strong (a write is stronger than a read, a plain access than an atomic
// one): whatever races with the old one then races with the new one too. So the first race of an execution is
// always found, at the access that completes it, and none is reported that is not one.
//
// Words are found through a page table of two levels, and a small cache of it. Starting the next execution costs nothing: every list
// says in which execution it was begun. Where an execution begins as the one before did, the history is taken back instead: what a
// change replaces is kept from the first mark on.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "runtime/races/happens_before.hpp"

namespace linnet::runtime {

// How a location was accessed.
struct AccessKind {
  bool writes : 1 = false;
  bool atomic : 1 = false;
  bool frees : 1 = false;  // a write of the whole block, after which there is nothing to race with
  friend bool operator==(AccessKind, AccessKind) = default;
};

// Where it was: the program counter, and how many function entries and exits of its thread were before. Made to be
// handed on in registers: to write it in parts and read it whole costs more than all the rest.
struct AccessPlace {
  std::uint64_t pc = 0;
  std::uint32_t calls : 31 = 0;
  bool racy : 1 = false;  // races between two such places are known, and are none of ours
};

// One access, as far as it matters to one word of memory. Made of whole numbers that are written and compared as they are: parts of
// them would be slow to read back right after they were written.
struct AccessRecord {
  std::uint64_t pc = 0;
  std::uint64_t moment = 0;  // its thread, as HappensBefore counts them, and its time
  std::uint32_t calls = 0;
  std::uint8_t bytes = 0;  // of the word: a bit for each
  std::uint8_t how = 0;

  static constexpr std::uint8_t kWrites = 1, kAtomic = 2, kFrees = 4, kRacy = 8;
  static std::uint8_t how_of(AccessKind kind, bool racy) {
    return static_cast<std::uint8_t>(kind.writes * kWrites | kind.atomic * kAtomic | kind.frees * kFrees |
                                     racy * kRacy);
  }
  static std::uint64_t moment_of(std::uint32_t thread, VectorClock::Time time) {
    return std::uint64_t{thread} << 32 | time;
  }
  std::uint32_t thread() const { return static_cast<std::uint32_t>(moment >> 32); }
  VectorClock::Time time() const { return static_cast<VectorClock::Time>(moment); }
  bool is(std::uint8_t what) const { return (how & what) != 0; }
  AccessKind kind() const { return {.writes = is(kWrites), .atomic = is(kAtomic), .frees = is(kFrees)}; }
  AccessPlace place() const { return {pc, calls, is(kRacy)}; }

  // Is it a race if neither happens before the other?
  bool conflicts_with(const AccessRecord& other) const {
    return ((how | other.how) & kWrites) != 0 && (how & other.how & (kAtomic | kRacy)) == 0;
  }
  // Does everything that conflicts with the other one conflict with this one? It is at least as strong then.
  bool covers(const AccessRecord& other) const {
    return (~how & other.how & kWrites) == 0 && (how & ~other.how & (kAtomic | kRacy)) == 0;
  }
};

namespace detail {

// Zeros that take no memory until they are used.
template <class T>
inline T* zeroed() {
  auto* memory = static_cast<T*>(std::calloc(1, sizeof(T)));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Which of the eight bytes from `word` on lie in [low, high).
inline std::uint8_t bytes_between(std::uint64_t low, std::uint64_t high, std::uint64_t word) {
  const std::uint64_t first = std::max(low, word) - word;
  const std::uint64_t count = std::min(high, word + 8) - word - first;
  return static_cast<std::uint8_t>(((1u << count) - 1) << first);
}

}  // namespace detail

class AccessHistory {
 public:
  void start_execution() {
    used_ = 1;
    free_ = 0;
    keeps_old_ = false;
    old_words_.clear();
    old_records_.clear();
    if (++execution_ != 0) return;
    for (const auto& page : owned_pages_) *page = {};
    execution_ = 1;
  }

  // Remembers the access. Returns an earlier one that it races with, or null; racing_word() is then where.
  const AccessRecord* access(const Access& access, AccessKind kind, std::uint32_t thread, AccessPlace place,
                             HappensBefore& order) {
    const std::uint64_t high = access.address + access.size;
    if (high > std::uint64_t{1} << kAddressBits) return nullptr;
    AccessRecord record{place.pc, AccessRecord::moment_of(thread, order.time_of(thread)), place.calls, 0,
                        AccessRecord::how_of(kind, place.racy)};
    const std::uint64_t offset = access.address % kWord;
    if (offset + access.size <= kWord) [[likely]] {
      record.bytes = static_cast<std::uint8_t>(((1u << access.size) - 1) << offset);
      return access_word(word_at(access.address), record, access.address - offset, order);
    }
    for (std::uint64_t at = access.address & ~(kWord - 1); at < high; at += kWord) {
      record.bytes = detail::bytes_between(access.address, high, at);
      if (const AccessRecord* racing = access_word(word_at(at), record, at, order)) return racing;
    }
    return nullptr;
  }

  std::uint64_t racing_word() const { return racing_word_; }

  // A state that it can be taken back to. Those made after it are void then.
  struct Mark {
    std::size_t old_words, old_records;
    std::uint32_t used, free;
  };
  // From the first one in an execution on, what is changed is kept.
  Mark mark() {
    keeps_old_ = true;
    used_at_mark_ = used_;
    return {old_words_.size(), old_records_.size(), used_, free_};
  }
  void take_back(const Mark& mark) {
    for (; old_words_.size() > mark.old_words; old_words_.pop_back())
      old_words_.back().word->first = old_words_.back().first;
    for (; old_records_.size() > mark.old_records; old_records_.pop_back())
      records_[old_records_.back().index] = old_records_.back().record;
    used_ = used_at_mark_ = mark.used;
    free_ = mark.free;
  }
  void keep_no_longer() { keeps_old_ = false; }
  std::size_t kept() const { return old_words_.size() + old_records_.size(); }

 private:
  struct Record {
    AccessRecord access;
    std::uint32_t next;  // 0 is none
  };
  struct Word {
    std::uint32_t execution = 0;
    std::uint32_t first = 0;
  };
  static constexpr std::uint64_t kWord = 8;
  static constexpr unsigned kPageBits = 12;
  static constexpr unsigned kTableBits = 30;    // a table of pages covers so much
  static constexpr unsigned kAddressBits = 47;  // of all that user space has
  static constexpr std::uint64_t kWordsInPage = (1 << kPageBits) / kWord;
  static constexpr std::uint64_t kPagesInTable = 1 << (kTableBits - kPageBits);
  struct Page {
    Word words[kWordsInPage];
  };
  struct Table {
    Page* pages[kPagesInTable];
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  // A page that was looked up lately. The tables are large and far apart: each costs the processor a miss.
  struct RecentPage {
    std::uint64_t number = 0;
    Page* page = nullptr;
  };
  static constexpr std::size_t kRecentPages = 64;

  Word& word_at(std::uint64_t address) {
    const std::uint64_t number = address >> kPageBits;
    RecentPage& recent = recent_[number % kRecentPages];
    if (recent.number != number || recent.page == nullptr) [[unlikely]]
      recent = {number, &page_at(number)};
    return recent.page->words[address / kWord % kWordsInPage];
  }

  Page& page_at(std::uint64_t number) {
    const Table* table = tables_[number / kPagesInTable];
    Page* page = table == nullptr ? nullptr : table->pages[number % kPagesInTable];
    return page != nullptr ? *page : add_page(number);
  }

  Page& add_page(std::uint64_t number) {
    Table*& table = tables_[number >> (kTableBits - kPageBits)];
    if (table == nullptr) {
      table = detail::zeroed<Table>();
      owned_tables_.emplace_back(table);
    }
    Page* page = detail::zeroed<Page>();
    owned_pages_.emplace_back(page);
    table->pages[number % kPagesInTable] = page;
    return *page;
  }

  // Inlined, so that the parts of `access` stay in registers.
  [[gnu::always_inline]] const AccessRecord* access_word(Word& word, const AccessRecord& access,
                                                         std::uint64_t address, HappensBefore& order) {
    if (word.execution != execution_) word = {execution_, 0};
    if (const AccessRecord& last = records_[word.first].access;
        last.bytes != 0 && last.moment == access.moment && (access.bytes & ~last.bytes) == 0 &&
        last.covers(access) && !access.is(AccessRecord::kFrees)) {
      return nullptr;  // nothing happened since that was not compared with it
    }
    if (keeps_old_) old_words_.push_back({&word, word.first});
    std::uint32_t before = 0;  // in the list
    std::uint32_t spare = 0;   // the first one that was dropped
    for (std::uint32_t index = word.first, next = 0; index != 0; index = next) {
      Record& record = records_[index];
      AccessRecord& earlier = record.access;
      next = record.next;
      if ((earlier.bytes & access.bytes) == 0) {
        before = index;
        continue;
      }
      const bool ordered = earlier.thread() == access.thread() ||
                           order.knows(access.thread(), earlier.thread(), earlier.time());
      if (!ordered && earlier.conflicts_with(access)) {
        racing_word_ = address;
        return &earlier;
      }
      if (!ordered || !access.covers(earlier)) {
        before = index;
        continue;
      }
      if (earlier.is(AccessRecord::kAtomic) && !access.is(AccessRecord::kAtomic) &&
          access.is(AccessRecord::kWrites)) {
        order.forget(address + static_cast<unsigned>(std::countr_zero(earlier.bytes)));
      }
      keep(index);
      earlier.bytes &= static_cast<std::uint8_t>(~access.bytes);
      if (earlier.bytes != 0) {
        before = index;
        continue;
      }
      drop(word, before, index);
      if (spare == 0) {
        spare = index;
      } else {
        give_back(index);
      }
    }
    if (!access.is(AccessRecord::kFrees)) {
      add(word, access, spare);
    } else if (spare != 0) {
      give_back(spare);
    }
    return nullptr;
  }

  // Those that are newer than the last mark are none of its state.
  void keep(std::uint32_t index) {
    if (!keeps_old_ || index >= used_at_mark_) return;
    OldRecord& old =
        old_records_.emplace_back();  // filled in place: to write a record in parts and read it whole is slow
    old.index = index;
    old.record = records_[index];
  }

  // Takes a record, which is kept, out of the list of the word.
  void drop(Word& word, std::uint32_t before, std::uint32_t index) {
    const std::uint32_t next = records_[index].next;
    if (before == 0) {
      word.first = next;
    } else {
      keep(before);
      records_[before].next = next;
    }
  }
  void give_back(std::uint32_t index) {
    records_[index].next = free_;
    free_ = index;
  }

  // In the place of one that was dropped and is kept, if there is one.
  [[gnu::always_inline]] void add(Word& word, const AccessRecord& access, std::uint32_t index) {
    if (index == 0) index = take_unused();
    Record& record = records_[index];
    record.access = access;
    record.next = word.first;
    word.first = index;
  }
  std::uint32_t take_unused() {
    if (free_ == 0) {
      if (used_ == records_.size()) records_.emplace_back();
      return used_++;
    }
    keep(free_);
    return std::exchange(free_, records_[free_].next);
  }

  std::vector<Table*> tables_ = std::vector<Table*>(1 << (kAddressBits - kTableBits));
  std::array<RecentPage, kRecentPages> recent_{};
  std::vector<std::unique_ptr<Table, Free>> owned_tables_;
  std::vector<std::unique_ptr<Page, Free>> owned_pages_;

  std::vector<Record> records_ = std::vector<Record>(1);  // the first is none
  std::uint32_t used_ = 1;
  std::uint32_t free_ = 0;  // those dropped in this execution, linked
  std::uint32_t execution_ = 1;
  std::uint64_t racing_word_ = 0;

  // What was there before, the latest last.
  struct OldWord {
    Word* word;
    std::uint32_t first;
  };
  struct OldRecord {
    std::uint32_t index;
    Record record;
  };
  bool keeps_old_ = false;
  std::uint32_t used_at_mark_ = 0;  // the last one
  std::vector<OldWord> old_words_;
  std::vector<OldRecord> old_records_;
};

}  // namespace linnet::runtime
