// Writes a sentence for each outcome, and a line for each step.
#include "driver/naming/trace_words.hpp"

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "driver/naming/memory_names.hpp"
#include "driver/naming/symbols.hpp"
#include "symbols/source_excerpts.hpp"

namespace linnet {

namespace {

using runtime::WaitsFor;

class Words {
 public:
  explicit Words(const SeenExecution& seen)
      : trace_(seen.trace), symbols_(seen.modules), memory_(trace_, seen.ending.blocks, symbols_) {}

  std::string object(std::uint64_t address, std::uint64_t size = 1) const {
    return memory_.object(address, size);
  }
  std::string block(std::uint64_t address) const { return memory_.block(address); }
  std::string object(const Access& access) const { return memory_.object(access.address, access.size); }

  std::string value(std::uint64_t value, std::uint32_t size) const {
    constexpr std::uint64_t kSmall = 1 << 16;
    if (size < sizeof(void*)) {
      const unsigned unused = 64 - 8 * size;
      const auto number = static_cast<std::int64_t>(value << unused) >> unused;
      return fmt::to_string(number);
    }
    if (value < kSmall) return fmt::to_string(value);
    if (static_cast<std::int64_t>(value) < 0 &&
        static_cast<std::int64_t>(value) > -static_cast<std::int64_t>(kSmall)) {
      return fmt::to_string(static_cast<std::int64_t>(value));
    }
    if (const std::string name = memory_.target(value); !name.empty()) return "&" + name;
    return fmt::format("{:#x}", value);
  }

  std::vector<CodePlace> places(const runtime::CallStack& stack, bool exact = false) const {
    return symbols_.places(stack, exact);
  }

  // Where the store was made: a store to persistent memory is a step, unless main made it alone.
  runtime::CallStack stack_of(const runtime::StoreBeforeCrash& store) const {
    const auto made = std::ranges::find_if(trace_.steps, [&](const TracedStep& step) {
      if (step.thread != store.thread || step.where.empty() || step.where.front() != store.pc) return false;
      return std::ranges::any_of(step.accesses, [&](const TracedAccess& traced) {
        return traced.access.writes && overlap(traced.access, store.access);
      });
    });
    return made == trace_.steps.end() ? runtime::CallStack{store.pc} : made->where;
  }

  // A signal comes at an instruction; every other ending comes from a call.
  std::vector<CodePlace> places(const runtime::ExecutionEnding& ending) const {
    const auto* crash = std::get_if<runtime::Crash>(&ending.what);
    return places(ending.where, crash != nullptr && crash->signal != SIGABRT);
  }

  // "8 bytes behind the end of block A, which has 16 bytes".
  std::string beside_block(const runtime::MemoryMisuse& m) const {
    if (m.block == 0) return "at " + object(m.address) + ", which is of no block";
    const std::string block = fmt::format("{}, which has {} bytes", memory_.block(m.block), m.block_size);
    if (m.address < m.block) return fmt::format("{} bytes before {}", m.block - m.address, block);
    const std::uint64_t end = m.block + m.block_size;
    if (m.address < end) return "across the end of " + block;
    if (m.address == end) return "just behind the end of " + block;
    return fmt::format("{} bytes behind the end of {}", m.address - end, block);
  }

 private:
  const Trace& trace_;
  Symbols symbols_;
  MemoryNames memory_;
};

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
           {"trylock", "tries to lock"},
           {"_destroy", "destroys"},
           {"unlock", "unlocks"},
           {"lock", "locks"},
           {"cond_wait", "waits on"},
           {"cond_clockwait", "waits on"},
           {"cond_timedwait", "waits on"},
           {"cond_signal", "signals"},
           {"cond_broadcast", "wakes all of"},
           {"barrier_wait", "arrives at"},
           {"sem_post", "posts"},
           {"sem_", "waits for"},
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
      case WaitsFor::outside: return step.function.empty() ? "waited" : "calls " + step.function;
      case WaitsFor::spin_loop: break;
    }
  }
  return first.access.writes ? "writes" : "reads";
}

constexpr std::string_view kThreadEnds = "the thread ends";

// What has no name is the birth of a thread: who creates it writes there, and a step of the new one that does nothing else reads it.
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
  const bool starts = !step.where.empty() && step.where.front().function == "std::thread::_M_start_thread";
  if (step.accesses.empty() && (starts || step.verb == "writes")) step.verb = "creates a thread";
  if (step.accesses.empty() && step.verb == "reads") step.verb = "begins";
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

