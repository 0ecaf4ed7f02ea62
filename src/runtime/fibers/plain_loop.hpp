// Recognises a thread that goes round a loop of plain accesses, without a step, and waits for another thread that way.
//
//   while (!flag) {}                           the same state in every round: waits for a change of what it read
//   for (i = 0; i < 1000000; ++i) sum += a[i]; another state in every round: ends by itself, and is none
//
// Plain accesses are no steps, so no other thread would ever come to its turn. A thread that has read very often without a step is
// looked at for a while, now and then: does it come to the same place with the same registers and stack, and is all memory of the
// program what it was? Then it does the same again until something that it read is changed. All of that depends on what the
// thread did and never on time. What libc keeps for the program is not compared, but for the positions in open files: so many rounds
// must be the same, without a system call.
//
// A change is nearly always a data race, and reported where it is made. Where it is none (the program said that the race is
// harmless, or races are not looked for) the thread goes on when it would read another value.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/fingerprint.hpp"
#include "runtime/fibers/spin_watch.hpp"

namespace linnet::runtime {

// Whether the hooks of plain reads note the registers of the program in linnet_caller, as those of atomic ones do. It takes time.
extern "C" bool linnet_notes_plain_reads;

class PlainLoop {
 public:
  static constexpr std::uint32_t kFirstLook =
      1 << 16;  // after so many reads without a step, and after twice as many, ...
  static constexpr std::uint32_t kLook =
      1 << 14;  // how many reads a look takes: the longest round that is found
  static constexpr std::uint32_t kGiveWay =
      1 << 24;  // a loop may be in another state in every round, and wait all the same

  void clear() { *this = {}; }
  void begin() {
    clear();
    left_ = kLook;
  }
  bool is_looked_at() const { return left_ != 0; }

  // The thread is about to read, its state in linnet_caller if `state_is_known`. True if it has come round without effect.
  bool comes_round(const Access& read, bool state_is_known, std::uint64_t stack_high, std::uint64_t effects);
  // Whether something that it read in that round has another value now.
  bool would_differ() const;

 private:
  struct Read {
    Access access;
    std::uint64_t low, high;  // the first 16 bytes that it found
  };

  bool is_back(const Access& read, std::uint64_t stack_size, std::uint64_t effects) const;
  void start_round(const Access& read, std::uint64_t stack_size, std::uint64_t effects);
  void add(const Access& read);

  std::uint32_t left_ = 0;  // of this look
  // Where the round began, and what it has read since.
  Access first_;
  CallerRegisters registers_{};
  MostlyEmpty<unsigned char> stack_;
  std::uint64_t effects_ = 0;
  std::optional<Fingerprint> memory_;
  MostlyEmpty<Read> reads_;
};

}  // namespace linnet::runtime
