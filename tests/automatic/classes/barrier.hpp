// Barrier: signal_and_wait() returns once every participant has called it; then the next phase begins. Its
// state is one word.
//
// This is intended, but no linearizable object does it (L of Line-Up): no thread passes alone, so none of the
// operations that meet comes first.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>

namespace classes {

class Barrier {
 public:
  explicit Barrier(std::uint8_t participants) : state_(State{participants, participants, 0, false}) {}

  void signal_and_wait() {
    const std::uint8_t phase = change([](State& state) { signal(state); }).phase;
    for (State now = state_.load(); now.phase == phase; now = state_.load()) {
      if (now.cancelled) throw std::runtime_error("cancelled");
    }
  }
  // Cancels the token of the threads that wait and must not wait any more.
  void cancel_token() {
    change([](State& state) { state.cancelled = true; });
  }
  // Returns the number of participants then.
  int add_participant() {
    return 1 + change([](State& state) { ++state.participants, ++state.remaining; }).participants;
  }
  int remove_participant() {
    return -1 + change([](State& state) {
                  if (state.participants == 0) throw std::logic_error("there is none");
                  --state.participants;
                  signal(state);
                }).participants;
  }
  int participant_count() const { return state_.load().participants; }
  int participants_remaining() const { return state_.load().remaining; }
  int current_phase_number() const { return state_.load().phase; }

 private:
  struct State {
    std::uint8_t participants, remaining, phase;
    bool cancelled;
  };

  static void signal(State& state) {
    if (state.remaining > 1) {
      --state.remaining;
    } else {
      state.remaining = state.participants;
      ++state.phase;
    }
  }
  // Changes the state atomically; returns the state before.
  template <class Change>
  State change(Change change) {
    State before = state_.load();
    State after;
    do {
      after = before;
      change(after);
    } while (!state_.compare_exchange_strong(before, after));
    return before;
  }

  std::atomic<State> state_;
};

}  // namespace classes
