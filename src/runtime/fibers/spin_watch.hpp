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
// the place of the call and its arguments. It is compared byte by byte, so the rule is exact. Memory it reads
// without a step cannot differ unless a location in R did, or there is a data race.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "schedule/step.hpp"

namespace linnet::runtime {

// The registers of the program at a hook, filled by hook_entry.S (which knows the layout).
struct CallerRegisters {
  std::uint64_t rbx, rbp, r12, r13, r14, r15;
  std::uint64_t rsp;  // before the call
  std::uint64_t return_address;
  friend bool operator==(const CallerRegisters&, const CallerRegisters&) = default;
};
extern "C" CallerRegisters linnet_caller;

using HookArguments = std::array<std::uint64_t, 3>;

// All changes of memory by steps of one execution, in order.
class ChangeLog {
 public:
  void clear() { changes_.clear(); }
  std::size_t size() const { return changes_.size(); }
  void add(const Access& access) { changes_.push_back(access); }
  bool changed_since(std::size_t position, const Access& read) const;

 private:
  std::vector<Access> changes_;
};

class SpinWatch {
 public:
  void clear();
  // The thread is at a hook, its state in linnet_caller. True if it was here before in this state: what it did
  // since then is the round.
  bool comes_round(const HookArguments& arguments, std::uint64_t stack_high, std::uint64_t progress);
  // Makes the step wait for a change of what was read in the round. False if it has no room for all of that.
  bool guard(Step& step) const;
  // Whether that change has come.
  // Whether all that the round read is what memory holds now. REQUIRES: comes_round() said so.
  bool sees_latest() const;
  bool woken(const ChangeLog& log) const;
  // The thread took a step that changed nothing.
  void took(const Step& step, std::uint64_t progress, const ChangeLog& log);
  std::size_t idle_steps() const { return idle_steps_; }

 private:
  struct Visit {
    CallerRegisters registers;
    HookArguments arguments;
    std::size_t stack_offset;  // of its copy in stacks_
    std::size_t stack_size;
    std::size_t first_read;  // in reads_
    std::size_t first_step;
  };
  struct Read {
    Access access;
    std::size_t log_position;
    std::uint64_t value;  // what the thread found there
  };

  // Some location of the round was found with two different values.
  bool saw_a_change() const;
  void forget_before(std::uint64_t progress);
  bool is_same(const Visit& visit, const HookArguments& arguments, std::uint64_t stack_size) const;
  void remember(const HookArguments& arguments, std::uint64_t stack_size);

  std::uint64_t progress_ = 0;  // all below happened since
  std::vector<Visit> visits_;
  std::vector<Read> reads_;
  std::unique_ptr<unsigned char[]> stacks_;  // copies, one after the other; room for all that are kept
  std::size_t stacks_size_ = 0;
  std::size_t idle_steps_ = 0;
  // The round: what it read, in how many steps, and how much of the log is known not to change that.
  std::size_t round_begin_ = 0, round_end_ = 0, round_steps_ = 0;
  mutable std::size_t scanned_ = 0;
  mutable bool woken_ = false;
};

}  // namespace linnet::runtime
