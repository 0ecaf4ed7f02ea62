// __tsan_atomic*: every atomic access of the program is a step, and is performed here.
//
// The thread gets its turn before the access, and the access follows at once: clang leaves a native load of
// the same location after the hook, which must not see another thread's free in between. Since one OS thread
// runs everything, the accesses themselves need not be atomic.
#include <cstdint>

#include "runtime/hooks/atomic_step.hpp"
#include "runtime/hooks/export.hpp"
#include "runtime/hooks/graph_access.hpp"

namespace linnet::runtime {
namespace {

// The half of an operand that does not fit in one word.
template <class T>
std::uint64_t upper_half(T operand) {
  if constexpr (sizeof(T) > sizeof(std::uint64_t)) return static_cast<std::uint64_t>(operand >> 64);
  return 0;
}
template <class T>
StepOperands operands_of(T first, T second, int order) {
  return {.first = static_cast<std::uint64_t>(first),
          .second = static_cast<std::uint64_t>(second),
          .upper_halves = {upper_half(first), upper_half(second)},
          .order = order};
}

// The step of this access is made, where it found `before`: what it did to its location.
template <class T>
void note_effect(AtomicKind kind, int order, T before) {
  if (!scheduled() || !self().spin.follows_writes()) return;
  const bool acquires = order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  const bool releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  self().effect = {.is_known = true,
                   .is_update = kind == AtomicKind::read_modify_write,
                   .acquires = acquires && kind != AtomicKind::store,
                   .releases = releases && kind != AtomicKind::load,
                   .before = content_at({reinterpret_cast<std::uint64_t>(&before), sizeof before, false}),
                   .after = content_at(self().pending.expected.accesses[0])};
}

template <class T>
T load(const volatile T* location, int order, const void* pc) {
  if (asks_graph()) [[unlikely]]
    return load_from_graph(location, order, pc);
  if (scheduled()) {
    StepOperands operands = operands_of<T>(0, 0, order);
    operands.kind = StepOperands::Kind::load;
    operands.order_of_read = order;
    idle_step(location, sizeof(T), false, operands, pc);
    check_written(location, sizeof(T), pc);
  }
  observe(location, sizeof(T), false, AtomicKind::load, order, pc);
  const T value = *location;
  note_effect(AtomicKind::load, order, value);
  return value;
}

template <class T>
void store(volatile T* location, T value, int order, const void* pc) {
  if (asks_graph()) [[unlikely]]
    return store_to_graph(location, value, order, pc);
  // This is mov, or xchg for the strongest order.
  if (scheduled())
    looping_step(location, sizeof(T), operands_of<T>(value, 0, order), pc,
                 order == __ATOMIC_SEQ_CST ? Drains::yes : Drains::no);
  observe(location, sizeof(T), true, AtomicKind::store, order, pc);
  const T before = *location;
  *location = value;
  note_effect(AtomicKind::store, order, before);
}

// An update that certainly changes the value: addition and the like.
template <class T, class Function>
T update(volatile T* location, T operand, int order, const void* pc, Change kind, Function change) {
  GraphMemory::AtomicOperation operation{.change = kind};
  if (asks_graph()) [[unlikely]]
    operation.order = orders_at(AtomicAccess::update, order, order, location, sizeof(T), pc).order;
  if (scheduled()) {
    looping_step(location, sizeof(T), operands_of<T>(operand, 0, order), pc);
    check_written(location, sizeof(T), pc);
  }
  if (asks_graph()) [[unlikely]] {
    operation.operand = word_of(operand);
    return update_in_graph(location, operation, pc);
  }
  observe(location, sizeof(T), true, AtomicKind::read_modify_write, order, pc);
  const T before = *location;
  *location = change(before);
  note_effect(AtomicKind::read_modify_write, order, before);
  return before;
}

// An update that may leave the value as it was: while (flag.exchange(true)) {} is a spin loop.
template <class T, class Function>
T update_or_not(volatile T* location, T operand, int order, const void* pc, Change kind, Function change) {
  GraphMemory::AtomicOperation operation{.change = kind};
  if (asks_graph()) [[unlikely]]
    operation.order = orders_at(AtomicAccess::update, order, order, location, sizeof(T), pc).order;
  if (scheduled()) {
    idle_step(location, sizeof(T), true, operands_of<T>(operand, 0, order), pc);
    check_written(location, sizeof(T), pc);
  }
  if (asks_graph()) [[unlikely]] {
    operation.operand = word_of(operand);
    const T found = update_in_graph(location, operation, pc);
    self().changed_nothing = found == change(found);
    return found;
  }
  observe(location, sizeof(T), true, AtomicKind::read_modify_write, order, pc);
  const T before = *location;
  const T after = change(before);
  *location = after;
  note_effect(AtomicKind::read_modify_write, order, before);
  self().changed_nothing = before == after;
  return before;
}

// `expected_at` is where the value found will be written; null if it is returned.
template <class T>
T compare_exchange(volatile T* location, T expected, T desired, int order, int failure_order, const void* pc,
                   const T* expected_at = nullptr) {
  AtomicOrders orders;
  if (asks_graph()) [[unlikely]]
    orders = orders_at(AtomicAccess::compare_exchange, order, failure_order, location, sizeof(T), pc);
  if (scheduled()) {
    StepOperands operands = operands_of(expected, desired, order << 8 | failure_order);
    operands.pointer = address_of(expected_at);
    operands.kind = StepOperands::Kind::compare;
    operands.order_of_read = failure_order;
    conditional_step(location, sizeof(T), operands, pc);
    check_written(location, sizeof(T), pc);
  }
  if (asks_graph()) [[unlikely]] {
    const T found = update_in_graph(location,
                                    {.change = Change::compare,
                                     .order = orders.order,
                                     .failure_order = orders.failure,
                                     .operand = word_of(desired),
                                     .expected = word_of(expected)},
                                    pc);
    self().changed_nothing = found == expected && found == desired;
    return found;
  }
  const T before = *location;
  const bool succeeds = before == expected;
  observe(location, sizeof(T), succeeds, succeeds ? AtomicKind::read_modify_write : AtomicKind::load,
          succeeds ? order : failure_order, pc);
  if (succeeds) {
    *location = desired;
    note_effect(AtomicKind::read_modify_write, order, before);
    self().changed_nothing = before == desired;
  } else if (scheduled()) {
    note_effect(AtomicKind::load, failure_order, before);
    became_read(location);
  }
  return before;
}

template <class T>
int compare_exchange(volatile T* location, T* expected, T desired, int order, int failure_order,
                     const void* pc) {
  const T wanted = *expected;
  self().spin.read(address_of(expected), sizeof(T));
  const T before = compare_exchange(location, wanted, desired, order, failure_order, pc, expected);
  if (before == wanted) return 1;
  self().writes_plainly(address_of(expected), sizeof(T), 0);
  *expected = before;
  return 0;
}

using Uint8 = std::uint8_t;
using Uint16 = std::uint16_t;
using Uint32 = std::uint32_t;
using Uint64 = std::uint64_t;
__extension__ using Uint128 = unsigned __int128;

}  // namespace

#define LINNET_FETCH(bits, T, name, kind, expression)                                                  \
  extern "C" T linnet___tsan_atomic##bits##_fetch_##name(volatile T* location, T operand, int order) { \
    return update<T>(location, operand, order, LINNET_PC, Change::kind,                                \
                     [operand](T before) { return static_cast<T>(expression); });                      \
  }

