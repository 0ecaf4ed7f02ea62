// Recognises rounds of loops that changed something and put it back: docs/exploration.md, "Rounds that put back what they changed".
//
//   while (x.fetch_add(1) != 0) x.fetch_sub(1);        adds, looks and takes away again
//   do { lock(m); done = flag; unlock(m); } while (!done);
//
// Such a round is as if it had not been if no other thread touched a location while the round had changed it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/fibers/step_log.hpp"
#include "runtime/fibers/transitions.hpp"

namespace linnet::runtime {

struct Thread;

// Where a thread was in its loops, and in which state, since it last did something that cannot be put back.
// Two visits with one state are the ends of a round. In between the thread has taken only steps that the log describes.
class RoundVisits {
 public:
  // How far the execution and the thread have come.
  struct Moment {
    std::uint64_t log_position = 0;
    std::uint64_t choices = 0;       // of the thread
    std::uint64_t stack_writes = 0;  // plain ones of the thread, to its own stack
    std::size_t plain_reads = 0;     // of the thread, that are kept
  };
  struct Visit {
    std::uint32_t state;  // equal for equal states
    Moment moment;
  };

  void clear();
  // The thread is at a hook that returns to `place`, in this state. `effects` changes with what cannot be put back. Returns whether it was here
  // before in this state.
  bool arrives(std::uint64_t place, const HookArguments& arguments, std::span<const unsigned char> state,
               std::uint64_t effects, const Moment& moment);
  const MostlyEmpty<Visit>& visits() const { return visits_; }
  // A plain read. It is about to be made.
  bool follows_reads() const { return !visits_.empty(); }
  void read(std::uint64_t address, std::uint32_t size, bool on_stack);
  // Whether memory holds something else now than was read since then.
  bool would_read_otherwise(const Moment& since) const;

 private:
  struct State {
    std::uint64_t place;
    HookArguments arguments;
    std::size_t offset, size;  // of its copy in bytes_
  };
  struct Read {
    KnownBytes bytes;
    bool on_stack;
  };

  std::uint64_t effects_ = 0;
  MostlyEmpty<Visit> visits_;
  MostlyEmpty<State> states_;
  MostlyEmpty<unsigned char> bytes_;
  MostlyEmpty<Read> reads_;
};

// What a round touched, and whether it would do the same again.
struct UndoneRound {
  struct Place {
    Access access;        // writes: the round did
    Content found{};      // by the first access of the round
    bool is_lock = true;  // nothing but a lock and an unlock
  };
  MostlyEmpty<Place> places;
  RoundVisits::Moment begin;
  bool is_steady = true;  // nobody else changed what it found

  // Whether the thread, if it went round again and nobody else did anything, might find something else.
  bool would_differ(const RoundVisits& visits) const;
};

// The thread has just come to a state that it was in before. Returns whether the round since then can be left out, and tells of it.
bool find_undone_round(const Thread& thread, const StepLog& log, UndoneRound& round);

// Whether threads that go round, or wait, might notice what the others have changed in the midst of a round. A thread that waits to lock a mutex
// does not notice anything.
bool may_notice_each_other(std::span<const Thread* const> threads);

}  // namespace linnet::runtime
