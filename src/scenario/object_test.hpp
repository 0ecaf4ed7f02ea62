// The object tests that a program declares (include/linnet/test.hpp), as data: what `linnet` knows of them.
// The functions that make and call the object stay in the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "linnet/detail/border.h"

namespace linnet {

struct BuiltinSpecChoice {
  std::string name;
  std::optional<linnet_word> initial;
};

// The interface of the program's own specification. The states stay in the program, which answers questions
// about them.
struct OwnMethod {
  std::string name;
  std::vector<std::uint8_t> parameters;  // ArgumentType
  bool observer = false, silent = false, may_block = false, deterministic = false;
  std::string strength;
};
struct OwnSpecChoice {
  std::string name;
  std::vector<OwnMethod> methods;
  std::string monitored_as;
  bool partitioned = false, complains = false;
};

struct DeclaredOperation {
  std::string name;
  std::uint64_t arity = 0;
  std::vector<std::vector<linnet_word>> samples = {};  // by parameter: small values that it takes
  // Arguments for generated tests; if there are none, the samples are used.
  std::vector<std::vector<linnet_word>> arguments = {};
  std::vector<linnet_word> failures = {};  // results with which it has done nothing
  bool nondeterministic = false, excluded = false, asynchronous = false;
  std::string result = {};  // what it always returns, as a noun; empty if that depends
  // All its parameters are lists of integers: clients of multi-word primitives can call it.
  bool takes_integers = false;
  // Empty if the operation takes `argument` as its argument number `index`; otherwise a noun for what it
  // takes.
  std::function<std::string(std::size_t index, linnet_word argument)> expects = {};
};

struct ObjectTest {
  std::string name;
  std::string file;
  std::uint32_t line = 0;

  std::uint32_t objects = 0;  // how many it declares: one, if the test is right
  std::vector<DeclaredOperation> operations;
  std::uint32_t references = 0;  // at most one, if the test is right
  std::vector<DeclaredOperation> reference_operations;
  std::optional<BuiltinSpecChoice> builtin_spec;
  std::optional<OwnSpecChoice> own_spec;
  std::string strength;  // of methods that are weaker than the others; empty if none is
  bool relaxed = false;  // an operation need not happen after those whose effect it sees
  std::vector<std::string> scenarios;
  std::vector<std::string> sequences;    // of calls, for generated tests
  bool recovery = false;                 // then the object lives in persistent memory
  std::optional<std::uint32_t> crashes;  // the largest number in one execution

  std::uint32_t most_crashes() const { return crashes.value_or(recovery ? 1 : 0); }
};

}  // namespace linnet
