// Explores all serial executions: there is no switch inside an operation (Line-Up, phase 1).
//
// Once a thread has called an operation it continues until that has returned; if no operation is under way,
// each thread that has one left may be next, and all orders are tried. An operation that cannot continue
// before it has returned ends the execution there: blocked() says so. The outcomes of a step (does the
// timeout fire?) are all tried, too.
//
//   enq(1) | deq()        enq(1) deq() and deq() enq(1)
//   lock() | lock()       the first lock(), then the second one that blocks; twice
//
// Some things run in the background, at any time and also while an operation is under way: threads that the
// object itself has started, and operations that need not be serial. Such operations are called as soon as
// their threads come to them: when they continue is open nevertheless. If the background has to settle, it
// runs as far as it can before another operation is called.
//
// With a background, many ways lead to the same state of the program after the same history: a
// compare-exchange that fails and is tried again, two reads in either order. The rest is the same, so each
// state is continued once, and an execution that comes to it again is given up: redundant() says so. For
//
//   signal_and_wait() get() | signal_and_wait() get()       (the first ones in the background)
//
// that makes some dozens of executions out of some thousands. All of them are tried if states cannot be
// compared.
//
// REQUIRES: a call is a separate step (runtime::RuntimeOptions::calls_are_steps), so that an operation that
// blocks at its first step has been called.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/fingerprint.hpp"
#include "explore/decision_path.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class SerialStrategy final : public Strategy {
 public:
  // Whether the operation that a thread is about to call must run without others in between.
  using IsSerial = std::function<bool(ThreadNumber)>;
  // The state of the program, with all of the history so far that matters.
  using StateAndHistory = std::function<Fingerprint()>;

  // `state` may be empty.
  SerialStrategy(IsSerial is_serial, bool settles, StateAndHistory state)
      : is_serial_(std::move(is_serial)), settles_(settles), state_(std::move(state)) {}

  bool next_execution() override {
    path_.restart();
    roles_.assign(1, Role::between);  // main
    operating_.reset();
    background_ran_ = false;
    if (!done_) blocked_ = redundant_ = false;
    return !done_;
  }

  ThreadNumber pick(std::span<const Ready> ready) override {
    if (const auto called = called_at_once(ready)) {
      calls_serial_ = false;
      return *called;
    }
    gather_options(ready);
    blocked_ = options_.empty();
    redundant_ = was_here();
    if (blocked_ || redundant_) return kNoThread;
    const ThreadNumber picked = path_.decide(options_);
    const auto it = std::ranges::find(ready, picked, &Ready::thread);
    calls_serial_ = it->expected.calls && is_serial_(picked);
    return picked;
  }

  std::uint32_t choose(std::uint32_t alternatives) override { return path_.decide(alternatives); }
  void took(const Step& step) override {
    if (step.calls) {
      role_of(step.thread) = calls_serial_ ? Role::operating : Role::background;
      if (calls_serial_) operating_ = step.thread;
    }
    if (step.returns && operating_ == step.thread) {
      role_of(step.thread) = Role::between;
      operating_.reset();
    }
  }

  void finished(Ending) override { done_ = !path_.advance(); }

  // Whether the last execution was given up because the operation under way can never return.
  bool blocked() const { return blocked_; }
  // Whether it was given up because it came to a state that others have explored.
  bool redundant() const { return redundant_; }

 private:
  // The role of a thread in the order of operations.
  enum class Role : std::uint8_t {
    background,  // the object's own; or in an operation that need not be serial, or that was its last one
    between,     // calls operations, and is in none
    operating,
  };

  Role& role_of(ThreadNumber thread) {
    if (thread >= roles_.size()) roles_.resize(thread + 1, Role::background);
    return roles_[thread];
  }

  // If the background has to settle, an operation that was called is done before the next one: then its call
  // has a place in the order like any other.
  std::optional<ThreadNumber> called_at_once(std::span<const Ready> ready) const {
    if (settles_) return std::nullopt;
    for (const Ready& r : ready) {
      if (r.expected.calls && !is_serial_(r.thread)) return r.thread;
    }
    return std::nullopt;
  }

  void gather_options(std::span<const Ready> ready) {
    // The thread that continues before another operation is called: that of the operation under way;
    // otherwise main, or a thread after an operation, whichever comes first.
    std::optional<ThreadNumber> first;
    options_.clear();
    for (const Ready& r : ready) {
      const Role role = role_of(r.thread);
      if (role == Role::background) {
        if (!r.expected.calls) options_.push_back(r.thread);
      } else if (operating_ ? r.thread == *operating_ : !r.expected.calls && !first) {
        first = r.thread;
      }
    }
    if (!options_.empty()) background_ran_ = true;
    if (first) {
      options_.insert(options_.begin(), *first);
    } else if (!operating_ && !(settles_ && !options_.empty())) {
      for (const Ready& r : ready) {
        if (r.expected.calls) options_.push_back(r.thread);
      }
    }
  }

  // Without a background, no two executions have the same history.
  bool was_here() {
    return state_ && background_ran_ && options_.size() > 1 && path_.leads_no_further() &&
           !seen_.insert(state_()).second;
  }

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
