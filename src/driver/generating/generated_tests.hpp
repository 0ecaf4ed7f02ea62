// Generates finite tests: matrices of threads by operations over the invocations of an object (Line-Up, 3.5
// and 4.3).
//
// Tests that differ only in the order of their threads are one test, whose rows are in ascending order. All
// tests of a size come in a fixed order, and so do random ones for a seed; so a test has a number, and a run
// can be split by it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "linnet/spec.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

// A row per thread, of indices into a list of invocations.
using TestMatrix = std::vector<std::vector<std::uint32_t>>;

struct Invocations {
  std::vector<std::vector<PlannedCall>> units;  // a call, or a declared sequence of calls
  std::vector<std::string> left_out;            // a sentence for each operation that cannot be called
};

// Each operation with its declared arguments, or with small values of their types. The first invocation of
// every operation comes first, then the sequences, then the second ones, so that few invocations cover many
// operations. Throws InputError if an operation does not take its declared arguments, or a sequence is wrong
// (`spec`: as in parse_scenario()).
Invocations invocations_of(const ObjectTest& test, const Spec* spec);

// Init and final are those of `around`.
Scenario make_scenario(const TestMatrix& matrix, const Invocations& invocations, const Scenario& around);

// Adds `removal` to the final part once for each call with arguments of another operation that has no removal
// yet: then everything that is added is removed, as quasi-linearizability needs it.
void drain(Scenario& scenario, const PlannedCall& removal);

class TestSource {
 public:
  virtual ~TestSource() = default;
  // The next test; nothing if there are no more.
  virtual std::optional<TestMatrix> next() = 0;
  virtual std::string describe() const = 0;  // "all 2 x 2 tests"
  // The number of tests, as far as a double can count it.
  virtual double size() const = 0;
};

struct TestShape {
  std::uint32_t threads = 3;
  std::uint32_t operations = 3;  // of each thread
};

// All tests of the shape over the first `invocations` of `declared` ones. Those of the first invocation come
// first, then the others of the first two, and so on: wherever a run ends, it has seen small sets of
// invocations completely.
std::unique_ptr<TestSource> all_tests(TestShape shape, std::uint32_t invocations, std::uint32_t declared);
// `count` distinct tests, each drawn uniformly from those matrices; all of them if there are no more.
std::unique_ptr<TestSource> random_tests(TestShape shape, std::uint32_t invocations, std::uint64_t count,
                                         std::uint64_t seed);

}  // namespace linnet
