// Execution: loops that come round. A thread waits for a change, is not run any further in this execution, or goes on.
#include "runtime/execution.hpp"
#include "runtime/fibers/undone_rounds.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/races/race_watch.hpp"

namespace linnet::runtime {
namespace {

bool spin_is_over(const Thread& thread) {
  return thread.spin.woken(current.execution->changes());
}

// A memory model lets it read what is not the latest, and then the next round may read something else.
bool spin_sees_latest(const Thread& thread) {
  return thread.spin.sees_latest();
}
bool undone_round_would_differ(const Thread& thread) {
  return thread.undone.would_differ(thread.rounds);
}
bool spin_may_end(const Thread& thread) {
  return !spin_sees_latest(thread);
}

HookArguments arguments_of(std::uint64_t location, const StepOperands& operands) {
  return {location,
          operands.first,
          operands.second,
          operands.upper_halves[0],
          operands.upper_halves[1],
          operands.pointer,
          static_cast<std::uint64_t>(operands.order)};
}

}  // namespace

void Execution::take_turn_or_spin(Thread& self, std::uint64_t location, const StepOperands& operands) {
  const HookArguments arguments = arguments_of(location, operands);
  using Round = SpinWatch::Round;
  using Carried = SpinWatch::Carried;
  const auto* object = reinterpret_cast<const void*>(location);
  const bool undone = self.spin.round_is_undone();
  const Round round = self.spin.comes_round(arguments, self.stack_high, self.effects_on_loop());
  const bool reloads = undone || (round != Round::none && cuts(self) && self.spin.round_left_nothing());
  const Carried carried = reloads ? Carried::no : look_at_carried(self, arguments, operands);
  if ((reloads || carried != Carried::no) && is_cut(self, reloads || carried == Carried::yes)) {
    self.spins = round == Round::spins;
    if (!reloads) self.spin.begin_round_at_load();
    stay(self, spin_is_over, WaitsFor::spin_loop, object);
  }
  if (const auto state = self.spin.state_in_loop(); !state.empty() && self.spin.follows_writes())
    look_for_undone_round(self, arguments, state);
  if (round == Round::spins && current.graph != nullptr && current.graph->waits_in_graph())
    stay(self, spin_may_end, WaitsFor::spin_loop, object);
  if (round == Round::spins && (current.graph == nullptr || spin_sees_latest(self)) &&
      (self.spin.guard(self.pending.expected) || !strategy_.reorders())) {
    take_turn_when(self, spin_is_over, WaitsFor::spin_loop, object);
  } else {
    take_turn(self);
  }
}

SpinWatch::Carried Execution::look_at_carried(Thread& self, const HookArguments& arguments,
                                              const StepOperands& operands) {
  if (!self.spin.follows_writes() || self.time.now() != 0) return SpinWatch::Carried::no;
  const SpinWatch::Carried carried = self.spin.is_carried(arguments);
  const Access& location = self.pending.expected.accesses[0];
  if (operands.kind == StepOperands::Kind::load) self.spin.loads(arguments, location, operands.order_of_read);
  if (operands.kind == StepOperands::Kind::compare) self.spin.compares(location, operands.order_of_read);
  return carried;
}

void Execution::look_for_undone_round(Thread& self, std::uint64_t location, const StepOperands& operands) {
  if (!self.spin.follows_writes()) return;
  constexpr std::size_t kRoom = 4096;  // a larger state is not compared
  std::array<unsigned char, kRoom> written;
  const LiveState state = write_live_state(self.stack_high, written.data(), written.size());
  if (state.fits && state.loops && !state.unseen)
    look_for_undone_round(self, arguments_of(location, operands), {written.data(), state.size});
}

void Execution::look_for_undone_round(Thread& self, const HookArguments& arguments,
                                      std::span<const unsigned char> state) {
  now_.log.turn_on();
  const RoundVisits::Moment now{now_.log.end(), self.spin.choices(), self.stack_writes, 0};
  if (!self.rounds.arrives(linnet_caller.return_address, arguments, state, self.lasting_effects(), now))
    return;
  // Where steps are repeated, the strategy remembers.
  const bool is_repeated = repeated_steps_ != kNever && now_.steps <= repeated_steps_;
  if (is_repeated && !is_cut(self, false)) return;
  if (!find_undone_round(self, now_.log, self.undone)) return;
  self.circles = true;
  self.pending.expected.gives_way = true;
  if (!is_cut(self, true)) return;
  self.spins = false;
  stay(self, undone_round_would_differ, WaitsFor::spin_loop, reinterpret_cast<const void*>(arguments[0]));
}

// What another thread could see of an own round, or of the lack of it, would be a race. Where the thread knows of time, a round more or less
// makes it later or earlier.
bool Execution::cuts(const Thread& self) const {
  return follows_rounds() && self.spin.is_cuttable() && self.time.now() == 0;
}

bool Execution::follows_rounds() const {
  return options_.cuts.loops && current.races != nullptr && options_.races == Races::report &&
         current.persistence == nullptr && current.graph == nullptr;
}

bool Execution::is_cut(const Thread& self, bool is_covered) {
  const OutsideProgram outside;
  return strategy_.cuts(self.number, is_covered);
}

}  // namespace linnet::runtime
