// GraphMemory: an event for each access, and what it means for memory and for the race detector.
#include "runtime/graphs/graph_memory.hpp"

#include <cstring>

#include "runtime/execution.hpp"
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
  events_.assign(threads_.size(), 0);
  performed_ = false;
  const OutsideProgram outside;
  memory_.start_execution();
  if (current.races != nullptr) {
    for (const ThreadNumber thread : threads_) current.races->meet(thread);
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
  const auto [at, is_new] = numbers_of_wide_.try_emplace({first, first + size}, wide_.size());
  if (is_new) wide_.push_back(&at->first);
  return at->second;
}

void GraphMemory::put(std::uint64_t word, void* to, std::uint32_t size) const {
  std::memcpy(to, size <= sizeof word ? static_cast<const void*>(&word) : wide_[word]->data(), size);
}

std::uint16_t GraphMemory::index_of(const Thread& thread) {
  const std::optional<std::uint16_t> index = memory_.index_of(thread.number);
  if (!index) fail_unsupported("more than 64 threads under a memory model", nullptr);
  if (*index == threads_.size()) {
    const OutsideProgram outside;
    threads_.push_back(thread.number);
    events_.push_back(0);
    if (current.races != nullptr) current.races->meet(thread.number);
  }
  return *index;
}

AtomicLocation& GraphMemory::location_at(void* address, std::uint32_t size, std::uint64_t pc) {
  const OutsideProgram outside;
  AtomicLocation* const at = locations_.at(reinterpret_cast<std::uint64_t>(address), size);
  if (at == nullptr)
    fail_unsupported("a memory model where atomic accesses of different sizes overlap",
                     reinterpret_cast<const void*>(pc));
  if (at->location == kNowhere) {
    locations_.begin_life(*at);
    memory_.begin_location(at->location, word_of(address, size));
  }
  return *at;
}

EventLabel GraphMemory::perform(Thread& thread, const Event& event) {
  constexpr std::uint32_t kMostEvents = 60'000;  // of a thread
  const std::uint16_t index = index_of(thread);
  if (memory_.graph().length(index) > kMostEvents) fail(LimitReached{Limit::steps}, nullptr);
  performed_ = true;
  const OutsideProgram outside;
  const EventLabel label = memory_.perform(index, event);
  events_[index] = static_cast<std::uint16_t>(label.index + (memory_.graph()[label].of_update ? 2 : 1));
  return label;
}

// What the thread did up to its last event is ordered as the graph says; what it does next is another moment.
void GraphMemory::tell_order(const Thread& thread, EventLabel last) {
  if (current.races == nullptr) return;
  const ExecutionGraph& graph = memory_.graph();
  current.races->happened(thread.number, {graph.happened(last), graph.threads()}, last.index + 2u);
}

// An access belongs to the moment before its event: who sees the event, sees the access.
void GraphMemory::look_for_race(Thread& thread, EventLabel label, const Access& access, std::uint64_t pc) {
  if (current.races == nullptr) return;
  const ExecutionGraph& graph = memory_.graph();
  current.races->happened(thread.number, {graph.happened(label), graph.threads()}, label.index + 1u);
  current.races->atomic_access(thread, access, pc);
}

void GraphMemory::executed_write(AtomicLocation& at, EventLabel write) {
  const ExecutionGraph& graph = memory_.graph();
  if (at.last != kInitialWrite && graph.place(at.last) > graph.place(write)) return;
  at.last = write;
  put(graph[write].value, reinterpret_cast<void*>(at.address), at.size);
}

namespace {

// Loops are told by what they read, and traces show it. Of a wide value that is the first half.
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
  tell_order(thread, label);
  const std::uint64_t value = memory_.graph()[label].value;
  note_found(thread, value);
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
  tell_order(thread, label);
  executed_write(at, label);
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
  const Event& read = memory_.graph()[label];
  const Outcome outcome{read.value, read.of_update, goes_on(read, read.value)};
  look_for_race(thread, label, {at.address, size, outcome.wrote}, pc);
  note_found(thread, outcome.found);
  EventLabel last = label;
  if (outcome.wrote) {
    ++last.index;
    executed_write(at, last);
  }
  tell_order(thread, last);
  return outcome;
}

void GraphMemory::fence(Thread& thread, MemoryOrder order) {
  tell_order(thread, perform(thread, {.kind = EventKind::fence, .order = order}));
}

void GraphMemory::create(Thread& parent, Thread& child) {
  const EventLabel label = perform(parent, {.kind = EventKind::other});
  tell_order(parent, label);
  const std::uint16_t index = index_of(child);
  const OutsideProgram outside;
  memory_.begin_thread(index, label);
  if (current.races == nullptr) return;
  const ExecutionGraph& graph = memory_.graph();
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
  tell_order(thread, perform(thread, {.kind = EventKind::other, .after = ends_[index_of(ended)]}));
}

void GraphMemory::chose(Thread& thread) {
  if (!memory_.waits_in_graph()) return;  // finish_step() makes an event of it
  performed_ = true;
  const std::uint16_t index = index_of(thread);
  tell_order(thread, {index, events_[index]++});
}

void GraphMemory::finish_step(Thread& thread, const Step& step) {
  if (performed_ || step.ends) return;
  if (step.access_count > (step.birth == Step::kNotBorn ? 0 : 1))
    fail_unsupported("a function that waits, wakes or tells the time under a memory model", nullptr);
  tell_order(thread, perform(thread, {.kind = EventKind::choice, .operand = 1}));
}

}  // namespace linnet::runtime
