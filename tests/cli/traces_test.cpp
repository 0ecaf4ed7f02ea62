// `linnet run` gives the known numbers of traces, with --no-cut, and of executions with the cut, with all
// compilers, optimised and not.
#include <gtest/gtest.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

struct Instance {
  const char* source;
  const char* flags;
  std::uint64_t traces;
};

class Traces : public testing::TestWithParam<std::tuple<Instance, const char*, const char*>> {};

TEST_P(Traces, AreCountedExactly) {
  const auto& [instance, compiler, level] = GetParam();
  const Said said = linnet(std::string("run ") + LINNET_SOURCES "/traces/" + instance.source +
                           " --strategy dpor --no-cut --json --compiler " + compiler + " -- " + level + " " +
                           instance.flags);
  EXPECT_EQ(said.status, 0);
  const auto json = said.json();
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["executions"], instance.traces);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["blocked"], 0);
  EXPECT_EQ(json["redundant"], 0);
}

INSTANTIATE_TEST_SUITE_P(Small, Traces,
                         testing::Combine(testing::Values(Instance{"treiber.c", "-DTHREADS=2 -DOPS=1", 46},
                                                          Instance{"msqueue.c", "-DTHREADS=2 -DOPS=1", 222}),
                                          testing::Values("gcc", "clang-14", "clang-19"),
                                          testing::Values("-O0", "-O1")));

INSTANTIATE_TEST_SUITE_P(
    Others, Traces,
    testing::Combine(testing::Values(Instance{"fai.c", "-DN=5", 120}, Instance{"readers.c", "-DN=6", 64},
                                     Instance{"lastzero.c", "-DN=5", 64}, Instance{"indexer.c", "-DN=12", 8},
                                     Instance{"treiber.c", "-DTHREADS=2 -DOPS=2", 11'780}),
                     testing::Values("gcc"), testing::Values("-O1")));

// What GenMC needs for the same programs; it sees loops in the source that it compiles itself.
struct Bound {
  const char* source;
  const char* flags;
  std::uint64_t executions, blocked;
};

class CutTraces : public testing::TestWithParam<std::tuple<Bound, const char*>> {};

TEST_P(CutTraces, AreFew) {
  const auto& [bound, level] = GetParam();
  const auto json = linnet(std::string("run ") + LINNET_SOURCES "/traces/" + bound.source +
                           " --strategy dpor --json -- " + level + " " + bound.flags)
                        .json();
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["blocked"], 0);
  EXPECT_LE(json["executions"], bound.executions);
  EXPECT_LE(json["executions"].get<std::uint64_t>() + json["cut"].get<std::uint64_t>(),
            bound.executions + bound.blocked);
  EXPECT_FALSE(json["cut_at"].empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, CutTraces,
    testing::Combine(testing::Values(Bound{"treiber.c", "-DTHREADS=2 -DOPS=1", 22, 8},
                                     Bound{"treiber.c", "-DTHREADS=2 -DOPS=2", 1'326, 1'472},
                                     Bound{"treiber.c", "-DTHREADS=3 -DOPS=1", 4'812, 3'456},
                                     Bound{"msqueue.c", "-DTHREADS=2 -DOPS=1", 16, 48},
                                     Bound{"msqueue.c", "-DTHREADS=2 -DOPS=2", 764, 2 * 3'391},
                                     Bound{"msqueue.c", "-DTHREADS=3 -DOPS=1", 1'368, 2 * 16'054}),
                     testing::Values("-O0", "-O1", "-O2")));

TEST(Traces, ComeOutOfTheDefaultPlanToo) {
  const auto json = linnet("run " LINNET_SOURCES "/traces/treiber.c --json --no-cut -- -DTHREADS=2").json();
  EXPECT_EQ(json["executions"], 46);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["stages"][0]["strategy"], "bounded");
}

}  // namespace
}  // namespace linnet
