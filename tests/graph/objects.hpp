// Objects whose operations are pieces of litmus programs: which of their execution graphs can be explained.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "litmus.hpp"

namespace linnet::testing {

// An object, and threads that call its operations. What an operation returns is what its registers hold at its end.
struct LitmusObject {
  struct Call {
    std::size_t thread;
    std::size_t begin, end;  // its instructions in the code of its thread
    std::uint32_t first_register, registers;
  };
  Litmus litmus;
  std::vector<Call> calls;  // those of one thread in its order
};

struct JudgedObject {
  std::uint64_t graphs = 0, bad = 0;  // graphs for which some order by a client has no explanation
  friend bool operator==(const JudgedObject&, const JudgedObject&) = default;
  friend void PrintTo(const JudgedObject& one, std::ostream* out) {
    *out << one.graphs << " graphs, " << one.bad << " of them bad";
  }
};

// A line of tests/graph/objects.jsonl: an object with its answers, as brute force gave them.
struct KnownObject {
  LitmusObject object;
  JudgedObject answers[3];  // by model
};
std::vector<KnownObject> known_objects(const std::string& file);

// A few operations of a few accesses, called by two or three threads.
LitmusObject random_object(std::uint64_t seed);

// By the search for graphs, and the largest orders of each that clients can bring about.
JudgedObject judge(const LitmusObject& object, MemoryModel model);
// By the definition: every graph, every set of pairs with which it is consistent, every order of the calls.
JudgedObject judge_by_definition(const LitmusObject& object, MemoryModel model);

}  // namespace linnet::testing
