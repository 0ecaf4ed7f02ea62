// Implements the lines of steps.
#include "driver/naming/step_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "driver/naming/ending_words.hpp"

namespace linnet {

namespace {

using runtime::WaitsFor;

// "__pipe" → "calls pipe": libc has second names for its functions, which nobody calls.
std::string calls_function(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
  return fmt::format("calls {}", name);
}

// "pthread_mutex_lock" → "lock": the called function, as a verb.
std::string verb_of(const TracedStep& step) {
  const auto calls = [&step](std::string_view word) { return step.function.find(word) != std::string::npos; };
  if (step.crashed) return "is where the machine crashes";
  if (step.ends) return "ends the program";
  if (step.looks) return "finds what the crash left of";
  if (step.waits_for == WaitsFor::spin_loop) return "reads";
  for (const auto& [word, verb] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"clock_gettime", "reads a clock"},
           {"clock3now", "reads a clock"},
           {"nanosleep", "sleeps"},
           {"thread_fence", "makes a fence"},
           {"linnet_sfence", "makes a fence"},
           {"pmem_drain", "makes a fence"},
           {"linnet_cl", "flushes"},
           {"pmem_flush", "flushes"},
           {"compare_exchange", "compare-exchanges"},
           {"_load", "reads"},
           {"volatile_read", "reads"},
           {"_store", "writes"},
           {"volatile_write", "writes"},
           {"fetch_add", "adds to"},
           {"fetch_sub", "subtracts from"},
           {"fetch_", "updates"},
           {"exchange", "exchanges"},
           {"cond_wait", "waits on"},
           {"cond_clockwait", "waits on"},
           {"cond_timedwait", "waits on"},
           {"cond_signal", "signals"},
           {"cond_broadcast", "wakes all of"},
           {"barrier_wait", "arrives at"},
           {"sem_post", "posts"},
           {"sem_", "waits for"},
           {"trylock", "tries to lock"},
           {"_timed", "tries to lock"},
           {"_clock", "tries to lock"},
           {"_destroy", "destroys"},
           {"unlock", "unlocks"},
           {"lock", "locks"},
           {"pthread_join", "joins"},
           {"pthread_create", "creates a thread"},
           {"pthread_once", "goes through once"}}) {
    if (calls(word)) return std::string(verb);
  }
  if (step.accesses.empty()) return "goes on";
  const TracedAccess& first = step.accesses.front();
  if (first.frees || step.function == "free") return "frees";
  if (step.waits_for) {
    switch (*step.waits_for) {
      case WaitsFor::mutex:
      case WaitsFor::rwlock:
      case WaitsFor::spin_lock: return "locks";
      case WaitsFor::condition:
      case WaitsFor::futex: return "wakes up at";
      case WaitsFor::barrier: return "leaves";
      case WaitsFor::semaphore: return "acquires";
      case WaitsFor::once: return "goes through once";
      case WaitsFor::thread: return "joins";
      case WaitsFor::channel:
      case WaitsFor::outside: return step.function.empty() ? "waited" : calls_function(step.function);
      case WaitsFor::spin_loop: break;
    }
  }
  return first.access.writes ? "writes" : "reads";
}

constexpr std::string_view kThreadEnds = "the thread ends";

// What a step did that touched nothing with a name.
std::string verb_without_object(const TracedStep& step, std::string verb) {
  const auto is = [&step](bool creates) {
    return std::ranges::any_of(step.accesses, [&](const TracedAccess& access) {
      return access.is_birth && access.access.writes == creates;
    });
  };
  if (is(true)) return "creates a thread";
  const bool only_touches = verb == "writes" || verb == "reads";
  if (only_touches && is(false)) return "begins";
  if (!only_touches) return verb;
  return step.function.empty() ? "makes a system call" : calls_function(step.function);
}

