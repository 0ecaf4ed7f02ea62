// Writes a sentence for each ending.
#include "driver/naming/ending_words.hpp"

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

namespace linnet {

namespace {

using runtime::WaitsFor;

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
      case runtime::Limit::events:
        return fmt::format("thread {} made more than 60 000 accesses, which is all that a graph can hold{}",
                           ending.thread, where());
      case runtime::Limit::rounds:
        return fmt::format(
            "thread {} may go round a loop for ever, which puts back what it changes{}: other threads would "
            "have to look in the midst of a round",
            ending.thread, where());
      case runtime::Limit::stopped: return "the time was over in the midst of a long execution" + where();
    }
    return "";
  }
  std::string operator()(const runtime::Unsupported& u) const {
    return fmt::format("the program uses {}, which is not supported,{}", u.call, where());
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
};

}  // namespace

std::string sentence_of(const runtime::ExecutionEnding& ending, const Words& words) {
  return std::visit(Sentence{ending, words}, ending.what);
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

std::string doing(const runtime::RacingAccess& access) {
  if (access.frees) return "frees";
  return std::string(access.atomic ? "atomically " : "") + (access.access.writes ? "writes" : "reads");
}

}  // namespace linnet