std::string_view noun_of(WaitsFor what) {
  switch (what) {
    case WaitsFor::mutex: return "mutex";
    case WaitsFor::rwlock: return "read-write lock";
    case WaitsFor::condition: return "condition variable";
    case WaitsFor::barrier: return "barrier";
    case WaitsFor::semaphore: return "semaphore";
    case WaitsFor::spin_lock: return "spin lock";
    case WaitsFor::futex: return "futex";
    case WaitsFor::once: return "initialisation";
    case WaitsFor::thread: return "thread";
    case WaitsFor::spin_loop: return "loop";
    case WaitsFor::channel: return "pipe, socket, event or timer";
    case WaitsFor::outside: return "system call";
  }
  return "";
}

std::string waits_in_words(const runtime::Waiting& waiting, const Words& words) {
  const std::string object = words.object(waiting.object);
  switch (waiting.what) {
    case WaitsFor::mutex: return "to lock " + object;
    case WaitsFor::rwlock: return "for the read-write lock " + object;
    case WaitsFor::condition: return "on the condition variable " + object;
    case WaitsFor::barrier: return "at the barrier " + object;
    case WaitsFor::semaphore: return "for the semaphore " + object;
    case WaitsFor::spin_lock: return "for the spin lock " + object;
    case WaitsFor::futex: return "for a change of " + object;
    case WaitsFor::once: return "for an initialisation by another thread";
    case WaitsFor::thread: return "for another thread to end";
    case WaitsFor::spin_loop: return "in a loop that reads " + object;
    case WaitsFor::channel: return "for a pipe, socket, event or timer that no thread makes ready";
    case WaitsFor::outside: return "for something outside of the program";
  }
  return "";
}

// "the mutex m", "the barrier in block A+8".
std::string lock_in_words(const runtime::LockMisuse& misuse, const Words& words) {
  const std::string object = words.object(misuse.object);
  const bool is_name = !object.starts_with("block ") && !object.starts_with("a local ");
  return fmt::format("the {} {}{}", noun_of(misuse.what), is_name ? "" : "in ", object);
}

// The threads that hold it.
std::string holders_in_words(const runtime::LockMisuse& misuse) {
  if (misuse.other) return fmt::format("thread {} holds", *misuse.other);
  if (misuse.readers == 0) return "no thread holds";
  return misuse.readers == 1 ? "another thread holds for reading" : "other threads hold for reading";
}

std::string misuse_in_words(const runtime::LockMisuse& misuse, const Words& words) {
  const std::string lock = lock_in_words(misuse, words);
  switch (misuse.error) {
    case runtime::LockError::unlocks:
      return fmt::format("unlocks {}, which {}", lock, holders_in_words(misuse));
    case runtime::LockError::waits_unlocked:
      return fmt::format("waits on a condition variable with {}, which {}", lock, holders_in_words(misuse));
    case runtime::LockError::destroys_held:
      return fmt::format("destroys {}, which {}", lock, holders_in_words(misuse));
    case runtime::LockError::destroys_awaited:
      return fmt::format("destroys {}, for which thread {} waits", lock, misuse.other.value_or(0));
    case runtime::LockError::uses_destroyed: return fmt::format("uses {}, which was destroyed", lock);
  }
  return "";
}

