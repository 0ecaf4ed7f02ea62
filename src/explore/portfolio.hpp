// Several strategies that take turns, each going on where it was: what one of them finds late, another may find at once.
//
// Turns are counted in executions, and who has the next one is decided by what was seen so far. So the same seed gives the same
// executions, on any machine.
//
// The last of the strategies is systematic: it comes to an end, and then all is known. The first and the second of the others have a
// turn before it, and from then on it has every other turn. Its first turns are longer, so that small spaces are finished before
// the others cost much. Where it is to have the very first turn, too, small spaces are finished by it alone. Once each of the others has had a turn, the turn in between goes to the one that brought most that was new
// in its turns before, or to the systematic one if none brought anything. Now and then one of the others has it in any case: what
// brought nothing may bring something again.
//
// What is new: a history that was not recorded before, or an order of two conflicting accesses that none of the others has
// seen: this step of one thread right after that step of another one at the same address. The systematic one is not measured,
// so it costs nothing; nor is one that is alone.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "schedule/strategy.hpp"

namespace linnet {

class Portfolio final : public Strategy {
 public:
  struct Member {
    std::unique_ptr<Strategy> strategy;
    std::uint64_t executions = 0;
    std::uint64_t histories = 0;  // that were new
    std::uint64_t orders = 0;     // of conflicting accesses, that were new
    bool over = false;            // it has no more executions
    std::uint64_t rate = 0;       // of what is new, in a thousand executions of its last turns
    bool tried = false;
  };

  // `opens` is the one that has the first turn. REQUIRES: it is there.
  explicit Portfolio(std::vector<std::unique_ptr<Strategy>> strategies, std::size_t opens = 0);

  bool next_execution() override;
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override { return now().pick(ready); }
  ThreadNumber repeats() override { return now().repeats(); }
  std::optional<std::uint32_t> repeated_steps() const override;
  // Of the others, all steps are looked at.
  bool skip(std::uint32_t steps) override { return current_ == systematic() && now().skip(steps); }
  std::uint32_t choose(std::uint32_t alternatives) override { return now().choose(alternatives); }
  std::uint32_t look_back(std::span<const std::uint32_t> distances) override {
    return now().look_back(distances);
  }
  void took(const Step& step) override;
  bool cuts(ThreadNumber thread, bool is_covered) override { return now().cuts(thread, is_covered); }
  bool reorders() const override { return members_[current_].strategy->reorders(); }
  void waiting(std::span<const Ready> left) override { now().waiting(left); }
  ModelledMemory* memory() override { return now().memory(); }
  std::optional<std::vector<Choice>> choices() const override {
    return members_[current_].strategy->choices();
  }
  void finished(Ending ending) override { now().finished(ending); }

  // It is complete if that of one of them is. The rest is that of the systematic one.
  Coverage coverage() const override;
  double progress() const override { return members_.back().strategy->progress(); }
  // The positions of all of them, or the position of the one that is alone.
  std::optional<std::string> save() const override;
  void load(std::string_view text) override;

  // The execution that has just ended recorded a history that is new.
  void brought_history();

  const std::vector<Member>& members() const { return members_; }
  std::size_t current() const { return current_; }

 private:
  Strategy& now() { return *members_[current_].strategy; }
  std::size_t systematic() const { return members_.size() - 1; }
  bool begin_turn();
  std::size_t whose_turn() const;
  void end_turn();
  void note_orders(const Step& step);

  struct LastAccess {
    std::uint64_t execution = 0;  // in which it was; in all others there was none
    std::uint64_t who = 0;        // the thread and which of its steps
    std::uint64_t write = 0;
  };

  std::vector<Member> members_;
  std::size_t opens_;
  std::size_t current_ = 0;
  std::optional<std::size_t> before_;  // who had the execution before this one
  std::uint64_t turn_ = 0;             // the number of the next one
  std::uint64_t left_ = 0;             // executions of this turn
  std::uint64_t length_ = 0;
  std::uint64_t reward_ = 0;       // in this turn
  std::uint64_t without_end_ = 0;  // executions since the systematic one gave up

  std::vector<std::uint32_t> steps_;  // by thread, in this execution
  std::uint64_t execution_ = 0;
  // By address. Emptied seldom, because an insertion is slow: it counts in an atomic of abseil's library, whose code is not instrumented, so that
  // the instruction is trapped.
  absl::flat_hash_map<std::uint64_t, LastAccess> last_;
  absl::flat_hash_set<std::uint64_t> orders_;
};

}  // namespace linnet
