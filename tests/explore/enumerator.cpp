// Enumerates all interleavings by brute force, and makes random programs.
#include "enumerator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.hpp"

namespace linnet::model {

TraceKey trace_key(const std::vector<Step>& steps) {
  using Clock = std::array<std::uint32_t, kMostThreads>;
  std::vector<Clock> clocks(steps.size());
  Clock counts{};
  TraceKey key;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (steps[i].thread != steps[j].thread && !conflict(steps[i], steps[j])) continue;
      for (int t = 0; t < kMostThreads; ++t) clocks[j][t] = std::max(clocks[j][t], clocks[i][t]);
    }
    clocks[j][steps[j].thread] = ++counts[steps[j].thread];
    std::uint64_t h = mix(steps[j].thread, steps[j].alternative);
    for (const std::uint32_t c : clocks[j]) h = mix(h, c);
    key.low += h;  // the order of the steps in the interleaving must not matter
    key.high += mix(h, 1);
  }
  return key;
}

std::string history_key(const Execution& execution) {
  struct Operation {
    ThreadNumber thread;
    int name;
    std::size_t call;
    std::size_t ret = SIZE_MAX;
    std::int64_t result = 0;
  };
  std::vector<Operation> operations;
  for (std::size_t i = 0; i < execution.steps.size(); ++i) {
    const Step& step = execution.steps[i];
    if (step.calls) operations.push_back({step.thread, execution.operations[i], i});
    if (!step.returns) continue;
    // Operations that a crash cut off stay open: they are the last of their threads.
    const auto open = std::find_if(operations.rbegin(), operations.rend(), [&](const Operation& o) {
      return o.thread == step.thread && o.ret == SIZE_MAX;
    });
    open->ret = i;
    open->result = execution.results[i];
  }
  std::ranges::sort(operations, [](const Operation& a, const Operation& b) {
    return std::pair(a.thread, a.call) < std::pair(b.thread, b.call);
  });
  std::string text;
  for (const Operation& o : operations) {
    text += fmt::format("{}:{}:{}", o.thread, o.name, o.ret == SIZE_MAX ? "?" : std::to_string(o.result));
    for (std::size_t b = 0; b < operations.size(); ++b) {
      if (o.ret < operations[b].call) text += fmt::format("<{}", b);
    }
    text += ' ';
  }
  return text;
}

void Findings::add(const Execution& execution) {
  ++executions;
  const bool deadlock = execution.ending == Ending::deadlock;
  if (traces.insert(trace_key(execution.steps)).second && deadlock) ++deadlocks;
  states.insert(execution.state + (deadlock                             ? "deadlock"
                                   : execution.ending == Ending::failed ? "failed"
                                                                        : ""));
  histories.insert(history_key(execution));
  states_of_anyone.insert(execution.state_of_anyone + (deadlock ? "deadlock" : ""));
  if (!execution.failure.empty()) failures.insert(execution.failure);
}

namespace {

class Enumeration {
 public:
  explicit Enumeration(std::size_t most) : most_(most) {}

  bool walk(const Machine& machine) {
    std::array<Ready, kMostThreads> ready;
    const std::size_t n = machine.ready(ready);
    if (n == 0) return end(machine);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint32_t alternative = 0, alternatives = 1; alternative < alternatives; ++alternative) {
        Machine next = machine;
        const int operation = next.operation(ready[i].thread);
        execution_.steps.push_back(next.take(ready[i].thread, [&](std::uint32_t count) {
          alternatives = count;
          return alternative;
        }));
        execution_.operations.push_back(operation);
        execution_.results.push_back(next.result(ready[i].thread));
        const bool go_on = walk(next);
        execution_.steps.pop_back();
        execution_.operations.pop_back();
        execution_.results.pop_back();
        if (!go_on) return false;
      }
    }
    return true;
  }

  Findings findings;

 private:
  bool end(const Machine& machine) {
    execution_.ending = machine.ending();
    execution_.state = machine.final_state();
    execution_.failure = machine.failure();
    execution_.state_of_anyone = machine.state_of_anyone();
    findings.add(execution_);
    return findings.executions <= most_;
  }

  std::size_t most_;
  Execution execution_{};
};

int below(std::mt19937& random, int n) {
  return static_cast<int>(random() % static_cast<unsigned>(n));
}

class Writer {
 public:
  Writer(const Ingredients& ingredients, std::mt19937& random) : what_(ingredients), random_(random) {}

  Body body() {
    body_.clear();
    const int length = 1 + below(random_, what_.instructions);
    for (int i = 0; i < length; ++i) block(true);
    return body_;
  }

