// Implements model programs: the interpreter, and the loop that drives a Strategy.
#include "model_program.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace linnet::model {

namespace {

constexpr std::uint64_t kVariables = 0x1000, kLocks = 0x2000, kConditions = 0x3000, kFlags = 0x4000,
                        kThreads = 0x5000, kRestart = 0x6000, kBarriers = 0x7000, kElections = 0x8000,
                        kTwins = 0x9000, kArrivals = 0x10000;
constexpr std::uint64_t cell(std::uint64_t base, int i) {
  return base + 8 * static_cast<std::uint64_t>(i);
}
// What a thread object holds: joining waits for kEnded.
constexpr std::uint64_t kEnded = 2;
// The bytes of one phase of a barrier, one for each thread. With conflicting arrivals, where threads that have arrived are woken.
constexpr std::uint64_t arrivals(int barrier, int phase) {
  return kArrivals + kMostThreads * static_cast<std::uint64_t>(2 * barrier + phase % 2);
}
constexpr int kLongestInvisibleRun = 10'000;

bool is_visible(Code code) {
  return code <= Code::crash || code == Code::barrier;
}

bool jumps(Code code) {
  return code == Code::jump_equal || code == Code::jump_unequal;
}

// What the first step of a twin writes is nobody's business but the next one's.
bool is_beginning(const Access& access) {
  return access.address >= kTwins && access.address < kArrivals;
}

int variable_at(const Access& access) {
  return static_cast<int>((access.address - kVariables) / 8);
}

}  // namespace

Machine::Machine(const Program& program)
    : program_(&program), thread_count_(static_cast<int>(program.threads.size())) {
  for (std::size_t i = 0; i < program.variables.size(); ++i) variables_[i] = program.variables[i];
  for (const Body& body : program.threads) {
    for (const Instruction& i : body) {
      if (i.code == Code::join) joined_ |= 1u << i.object;
      if (jumps(i.code) && i.target <= &i - body.data()) spins_.resize(program.threads.size());
    }
  }
}

void Machine::start() {
  for (int t = 0; t < thread_count_; ++t) {
    if (program_->is_spawned(t)) threads_[t].phase = Phase::absent;
    advance(t);
  }
}

Step Machine::announce(ThreadNumber t) const {
  const Thread& thread = threads_[t];
  Step step;
  step.thread = t;
  step.calls = thread.calling;
  if (thread.phase == Phase::asleep) {
    step.touch(cell(kFlags, t), 8, true);
    step.wait_for(1);
  } else if (thread.phase == Phase::relocking) {
    step.touch(cell(kLocks, thread.relock), 8, true);
    step.wait_for(0);
  } else if (thread.phase == Phase::leaving) {
    announce_barrier(t, step);
  } else if (thread.phase == Phase::electing) {
    step.touch(cell(kElections, 32 * thread.barrier + thread.phase_of_barrier), 8, true);
    step.conditional = true;
  } else if (thread.phase == Phase::exiting) {
    step.touch(cell(kThreads, t), 8, true);
  } else {
    const Instruction& i = program_->threads[t][thread.at];
    switch (i.code) {
      case Code::load: step.touch(cell(kVariables, place(thread, i)), 8, false); break;
      case Code::cas: step.conditional = true; [[fallthrough]];
      case Code::store:
      case Code::exchange:
      case Code::fetch_add: step.touch(cell(kVariables, place(thread, i)), 8, true); break;
      case Code::clear:
        step.touch(cell(kVariables, 0), static_cast<std::uint32_t>(8 * program_->variables.size()), true);
        break;
      case Code::lock:
        step.wait_for(0);
        step.touch(cell(kLocks, i.object), 8, true);
        break;
      case Code::try_lock: step.conditional = true; [[fallthrough]];
      case Code::unlock: step.touch(cell(kLocks, i.object), 8, true); break;
      case Code::wait:
        step.touch(cell(kLocks, i.target), 8, true);
        step.touch(cell(kConditions, i.object), 8, true);
        break;
      case Code::signal:
      case Code::broadcast:
        step.conditional = true;
        step.touch(cell(kConditions, i.object), 8, true);
        step.touch(cell(kFlags, 0), 8 * kMostThreads, true);  // the flags of all who might wait
        break;
      case Code::barrier: announce_barrier(t, step); break;
      case Code::spawn: step.touch(cell(kThreads, i.object), 8, true); break;
      case Code::join:
        step.touch(cell(kThreads, i.object), 8, false);
        step.wait_for(kEnded);
        break;
      case Code::exit: step.ends = true; break;
      case Code::crash:
      case Code::choose:
      case Code::set:
      case Code::add:
      case Code::jump_equal:
      case Code::jump_unequal:
      case Code::call:
      case Code::ret:
      case Code::check: break;
    }
    if (!spins_.empty() && spins_[t].came_round) announce_round(spins_[t], step);
  }
  if (thread.fresh && program_->has_twin_after(t)) step.touch(cell(kTwins, static_cast<int>(t)), 8, true);
  if (thread.fresh && program_->twin_of(t) >= 0) {
    step.birth = step.access_count;
    step.touch(cell(kTwins, program_->twin_of(t)), 8, false);
  }
  if (thread.fresh && program_->is_spawned(t)) {
    step.birth = step.access_count;
    step.touch(cell(kThreads, static_cast<int>(t)), 8, false);
  }
  if (thread.fresh && crashed_) {
    step.birth = step.access_count;
    step.touch(kRestart, 8, false);
  }
  return step;
}

