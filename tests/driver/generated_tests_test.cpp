// Tests the generation of tests: all of a size, up to the order of threads, and random ones.
#include "driver/generating/generated_tests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "driver/program/scenario_text.hpp"
#include "linnet/value.hpp"

namespace linnet {
namespace {

std::vector<TestMatrix> all_of(TestSource& source) {
  std::vector<TestMatrix> all;
  while (auto matrix = source.next()) all.push_back(*std::move(matrix));
  return all;
}

// Every matrix, reduced to one for all orders of its rows.
std::set<TestMatrix> by_definition(TestShape shape, std::uint32_t invocations) {
  const std::uint32_t cells = shape.threads * shape.operations;
  const auto count = static_cast<std::uint64_t>(std::llround(std::pow(invocations, cells)));
  std::set<TestMatrix> tests;
  for (std::uint64_t code = 0; code < count; ++code) {
    TestMatrix matrix(shape.threads, std::vector<std::uint32_t>(shape.operations));
    std::uint64_t rest = code;
    for (auto& row : matrix) {
      for (auto& call : row) {
        call = static_cast<std::uint32_t>(rest % invocations);
        rest /= invocations;
      }
    }
    std::ranges::sort(matrix);
    tests.insert(matrix);
  }
  return tests;
}

TEST(AllTests, AreThoseOfTheDefinition) {
  for (const TestShape shape : {TestShape{1, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}}) {
    for (const std::uint32_t invocations : {1u, 2u, 3u}) {
      if (shape.threads * shape.operations == 9 && invocations == 3) continue;
      const auto source = all_tests(shape, invocations, 3);
      const std::vector<TestMatrix> all = all_of(*source);
      const std::set<TestMatrix> expected = by_definition(shape, invocations);
      EXPECT_EQ(std::set(all.begin(), all.end()), expected) << source->describe();
      EXPECT_EQ(all.size(), expected.size()) << "each once";
      EXPECT_EQ(source->size(), static_cast<double>(expected.size()));
    }
  }
}

// A run that ends early has seen all tests of the first invocations, and the others of one more at most.
TEST(AllTests, ComeByTheNewestInvocation) {
  const std::vector<TestMatrix> all = all_of(*all_tests({2, 2}, 4, 4));
  const auto newest = [](const TestMatrix& matrix) {
    std::uint32_t most = 0;
    for (const auto& row : matrix) most = std::max(most, std::ranges::max(row));
    return most;
  };
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, newest));
  std::vector<TestMatrix> first;
  std::ranges::copy_if(all, std::back_inserter(first),
                       [&](const auto& matrix) { return newest(matrix) < 2; });
  EXPECT_EQ(first, all_of(*all_tests({2, 2}, 2, 4)));
}

TEST(AllTests, SayOfWhichInvocations) {
  EXPECT_EQ(all_tests({1, 1}, 1, 1)->describe(), "all 1 x 1 tests of the only invocation");
  EXPECT_EQ(all_tests({2, 2}, 5, 5)->describe(), "all 2 x 2 tests of all 5 invocations");
  EXPECT_EQ(all_tests({2, 2}, 2, 5)->describe(), "all 2 x 2 tests of the first 2 of 5 invocations");
}

TEST(RandomTests, AreAsManyAsAskedForAndNoneTwice) {
  const auto source = random_tests({3, 3}, 5, 500, 1);
  const std::vector<TestMatrix> all = all_of(*source);
  EXPECT_EQ(all.size(), 500u);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 500u);
  for (const TestMatrix& matrix : all) EXPECT_TRUE(std::ranges::is_sorted(matrix));
  EXPECT_EQ(all, all_of(*random_tests({3, 3}, 5, 500, 1))) << "a seed is a seed";
  EXPECT_NE(all, all_of(*random_tests({3, 3}, 5, 500, 2)));
}

TEST(RandomTests, AreAllIfThereAreNoMore) {
  EXPECT_EQ(all_of(*random_tests({2, 2}, 2, 1000, 1)).size(), 10u);
}

// Each matrix of a test is as likely as any other: one with two equal rows has half the chance.
TEST(RandomTests, AreUniform) {
  std::map<TestMatrix, int> first;
  constexpr int kSeeds = 16'000;
  for (int seed = 0; seed < kSeeds; ++seed)
    ++first[*random_tests({2, 1}, 4, 1, static_cast<std::uint64_t>(seed))->next()];
  EXPECT_EQ(first.size(), 10u);
  for (const auto& [matrix, count] : first) {
    const double expected = kSeeds / 16.0 * (matrix[0] == matrix[1] ? 1 : 2);
    EXPECT_NEAR(count, expected, 6 * std::sqrt(expected));
  }
}

std::string expects_small(std::size_t, linnet_word word) {
  return Value(9).bits() == word ? "a small number" : "";
}

ObjectTest queue_test() {
  ObjectTest test;
  test.name = "queue";
  test.file = "queue.cpp";
  test.operations.resize(2);
  test.operations[0].name = "enq";
  test.operations[0].arity = 1;
  test.operations[0].samples = {{Value(0).bits(), Value(1).bits(), Value(2).bits()}};
  test.operations[1].name = "deq";
  for (DeclaredOperation& operation : test.operations) operation.expects = expects_small;
  return test;
}

std::string text_of(const ObjectTest& test, const Invocations& invocations) {
  Scenario around;
  around.part_ends = {0, 0};
  TestMatrix row(1);
  for (std::uint32_t i = 0; i < invocations.units.size(); ++i) row[0].push_back(i);
  return scenario_text(make_scenario(row, invocations, around), test);
}

TEST(Invocations, HaveSmallValuesByType) {
  const ObjectTest test = queue_test();
  EXPECT_EQ(text_of(test, invocations_of(test, nullptr)), "enq(0) deq() enq(1) enq(2)");
}

TEST(Invocations, HaveTheArgumentsThatAreDeclared) {
  ObjectTest test = queue_test();
  test.operations[0].arguments = {{Value(7).bits()}, {Value(8).bits()}};
  EXPECT_EQ(text_of(test, invocations_of(test, nullptr)), "enq(7) deq() enq(8)");
  test.operations[0].arguments = {{Value(9).bits()}};
  EXPECT_THROW(invocations_of(test, nullptr), InputError);
  test.operations[0].arguments = {{}};
  EXPECT_THROW(invocations_of(test, nullptr), InputError);
}

TEST(Invocations, MayBeWholeSequences) {
  ObjectTest test = queue_test();
  test.sequences = {"enq(7) deq()"};
  const Invocations invocations = invocations_of(test, nullptr);
  ASSERT_EQ(invocations.units.size(), 5u);
  EXPECT_EQ(invocations.units[2].size(), 2u) << "one unit of a test, two calls";
  EXPECT_EQ(text_of(test, invocations), "enq(0) deq() enq(7) deq() enq(1) enq(2)");
  for (const char* wrong : {"enq(7) | deq()", "enq(7) ; deq() ;", "put(7)", ""}) {
    test.sequences = {wrong};
    EXPECT_THROW(invocations_of(test, nullptr), InputError) << wrong;
  }
}

TEST(Invocations, LeaveOutWhatCannotBeCalled) {
  ObjectTest test = queue_test();
  test.operations[0].samples = {{}};
  const Invocations invocations = invocations_of(test, nullptr);
  EXPECT_EQ(text_of(test, invocations), "deq()");
  ASSERT_EQ(invocations.left_out.size(), 1u);
  EXPECT_NE(invocations.left_out[0].find("enq is left out"), std::string::npos);
}

}  // namespace
}  // namespace linnet