 private:
  // An instruction or a few that belong together.
  void block(bool may_nest) {
    if (what_.operations && may_nest && below(random_, 2) == 0) return operation();
    if (what_.locks && may_nest && below(random_, 3) == 0) return critical_section();
    if (what_.choices && below(random_, 8) == 0) {
      add({.code = Code::choose, .reg = some_register(), .a = constant(2 + below(random_, 2))});
      return;
    }
    if (what_.crashes && below(random_, 5) == 0) {
      add({.code = Code::crash});
      return;
    }
    if (what_.spinning && below(random_, 3) == 0) return spin();
    if (what_.barriers && below(random_, 2) == 0) {
      const int looked_at = below(random_, 3) == 0 ? 1 : 0;
      add({.code = Code::barrier, .reg = 2, .object = below(random_, 2), .a = constant(looked_at)});
      return;
    }
    if (what_.endings && below(random_, 6) == 0) return ending();
    if (may_nest && below(random_, 4) == 0) return branch();
    access();
  }
  void spin() {
    const int top = static_cast<int>(body_.size());
    int waits_at = 0;
    switch (below(random_, 4)) {
      case 0: add({.code = Code::cas, .reg = 0, .object = 0, .a = constant(0), .b = constant(1)}); break;
      case 1:
        add({.code = Code::exchange, .reg = 0, .object = 0, .a = constant(1)});
        waits_at = 1;
        break;
      default:
        for (int n = 1 + below(random_, 3); n > 0; --n) {
          add({.code = Code::load, .reg = some_register(), .object = below(random_, what_.variables)});
        }
    }
    add({.code = Code::jump_equal, .a = reg(below(random_, 2)), .b = constant(waits_at), .target = top});
  }
  void ending() {
    if (below(random_, 3) == 0) {
      add({.code = Code::exit});
    } else {
      add({.code = Code::check, .a = reg(some_register()), .b = constant(1 + below(random_, 2))});
    }
  }
  void operation() {
    add({.code = Code::call, .object = below(random_, 3)});
    for (int n = 1 + below(random_, 2); n > 0; --n) block(false);
    // On one way out the operation ends at the step above, on the other it takes one more step.
    if (below(random_, 2) == 0) branch();
    add({.code = Code::ret, .a = reg(some_register())});
  }
  void critical_section() {
    const int lock = below(random_, 2);
    const bool attempt = below(random_, 4) == 0;
    if (attempt) {
      add({.code = Code::try_lock, .reg = 3, .object = lock});
      add({.code = Code::jump_equal, .a = reg(3), .b = constant(0)});
    } else {
      add({.code = Code::lock, .object = lock});
    }
    const std::size_t start = body_.size();
    if (what_.locks && !attempt && below(random_, 4) == 0) {
      add({.code = Code::lock, .object = 1 - lock});
      access();
      add({.code = Code::unlock, .object = 1 - lock});
    } else if (what_.conditions && below(random_, 2) == 0) {
      add({.code = Code::wait, .object = 0, .target = lock});
    } else if (below(random_, 2) == 0) {
      access();
    }
    if (what_.conditions && below(random_, 2) == 0) signal();
    add({.code = Code::unlock, .object = lock});
    if (attempt) body_[start - 1].target = static_cast<int>(body_.size());
  }
  void signal() { add({.code = below(random_, 2) == 0 ? Code::signal : Code::broadcast, .object = 0}); }
  void branch() {
    const std::size_t at = body_.size();
    add({.code = below(random_, 2) == 0 ? Code::jump_equal : Code::jump_unequal,
         .a = reg(some_register()),
         .b = constant(below(random_, 2))});
    access();
    body_[at].target = static_cast<int>(body_.size());
  }
  void access() {
    if (what_.conditions && below(random_, 5) == 0) return signal();
    const int variable = below(random_, what_.variables), r = some_register();
    switch (below(random_, what_.clearing ? 7 : 6)) {
      case 0:
      case 1: add({.code = Code::load, .reg = r, .object = variable}); break;
      case 2:
      case 3: add({.code = Code::store, .object = variable, .a = constant(below(random_, 3))}); break;
      case 4: add({.code = Code::fetch_add, .reg = r, .object = variable, .a = constant(1)}); break;
      case 5:
        add({.code = Code::cas,
             .reg = r,
             .object = variable,
             .a = constant(below(random_, 3)),
             .b = constant(below(random_, 3))});
        break;
      case 6: add({.code = Code::clear}); break;
    }
  }
  void add(const Instruction& instruction) { body_.push_back(instruction); }
  int some_register() { return below(random_, 2); }

  const Ingredients& what_;
  std::mt19937& random_;
  Body body_;
};

}  // namespace

std::optional<Findings> enumerate(const Program& program, std::size_t most) {
  Machine machine(program);
  machine.start();
  Enumeration enumeration(most);
  if (!enumeration.walk(machine)) return std::nullopt;
  return std::move(enumeration.findings);
}

Program random_program(const Ingredients& ingredients, std::mt19937& random) {
  Program program;
  Writer writer(ingredients, random);
  for (int t = 0; t < ingredients.threads; ++t) program.threads.push_back(writer.body());
  if (ingredients.crashes) {
    Body& body = program.threads[0];
    program.recovery = static_cast<int>(body.size());
    for (Instruction i : writer.body()) {
      if (i.code == Code::jump_equal || i.code == Code::jump_unequal) i.target += program.recovery;
      body.push_back(i);
    }
  }
  program.variables.resize(static_cast<std::size_t>(ingredients.variables));
  program.locks = ingredients.locks ? 2 : 0;
  program.conditions = ingredients.conditions ? 1 : 0;
  if (ingredients.barriers) program.barriers = {ingredients.threads, 2};
  if (ingredients.spawning) {
    program.spawned.assign(program.threads.size(), false);
    for (int t = 1; t < ingredients.threads; ++t) {
      program.spawned[t] = true;
      Body& parent = program.threads[below(random, t)];
      const int at = below(random, 2) == 0 ? 0 : -1;
      const Instruction spawn{.code = Code::spawn, .object = t};
      if (at == 0) {
        for (Instruction& i : parent)
          i.target += (i.code == Code::jump_equal || i.code == Code::jump_unequal);
        parent.insert(parent.begin(), spawn);
      } else {
        parent.push_back(spawn);
      }
      if (below(random, 2) == 0) parent.push_back({.code = Code::join, .object = t});
    }
  }
  return program;
}

}  // namespace linnet::model
