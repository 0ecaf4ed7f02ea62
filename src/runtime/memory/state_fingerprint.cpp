// Computes the fingerprint of a state of the program, from memory and threads.
#include <cerrno>

#include "runtime/execution.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

std::uint64_t word_of(const auto* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

void add_range(Fingerprint& state, std::uint64_t low, std::uint64_t high) {
  const std::uint64_t whole = (high - low) & ~std::uint64_t{15};
  state.add(low);
  state.add_memory(reinterpret_cast<const void*>(low), whole);
  for (std::uint64_t at = low + whole; at < high; ++at)
    state.add(*reinterpret_cast<const unsigned char*>(at));
}

void add_errno(Fingerprint& state, const Thread& thread) {
  const std::uint64_t offset = word_of(&errno) - current_fs_base();  // static TLS: the same for all
  state.add(static_cast<std::uint64_t>(*reinterpret_cast<const int*>(thread.fiber.fs_base + offset)));
}

void add_living(Fingerprint& state, const Thread& thread) {
  for (const std::uint64_t value : thread.parked.registers) state.add(value);
  add_range(state, thread.parked.stack_pointer, thread.stack_high);
  for (const TlsBlock& tls : thread.tls) add_range(state, word_of(tls.block), word_of(tls.block) + tls.size);
  add_errno(state, thread);
  state.add(word_of(thread.queued_on));
  for (const ThreadExitHandler& handler : thread.exit_handlers) {
    state.add(reinterpret_cast<std::uint64_t>(handler.function));
    state.add(word_of(static_cast<const char*>(handler.argument)));
  }
  for (const void* value : thread.key_values) state.add(word_of(static_cast<const char*>(value)));
  state.add(thread.drawn);
  state.add(thread.children);
  state.add(thread.unjoined);
}

}  // namespace

Fingerprint memory_fingerprint() {
  Fingerprint state;
  program().snapshot().for_each_written_page(
      [&](const void* page, std::size_t size) { state.add_memory(page, size); });
  for (const Thread* thread : current.execution->started())
    thread->arena.for_each_used([&](const MemoryRange& range) { add_range(state, range.low, range.high); });
  for (const TlsBlock& tls : self().tls) add_range(state, word_of(tls.block), word_of(tls.block) + tls.size);
  return state;
}

Fingerprint state_fingerprint() {
  Fingerprint state;
  program().snapshot().for_each_written_page(
      [&](const void* page, std::size_t size) { state.add_memory(page, size); });
  for (const Thread* thread : current.execution->started()) {
    state.add(thread->number);
    state.add(thread->time.now());
    state.add(thread->finished | thread->detached << 1);
    state.add(word_of(static_cast<const char*>(thread->result)));
    thread->arena.for_each_used([&](const MemoryRange& range) { add_range(state, range.low, range.high); });
    if (!thread->finished) add_living(state, *thread);
  }
  return state;
}

}  // namespace linnet::runtime
