// Schedules of failures that random exploration found fail again in the same way: a hundred of them, and
// LINNET_TEST_SCALE times as many in scripts/test-long.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

struct Faulty {
  const char* source;
  const char* option;  // for executions and replays alike
};

constexpr Faulty kFaulty[] = {{"abba.c", "--spin=1000"},
                              {"lost_update.c", "--spin=1000"},
                              {"use_after_free.cpp", "--races=off"},
                              {"stuck.c", "--spin=1000"},
                              {"race_int.c", "--races=report"},
                              {"racy_lost_update.c", "--races=explore"},
                              {"exception.cpp", "--spin=1000"},
                              {"segfault.c", "--spin=1000"},
                              {"leak.cpp", "--leaks"},
                              {"lost_wakeup.cpp", "--spin=1000"}};

std::string instrumented(const std::string& source) {
  const std::string output = scratch_file(source + ".program");
  const std::string compiler = source.ends_with(".c") ? "gcc" : "g++";
  const ChildResult compiled =
      run_child({LINNET_COMPILE, compiler, LINNET_RUNTIME, output, program("wrong/" + source)});
  EXPECT_TRUE(compiled.succeeded()) << source;
  return output;
}

nlohmann::json answer(const std::vector<std::string>& command) {
  const ChildResult result = run_child(command, "", STDOUT_FILENO);
  EXPECT_TRUE(WIFEXITED(result.status) && WEXITSTATUS(result.status) == 1) << result.output;
  return nlohmann::json::parse(result.output);
}

TEST(ManyReplays, FailInTheSameWay) {
  const std::size_t seeds = cases(10);
  for (const Faulty& faulty : kFaulty) {
    const std::string one = instrumented(faulty.source);
    for (std::size_t seed = 1; seed <= seeds; ++seed) {
      const auto found = answer({one, "--json", "--strategy=random", "--executions=5000", faulty.option,
                                 "--seed=" + std::to_string(seed)})["violation"];
      const std::string schedule = found["schedule"];
      const auto again = answer({one, "--json", faulty.option, "--replay=" + schedule});
      for (const char* field : {"kind", "explanation", "schedule", "where", "steps", "output"}) {
        ASSERT_EQ(again[field], found[field]) << faulty.source << " " << schedule;
      }
    }
  }
}

}  // namespace
}  // namespace linnet
