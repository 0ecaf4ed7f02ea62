// GraphMemory: an event for each access, and what it means for memory and for the race detector.
#include "runtime/graphs/graph_memory.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/races/race_watch.hpp"

namespace linnet::runtime {

MemoryOrder memory_order_of(int order) {
  switch (order & 0x7fff) {
    case __ATOMIC_RELAXED: return MemoryOrder::relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE: return MemoryOrder::acquire;
    case __ATOMIC_RELEASE: return MemoryOrder::release;
    case __ATOMIC_ACQ_REL: return MemoryOrder::acquire_release;
    default: return MemoryOrder::seq_cst;
  }
}

void GraphMemory::start_execution() {
  locations_.start_execution();
  ends_.clear();
  moments_.clear();
  performed_ = false;
  plain_.reset();
  const OutsideProgram outside;
  memory_.start_execution();
  graph_ = &memory_.graph();
  names_ = &memory_.names();
  events_.assign(names_->threads().size(), 0);
  if (current.races != nullptr) {
    for (const ThreadNumber thread : names_->threads()) current.races->meet(thread);
  }
  index_of(self());
}

std::uint64_t GraphMemory::word_of(const void* bytes, std::uint32_t size) {
  std::uint64_t word = 0;
  if (size <= sizeof word) {
    std::memcpy(&word, bytes, size);
    return word;
  }
  const OutsideProgram outside;
  const auto* first = static_cast<const std::uint8_t*>(bytes);
  return names_->number_of({first, first + size});
}

void GraphMemory::put(std::uint64_t word, void* to, std::uint32_t size) const {
  std::memcpy(to, size <= sizeof word ? static_cast<const void*>(&word) : names_->wide(word).data(), size);
}

std::uint16_t GraphMemory::index_of(const Thread& thread) {
  const std::uint16_t index = names_->index_of(thread.number);
  if (index == Names::kTooMany) fail_unsupported("more than 64 threads under a memory model", nullptr);
  if (index == events_.size()) [[unlikely]] {
    const OutsideProgram outside;
    events_.push_back(0);
    if (current.races != nullptr) current.races->meet(thread.number);
  }
  return index;
}

AtomicLocation& GraphMemory::location_at(void* address, std::uint32_t size, std::uint64_t pc) {
  const OutsideProgram outside;
  AtomicLocation* const at = locations_.at(reinterpret_cast<std::uint64_t>(address), size);
  if (at == nullptr)
    fail_unsupported("atomic accesses of different sizes that overlap under a memory model",
                     reinterpret_cast<const void*>(pc));
  if (at->location == kNowhere) {
    locations_.begin_life(*at, *names_);
    memory_.begin_location(at->location, word_of(address, size));
  }
  return *at;
}

// Queues are no memory: an object has one at an address that is none.
Location GraphMemory::queue_of(const void* object) {
  const OutsideProgram outside;
  AtomicLocation& at = *locations_.at(std::uint64_t{1} << 63 | reinterpret_cast<std::uint64_t>(object), 1);
  if (at.location == kNowhere) {
    locations_.begin_life(at, *names_);
    memory_.begin_location(at.location, 0);
  }
  return at.location;
}

namespace {

// How many events the step of a read is.
std::uint16_t events_of_step(const Event& event) {
  if (falls_asleep(event)) return 3;
  return event.of_update ? 2 : 1;
}

}  // namespace

EventLabel GraphMemory::perform(Thread& thread, const Event& event) {
  constexpr std::uint32_t kMostEvents = 60'000;  // of a thread
  settle(thread);
  const std::uint16_t index = index_of(thread);
  if (events_[index] > kMostEvents) fail(LimitReached{Limit::events}, nullptr);
  performed_ = true;
  const OutsideProgram outside;
  const EventLabel label = memory_.perform(index, event);
  const Event& performed = (*graph_)[label];
  events_[index] = static_cast<std::uint16_t>(label.index + events_of_step(performed));
  if (moments_.empty()) return label;
  if (performed.kind == EventKind::read) learn_time(thread, performed.reads_from);
  learn_time(thread, performed.after);
  return label;
}

void GraphMemory::learn_time(Thread& thread, EventLabel before) const {
  constexpr std::uint64_t kLater = 1'000;  // nanoseconds
  if (before.thread >= moments_.size() || before.index >= moments_[before.thread].size()) return;
  const Moment& moment = moments_[before.thread][before.index];
  if (moment.time != 0) thread.time.be_at_least(moment.time + kLater);
  thread.time.known.know(moment.known);
}

void GraphMemory::note_time(const Thread& thread) {
  if (thread.time.now() == 0) return;
  const OutsideProgram outside;
  const std::uint16_t index = index_of(thread);
  if (index >= moments_.size()) moments_.resize(index + 1u);
  moments_[index].resize(events_[index], {thread.time.now(), thread.time.known});
}

// What the thread did up to its last event is ordered as the graph says; what it does next is another moment.
void GraphMemory::tell_order(const Thread& thread, EventLabel last) {
  if (current.races == nullptr) return;
  const ExecutionGraph& graph = *graph_;
  current.races->happened(thread.number, {graph.happened(last), graph.threads()}, last.index + 2u);
}

namespace {

bool fails_elsewhere(const Thread&) {
  return true;
}

}  // namespace

void GraphMemory::made(Thread& thread) {
  const EventLabel last = last_event(thread);
  tell_order(thread, last);
  if (!memory_.ends_thread(last)) [[likely]]
    return;
  note_time(thread);
  current.execution->stay(thread, fails_elsewhere, WaitsFor::outside, nullptr);
}

// An access belongs to the moment before its event: who sees the event, sees the access.
void GraphMemory::look_for_race(Thread& thread, EventLabel label, const Access& access, std::uint64_t pc) {
  if (current.races == nullptr) return;
  const ExecutionGraph& graph = *graph_;
  current.races->happened(thread.number, {graph.happened(label), graph.threads()}, label.index + 1u);
  current.races->atomic_access(thread, access, pc);
}

void GraphMemory::executed_write(AtomicLocation& at, EventLabel write) {
  const ExecutionGraph& graph = *graph_;
  if (at.last != kInitialWrite && graph.place(at.last) > graph.place(write)) return;
  at.last = write;
  put(graph[write].value, reinterpret_cast<void*>(at.address), at.size);
}

namespace {

// Loops are told by what they read, and traces show it. For a wide value, that is its first half.
void note_found(Thread& thread, std::uint64_t value) {
  thread.pending.expected.found = value;
  thread.pending.expected.found_by_model = true;
}

}  // namespace

std::uint64_t GraphMemory::load(Thread& thread, void* address, std::uint32_t size, MemoryOrder order,
                                std::uint64_t pc) {
  AtomicLocation& at = location_at(address, size, pc);
  const Event event{.kind = EventKind::read,
                    .order = order,
                    .size = static_cast<std::uint8_t>(size),
                    .location = at.location};
  const EventLabel label = perform(thread, event);
  look_for_race(thread, label, {at.address, size, false}, pc);
  const std::uint64_t value = (*graph_)[label].value;
  note_found(thread, value);
  made(thread);
  return value;
}

void GraphMemory::store(Thread& thread, void* address, std::uint32_t size, MemoryOrder order,
                        std::uint64_t value, std::uint64_t pc) {
  AtomicLocation& at = location_at(address, size, pc);
  const Event event{.kind = EventKind::write,
                    .order = order,
                    .size = static_cast<std::uint8_t>(size),
                    .location = at.location,
                    .value = value};
  const EventLabel label = perform(thread, event);
  look_for_race(thread, label, {at.address, size, true}, pc);
  executed_write(at, label);
  made(thread);
}

namespace {

std::uint64_t address_of_frame() {
  return reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
}

}  // namespace

void GraphMemory::plain_access(Thread& thread, const Access& access, std::uint64_t pc) {
  auto* const address = reinterpret_cast<void*>(access.address);
  // Compilers write variables on the stack without a hook, and so does code that is not instrumented. What was there before is then unknown.
  const AtomicLocation& at = location_at(address, access.size, pc);
  if ((access.address < thread.stack_high && access.address >= address_of_frame()) ||
      word_of(address, access.size) != graph_->value(at.location, at.last))
    fail_unsupported("a memory model with a race of a variable that is also written without instrumentation",
                     reinterpret_cast<const void*>(pc));
  const Location location = location_at(address, access.size, pc).location;  // begins with what was before it
  if (!access.writes) {
    const EventLabel label = perform(
        thread,
        {.kind = EventKind::read, .size = static_cast<std::uint8_t>(access.size), .location = location});
    const std::uint64_t value = (*graph_)[label].value;
    note_found(thread, value);
    put(value, address, access.size);
  }
  plain_ = {access, pc};
  if (!access.writes) made(thread);
}

void GraphMemory::settle_plain(Thread& thread) {
  const auto [access, pc] = *std::exchange(plain_, std::nullopt);
  auto* const address = reinterpret_cast<void*>(access.address);
  AtomicLocation& at = location_at(address, access.size, pc);
  const ExecutionGraph& graph = *graph_;
  if (access.writes) {
    const EventLabel write = perform(thread, {.kind = EventKind::write,
                                              .size = static_cast<std::uint8_t>(access.size),
                                              .location = at.location,
                                              .value = word_of(address, access.size)});
    if (at.last == kInitialWrite || graph.place(at.last) < graph.place(write)) at.last = write;
  }
  put(graph.value(at.location, at.last), address, access.size);
  if (access.writes) made(thread);
}

GraphMemory::Outcome GraphMemory::update(Thread& thread, void* address, std::uint32_t size,
                                         const AtomicOperation& operation, std::uint64_t pc) {
  const bool computes = operation.change != Change::none && operation.change != Change::exchange &&
                        operation.change != Change::compare;
  if (computes && size > sizeof(std::uint64_t))
    fail_unsupported("a memory model with arithmetic on 16 bytes", reinterpret_cast<const void*>(pc));
  AtomicLocation& at = location_at(address, size, pc);
  const Event event{.kind = EventKind::read,
                    .change = operation.change,
                    .order_of_update = operation.order,
                    .order_of_failure = operation.failure_order,
                    .waits = operation.waits,
                    .waits_while = operation.waits_while,
                    .size = static_cast<std::uint8_t>(size),
                    .location = at.location,
                    .operand = operation.operand,
                    .expected = operation.expected};
  const EventLabel label = perform(thread, event);
  const Event& read = (*graph_)[label];
  const Outcome outcome{read.value, read.of_update, goes_on(read, read.value)};
  look_for_race(thread, label, {at.address, size, outcome.wrote}, pc);
  note_found(thread, outcome.found);
  if (outcome.wrote) executed_write(at, last_event(thread));
  made(thread);
  return outcome;
}

void GraphMemory::fence(Thread& thread, MemoryOrder order) {
  perform(thread, {.kind = EventKind::fence, .order = order});
  made(thread);
}

void GraphMemory::create(Thread& parent, Thread& child) {
  const EventLabel label = perform(parent, {.kind = EventKind::other});
  tell_order(parent, label);
  const std::uint16_t index = index_of(child);
  const OutsideProgram outside;
  memory_.begin_thread(index, label);
  if (current.races == nullptr) return;
  const ExecutionGraph& graph = *graph_;
  current.races->happened(child.number, {graph.happened(label), graph.threads()}, 1);
}

void GraphMemory::end(Thread& thread) {
  const EventLabel label = perform(thread, {.kind = EventKind::other});
  tell_order(thread, label);
  const OutsideProgram outside;
  if (label.thread >= ends_.size()) ends_.resize(label.thread + 1u);
  ends_[label.thread] = label;
}

void GraphMemory::join(Thread& thread, Thread& ended) {
  perform(thread, {.kind = EventKind::other, .after = ends_[index_of(ended)]});
  made(thread);
}

EventLabel GraphMemory::update_queue(Thread& thread, const void* object, Change change, std::uint64_t operand,
                                     std::uint64_t expected) {
  return perform(thread, {.kind = EventKind::read,
                          .change = change,
                          .location = queue_of(object),
                          .operand = operand,
                          .expected = expected});
}

void GraphMemory::queue_up(Thread& thread, const void* object) {
  update_queue(thread, object, Change::disjunction, std::uint64_t{1} << index_of(thread));
  thread.queued_on = object;
  made(thread);
}

bool GraphMemory::look_and_sleep(Thread& thread, void* word, std::uint32_t size, std::uint64_t expected,
                                 std::uint64_t pc) {
  const EventLabel label = perform(thread, {.kind = EventKind::read,
                                            .size = static_cast<std::uint8_t>(size),
                                            .location = location_at(word, size, pc).location,
                                            .sleeps_at = queue_of(word),
                                            .expected = expected});
  const Event& looked = (*graph_)[label];
  const bool sleeps = falls_asleep(looked);
  note_found(thread, looked.value);
  if (sleeps) thread.queued_on = word;
  made(thread);
  return sleeps;
}

std::uint32_t GraphMemory::wake(Thread& thread, const void* object, std::uint32_t most, bool is_system_call) {
  const EventLabel label = update_queue(thread, object, Change::wake, most, is_system_call ? 1 : 0);
  const Event& found = (*graph_)[label];
  const Event& left = (*graph_)[last_event(thread)];
  if (outcomes_of(found, found.value) > 1) thread.spin.chose();
  if (found.of_update) thread.pending.expected.alternative = static_cast<std::uint32_t>(left.operand);
  const std::uint64_t woken = found.value & ~left.value;
  for (std::uint64_t rest = woken; rest != 0; rest &= rest - 1)
    woke(thread, *find_thread(names_->threads()[static_cast<std::size_t>(std::countr_zero(rest))]));
  made(thread);
  return static_cast<std::uint32_t>(std::popcount(woken));
}

void GraphMemory::woke(const Thread& thread, Thread& sleeper) {
  const OutsideProgram outside;
  const std::uint16_t index = index_of(sleeper);
  if (index >= wakers_.size()) wakers_.resize(index + 1u);
  wakers_[index] = last_event(thread);
  sleeper.queued_on = nullptr;
}

void GraphMemory::go_on(Thread& thread, MemoryOrder order) {
  perform(thread, {.kind = EventKind::woken, .order = order, .after = wakers_[index_of(thread)]});
  made(thread);
}

bool GraphMemory::leave_queue(Thread& thread, const void* object) {
  const EventLabel label = update_queue(thread, object, Change::leave, std::uint64_t{1} << index_of(thread));
  thread.queued_on = nullptr;
  const bool was_queued = (*graph_)[label].of_update;
  made(thread);
  return was_queued;
}

void GraphMemory::chose(Thread& thread) {
  if (!memory_.waits_in_graph()) return;  // finish_step() makes an event of it
  performed_ = true;
  const std::uint16_t index = index_of(thread);
  tell_order(thread, {index, events_[index]++});
}

namespace {

[[noreturn]] void fail_without_event(std::uint64_t pc) {
  fail_unsupported(is_watched(pc)
                       ? "atomic instructions of code that is not instrumented, under a memory model"
                       : "pipes, sockets, timers or polling under a memory model",
                   reinterpret_cast<const void*>(pc));
}

}  // namespace

void GraphMemory::finish_step(Thread& thread, const Step& step) {
  settle(thread);
  if (!performed_ && !step.ends) {
    if (step.access_count > (step.birth == Step::kNotBorn ? 0 : 1)) fail_without_event(thread.pc);
    tell_order(thread, perform(thread, {.kind = EventKind::choice, .operand = 1}));
  }
  note_time(thread);
}

}  // namespace linnet::runtime
