// Recognises a thread that goes round a loop without effect.
//
// The rule (docs/exploration.md, "Loops that wait"): a thread that comes back to the same program point with the same registers
// and stack, having changed nothing outside its stack, after reads R, will do the same again until some
// location in R is changed. Until then it need not be run.
//
//   while (flag.load() == 0) {}            the second arrival at the load is the same state: waits for flag
//   for (i = 0; i < 3; ++i) flag.load();   i differs (register or stack): never the same, runs as it is
//   while (lock.exchange(1)) {}            an exchange of 1 for 1 changes nothing: waits for lock
//   p = head; while (...) p = p->next.load();   the address asked for differs: not the same
//
// The step that is due then touches all of R and is guarded (Guard::waits_change): so whoever wakes the loop
// conflicts with the step it then takes, which may be a read of another location. This is so whether or not the
// loop has been woken already: what a step is must depend on its thread's own past alone.
//
// A round in which the thread itself saw one location change (a compare-exchange that failed because of it) is none:
// it is awake for certain, and its next step is what it would be without this rule. Otherwise a retry loop that
// an optimizer leaves no trace of in registers would touch more than it does, and be explored more often.
//
// A state is what a function call keeps: the callee-saved registers, the stack from the caller's frame up,
// the place of the call and its arguments, without what nobody will read any more (live_state.hpp). It is compared byte by byte, so
// the rule is exact. Memory it reads without a step cannot differ unless a location in R did, or there is a data race.
//
// With the cut (docs/exploration.md, "Rounds that are cut") a thread that comes round need not go on at all, for another execution
// does without the round. Then what the round wrote without a step has to be told from state: those bytes differ until the thread has written
// them again. It is cut when that is done, unless it reads one of them before, or takes a step that changes something.
//
// A loop whose failed compare-exchange brings the next value comes to no state again. It is cut after the failure if the load before the loop was
// seen to lead to where the thread is now (transitions.hpp): another execution makes the load where this one fails.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/mostly_empty.hpp"
#include "runtime/fibers/live_state.hpp"
#include "runtime/fibers/transitions.hpp"
#include "schedule/step.hpp"

namespace linnet::runtime {

// All changes of memory by steps of one execution, in order.
class ChangeLog {
 public:
  void clear() { changes_.clear(); }
  std::size_t size() const { return changes_.size(); }
  void add(const Access& access) { changes_.push_back(access); }
  bool changed_since(std::size_t position, const Access& read) const;

 private:
  MostlyEmpty<Access> changes_;
};

// Room for copies of states, one after the other. It is much larger than what is in it, which alone is copied.
class StateRoom {
 public:
  StateRoom() = default;
  StateRoom(const StateRoom& other) { *this = other; }
  StateRoom& operator=(const StateRoom& other);
  void make();
  unsigned char* at(std::size_t offset) { return bytes_.get() + offset; }
  const unsigned char* at(std::size_t offset) const { return bytes_.get() + offset; }
  // All before `end` is in it.
  void fill_up_to(std::size_t end) { end_ = end; }

 private:
  std::unique_ptr<unsigned char[]> bytes_;
  std::size_t end_ = 0;
};

class SpinWatch {
 public:
  void clear();
  enum class Round : std::uint8_t {
    none,
    spins,    // it has changed nothing, and seen no change: it will do the same again until something changes
    retries,  // it has changed nothing that others can see
  };
  // The thread is at a hook, its state in linnet_caller. Whether it was here before in this state: what it did
  // since then is the round.
  Round comes_round(const HookArguments& arguments, std::uint64_t stack_high, std::uint64_t progress);
  // After that, for the cut: whether nothing at all tells the thread from one that has not been through the round. Otherwise
  // the bytes that differ are followed, and round_is_undone() says when they differ no more.
  bool round_left_nothing();
  // REQUIRES: the thread is at a hook. Only where it has been before since the round began: there it is still in the loop, which calls
  // nothing that is not seen.
  bool round_is_undone() const;
  bool is_cuttable() const { return cuttable_; }
  // What comes_round() has compared; empty if the thread cannot come here again without a call that is not seen.
  std::span<const unsigned char> state_in_loop() const {
    return in_loop_ ? std::span<const unsigned char>(states_.at(written_at_), written_size_)
                    : std::span<const unsigned char>();
  }

  // The same for a loop that a load leads to. Asked right after comes_round().
  enum class Carried : std::uint8_t {
    no,
    perhaps,  // the thread has just failed, and it is not known whether the load would have led here
    yes,
  };
  Carried is_carried(const HookArguments& arguments);
  // The thread is about to load, or to compare and exchange. The order is that of the load, or of a failure.
  void loads(const HookArguments& arguments, const Access& location, int order);
  void compares(const Access& location, int order_of_failure);
  // The round is what happened since that load.
  void begin_round_at_load();