void Machine::announce_barrier(ThreadNumber t, Step& step) const {
  const Thread& thread = threads_[t];
  if (thread.phase == Phase::leaving) {
    const int b = thread.barrier, phase = thread.phase_of_barrier;
    if (program_->barriers_commute) {
      step.touch(arrivals(b, phase), kMostThreads, false);
      step.wait_for_all();
    } else {
      step.touch(arrivals(b, 0) + t, 1, false);
      step.wait_for(1);
    }
    return;
  }
  const int b = program_->threads[t][thread.at].object;
  if (program_->barriers_commute) {
    step.touch(arrivals(b, barriers_[b].phase) + t, 1, true);
  } else {
    step.conditional = true;
    step.touch(cell(kBarriers, b), 8, true);
    step.touch(arrivals(b, 0), kMostThreads, true);
  }
}

void Machine::arrive_at_barrier(ThreadNumber t, Step& step) {
  Thread& thread = threads_[t];
  const Instruction& i = program_->threads[t][thread.stepped];
  Barrier& barrier = barriers_[i.object];
  thread.phase = Phase::leaving;
  thread.barrier = i.object;
  thread.phase_of_barrier = barrier.phase;
  if (i.a.value == 1) barrier.looked_at |= 1u << barrier.phase;
  const bool is_last = ++barrier.arrived == program_->barriers[i.object];
  if (is_last) {
    barrier.arrived = 0;
    ++barrier.phase;
  } else if (!program_->barriers_commute) {
    step.leave_out(1);
  }
}

void Machine::leave_barrier(ThreadNumber t, Step& step) {
  Thread& thread = threads_[t];
  const bool looked_at = (barriers_[thread.barrier].looked_at >> thread.phase_of_barrier & 1) != 0;
  step.found = 1;
  thread.phase = looked_at ? Phase::electing : Phase::running;
}

void Machine::elect(ThreadNumber t, Step& step) {
  Thread& thread = threads_[t];
  std::uint32_t& elected = barriers_[thread.barrier].elected;
  const Instruction& i = program_->threads[t][thread.stepped];
  const bool is_first = (elected >> thread.phase_of_barrier & 1) == 0;
  step.accesses[0].writes = is_first;
  elected |= 1u << thread.phase_of_barrier;
  if (i.a.value == 1) thread.registers[i.reg] = is_first ? 1 : 0;
  thread.phase = Phase::running;
}

bool Machine::may_spin(Code code) const {
  return !spins_.empty() && (code == Code::load || code == Code::cas || code == Code::exchange);
}

// The thread is at the instruction of its next step.
void Machine::arrive(ThreadNumber t) {
  Spin& spin = spins_[t];
  const Thread& thread = threads_[t];
  spin.came_round = false;
  const auto same = std::ranges::find_if(spin.visits, [&](const Spin::Visit& v) {
    return v.at == thread.at && v.registers == thread.registers;
  });
  if (same == spin.visits.end()) {
    spin.visits.push_back({thread.at, thread.registers, spin.reads.size(), spin.steps});
    return;
  }
  spin.came_round = true;
  spin.round.assign(spin.reads.begin() + static_cast<std::ptrdiff_t>(same->reads), spin.reads.end());
  spin.round_steps = spin.steps - same->steps;
  same->reads = spin.reads.size();
  same->steps = spin.steps;
}

