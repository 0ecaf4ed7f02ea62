// The driver of multi-word primitives, from real threads to a verdict: examples/persistent/benchmark.cpp.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

// The verdict on a log of one run.
std::string verdict_on(const std::string& primitive, const std::string& options,
                       const std::string& format = "jsonl") {
  const std::string log = scratch_file("multiword.jsonl"), other = scratch_file("multiword." + format);
  const std::string run =
      LINNET_STRESS_PROGRAMS "/benchmark " + primitive + " " + options + " > " + log + " 2> /dev/null";
  EXPECT_EQ(std::system(run.c_str()), 0) << run;
  if (other != log) {
    EXPECT_EQ(linnet("convert " + log + " " + other).status, 0);
  }
  return linnet("check " + other + " --json").json()["verdict"];
}

TEST(Multiword, CorrectPrimitivesPass) {
  const std::string options = "--threads 3 --locations 8 --operations 5000";
  EXPECT_EQ(verdict_on("mwcas", options), "pass");
  EXPECT_EQ(verdict_on("swap", options), "pass");
  EXPECT_EQ(verdict_on("mwcas", options, "lnb"), "pass");
}

// Figure 10 of the paper. How soon threads meet is up to the machine.
TEST(Multiword, AStaleSwapIsFound) {
  std::string verdict;
  for (int seed = 1; seed <= 20 && verdict != "violation"; ++seed) {
    verdict = verdict_on("stale_swap",
                         "--threads 3 --locations 4 --operations 10000 --seed " + std::to_string(seed));
  }
  EXPECT_EQ(verdict, "violation");
}

TEST(Multiword, BadUsage) {
  const std::string program = LINNET_STRESS_PROGRAMS "/benchmark ";
  for (const char* const words :
       {"mwcas --threads 0", "mwcas --words 9 --locations 3", "mwcas --tiem 1", "nothing"}) {
    EXPECT_NE(std::system((program + words + " > /dev/null 2>&1").c_str()), 0) << words;
  }
}

}  // namespace
}  // namespace linnet
