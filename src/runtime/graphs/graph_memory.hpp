// An execution under a memory model: its accesses become events of a graph, and reads get their values from there.
//
// Memory itself holds, of the writes that were executed, the last in modification order. So a plain access that does not race finds
// what it must, as do system calls and code that is not instrumented. What happens before what is known from the graph, and the
// race detector is told after each event.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/modelled_memory.hpp"
#include "runtime/fibers/thread.hpp"
#include "runtime/graphs/atomic_locations.hpp"

namespace linnet::runtime {

// The order as written in the program: an __ATOMIC_* constant. consume is acquire, as compilers have it.
MemoryOrder memory_order_of(int order);

class GraphMemory {
 public:
  // REQUIRES: the memory outlives it.
  explicit GraphMemory(ModelledMemory& memory) : memory_(memory) {}

  void start_execution();

  struct AtomicOperation {
    Change change = Change::none;
    MemoryOrder order = MemoryOrder::seq_cst, failure_order = MemoryOrder::seq_cst;
    std::uint64_t operand = 0, expected = 0;
    bool waits = false, waits_while = false;  // see Event
  };
  struct Outcome {
    std::uint64_t found = 0;
    bool wrote = false, goes_on = true;
  };
  // Each in the step of its thread. Values are words: of up to eight bytes as they are, otherwise see word_of().
  std::uint64_t load(Thread& thread, void* address, std::uint32_t size, MemoryOrder order, std::uint64_t pc);
  void store(Thread& thread, void* address, std::uint32_t size, MemoryOrder order, std::uint64_t value,
             std::uint64_t pc);
  Outcome update(Thread& thread, void* address, std::uint32_t size, const AtomicOperation& operation,
                 std::uint64_t pc);
  void fence(Thread& thread, MemoryOrder order);
  void create(Thread& parent, Thread& child);
  void end(Thread& thread);
  void join(Thread& thread, Thread& ended);
  // Threads that sleep on an object are in its queue. A thread takes a place there; or it looks at a word, and takes one if it finds what
  // it expects, as one step. Then it sleeps.
  void queue_up(Thread& thread, const void* object);
  bool look_and_sleep(Thread& thread, void* word, std::uint32_t size, std::uint64_t expected,
                      std::uint64_t pc);
  // Wakes up to `most` of those in the queue. Returns how many. A system call is one that a processor does not begin before all that it
  // has stored can be seen.
  std::uint32_t wake(Thread& thread, const void* object, std::uint32_t most, bool is_system_call);
  // The last event of a thread has woken another one.
  void woke(const Thread& thread, Thread& sleeper);
  // A thread that was woken goes on. A wake-up orders nothing, unless it acquires what the other one released.
  void go_on(Thread& thread, MemoryOrder order);
  // A thread gives up sleeping. False if it was woken before.
  bool leave_queue(Thread& thread, const void* object);
  // The step turned out to be an event that the strategy made of it.
  void chose(Thread& thread);

  // A plain access writes there, or it was freed.
  void overwritten(Thread& thread, std::uint64_t address, std::uint64_t size) {
    settle(thread);
    locations_.end_lives(address, size);
  }
  // A plain access that races is an event. Its hook does not know values: what a read finds is put into memory before it, and what a write
  // has written is found there when the thread comes to its next hook. It runs alone until then.
  void plain_access(Thread& thread, const Access& access, std::uint64_t pc);
  // The thread has come to its next hook: memory is as the model has it again.
  void settle(Thread& thread) {
    if (plain_) [[unlikely]]
      settle_plain(thread);
  }

  void turn_begins() { performed_ = false; }
  // The step is over: if it made no event, it is one that nobody notices. What touches something must make one.
  void finish_step(Thread& thread, const Step& step);

  // The event that the thread makes next.
  EventLabel next_event(const Thread& thread) {
    const std::uint16_t index = index_of(thread);
    return {index, events_[index]};
  }

  bool waits_in_graph() const { return memory_.waits_in_graph(); }

  std::uint64_t word_of(const void* bytes, std::uint32_t size);
  void put(std::uint64_t word, void* to, std::uint32_t size) const;

 private:
  std::uint16_t index_of(const Thread& thread);
  AtomicLocation& location_at(void* address, std::uint32_t size, std::uint64_t pc);
  Location queue_of(const void* object);
  EventLabel update_queue(Thread& thread, const void* object, Change change, std::uint64_t operand,
                          std::uint64_t expected = 0);
  EventLabel perform(Thread& thread, const Event& event);
  // The last event that the thread has made. REQUIRES: there is one.
  EventLabel last_event(const Thread& thread) {
    const EventLabel next = next_event(thread);
    return {next.thread, static_cast<std::uint16_t>(next.index - 1)};
  }
  void executed_write(AtomicLocation& at, EventLabel write);
  void settle_plain(Thread& thread);
  void look_for_race(Thread& thread, EventLabel label, const Access& access, std::uint64_t pc);
  void tell_order(const Thread& thread, EventLabel last);
  // The step has made its last event, and memory is as it leaves it.
  void made(Thread& thread);
  void learn_time(Thread& thread, EventLabel before) const;
  void note_time(const Thread& thread);

  ModelledMemory& memory_;
  const ExecutionGraph* graph_ = nullptr;  // of this execution
  Names* names_ = nullptr;                 // likewise
  AtomicLocations locations_;
  std::vector<std::uint16_t> events_;  // by thread, that it has made in this execution
  struct PlainAccess {
    Access access;
    std::uint64_t pc;
  };
  std::optional<PlainAccess> plain_;  // that the thread that runs has made since its last hook
  bool performed_ = false;            // an event, since the thread that runs got its turn
  std::vector<EventLabel> ends_;      // by thread
  std::vector<EventLabel> wakers_;    // by thread: what has woken it
  // By thread, what it knew of time when each of its events was over: what reads from an event, or comes after it, is later. Events that
  // are not there have no time. No other order counts: what a thread knows of time may depend on its prefix alone.
  struct Moment {
    std::uint64_t time;
    KnownLooks known;
  };
  std::vector<std::vector<Moment>> moments_;
};

}  // namespace linnet::runtime
