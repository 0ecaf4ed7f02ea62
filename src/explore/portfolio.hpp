// Several strategies in one process, of which one has the turn.
//
// Whose turn is next is asked for when a turn is over: of Turns, or of another process.
//
// It notes which orders of two conflicting accesses are new to this process: this step of one thread right after that step of
// another one at the same address. The last of the strategies is systematic, and is not measured, so that it costs nothing.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "explore/turns.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class Portfolio final : public Strategy {
 public:
  struct Member {
    std::unique_ptr<Strategy> strategy;
    std::uint64_t executions = 0;
    bool over = false;  // it has no more executions
  };
  // Returns nothing if that was all.
  using NextTurn = std::function<std::optional<Turns::Turn>()>;

  // `measures` says whether new orders are noted.
  Portfolio(std::vector<std::unique_ptr<Strategy>> strategies, NextTurn next_turn, bool measures = true);

  bool next_execution() override;
  ThreadNumber pick(std::span<const Ready> ready) override { return now().pick(ready); }
  ThreadNumber repeats() override { return now().repeats(); }
  std::optional<std::uint32_t> repeated_steps() const override;
  // All steps of the others are looked at, because their orders are noted.
  bool skip(std::uint32_t steps) override { return current_ + 1 == members_.size() && now().skip(steps); }
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
  // Those of the strategy whose turn it is, or was last.
  Coverage coverage() const override { return members_[current_].strategy->coverage(); }
  double progress() const override { return members_[current_].strategy->progress(); }

  const std::vector<Member>& members() const { return members_; }
  // Where a strategy stands; nothing if it cannot say.
  std::optional<std::string> position(std::size_t member) const { return members_[member].strategy->save(); }
  // It goes on from there. REQUIRES: it has had no turn.
  void continue_from(std::size_t member, std::string_view position, std::uint64_t executions);
  std::size_t current() const { return current_; }
  // How many executions this turn has had, or the last one.
  std::uint64_t executions_of_turn() const { return length_ - left_; }
  // The orders of conflicting accesses that were new in this turn, as hashes.
  const std::vector<std::uint64_t>& new_orders() const { return new_orders_; }

 private:
  Strategy& now() { return *members_[current_].strategy; }
  bool begin_turn();
  void note_orders(const Step& step);

  struct LastAccess {
    std::uint64_t execution = 0;  // in which it was; in all others there was none
    std::uint64_t who = 0;        // the thread and which of its steps
    std::uint64_t write = 0;
  };

  std::vector<Member> members_;
  NextTurn next_turn_;
  bool measures_;
  std::size_t current_ = 0;
  bool in_turn_ = false;
  std::optional<std::size_t> before_;  // who had the execution before this one
  std::uint64_t left_ = 0;             // executions of this turn
  std::uint64_t length_ = 0;           // of this turn: left_ and those that were begun

  std::vector<std::uint32_t> steps_;  // by thread, in this execution
  std::uint64_t execution_ = 0;
  // By address. Emptied seldom, because an insertion is slow: it counts in an atomic of abseil's library, whose code is not instrumented, so that
  // the instruction is trapped.
  absl::flat_hash_map<std::uint64_t, LastAccess> last_;
  absl::flat_hash_set<std::uint64_t> orders_;
  std::vector<std::uint64_t> new_orders_;
};

// All of them share one process, and take turns as in an exploration on any number of cores.
std::unique_ptr<Portfolio> take_turns(std::vector<std::unique_ptr<Strategy>> strategies,
                                      std::size_t opens = 0);

}  // namespace linnet