bool Machine::woken(const Spin& spin) const {
  return std::ranges::any_of(spin.round, [&](const Spin::Read& read) {
    return std::find(changes_.begin() + static_cast<std::ptrdiff_t>(read.changes), changes_.end(),
                     read.variable) != changes_.end();
  });
}

void Machine::announce_round(const Spin& spin, Step& step) const {
  step.wait_for_change(spin.round_steps);
  for (const Spin::Read& read : spin.round) {
    const Access access{cell(kVariables, read.variable), 8, false};
    const auto is_same = [&](const Access& a) { return a.address == access.address; };
    if (std::ranges::none_of(step.touched(), is_same)) step.touch(access.address, access.size, false);
  }
}

// After the step.
void Machine::watch(Spin& spin, const Step& step) {
  const Thread& thread = threads_[step.thread];
  bool changed = !may_spin(program_->threads[step.thread][thread.stepped].code);
  for (const Access& access : step.touched()) {
    changed |= access.writes && !step.changes_nothing && !is_beginning(access);
  }
  if (!changed) {
    ++spin.steps;
    for (const Access& access : step.touched()) {
      if (access.address < kLocks) spin.reads.push_back({variable_at(access), changes_.size()});
    }
    return;
  }
  spin = {};
  for (const Access& access : step.touched()) {
    if (!access.writes || access.address >= kLocks) continue;
    for (std::uint32_t i = 0; i < access.size; i += 8) {
      changes_.push_back(variable_at({access.address + i, 8, true}));
    }
  }
}

bool Machine::waits_for_twin(ThreadNumber t) const {
  const int twin = program_->twin_of(t);
  return threads_[t].fresh && twin >= 0 && threads_[twin].fresh;
}

bool Machine::open(ThreadNumber t) const {
  const Thread& thread = threads_[t];
  if (waits_for_twin(t)) return false;
  switch (thread.phase) {
    case Phase::absent:
    case Phase::done: return false;
    case Phase::asleep: return thread.waits_on < 0;
    case Phase::relocking: return locks_[thread.relock] == 0;
    case Phase::electing:
    case Phase::exiting: return true;
    case Phase::leaving: return barriers_[thread.barrier].phase > thread.phase_of_barrier;
    case Phase::running: break;
  }
  const Instruction& i = program_->threads[t][thread.at];
  if (i.code == Code::lock) return locks_[i.object] == 0;
  if (i.code == Code::join) return threads_[i.object].phase == Phase::done;
  return spins_.empty() || !spins_[t].came_round || woken(spins_[t]);
}

std::size_t Machine::collect(std::array<Ready, kMostThreads>& into, bool ready) const {
  const bool over = exited_ || failed_;
  if (over && ready) return 0;
  std::size_t n = 0;
  for (int t = 0; t < thread_count_; ++t) {
    const Phase phase = threads_[t].phase;
    if (phase == Phase::absent || phase == Phase::done) continue;
    const bool is_open = open(t);
    if (!over && is_open != ready) continue;
    if (waits_for_twin(static_cast<ThreadNumber>(t))) continue;  // its twin has the same step
    Ready& r = into[n++] = {static_cast<ThreadNumber>(t), announce(t)};
    if (!ready) r.expected.found = r.expected.value_when(is_open);
  }
  return n;
}

Ending Machine::ending() const {
  if (failed_) return Ending::failed;
  std::array<Ready, kMostThreads> left;
  return exited_ || main_is_over_ || waiting(left) == 0 ? Ending::complete : Ending::deadlock;
}

