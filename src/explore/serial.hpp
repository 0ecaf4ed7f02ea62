// Explores all serial executions: there is no switch inside an operation (Line-Up, phase 1).
//
// Once a thread has called an operation it goes on until that has returned; where no operation is under way, each
// thread that has one left may be next, and all orders are tried. An operation that cannot go on before it has returned
// ends the execution there: blocked() tells. What a step itself may choose (does the timeout fire?) is tried in all
// ways, too.
//
//   enq(1) | deq()        enq(1) deq() and deq() enq(1)
//   lock() | lock()       the first lock(), then the second one that blocks; twice
//
// Some things run in the background, at any time and also while an operation is under way: threads that the object itself
// has started, and operations that need not be serial. Such operations are called as soon as their threads come to them: when
// they go on is open all the same. If what is in the background is to settle, it goes as far as it can before another
// operation is called.
//
// Where the background runs, many ways lead to the same state of the program after the same history: a compare-exchange
// that fails and is tried again, two reads in either order. What comes after it is the same, so it is taken up once, and
// an execution that comes to it again is given up: redundant() tells. For
//
//   signal_and_wait() get() | signal_and_wait() get()       (the first ones in the background)
//
// that makes some dozens of executions out of some thousands. All of them are tried if states cannot be told apart.
//
// REQUIRES: a call is a step of its own (runtime::RuntimeOptions::calls_are_steps), so that what blocks at its first
// step has been called.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "base/fingerprint.hpp"
#include "explore/decision_path.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class SerialStrategy final : public Strategy {
 public:
  // Whether the operation that a thread is about to call is to run without others in between.
  using IsSerial = std::function<bool(ThreadNumber)>;
  // The state of the program, with all of the history so far that matters.
  using StateAndHistory = std::function<Fingerprint()>;

  // `state` may be empty.
  SerialStrategy(IsSerial is_serial, bool settles, StateAndHistory state)
      : is_serial_(std::move(is_serial)), settles_(settles), state_(std::move(state)) {}

  bool next_execution() override;
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override { return path_.decide(alternatives); }
  void took(const Step& step) override;
  void finished(Ending) override { done_ = !path_.advance(); }

  // Whether the last execution was given up because the operation under way can never return.
  bool blocked() const { return blocked_; }
  // Whether it was given up because it came to what others have shown.
  bool redundant() const { return redundant_; }

 private:
  // What a thread is to the order of operations.
  enum class Role : std::uint8_t {
    background,  // the object's own; or it is in an operation that need not be serial, or that was its last one
    between,     // calls operations, and is in none
    operating,
  };

  Role& role_of(ThreadNumber thread);
  std::optional<ThreadNumber> called_at_once(std::span<const Ready> ready) const;
  void gather_options(std::span<const Ready> ready);
  bool was_here();

  IsSerial is_serial_;
  bool settles_;
  StateAndHistory state_;
  DecisionPath path_;
  absl::flat_hash_set<Fingerprint> seen_;
  std::vector<Role> roles_;  // by thread; of those that are not background from the start
  std::optional<ThreadNumber> operating_;
  std::vector<std::uint32_t> options_;
  bool background_ran_ = false;
  bool calls_serial_ = false;  // if the step that was picked is a call
  bool blocked_ = false, redundant_ = false;
  bool done_ = false;
};

}  // namespace linnet