NamedStep in_words(const TracedStep& traced, const Words& words) {
  NamedStep step;
  step.thread = traced.thread;
  step.calls = traced.calls;
  step.returns = traced.returns;
  step.early = traced.early;
  step.verb = verb_of(traced);
  step.where = words.places(traced.where);
  for (const TracedAccess& access : traced.accesses) {
    NamedAccess shown;
    if (const auto thread = access.identifies) {
      shown.object = access.access.writes ? std::string(kThreadEnds) : fmt::format("thread {}", *thread);
      step.accesses.push_back(std::move(shown));
      continue;
    }
    shown.object = access.frees ? words.block(access.access.address) : words.object(access.access);
    if (shown.object.empty()) continue;
    shown.writes = access.access.writes;
    if (access.before && !access.frees) shown.before = words.value(*access.before, access.access.size);
    if (access.after && !access.frees) shown.after = words.value(*access.after, access.access.size);
    step.accesses.push_back(std::move(shown));
  }
  if (step.accesses.size() == 1 && step.accesses.front().object == kThreadEnds) step.verb.clear();
  if (step.accesses.empty()) step.verb = verb_without_object(traced, std::move(step.verb));
  return step;
}

// A repeated round of a loop is shown once.
bool repeats(const NamedStep& a, const NamedStep& b) {
  const auto same = [](const NamedAccess& x, const NamedAccess& y) {
    return !x.writes && !y.writes && x.object == y.object && x.after == y.after;
  };
  return a.thread == b.thread && !a.returns && !b.calls && a.where == b.where && a.verb == b.verb &&
         std::ranges::equal(a.accesses, b.accesses, same);
}

// The two accesses of a race, and the number of steps after which each was made. Plain accesses are no steps:
// the place of the first one is known from the number of functions that its thread had entered and left by
// then.
struct Races {
  explicit Races(const SeenExecution& seen) : race(std::get_if<runtime::DataRace>(&seen.ending.what)) {
    if (race == nullptr || race->earlier.thread == race->later.thread) race = nullptr;
    if (race == nullptr) return;
    const std::vector<TracedStep>& steps = seen.trace.steps;
    later_after = steps.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].thread == race->earlier.thread && steps[i].moment <= race->earlier.moment)
        earlier_after = i + 1;
    }
  }

  const runtime::DataRace* race;
  std::size_t earlier_after = 0, later_after = 0;
};

NamedStep in_words(const runtime::RacingAccess& access, const Words& words) {
  NamedStep step;
  step.thread = access.thread;
  step.verb = doing(access);
  step.where = words.places(access.where);
  step.races = true;
  step.accesses.push_back({access.frees ? words.block(access.access.address) : words.object(access.access),
                           access.access.writes, "", ""});
  return step;
}

// Whether the step is that access. An atomic access is a step as well.
bool makes(const TracedStep& step, const runtime::RacingAccess& access) {
  return step.thread == access.thread && !step.where.empty() && !access.where.empty() &&
         step.where.front() == access.where.front() && step.moment == access.moment;
}

}  // namespace

std::vector<NamedStep> steps_in_words(const SeenExecution& seen, const Words& words) {
  std::vector<NamedStep> steps;
  const Races races(seen);
  const std::vector<TracedStep>& all = seen.trace.steps;
  const auto add_access = [&](const runtime::RacingAccess& access, std::size_t after) {
    const bool is_step = after > 0 && makes(all[after - 1], access);
    if (is_step && !steps.empty() && !access.frees) {
      steps.back().races = true;
      return;
    }
    if (is_step && !steps.empty()) steps.pop_back();  // it was not taken, so it freed nothing
    steps.push_back(in_words(access, words));
  };
  std::vector<std::size_t> shown(
      all.size());  // by number of the step: which of those that are shown it is in
  for (std::size_t i = 0; i <= all.size(); ++i) {
    if (races.race != nullptr && i == races.earlier_after) add_access(races.race->earlier, i);
    if (races.race != nullptr && i == races.later_after) add_access(races.race->later, i);
    if (i == all.size() || (all[i].may_crash && !all[i].crashed)) continue;
    NamedStep step = in_words(all[i], words);
    if (all[i].saw) step.saw = *all[i].saw < i ? static_cast<std::int64_t>(shown[*all[i].saw]) : -1;
    if (!steps.empty() && repeats(steps.back(), step)) {
      ++steps.back().repeats;
      steps.back().returns = step.returns;
    } else {
      steps.push_back(std::move(step));
    }
    shown[i] = steps.size() - 1;
  }
  return steps;
}

}  // namespace linnet
