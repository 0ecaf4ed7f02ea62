// The possible contents of persistent memory after a crash: a model of the cache, line by line, as on x86.
//
// The stores to one line reach memory in the order in which they were made; those to different lines in any
// order. So after a crash a line holds its content after some prefix of its stores, independently of other
// lines. The prefix is at least what was forced: a flush (clwb, clflushopt) forces what the line holds at
// that time, once the thread that made it makes a fence (sfence, mfence, or any locked instruction); clflush
// needs no fence. One store of up to eight bytes in one aligned word survives whole or not at all.
//
// Example: x and y in different lines, both 0; x = 1; y = 1; crash: all four outcomes. In one line: not x =
// 0, y = 1. With x = 1; clwb x; sfence; y = 1: x is 1.
//
// (Raad, Wickerson, Neis, Vafeiadis: Persistency semantics of the Intel-x86 architecture, POPL 2020, under
// sequential consistency: there is no store buffer here. A non-temporal store is a store with a flush.)
//
// The prefix is left open at the crash, and chosen only when a thread accesses the line: contents of lines
// that no thread accesses are not distinguished.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "protocol/execution_ending.hpp"

namespace linnet::runtime {

class CacheLines {
 public:
  static constexpr std::uint64_t kSize = 64;
  static std::uint64_t line_of(std::uint64_t address) { return address & ~(kSize - 1); }

  using Store = StoreBeforeCrash;
  // The stores that a line had lost when it was found.
  struct Loss {
    std::vector<Store> stores;  // those that did not reach memory, in order
    std::uint32_t kept = 0;     // the number of its stores that are there
  };

  // The thread is about to store, and has made the store that it announced before. REQUIRES: the memory is
  // unchanged so far, and no line that it accesses is open.
  void storing(const Store& store);
  // The thread has made the store it announced.
  void stored(ThreadNumber thread);
  void flush(ThreadNumber thread, std::uint64_t address);
  void flush_at_once(std::uint64_t address);
  bool has_unfenced(ThreadNumber thread) const;
  void fence(ThreadNumber thread);

  // For reports: the lines as a crash would find them now.
  std::vector<LineAtCrash> written();
  void crash();
  // The first line that the access touches and whose content is open since a crash.
  std::optional<std::uint64_t> open_line(std::uint64_t address, std::uint64_t size) const;
  std::optional<std::uint64_t> open_line() const { return open_line(0, UINT64_MAX); }
  // The number of contents it may have. Number 0 has all stores; every further one lacks more of them.
  std::uint32_t contents(std::uint64_t line) const;
  // From now on memory has this content there.
  Loss decide(std::uint64_t line, std::uint32_t content);

  // What is in memory now is persistent.
  void clear();

 private:
  using Content = std::array<unsigned char, kSize>;
  struct Version {
    Content content;
    Store by;
    std::uint32_t number = 0;  // the number of stores to the line up to it; known from a crash on
  };
  struct Line {
    std::vector<Version> versions;  // the first one is the content before
    std::uint32_t forced = 0;       // at least this version is persistent
    std::uint32_t flushed = 0;      // and this one would be with a fence
    bool open = false;
  };
  struct Unfenced {
    std::uint64_t line;
    std::uint32_t version;
  };
  struct OfThread {
    std::optional<Store> being_made;
    std::vector<Unfenced> unfenced;
  };

  static Content content_of(std::uint64_t line);
  void note_words(std::uint64_t line, const Store& store);
  static void drop_repeated(Line& line);

  std::map<std::uint64_t, Line> lines_;
  std::map<ThreadNumber, OfThread> threads_;
};

}  // namespace linnet::runtime
