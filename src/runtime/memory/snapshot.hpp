// The state from which every execution starts: the program's writable data as static constructors left them.
//
// All of it is saved once and made read-only. The very first write to a page faults; the page is then
// writable for good, and is copied back before every later execution. After a few executions no more faults
// come, and a restore costs one copy per page that the program ever writes, however much data it has.
//
// A system call that is given a protected page returns EFAULT instead of faulting: see system_calls.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/fibers/thread.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {

class Snapshot {
 public:
  static constexpr std::uint64_t kPage = 4096;

  // New memory of whole pages.
  static MemoryRange map(std::uint64_t size);
  // REQUIRES: once, with the arena of `main_thread` marked. `arguments` are those of main, whole pages.
  void take(const Thread& main_thread, const MemoryRange& arguments);
  void restore();
  // A write to `address` faulted. Returns true if that was a protected page: the write can continue.
  bool allow_write(std::uint64_t address);
  // The kernel, which does not fault, is about to write somewhere in the range.
  void allow_writes(const MemoryRange& range);
  // What an execution has written so far.
  struct Copy {
    std::size_t pages = 0;  // the first ones of those that are ever written
    std::vector<unsigned char> content;
  };
  void save(Copy& copy) const;
  void put_back(const Copy& copy);
  // Calls visit(page, size) for all pages that may differ from the snapshot.
  template <typename Visit>
  void for_each_written_page(Visit&& visit) const {
    for (const Page& page : dirtied_) visit(page.page, kPage);
  }

 private:
  struct Region {
    MemoryRange range;
    unsigned char* copy;
    std::vector<bool> writable;  // by page
  };
  struct Page {
    unsigned char* page;
    const unsigned char* copy;
  };
  struct Tls {
    void* block;
    std::vector<unsigned char> copy;
  };

  void add(const MemoryRange& range);

  std::vector<Region> regions_;
  std::vector<Page> dirtied_;
  std::vector<Tls> tls_;
};

}  // namespace linnet::runtime
