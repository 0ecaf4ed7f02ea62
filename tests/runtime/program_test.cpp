// Every program in tests/programs ends in exactly the ways that its opening comment lists, built by g++ at -O1
// and by clang at -O0, with LINNET_TEST_SCALE > 1 also the other way round (target linnet_all_test_programs):
//
//   explore: dfs:N | dpor:N | random:N ...    how (test_driver.cpp)
//   options: WORDS                            passed on
//   outcomes: KINDS                           the set of kinds of outcomes seen
//   complete: yes                             the search came to its end
//   executions: N | multinomial               how many there were
//   executions at -O0: N                      if not as many as with optimisation
//   wasted: N                                 how many of these a reduction should have spared
//   outputs: N                                how many different texts were printed
//   racy: N                                   how many plain accesses races=explore made steps
//   failure: TEXT                             part of the description of the first failure
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/driven_program.hpp"

namespace linnet::runtime {
namespace {

struct Case {
  std::filesystem::path source;
  std::string variant;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.source << ' ' << c.variant; }
};

constexpr const char* kExecutionsAtO0 = "executions at -O0";

std::map<std::string, std::string> expectations(const std::filesystem::path& source) {
  std::map<std::string, std::string> found;
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);) {
    for (const std::string key : {"explore", "options", "outcomes", "complete", "executions", kExecutionsAtO0,
                                  "wasted", "outputs", "racy", "failure"}) {
      const std::size_t at = line.find(key + ": ");
      if (at == line.npos || at > 3) continue;
      std::string value = line.substr(at + key.size() + 2);
      if (const std::size_t end = value.find(" */"); end != value.npos) value.resize(end);
      found[key] = value;
    }
  }
  return found;
}

std::set<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Schedules of three threads with two steps each and a main that joins them in order.
int count_schedules(std::array<int, 3> left, std::size_t joined) {
  if (joined == left.size()) return 1;
  int count = left[joined] == 0 ? count_schedules(left, joined + 1) : 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] == 0) continue;
    std::array<int, 3> less = left;
    --less[i];
    count += count_schedules(less, joined);
  }
  return count;
}

std::string program_of(const Case& c) {
  return std::string(LINNET_PROGRAMS) + "/" + c.source.stem().string() + "." + c.variant;
}

class Program : public testing::TestWithParam<Case> {};

TEST_P(Program, EndsAsItSays) {
  if (GetParam().source.parent_path().filename() == "library" &&
      !std::filesystem::exists(program_of(GetParam()))) {
    GTEST_SKIP() << "its package is not installed";
  }
  ASSERT_TRUE(std::filesystem::exists(program_of(GetParam())));
  auto expected = expectations(GetParam().source);
  ASSERT_TRUE(expected.contains("explore") && expected.contains("outcomes"));
  const std::vector<std::string> lines =
      run("LINNET_TEST=" + expected["explore"] + " LINNET_TEST_OPTIONS='go-on " + expected["options"] + "'",
          program_of(GetParam()));
  EXPECT_EQ(value_of(lines, "status"), "0");
  std::set<std::string> outcomes;
  for (const std::string& line : lines) {
    if (line.starts_with("outcome ")) outcomes.insert(line.substr(8, line.rfind(' ') - 8));
  }
  EXPECT_EQ(outcomes, words(expected["outcomes"])) << testing::PrintToString(lines);
  for (const std::string key : {"complete", "wasted", "outputs", "racy"}) {
    if (expected.contains(key)) {
      EXPECT_EQ(value_of(lines, key), expected[key]);
    }
  }
  if (GetParam().variant.ends_with("-O0") && expected.contains(kExecutionsAtO0)) {
    EXPECT_EQ(value_of(lines, "executions"), expected[kExecutionsAtO0]);
  } else if (expected.contains("executions")) {
    const std::string count = expected["executions"] == "multinomial"
                                  ? std::to_string(count_schedules({2, 2, 2}, 0))
                                  : expected["executions"];
    EXPECT_EQ(value_of(lines, "executions"), count);
  }
  EXPECT_NE(value_of(lines, "failure").find(expected["failure"]), std::string::npos)
      << testing::PrintToString(lines);
}

// The same choices give the same steps: within a process, and in another one.
TEST_P(Program, IsDeterministic) {
  if (expectations(GetParam().source)["outcomes"] == "limit") GTEST_SKIP() << "takes its time on purpose";
  if (!std::filesystem::exists(program_of(GetParam()))) GTEST_SKIP() << "its package is not installed";
  const std::string environment = "LINNET_TEST=random:300 LINNET_TEST_OPTIONS='trace twice go-on'";
  const std::vector<std::string> first = run(environment, program_of(GetParam()));
  const std::vector<std::string> second = run(environment, program_of(GetParam()));
  EXPECT_EQ(value_of(first, "same"), "yes") << testing::PrintToString(first);
  EXPECT_EQ(value_of(first, "trace"), value_of(second, "trace"));
}

// What goes on from a copy is what is run from the beginning: the same steps, outcomes and outputs.
TEST_P(Program, GoesOnFromCopies) {
  if (expectations(GetParam().source)["outcomes"] == "limit") GTEST_SKIP() << "takes its time on purpose";
  if (!std::filesystem::exists(program_of(GetParam()))) GTEST_SKIP() << "its package is not installed";
  for (const std::string how : {"dpor:300", "branches:100"}) {
    const std::vector<std::string> lines =
        run("LINNET_TEST=" + how + " LINNET_TEST_OPTIONS='both go-on'", program_of(GetParam()));
    EXPECT_EQ(value_of(lines, "same"), "yes") << how << testing::PrintToString(lines);
  }
}

std::vector<const char*> variants() {
  const char* scale = std::getenv("LINNET_TEST_SCALE");
  if (scale != nullptr && std::atoi(scale) > 1) return {"gcc-O0", "gcc-O1", "clang-O0", "clang-O1"};
  return {"gcc-O1", "clang-O0"};
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string folder : {"correct", "wrong", "library"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(LINNET_SOURCES) + "/" + folder)) {
      for (const char* variant : variants()) {
        cases.push_back({entry.path(), variant});
      }
    }
  }
  return cases;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.source.stem().string() + "_" + info.param.variant;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Program, testing::ValuesIn(all_cases()), name_of);

}  // namespace
}  // namespace linnet::runtime