  // Plain accesses of the thread.
  bool follows_writes() const { return follows_writes_; }
  void follow_writes(bool wanted) { follows_writes_ = wanted; }
  // `pc`: where the hook returns to; 0 if it is known that what is written was not read before.
  void wrote(std::uint64_t address, std::uint32_t size, bool on_own_stack, std::uint64_t pc);
  void read(std::uint64_t address, std::uint32_t size) {
    if (follows_) [[unlikely]]
      read_differing(address, size);
  }
  bool is_told_of_reads() const { return follows_ || learns_ != LastLoads::kNone; }
  // A plain read, outside the thread's own stack.
  void read_plainly(std::uint64_t address, std::uint32_t size) {
    read(address, size);
    if (learns_ != LastLoads::kNone) [[unlikely]]
      learn_read(address, size);
  }
  // A choice was made that the state does not tell of.
  void chose() { ++choices_; }
  std::uint64_t choices() const { return choices_; }
  // Makes the step wait for a change of what was read in the round. False if it has no room for all of that.
  bool guard(Step& step) const;
  // Whether that change has come.
  // Whether all that the round read is what memory holds now. REQUIRES: comes_round() said so.
  bool sees_latest() const;
  bool woken(const ChangeLog& log) const;
  bool round_touches(const Access& access) const;
  // The thread took a step that changed nothing.
  void took(const Step& step, std::uint64_t progress, const ChangeLog& log);
  std::size_t idle_steps() const { return idle_steps_; }

 private:
  struct Visit {
    std::uint64_t place;
    HookArguments arguments;
    std::size_t state_offset;  // of its copy in states_
    std::size_t state_size;
    std::size_t first_read;  // in reads_
    std::size_t first_step;
    std::size_t first_write;  // in writes_
    std::uint64_t choices;
  };
  struct Bytes {
    std::uint64_t begin, end;
    bool on_own_stack;
    bool overlaps(const Bytes& other) const { return begin < other.end && other.begin < end; }
  };
  struct Read {
    Access access;
    std::size_t log_position;
    std::uint64_t value;  // what the thread found there
  };

  // A load that a loop may come back to, in the carried form.
  struct Load {
    bool followed = false;
    Access location;
    int order = 0, failure_order = 0;
    ThreadPoint point;
    NextFrames frames;
    std::uint64_t choices = 0;
    std::size_t first_read = 0, first_write = 0, steps = 0;
    std::uint64_t found = 0;  // by the last step
    bool failed = false;      // the last step was a compare-exchange of the same location
    bool is_at(const Access& access) const {
      return followed && access.address == location.address && access.size == location.size;
    }
  };
  // The last ones; a copy has only those that were made since all were forgotten.
  struct LastLoads {
    static constexpr std::size_t kMost = 4;
    static constexpr std::uint8_t kNone = UINT8_MAX;
    std::array<Load, kMost> loads;
    std::size_t next = 0;

    LastLoads() = default;
    LastLoads(const LastLoads& other) { *this = other; }
    LastLoads& operator=(const LastLoads& other);
  };
  void forget_loads();
  void took_since_loads(const Step& step);
  void learn_read(std::uint64_t address, std::uint32_t size);
  void learn(const Load& load, const ThreadPoint& to) const;
  bool leads_here(const Load& load, const Transition& known, const ThreadPoint& to) const;
  ThreadPoint here(const HookArguments& arguments) const;
  // Some location of the round was found with two different values.
  bool saw_a_change() const;
  void forget_before(std::uint64_t progress);
  bool is_same(const Visit& visit, const HookArguments& arguments, std::size_t size) const;
  void remember(const HookArguments& arguments, std::size_t size);
  void begin_round(Visit& visit);
  bool wrote_since(const Visit& visit) const;
  void read_differing(std::uint64_t address, std::uint32_t size);
  void take_out(const Bytes& bytes);
  void give_up_following();

  std::uint64_t progress_ = 0;  // all below happened since
  MostlyEmpty<Visit> visits_;
  MostlyEmpty<Read> reads_;
  StateRoom states_;
  std::size_t states_size_ = 0;
  std::size_t idle_steps_ = 0;
  // The round: what it read, in how many steps, and how much of the log is known not to change that.
  std::size_t round_begin_ = 0, round_end_ = 0, round_steps_ = 0;
  mutable std::size_t scanned_ = 0;
  mutable bool woken_ = false;
  // For the cut: what was written without a step, and what of it differs from an execution without the round.
  bool follows_writes_ = false, follows_ = false, cuttable_ = false;
  MostlyEmpty<Bytes> writes_, differing_;
  std::size_t round_writes_ = 0, published_ = 0;
  std::uint64_t choices_ = 0;
  // What comes_round() wrote last, in states_.
  std::size_t written_at_ = 0, written_size_ = 0;
  bool in_loop_ = false;
  NextFrames frames_;
  LastLoads loads_;
  std::uint8_t carried_by_ = LastLoads::kNone;
  std::uint8_t learns_ = LastLoads::kNone;  // the step before is this one
  MostlyEmpty<KnownBytes> plain_reads_;     // since then
};

}  // namespace linnet::runtime
