// Runs a model program (tests/explore/model_program.hpp) natively: its argument says what each thread does, in numbers:
//   variables, threads, and for each thread the number of its instructions and of each instruction
//   code register object a-is-register a b-is-register b index-register target
// A second argument is a file that gets a line for each execution that ends: variables, and the registers of each thread.
// Beside what the model says, each lock has data of its own, read and written plainly while it is held: that is no step.
#include <linnet/choose.hpp>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

// In the order of model::Code, up to what is supported here.
enum Code {
  load,
  store,
  fetch_add,
  cas,
  exchange,
  clear,
  lock,
  unlock,
  try_lock,
  wait,
  signal,
  broadcast,
  choose,
  spawn,
  join,
  exit_,
  crash,
  set,
  add,
  jump_equal,
  jump_unequal
};

struct Operand {
  long is_register, value;
};
struct Instruction {
  long code, reg, object;
  Operand a, b;
  long index_register, target;
};

constexpr int kMost = 4;
std::atomic<long> variables[kMost];
pthread_mutex_t locks[kMost] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_cond_t conditions[kMost] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER,
                                    PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
long guarded[kMost];  // by the lock of the same number
std::vector<Instruction> bodies[kMost];

constexpr int kRegisters = 6;
long final_registers[kMost][kRegisters];

struct Thread {
  long registers[kRegisters] = {};
  long value(const Operand& operand) const {
    return operand.is_register ? registers[operand.value] : operand.value;
  }
};

void* run(void* argument) {
  const std::vector<Instruction>& body = *static_cast<std::vector<Instruction>*>(argument);
  Thread thread;
  for (std::size_t at = 0; at < body.size();) {
    const Instruction& i = body[at++];
    const long a = thread.value(i.a), b = thread.value(i.b);
    std::atomic<long>& place =
        variables[(i.object + (i.index_register < 0 ? 0 : thread.registers[i.index_register])) % kMost];
    long& reg = thread.registers[i.reg];
    switch (i.code) {
      case load: reg = place.load(); break;
      case store: place.store(a); break;
      case fetch_add: reg = place.fetch_add(a); break;
      case exchange: reg = place.exchange(a); break;
      case cas: {
        long expected = a;
        reg = place.compare_exchange_strong(expected, b);
        break;
      }
      case lock:
        pthread_mutex_lock(&locks[i.object]);
        ++guarded[i.object];
        break;
      case unlock:
        --guarded[i.object];
        pthread_mutex_unlock(&locks[i.object]);
        break;
      case try_lock: reg = pthread_mutex_trylock(&locks[i.object]) == 0; break;
      case wait: pthread_cond_wait(&conditions[i.object], &locks[i.target]); break;
      case signal: pthread_cond_signal(&conditions[i.object]); break;
      case broadcast: pthread_cond_broadcast(&conditions[i.object]); break;
      case choose: reg = linnet::choose(static_cast<unsigned>(a)); break;
      case set: reg = a; break;
      case add: reg = a + b; break;
      case jump_equal:
        if (a == b) at = static_cast<std::size_t>(i.target);
        break;
      case jump_unequal:
        if (a != b) at = static_cast<std::size_t>(i.target);
        break;
      default: std::abort();
    }
  }
  std::copy(thread.registers, thread.registers + kRegisters, final_registers[&body - bodies]);
  return nullptr;
}

void append_state(const char* file, long variable_count, long threads) {
  std::FILE* const out = std::fopen(file, "a");
  for (long v = 0; v < variable_count; ++v) std::fprintf(out, "%ld ", variables[v].load());
  for (long t = 0; t < threads; ++t) {
    std::fprintf(out, "| ");
    for (const long r : final_registers[t]) std::fprintf(out, "%ld ", r);
  }
  std::fprintf(out, "\n");
  std::fclose(out);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  char* text = argv[1];
  const auto next = [&text] { return std::strtol(text, &text, 10); };
  const long variable_count = next(), threads = next();
  for (long t = 0; t < threads; ++t) {
    bodies[t].resize(static_cast<std::size_t>(next()));
    for (Instruction& i : bodies[t]) {
      for (long* field : {&i.code, &i.reg, &i.object, &i.a.is_register, &i.a.value, &i.b.is_register,
                          &i.b.value, &i.index_register, &i.target})
        *field = next();
    }
  }
  pthread_t started[kMost];
  for (long t = 0; t < threads; ++t) pthread_create(&started[t], nullptr, run, &bodies[t]);
  for (long t = 0; t < threads; ++t) pthread_join(started[t], nullptr);
  append_state(argv[2], variable_count, threads);
  return 0;
}
