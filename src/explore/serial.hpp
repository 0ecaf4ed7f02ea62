// All serial executions: no switch inside an operation (Line-Up, phase 1).
//
// Once a thread has called an operation it goes on until that has returned; where no operation is under way, each
// thread that has one left may be next, and all orders are tried. An operation that cannot go on before it has returned
// ends the execution there: blocked() tells. What a step itself may choose (does the timeout fire?) is tried in all
// ways, too.
//
//   enq(1) | deq()        enq(1) deq() and deq() enq(1)
//   lock() | lock()       the first lock(), then the second one that blocks; twice
//
// Threads that the object itself has started run whenever they like, also while an operation is under way, and so do
// operations that need not be serial. If they are to settle, they go as far as they can before another operation is
// called.
//
// REQUIRES: a call is a step of its own (runtime::RuntimeOptions::calls_are_steps), so that what blocks at its first
// step has been called.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explore/decision_path.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class SerialStrategy final : public Strategy {
 public:
  // Whether the operation that was called last is to run without others in between.
  using CalledOneIsSerial = std::function<bool()>;
  SerialStrategy(CalledOneIsSerial is_serial, bool settles)
      : is_serial_(std::move(is_serial)), settles_(settles) {}

  bool next_execution() override;
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override;
  void took(const Step& step) override;
  void finished(Ending ending) override;

  // Of the last execution: it was given up because the operation under way can never return.
  bool blocked() const { return blocked_; }

 private:
  // What a thread is to the order of operations.
  enum class Role : std::uint8_t {
    background,  // has called nothing: the object's own; or is in an operation that need not be serial
    between,     // calls operations, and is in none
    operating,
  };

  Role role_of(ThreadNumber thread) const;
  void set_role(ThreadNumber thread, Role role);

  CalledOneIsSerial is_serial_;
  bool settles_;
  DecisionPath path_;
  std::vector<Role> roles_;  // by thread; of those that are not background from the start
  std::optional<ThreadNumber> operating_;
  std::vector<std::uint32_t> options_;
  bool blocked_ = false;
  bool done_ = false;
};

}  // namespace linnet