void Machine::advance(ThreadNumber t) {
  Thread& thread = threads_[t];
  const Body& body = program_->threads[t];
  for (int run = 0; run < kLongestInvisibleRun; ++run) {
    if (thread.at == end_of(t)) {
      if (thread.phase == Phase::running) {
        thread.phase = ((joined_ >> t) & 1) != 0 ? Phase::exiting : Phase::done;
      }
      return;
    }
    const Instruction& i = body[thread.at];
    if (i.code == Code::exit && t == 0 && program_->end_waits) {
      main_is_over_ = true;
      thread.phase = Phase::absent;
      return;
    }
    if (is_visible(i.code)) {
      if (may_spin(i.code) && thread.phase == Phase::running) arrive(t);
      return;
    }
    const std::int64_t a_value = value(thread, i.a), b_value = value(thread, i.b);
    if (i.code == Code::set) {
      thread.registers[i.reg] = a_value;
    } else if (i.code == Code::add) {
      thread.registers[i.reg] = a_value + b_value;
    } else if (jumps(i.code)) {
      if ((a_value == b_value) == (i.code == Code::jump_equal)) thread.at = i.target - 1;
    } else if (i.code == Code::check) {
      if (a_value == b_value) {
        failed_ = true;
        failure_ = fmt::format("{}:{}", t, thread.at);
        thread.phase = Phase::absent;
        return;
      }
    } else if (i.code == Code::call) {
      thread.calling = true;
      thread.in_operation_without_step = true;
      thread.operation = i.object;
    } else {
      if (thread.in_operation_without_step) return;  // then the return is a step of its own
      thread.returned = true;
      thread.result = a_value;
    }
    if ((i.code == Code::call || i.code == Code::ret) && !spins_.empty()) spins_[t] = {};
    ++thread.at;
  }
  assert(false && "an invisible loop");
}

Step Machine::take(ThreadNumber t, const std::function<std::uint32_t(std::uint32_t)>& choose) {
  Thread& thread = threads_[t];
  Step step = announce(t);
  thread.returned = false;
  thread.calling = false;
  thread.in_operation_without_step = false;
  thread.fresh = false;
  if (thread.phase == Phase::running) thread.stepped = thread.at;
  left_by_crash_.clear();
  execute(t, step, choose);
  if (step.ends && crashed_ && !exited_) return step;
  if (!spins_.empty()) {
    spins_[t].came_round = false;
    watch(spins_[t], step);
  }
  if (thread.phase == Phase::running) advance(t);
  step.returns = thread.returned;
  step.ends |= failed_;
  return step;
}

void Machine::wake(ThreadNumber woken, Step& step) {
  threads_[woken].waits_on = -1;
  step.touch(cell(kFlags, static_cast<int>(woken)), 8, true);
}

int Machine::end_of(ThreadNumber t) const {
  if (t == 0 && program_->recovery >= 0 && !crashed_) return program_->recovery;
  return static_cast<int>(program_->threads[t].size());
}

void Machine::crash(ThreadNumber t, Step& step) {
  for (ThreadNumber u = 0; u < static_cast<ThreadNumber>(thread_count_); ++u) {
    const Phase phase = threads_[u].phase;
    if (u == t || phase == Phase::absent || phase == Phase::done) continue;
    Ready& left = left_by_crash_.emplace_back(Ready{u, announce(u)});
    left.expected.found = left.expected.value_when(open(u));
  }
  crashed_ = true;
  step.ends = true;
  step.touch(kRestart, 8, true);
  locks_.fill(0);
  for (Thread& thread : threads_) {
    thread = {};
    thread.phase = Phase::absent;
  }
  for (Spin& spin : spins_) spin = {};
  threads_[0].phase = Phase::running;
  threads_[0].at = program_->recovery;
  advance(0);
}

