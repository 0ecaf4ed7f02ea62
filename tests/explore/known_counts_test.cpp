// Tests numbers of traces that are known, from a formula or from independent model checkers.
#include <gtest/gtest.h>

#include "sanitizers.hpp"
#include "enumerator.hpp"
#include "explore/dpor.hpp"
#include "known_programs.hpp"

namespace linnet {
namespace {

using namespace model;

std::size_t traces(const Program& program) {
  DporStrategy dpor;
  const std::size_t executions = drive(program, dpor, nullptr);
  EXPECT_EQ(dpor.statistics().executions, executions);
  EXPECT_EQ(dpor.statistics().blocked, 0u);
  EXPECT_EQ(dpor.statistics().redundant, 0u);
  EXPECT_EQ(dpor.progress(), 1.0);
  return executions;
}

// The order of n additions to one counter: n!. The private ones add nothing.
TEST(KnownCounts, Fai) {
  EXPECT_EQ(traces(fai(4)), 24u);
  EXPECT_EQ(traces(fai(8)), 40'320u);
}

// Each of n readers is before or after the one write: 2^n.
TEST(KnownCounts, Readers) {
  EXPECT_EQ(traces(readers(1)), 2u);
  EXPECT_EQ(traces(readers(13)), 8'192u);
}

// From other model checkers. They are (N + 3) 2^(N - 2), as for the original of this program with its writes
// seen once: 8 * 8, 13 * 256, 18 * 8192.
TEST(KnownCounts, LastZero) {
  EXPECT_EQ(traces(lastzero(5)), 64u);
  EXPECT_EQ(traces(lastzero(10)), 3'328u);
  if (kUnderSanitizers) return;
  EXPECT_EQ(traces(lastzero(15)), 147'456u);
}

// Up to 11 threads no two hash to the same place; from there each new thread collides at three places with
// one other, and at each either comes first: 8^(n-11).
TEST(KnownCounts, Indexer) {
  EXPECT_EQ(traces(indexer(11)), 1u);
  EXPECT_EQ(traces(indexer(12)), 8u);
  EXPECT_EQ(traces(indexer(13)), 64u);
  EXPECT_EQ(traces(indexer(14)), 512u);
  EXPECT_EQ(traces(indexer(15)), 4'096u);
}

TEST(KnownCounts, Treiber) {
  EXPECT_EQ(traces(treiber(2, 1)), 46u);
  EXPECT_EQ(traces(treiber(2, 2)), 11'780u);
  EXPECT_EQ(traces(treiber(3, 1)), 68'892u);
}

TEST(KnownCounts, MichaelScottQueue) {
  EXPECT_EQ(traces(msqueue(2, 1)), 222u);
}

// A loop that keeps what it read has come round only when it has read the same twice, and runs once more
// before it waits. Compilers that keep dead variables on the stack make such a loop.
TEST(KnownCounts, Peterson) {
  for (const bool forgets : {true, false}) {
    const Program program = peterson(forgets);
    const auto all = enumerate(program, 1'000'000);
    ASSERT_TRUE(all);
    EXPECT_EQ(traces(program), all->traces.size());
    EXPECT_EQ(all->traces.size(), forgets ? 12u : 21u);
  }
}

}  // namespace
}  // namespace linnet
