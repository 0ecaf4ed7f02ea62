// Small programs of atomic accesses, as data: what the search over graphs and its definition are run on.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "definitions/memory_definitions.hpp"
#include "explore/sampling.hpp"
#include "graph/event.hpp"
#include "graph/execution_graph.hpp"
#include "graph/memory_model.hpp"

namespace linnet::testing {

// What a program calls of the C library for an instruction. The instructions behind it are `inside` the same call.
enum class Call : std::uint8_t {
  none,
  inside,
  lock,
  unlock,
  wait,
  signal,
  broadcast,
  futex_wait,
  futex_wake,
  arrive,
  read_lock,
  write_lock,
  try_write_lock,
  rwlock_unlock
};

struct Instruction {
  enum class Kind : std::uint8_t {
    load,
    store,
    update,
    fence,
    branch,
    choose,
    create,
    begin,
    join,
    woken  // goes on when it was woken, if it sleeps
  } kind = Kind::load;
  MemoryOrder order = MemoryOrder::plain, failure_order = MemoryOrder::plain;
  Change change = Change::none;
  Location location = 0;
  std::uint32_t result = 0;  // the register that it sets, or that a branch looks at
  std::uint64_t operand = 0, expected = 0;
  bool waits = false;             // a load or update: until it finds `expected`
  bool adds_register = false;     // a store of register `result` + operand
  std::uint32_t skipped = 0;      // by a branch whose register is not `expected`
  std::uint32_t thread = 0;       // that is created or joined; it begins with `begin`
  Location sleeps_at = kNowhere;  // of a load that finds `expected`
  bool queues = false;            // an update that takes a place in the queue at its location
  bool of_object = false;         // an update of a read-write lock or a barrier
  Call call = Call::none;
};

struct Litmus {
  std::string name;
  std::uint32_t locations = 0;
  std::vector<std::vector<Instruction>> threads;
};

// One thread on its way: where it is, and its registers.
struct Walker {
  std::size_t next = 0;
  std::vector<std::uint64_t> registers;
  std::set<std::uint32_t> set;  // those that were written, for the output
  std::set<std::uint32_t> created;
  Location sleeps_at = kNowhere;
  bool is_woken = false;

  // Goes to the next instruction that is an event. Null at the end.
  const Instruction* upcoming(const std::vector<Instruction>& code);
  // Takes it; `value` is what it read.
  void take(const Instruction& instruction, std::uint64_t value);
};

// Those that the update has woken: it found `before` and wrote `after`.
std::vector<std::size_t> wake(const Instruction& instruction, std::uint64_t before, std::uint64_t after,
                              std::vector<Walker>& walkers);
// Whether no thread can go on, and all that have not come to their end sleep.
bool is_stuck(const Litmus& litmus, std::vector<Walker>& walkers);
// The thread's next instruction, if it can be taken: a thread begins when it was created, and is joined at its end.
const Instruction* ready(const Litmus& litmus, std::vector<Walker>& walkers, std::size_t thread);
Event event_of(const Instruction& instruction, const Walker& walker);

inline constexpr MemoryModel kModels[] = {MemoryModel::sc, MemoryModel::tso, MemoryModel::c11};

struct Explored {
  std::uint64_t graphs = 0;
  std::uint64_t blocked = 0;  // graphs in which a thread waits
  std::set<std::string> outputs;
  std::set<std::string> distinct;  // graphs in a canonical form
  std::set<std::string> stuck;     // graphs in which threads sleep for ever
};

// Is called with each complete graph that the search visits, and with where its threads ended.
using Visitor = std::function<void(const ExecutionGraph&, const std::vector<Walker>&)>;
// Returns how many graphs were not complete. `visit_stuck` is called with those in which threads sleep for ever.
std::uint64_t visit_graphs(const Litmus& litmus, MemoryModel model, const Visitor& visitor,
                           const Visitor& visit_stuck = {}, std::uint64_t stride = 0);
// All graphs as the search visits them. If `stride` is not 0, another search goes on after so many executions, from what the one before it
// has saved.
Explored search(const Litmus& litmus, MemoryModel model, std::uint64_t stride = 0);
// The position of a search after so many executions, as it is saved.
std::string position_after(const Litmus& litmus, MemoryModel model, std::uint64_t executions);
// All graphs by the definition: every way to build one, held to the axioms. The visitor is called with each complete one.
using AxiomVisitor = std::function<void(const AxiomGraph&, const std::vector<Walker>&)>;
Explored enumerate(const Litmus& litmus, MemoryModel model, const AxiomVisitor& visitor = {});

// A line of tests/graph/*.jsonl: a program with its answers, as brute force gave them.
struct KnownLitmus {
  Litmus litmus;
  struct Answer {
    std::uint64_t graphs = 0;
    std::set<std::string> outputs;
  };
  Answer answers[3];  // by model
};
std::vector<KnownLitmus> known_programs(const std::string& file);
// Those of one thread, or of one operation of an object, in such a file.
std::vector<Instruction> instructions_of(const nlohmann::json& operations);

// With locks, waiting loops, choices and threads that are created if `rich`.
Litmus random_litmus(std::uint64_t seed, bool rich);
// Up to `most` instructions of one thread.
std::vector<Instruction> random_code(Dice& dice, std::uint32_t locations, std::uint32_t most, bool rich);
// With conditions, futexes, barriers and read-write locks. If `native`, all of them are calls of the C library, without timeouts.
Litmus random_waiting_litmus(std::uint64_t seed, bool native = false);
std::string to_text(const Litmus& litmus);

}  // namespace linnet::testing