void Machine::execute(ThreadNumber t, Step& step, const std::function<std::uint32_t(std::uint32_t)>& choose) {
  Thread& thread = threads_[t];
  if (thread.phase == Phase::leaving) return leave_barrier(t, step);
  if (thread.phase == Phase::electing) return elect(t, step);
  if (thread.phase != Phase::running) {
    const bool relocks = thread.phase == Phase::relocking;
    step.found = relocks ? 0 : 1;
    if (relocks) locks_[thread.relock] = 1;
    thread.phase = relocks ? Phase::running : thread.phase == Phase::asleep ? Phase::relocking : Phase::done;
    return;
  }
  const Instruction& i = program_->threads[t][thread.at++];
  std::int64_t& result = thread.registers[i.reg];
  switch (i.code) {
    case Code::load: result = variables_[place(thread, i)]; break;
    case Code::store: variables_[place(thread, i)] = value(thread, i.a); break;
    case Code::fetch_add:
    case Code::exchange: {
      std::int64_t& variable = variables_[place(thread, i)];
      const std::int64_t before = variable, operand = value(thread, i.a);
      variable = i.code == Code::exchange ? operand : before + operand;
      step.changes_nothing = i.code == Code::exchange && before == variable;
      result = before;
      break;
    }
    case Code::cas: {
      std::int64_t& variable = variables_[place(thread, i)];
      const bool success = variable == value(thread, i.a);
      if (success) variable = value(thread, i.b);
      step.accesses[0].writes = success;
      result = success ? 1 : 0;
      break;
    }
    case Code::clear: variables_.fill(0); break;
    case Code::lock:
      step.found = 0;
      locks_[i.object] = 1;
      break;
    case Code::unlock:
      step.found = 1;
      locks_[i.object] = 0;
      break;
    case Code::try_lock:
      step.found = static_cast<std::uint64_t>(locks_[i.object]);
      result = locks_[i.object] == 0 ? 1 : 0;
      step.accesses[0].writes = result == 1;
      locks_[i.object] = 1;
      break;
    case Code::wait:
      step.found = 1;
      locks_[i.target] = 0;
      thread.phase = Phase::asleep;
      thread.waits_on = i.object;
      thread.relock = i.target;
      break;
    case Code::signal:
    case Code::broadcast: {
      std::array<ThreadNumber, kMostThreads> waiters{};
      std::uint32_t n = 0;
      for (int u = 0; u < thread_count_; ++u) {
        if (threads_[u].phase == Phase::asleep && threads_[u].waits_on == i.object) waiters[n++] = u;
      }
      step.accesses[0].writes = n > 0;
      step.leave_out(1);  // not all flags, but those of the woken
      if (i.code == Code::broadcast) {
        for (std::uint32_t w = 0; w < n; ++w) wake(waiters[w], step);
      } else if (n > 0) {
        if (n > 1) step.alternative = choose(n);
        wake(waiters[step.alternative], step);
      }
      break;
    }
    case Code::barrier: arrive_at_barrier(t, step); break;
    case Code::choose:
      step.alternative = choose(static_cast<std::uint32_t>(i.a.value));
      result = step.alternative;
      break;
    case Code::spawn:
      step.found = 0;
      threads_[i.object].phase = Phase::running;
      advance(static_cast<ThreadNumber>(i.object));
      break;
    case Code::join: step.found = kEnded; break;
    case Code::exit:
      exited_ = true;
      thread.phase = Phase::absent;
      break;
    case Code::crash:
      if (crashed_) break;
      step.alternative = choose(2);
      if (step.alternative == 1) crash(t, step);
      break;
    case Code::ret:
      thread.returned = true;
      thread.result = value(thread, i.a);
      break;
    case Code::set:
    case Code::add:
    case Code::jump_equal:
    case Code::jump_unequal:
    case Code::call:
    case Code::check: assert(false); break;
  }
}

namespace {

std::string operand_text(Operand operand) {
  return operand.is_register ? fmt::format("r{}", operand.value) : fmt::to_string(operand.value);
}

std::string instruction_text(const Instruction& i) {
  const std::string a = operand_text(i.a), b = operand_text(i.b);
  const std::string place = i.index_register < 0 ? fmt::format("v{}", i.object)
                                                 : fmt::format("v[{}+r{}]", i.object, i.index_register);
  switch (i.code) {
    case Code::load: return fmt::format("r{} = {}", i.reg, place);
    case Code::store: return fmt::format("{} = {}", place, a);
    case Code::fetch_add: return fmt::format("r{} = fetch_add({}, {})", i.reg, place, a);
    case Code::cas: return fmt::format("r{} = cas({}, {}, {})", i.reg, place, a, b);
    case Code::exchange: return fmt::format("r{} = exchange({}, {})", i.reg, place, a);
    case Code::clear: return "clear all variables";
    case Code::lock: return fmt::format("lock(m{})", i.object);
    case Code::unlock: return fmt::format("unlock(m{})", i.object);
    case Code::try_lock: return fmt::format("r{} = try_lock(m{})", i.reg, i.object);
    case Code::wait: return fmt::format("wait(c{}, m{})", i.object, i.target);
    case Code::signal: return fmt::format("signal(c{})", i.object);
    case Code::broadcast: return fmt::format("broadcast(c{})", i.object);
    case Code::barrier: return fmt::format("r{} = barrier(b{}), looked at: {}", i.reg, i.object, a);
    case Code::choose: return fmt::format("r{} = choose({})", i.reg, a);
    case Code::spawn: return fmt::format("spawn({})", i.object);
    case Code::join: return fmt::format("join({})", i.object);
    case Code::exit: return "exit";
    case Code::crash: return "crash or not";
    case Code::set: return fmt::format("r{} = {}", i.reg, a);
    case Code::add: return fmt::format("r{} = {} + {}", i.reg, a, b);
    case Code::jump_equal: return fmt::format("if {} == {} goto {}", a, b, i.target);
    case Code::jump_unequal: return fmt::format("if {} != {} goto {}", a, b, i.target);
    case Code::call: return fmt::format("call op{}", i.object);
    case Code::ret: return fmt::format("return {}", a);
    case Code::check: return fmt::format("fail if {} == {}", a, b);
  }
  return "";
}

}  // namespace