std::string at(const std::vector<CodePlace>& where) {
  const CodePlace* own = own_place(where);
  if (own == nullptr) return "";
  const CodePlace& place = *own;
  std::string text = place.function.empty() ? "" : " in " + short_function(place.function);
  if (!place.file.empty())
    text += fmt::format(" at {}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
  return text;
}

// Whether this is the end of a std::thread that was still joinable: it was destroyed, or another thread was
// assigned to it.
bool ends_joinable_thread(const std::vector<CodePlace>& innermost_first) {
  return std::ranges::any_of(innermost_first, [](const CodePlace& place) {
    return place.file.ends_with("/std_thread.h") &&
           (place.function.ends_with("~thread") || place.function.ends_with("operator="));
  });
}

// Says in one sentence what went wrong.
struct Sentence {
  const runtime::ExecutionEnding& ending;
  const Words& words;
  std::string thread() const { return fmt::format("thread {}", ending.thread); }
  std::string where() const { return at(words.places(ending)); }
  // The same, as a separate clause.
  std::string at_place() const {
    const std::string place = where();
    return place.empty() ? "" : "," + place;
  }

  std::string operator()(const runtime::Completed& c) const {
    return c.status == 0 ? "The program ended well."
                         : fmt::format("The program ended with status {}.", c.status);
  }
  std::string operator()(const runtime::Deadlock& d) const {
    return d.stuck()
               ? "No thread can go on: one goes round a loop for ever, waiting for a change that no thread "
                 "will "
                 "make."
               : fmt::format("Deadlock: no thread can go on, {} for ever.",
                             d.waiting.size() == 1 ? "one waits" : fmt::format("{} wait", d.waiting.size()));
  }
  std::string operator()(const runtime::DataRace& race) const {
    return fmt::format("Data race: thread {} {} {} while thread {} {} it, and nothing orders the two.",
                       race.later.thread, doing(race.later), raced_for(race), race.earlier.thread,
                       doing(race.earlier));
  }
  std::string operator()(const runtime::Leak& leak) const {
    std::uint64_t bytes = 0;
    for (const runtime::LeakedBlock& block : leak.blocks) bytes += block.size;
    return fmt::format(
        "{} allocated and never freed, {} bytes in all.",
        leak.blocks.size() == 1 ? "A block is" : fmt::format("{} blocks are", leak.blocks.size()), bytes);
  }
  std::string operator()(const runtime::Crash& c) const {
    if (c.stack_overflow) return fmt::format("The stack of {} overflows{}.", thread(), where());
    if (c.signal == SIGABRT && ends_joinable_thread(words.places(ending)))
      return fmt::format("Thread {} destroys a std::thread that was neither joined nor detached,{}.",
                         ending.thread, where());
    std::string text = fmt::format("{}: {}{}", thread(), strsignal(c.signal), where());
    text.front() = 'T';
    if (c.signal == SIGSEGV || c.signal == SIGBUS) text += fmt::format(", address {:#x}", c.address);
    return text + ".";
  }
  std::string operator()(const runtime::FailedAssertion& a) const {
    return fmt::format("Assertion `{}` failed in thread {} at {}:{}.", a.expression, ending.thread, a.file,
                       a.line);
  }
  std::string operator()(const runtime::UncaughtException& e) const {
    return fmt::format("No handler catches {}{}, which thread {} threw{}.", e.type,
                       e.what.empty() ? "" : " (" + e.what + ")", ending.thread, where());
  }
  std::string operator()(const runtime::MemoryMisuse& m) const {
    const bool is_access = m.kind != runtime::Misuse::double_free && m.kind != runtime::Misuse::invalid_free;
    const std::string object = is_access ? words.object(m.address, m.size) : words.block(m.address);
    switch (m.kind) {
      case runtime::Misuse::use_after_free:
        return fmt::format("Thread {} uses {} after it was freed{}.", ending.thread, object, where());
      case runtime::Misuse::double_free:
        return fmt::format("Thread {} frees {} a second time{}.", ending.thread, object, where());
      case runtime::Misuse::invalid_free:
        return fmt::format("Thread {} frees {}, which was never allocated{}.", ending.thread, object,
                           where());
      case runtime::Misuse::heap_overflow:
        return fmt::format("Thread {} accesses {} {}{}.", ending.thread,
                           m.size == 1 ? "1 byte" : fmt::format("{} bytes", m.size), words.beside_block(m),
                           at_place());
      case runtime::Misuse::uninitialized_read:
        return fmt::format("Thread {} reads {}, which was never written{}.", ending.thread, object,
                           at_place());
      case runtime::Misuse::use_after_return:
        return fmt::format(
            "Thread {} uses {} after the function or the thread that it belonged to has ended{}.",
            ending.thread, object, at_place());
    }
    return "";
  }
  std::string operator()(const runtime::BadAllocation& b) const {
    const bool no_power = b.alignment == 0 || !std::has_single_bit(b.alignment);
    const std::string what =
        no_power       ? fmt::format("at a multiple of {}, which is no power of two", b.alignment)
        : b.count == 1 ? fmt::format("of {} bytes, more than there can be", b.size)
                       : fmt::format("of {} elements of {} bytes, more than there can be", b.count, b.size);
    return fmt::format("Thread {} asks for a block {}{}.", ending.thread, what, at_place());
  }
  std::string operator()(const runtime::LockMisuse& misuse) const {
    return fmt::format("Thread {} {}{}.", ending.thread, misuse_in_words(misuse, words), at_place());
  }
  std::string operator()(const runtime::LimitReached& l) const {
    switch (l.limit) {
      case runtime::Limit::steps: return "an execution took more than a million steps" + where();
      case runtime::Limit::spin:
        return fmt::format("thread {} went round a loop for too long{} (--spin sets the limit)",
                           ending.thread, where());
      case runtime::Limit::time_in_step:
        return fmt::format("thread {} goes on for ever without touching anything shared{}", ending.thread,
                           where());
      case runtime::Limit::memory:
        return fmt::format("thread {} used up its memory{}", ending.thread, where());
    }
    return "";
  }
  std::string operator()(const runtime::Unsupported& u) const {
    return fmt::format("the program calls {}, which is not supported,{}", u.call, where());
  }
  std::string operator()(const runtime::WaitsOutside& w) const {
    return fmt::format("thread {} waits in {} for something outside of the program{}", ending.thread, w.call,
                       where());
  }
  std::string operator()(const runtime::Nondeterminism& n) const {
    return fmt::format(
        "After the same choices as before thread {} takes another step, or none{}: something outside the "
        "schedule "
        "decides what happens.",
        n.thread, where());
  }
  std::string operator()(const runtime::Abandoned&) const { return "The execution was given up."; }

  std::string raced_for(const runtime::DataRace& race) const {
    return race.later.frees ? words.block(race.later.access.address) : words.object(race.later.access);
  }

  static std::string doing(const runtime::RacingAccess& access) {
    if (access.frees) return "frees";
    return std::string(access.atomic ? "atomically " : "") + (access.access.writes ? "writes" : "reads");
  }
};

std::string stored_in_words(const runtime::StoreBeforeCrash& store, const Words& words) {
  return fmt::format("{}, stored by thread {}{}, {}", words.object(store.access), store.thread,
                     at(words.places(words.stack_of(store))),
                     store.flushed ? "flushed, and then no fence" : "not flushed");
}

void add_crash(const runtime::PowerFailure& crash, const std::vector<runtime::PersistentLine>& to_blame,
               const Words& words, std::vector<std::string>& details) {
  details.push_back(fmt::format("the machine crashes when thread {} would go on{}", crash.thread,
                                at(words.places(crash.where))));
  for (const runtime::LostLine& lost : crash.lost) {
    const bool blamed = std::ranges::find(to_blame, lost.line) != to_blame.end();
    for (const runtime::StoreBeforeCrash& store : lost.stores) {
      details.push_back("  lost: " + stored_in_words(store, words));
    }
    if (blamed)
      details.emplace_back("  with this line persistent, all would be well: that flush or fence is missing");
  }
}

PersistentStore in_words(const runtime::StoreBeforeCrash& store, const Words& words) {
  PersistentStore result;
  result.object = words.object(store.access);
  result.value = words.value(store.value, store.access.size);
  result.thread = store.thread;
  result.where = words.places(words.stack_of(store));
  return result;
}

LineState in_words(const runtime::LineAtCrash& line, const Words& words) {
  using Reached = PersistentStore::Reached;
  using Found = PersistentStore::Found;
  LineState state;
  for (std::size_t i = 0; i < line.stores.size(); ++i) {
    PersistentStore& store = state.stores.emplace_back(in_words(line.stores[i], words));
    const bool forced = i < line.forced;
    store.reached = forced ? Reached::memory : line.stores[i].flushed ? Reached::flushed : Reached::cache;
    if (forced || line.found) store.found = forced || i < *line.found ? Found::there : Found::lost;
  }
  return state;
}

MachineCrash in_words(const runtime::PowerFailure& crash, std::uint32_t number,
                      const std::vector<runtime::PersistentLine>& to_blame, const Words& words) {
  MachineCrash result;
  result.thread = crash.thread;
  result.where = words.places(crash.where);
  for (const runtime::LineAtCrash& line : crash.lines) {
    result.lines.push_back(in_words(line, words));
    const runtime::PersistentLine blamed{number, line.address};
    result.lines.back().to_blame = std::ranges::find(to_blame, blamed) != to_blame.end();
  }
  return result;
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
  step.verb = Sentence::doing(access);
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

void add_steps(const SeenExecution& seen, const Words& words, std::vector<NamedStep>& steps) {
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
}

// Where the block that contains the address was allocated and freed, as far as that is known.
void add_block(std::uint64_t address, const SeenExecution& seen, const Words& words,
               std::vector<NamedPlace>& places) {
  const auto holds = [&](const HeapBlock& block) {
    return address - block.address < std::max<std::uint64_t>(block.size, 1) && !block.where.empty();
  };
  for (const std::vector<HeapBlock>* blocks : {&seen.ending.blocks, &seen.trace.blocks}) {
    const auto block = std::ranges::find_if(*blocks, holds);
    if (block == blocks->end()) continue;
    if (block->address == seen.trace.object) return;  // the test makes it, and destroys it
    std::vector<CodePlace> where = words.places(block->where);
    places.push_back({fmt::format("thread {} allocated {}, {} bytes,{}", block->thread,
                                  words.block(block->address), block->size, at(where)),
                      std::move(where)});
    break;
  }
  for (const TracedStep& step : seen.trace.steps) {
    const auto frees = [&](const TracedAccess& traced) {
      return traced.frees && address - traced.access.address < traced.access.size;
    };
    if (!std::ranges::any_of(step.accesses, frees)) continue;
    std::vector<CodePlace> where = words.places(step.where);
    places.push_back({fmt::format("thread {} freed it{}", step.thread, at(where)), std::move(where)});
  }
}

// What could have ordered the two accesses.
std::string missing_order(const runtime::DataRace& race) {
  if (race.earlier.frees || race.later.frees)
    return "Joining the thread that uses the block, or counting its users, would order them.";
  return "A lock held by both, or an atomic stored with release and read with acquire, would order them.";
}

void add_race(const runtime::DataRace& race, const SeenExecution& seen, const Words& words,
              Failure& failure) {
  for (const runtime::RacingAccess* access : {&race.earlier, &race.later}) {
    std::vector<CodePlace> where = words.places(access->where);
    failure.details.push_back(fmt::format(
        "thread {} {} {} bytes{}{}", access->thread, Sentence::doing(*access), access->access.size, at(where),
        access->not_instrumented ? ", in code that is not instrumented" : ""));
    failure.places.push_back({failure.details.back(), std::move(where)});
  }
  failure.details.push_back(missing_order(race));
  add_block(race.later.access.address, seen, words, failure.places);
}

}  // namespace

// The source around all places that the steps and the ending name. The program itself is the first module.
static std::vector<SourceExcerpt> source_of(const Failure& failure,
                                            const std::vector<LoadedModule>& modules) {
  if (modules.empty()) return {};
  std::error_code error;
  const auto compiled = std::filesystem::last_write_time(modules.front().file, error);
  if (error) return {};
  std::vector<CodePlace> places = failure.where;
  for (const NamedStep& step : failure.steps)
    places.insert(places.end(), step.where.begin(), step.where.end());
  for (const NamedPlace& place : failure.places)
    places.insert(places.end(), place.where.begin(), place.where.end());
  return excerpts_around(places, compiled);
}

Failure in_words(EndingKind kind, const SeenExecution& seen) {
  const Words words(seen);
  const runtime::ExecutionEnding& ending = seen.ending;
  const Trace& trace = seen.trace;
  Failure failure;
  failure.kind = kind;
  failure.thread = ending.thread;
  failure.where = words.places(ending);
  failure.sentence = std::visit(Sentence{ending, words}, ending.what);
  if (trace.left_out > 0)
    failure.details.push_back(fmt::format(
        "the steps are those of its beginning and its end; {} in between are not shown", trace.left_out));
  add_steps(seen, words, failure.steps);
  if (const auto* race = std::get_if<runtime::DataRace>(&ending.what)) add_race(*race, seen, words, failure);
  if (const auto* misuse = std::get_if<runtime::MemoryMisuse>(&ending.what))
    add_block(misuse->block != 0 ? misuse->block : misuse->address, seen, words, failure.places);
  if (const auto* leak = std::get_if<runtime::Leak>(&ending.what)) {
    for (const runtime::LeakedBlock& block : leak->blocks) {
      failure.details.push_back(fmt::format("thread {} allocated {} bytes{}", block.thread, block.size,
                                            at(words.places(block.where))));
    }
  }
  if (const auto* deadlock = std::get_if<runtime::Deadlock>(&ending.what)) {
    for (const runtime::Waiting& w : deadlock->waiting) {
      failure.details.push_back(
          fmt::format("thread {} waits {}{}", w.thread, waits_in_words(w, words), at(words.places(w.where))));
    }
  }
  for (const runtime::PowerFailure& crash : seen.power_failures) {
    add_crash(crash, seen.to_blame, words, failure.details);
    const auto number = static_cast<std::uint32_t>(failure.machine_crashes.size() + 1);
    failure.machine_crashes.push_back(in_words(crash, number, seen.to_blame, words));
  }
  failure.source = source_of(failure, seen.modules);
  return failure;
}

}  // namespace linnet
