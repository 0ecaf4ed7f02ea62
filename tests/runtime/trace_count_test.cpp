// Native programs whose number of traces is known from other model checkers: optimal DPOR runs each trace once,
// and nothing else. The programs are in tests/programs/traces.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "runtime/driven_program.hpp"

namespace linnet::runtime {
namespace {

struct Known {
  const char* program;
  std::uint64_t traces;
  friend void PrintTo(const Known& known, std::ostream* out) { *out << known.program; }
};

class TraceCount : public testing::TestWithParam<Known> {};

TEST_P(TraceCount, IsTheKnownOne) {
  const std::string program = std::string(LINNET_PROGRAMS) + "/" + GetParam().program;
  const std::vector<std::string> lines = run("LINNET_TEST=dpor:1000000", program);
  const std::string traces = std::to_string(GetParam().traces);
  EXPECT_EQ(value_of(lines, "executions"), traces);
  EXPECT_EQ(value_of(lines, "outcome completed"), traces) << testing::PrintToString(lines);
  EXPECT_EQ(value_of(lines, "complete"), "yes");
  EXPECT_EQ(value_of(lines, "wasted"), "0");
}

// Steps that are not run again lead to the states that they lead to when they are: memory, stacks and registers are the same, byte by
// byte. These programs have no random values on their stacks that protect them, so two processes can be compared.
TEST(Copies, AreTheSameStates) {
  for (const std::string program : {"treiber_3_1", "msqueue_2_1", "readers_6", "lastzero_10", "indexer_12"}) {
    const std::string path = std::string(LINNET_PROGRAMS) + "/" + program;
    for (const std::string how : {"dpor:1000", "branches:300"}) {
      const std::string environment = "LINNET_TEST=" + how + " LINNET_TEST_OPTIONS='trace states copies=";
      const std::vector<std::string> fast = run(environment + "yes'", path),
                                     slow = run(environment + "off'", path);
      EXPECT_EQ(value_of(fast, "trace"), value_of(slow, "trace")) << program << ' ' << how;
      EXPECT_EQ(value_of(fast, "steps"), value_of(slow, "steps")) << program << ' ' << how;
      EXPECT_GT(std::stoull(value_of(fast, "skipped")), 0u) << program << ' ' << how;
      EXPECT_EQ(value_of(slow, "skipped"), "0");
    }
  }
}

constexpr Known kKnown[] = {
    {"fai_4", 24},           {"fai_8", 40'320},      {"readers_6", 64},        {"readers_13", 8'192},
    {"lastzero_5", 64},      {"lastzero_10", 3'328}, {"lastzero_15", 147'456}, {"indexer_11", 1},
    {"indexer_12", 8},       {"indexer_15", 4'096},  {"treiber_2_1", 46},      {"treiber_2_2", 11'780},
    {"treiber_3_1", 68'892}, {"msqueue_2_1", 222},
};

std::string name_of_program(const testing::TestParamInfo<Known>& info) {
  return info.param.program;
}

INSTANTIATE_TEST_SUITE_P(All, TraceCount, testing::ValuesIn(kKnown), name_of_program);

}  // namespace
}  // namespace linnet::runtime
