// Finite tests that nobody wrote: matrices of threads by operations over the invocations of an object (Line-Up, 3.5
// and 4.3).
//
// Tests that differ only in the order of their threads are one test: its rows are in ascending order. All tests of a
// size come in a fixed order, and so do random ones for a seed; so a test has a number, and a run can be split by it.
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
  std::vector<std::vector<PlannedCall>> units;  // a call, or a sequence of calls that is declared
  std::vector<std::string> left_out;            // a sentence for each operation that cannot be called
};

// Each operation with its declared arguments, or with small values of their types. The first invocation of every
// operation comes first, then the sequences, then the second ones: few invocations cover many operations. Throws
// InputError if an operation does not take what is declared, or a sequence is none (`spec`: as in parse_scenario()).
Invocations invocations_of(const ObjectTest& test, const Spec* spec);

// Init and final are those of `around`.
Scenario make_scenario(const TestMatrix& matrix, const Invocations& invocations, const Scenario& around);

// Adds `removal` to the final part as often as calls of other operations that have arguments outnumber those of its
// operation: whatever is added is removed, as quasi-linearizability wants it.
void drain(Scenario& scenario, const PlannedCall& removal);

class TestSource {
 public:
  virtual ~TestSource() = default;
  // The next one; none: that was all.
  virtual std::optional<TestMatrix> next() = 0;
  virtual std::string describe() const = 0;  // "all 2 x 2 tests"
  // How many there are, as far as that can be counted in a double.
  virtual double size() const = 0;
};

struct TestShape {
  std::uint32_t threads = 3;
  std::uint32_t operations = 3;  // of each thread
};

// All tests of the shape over the first `invocations`.
std::unique_ptr<TestSource> all_tests(TestShape shape, std::uint32_t invocations);
// `count` of them, each drawn uniformly from those matrices, none twice; all if there are no more.
std::unique_ptr<TestSource> random_tests(TestShape shape, std::uint32_t invocations, std::uint64_t count,
                                         std::uint64_t seed);

}  // namespace linnet