std::string Machine::final_state() const {
  std::string text;
  for (std::size_t i = 0; i < program_->variables.size(); ++i) text += fmt::format("{} ", variables_[i]);
  for (int t = 0; t < thread_count_; ++t) {
    text += fmt::format("| {} {} ", static_cast<int>(threads_[t].phase), threads_[t].at);
    for (const std::int64_t r : threads_[t].registers) text += fmt::format("{} ", r);
  }
  return text;
}

std::string Machine::state_of_anyone() const {
  std::map<std::string, std::vector<std::string>> by_body;
  for (int t = 0; t < thread_count_; ++t) {
    std::string body, text = fmt::format("{} {} ", static_cast<int>(threads_[t].phase), threads_[t].at);
    for (const Instruction& i : program_->threads[t]) body += instruction_text(i) + '\n';
    for (const std::int64_t r : threads_[t].registers) text += fmt::format("{} ", r);
    by_body[body].push_back(text);
  }
  std::string all = failed_ ? "failed " : "";
  for (std::size_t i = 0; i < program_->variables.size(); ++i) all += fmt::format("{} ", variables_[i]);
  for (auto& [body, states] : by_body) {
    std::ranges::sort(states);
    all += fmt::format("| {} ", fmt::join(states, ", "));
  }
  return all;
}

std::size_t drive(const Program& program, Strategy& strategy,
                  const std::function<void(const Execution&)>& seen, std::size_t most) {
  std::size_t executions = 0;
  const std::function<std::uint32_t(std::uint32_t)> choose = [&](std::uint32_t n) {
    return strategy.choose(n);
  };
  std::array<Ready, kMostThreads> ready;
  while (executions < most && strategy.next_execution()) {
    Machine machine(program);
    machine.start();
    Execution execution{};
    while (const std::size_t n = machine.ready(ready)) {
      const ThreadNumber thread = strategy.pick({ready.data(), n});
      if (thread == kNoThread) {
        execution.ending = Ending::abandoned;
        break;
      }
      const int operation = machine.operation(thread);
      execution.steps.push_back(machine.take(thread, choose));
      execution.operations.push_back(operation);
      execution.results.push_back(machine.result(thread));
      strategy.took(execution.steps.back());
      if (!machine.left_by_crash().empty()) strategy.waiting(machine.left_by_crash());
    }
    if (execution.ending != Ending::abandoned) {
      ++executions;
      execution.ending = machine.ending();
      if (const std::size_t n = machine.waiting(ready)) strategy.waiting({ready.data(), n});
      if (seen) {
        execution.state = machine.final_state();
        execution.failure = machine.failure();
        execution.state_of_anyone = machine.state_of_anyone();
        seen(execution);
      }
    }
    strategy.finished(execution.ending);
  }
  return executions;
}

std::string Program::to_string() const {
  std::string text = "variables:";
  for (const std::int64_t v : variables) text += fmt::format(" {}", v);
  text += '\n';
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += fmt::format("thread {}{}\n", t, is_spawned(t) ? " (spawned)" : "");
    for (std::size_t i = 0; i < threads[t].size(); ++i) {
      text += fmt::format("  {:2}: {}\n", i, instruction_text(threads[t][i]));
    }
  }
  return text;
}

}  // namespace linnet::model