#define LINNET_FETCH_OR_NOT(bits, T, name, kind, expression)                                              \
  extern "C" T linnet___tsan_atomic##bits##_##name(volatile T* location, T operand, int order) {          \
    return update_or_not<T>(location, operand, order, LINNET_PC, Change::kind,                            \
                            [operand]([[maybe_unused]] T before) { return static_cast<T>(expression); }); \
  }

#define LINNET_ATOMICS(bits, T)                                                                             \
  extern "C" T linnet___tsan_atomic##bits##_load(const volatile T* location, int order) {                   \
    return load<T>(location, order, LINNET_PC);                                                             \
  }                                                                                                         \
  extern "C" void linnet___tsan_atomic##bits##_store(volatile T* location, T value, int order) {            \
    store<T>(location, value, order, LINNET_PC);                                                            \
  }                                                                                                         \
  LINNET_FETCH_OR_NOT(bits, T, exchange, exchange, operand)                                                 \
  LINNET_FETCH_OR_NOT(bits, T, fetch_and, conjunction, before& operand)                                     \
  LINNET_FETCH_OR_NOT(bits, T, fetch_or, disjunction, before | operand)                                     \
  LINNET_FETCH(bits, T, add, add, before + operand)                                                         \
  LINNET_FETCH(bits, T, sub, subtract, before - operand)                                                    \
  LINNET_FETCH(bits, T, xor, difference, before ^ operand)                                                  \
  LINNET_FETCH(bits, T, nand, negated, ~(before & operand))                                                 \
  extern "C" int linnet___tsan_atomic##bits##_compare_exchange_strong(                                      \
      volatile T* location, T* expected, T desired, int order, int failure_order) {                         \
    return compare_exchange<T>(location, expected, desired, order, failure_order, LINNET_PC);               \
  }                                                                                                         \
  extern "C" int linnet___tsan_atomic##bits##_compare_exchange_weak(                                        \
      volatile T* location, T* expected, T desired, int order, int failure_order) {                         \
    return compare_exchange<T>(location, expected, desired, order, failure_order, LINNET_PC);               \
  }                                                                                                         \
  extern "C" T linnet___tsan_atomic##bits##_compare_exchange_val(volatile T* location, T expected,          \
                                                                 T desired, int order, int failure_order) { \
    return compare_exchange<T>(location, expected, desired, order, failure_order, LINNET_PC);               \
  }

LINNET_ATOMICS(8, Uint8)
LINNET_ATOMICS(16, Uint16)
LINNET_ATOMICS(32, Uint32)
LINNET_ATOMICS(64, Uint64)
LINNET_ATOMICS(128, Uint128)

// Under sequential consistency a fence orders nothing that is not ordered already, but it matters for the
// race detector's happens-before. Under a memory model it is a step.
LINNET_EXPORT void __tsan_atomic_thread_fence(int order) {
  if (!scheduled()) return;
  if (current.graph != nullptr) {
    const MemoryOrder here = orders_at(AtomicAccess::fence, order, order, nullptr, 0, LINNET_PC).order;
    next_step(LINNET_PC);
    take_turn();
    return current.graph->fence(self(), here);
  }
  if (order != __ATOMIC_SEQ_CST) weak_orders().note(self(), nullptr, LINNET_PC);
  note_if_consume(order, self(), nullptr, LINNET_PC);
  if (current.races != nullptr) current.races->fence(self().number, order);
  if (current.persistence != nullptr && order == __ATOMIC_SEQ_CST)  // mfence
    current.persistence->fence(self(), address_of(LINNET_PC));
}

LINNET_EXPORT void __tsan_atomic_signal_fence(int) {}

}  // namespace linnet::runtime
