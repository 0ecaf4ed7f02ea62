// The names of memory in a report, from the debug information of gcc and clang, optimised and not.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

struct Named {
  int number;  // CASE of tests/programs/names/race.cpp
  const char* memory;
};

class MemoryNames : public testing::TestWithParam<std::tuple<Named, const char*>> {};

TEST_P(MemoryNames, OfRaces) {
  const auto& [named, compiler] = GetParam();
  const Said said = linnet(fmt::format("run {}/names/race.cpp --json --compiler {} -DCASE={}", LINNET_SOURCES,
                                       compiler, named.number));
  ASSERT_EQ(said.status, 1) << said.text;
  const std::string sentence = said.json()["violation"]["explanation"];
  EXPECT_NE(sentence.find(std::string(" ") + named.memory + " while "), sentence.npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(
    All, MemoryNames,
    testing::Combine(testing::Values(Named{2, "Node#1.count[1]"}, Named{3, "Node#1.count[3]"},
                                     Named{5, "Slot#1[2].value"}, Named{6, "Slot#1[1].value"},
                                     Named{7, "Slot#1[3].value"}, Named{8, "Node#1.count[2]"},
                                     Named{9, "block A+20"}, Named{10, "block A[4]"}),
                     testing::Values("g++ --", "g++ -- -O2", "clang++-19 -- -O1")));
// If clang omits the frame pointer, locals have no names; and no optimised call says what it takes.
INSTANTIATE_TEST_SUITE_P(NotOptimised, MemoryNames,
                         testing::Combine(testing::Values(Named{1, "local.count[2]"},
                                                          Named{4, "Node#1.count[0]"}),
                                          testing::Values("g++ --", "clang++-19 --")));

TEST(MemoryNames, OfTheObjectUnderTest) {
  for (const char* level : {"-O0", "-O2"}) {
    const std::string text = linnet(fmt::format("run {}/names/object.cpp -- {}", LINNET_SOURCES, level)).text;
    for (const char* part :
         {"adds to pushes_[1]: 0 → 1", "writes head_: 0 → &Node#1", "reads head_ = &Node#1"})
      EXPECT_NE(text.find(part), text.npos) << part << " is not in\n" << text;
    EXPECT_EQ(text.find("block "), text.npos) << text;
  }
}

// Under a memory model, creating a thread and its first event are steps of their own.
TEST(MemoryNames, NoStepUnderAModelIsNameless) {
  for (const char* const file : {"names/object.cpp", "wrong/aba.cpp", "weak/chase_lev.c"}) {
    const auto result =
        linnet(fmt::format("run {}/{} --json --strategy graphs -- -w", LINNET_SOURCES, file)).json();
    const auto& steps = result["violation"]["steps"];
    EXPECT_GT(steps.size(), 5u) << result;
    for (const auto& step : steps) {
      const bool has_object = step["verb"] != "reads" && step["verb"] != "writes";
      EXPECT_TRUE(has_object || !step["accesses"].empty()) << file << step;
      EXPECT_NE(step["verb"], "goes on") << file << step;
    }
  }
}

TEST(RaceReport, HasBothAccessesAmongTheSteps) {
  const auto violation =
      linnet(fmt::format("run {}/names/race.cpp --json -- -DCASE=3", LINNET_SOURCES)).json()["violation"];
  std::size_t racing = 0;
  for (const auto& step : violation["steps"]) {
    if (!step.contains("races")) continue;
    ++racing;
    EXPECT_EQ(step["verb"], "writes");
    EXPECT_EQ(step["accesses"][0]["object"], "Node#1.count[3]");
  }
  EXPECT_EQ(racing, 2u);
  EXPECT_NE(violation["steps"].front()["thread"], violation["steps"].back()["thread"]);
  ASSERT_EQ(violation["places"].size(), 3u);
  EXPECT_EQ(violation["places"][0]["what"], violation["details"][0]);
  const std::string allocated = violation["places"][2]["what"];
  EXPECT_TRUE(allocated.starts_with("thread 0 allocated Node#1, 32 bytes, in main at race.cpp:"))
      << allocated;
}

TEST(RaceReport, HasTheFunctionsThatCalled) {
  const std::string text = linnet(fmt::format("run {}/names/race.cpp -- -DCASE=2", LINNET_SOURCES)).text;
  for (const char* part : {"thread 0 allocated Node#1, 32 bytes, in make at race.cpp:", "called in main  "})
    EXPECT_NE(text.find(part), text.npos) << part << " is not in\n" << text;
  EXPECT_EQ(text.find("std_thread.h"), text.npos) << text;
}

TEST(Summary, NamesWhatFailedAndHowToRunThatAgain) {
  const std::string file = LINNET_SOURCES "/../../examples/queue_test.cpp";
  const Said said = linnet("run " + file + " --preemptions 2");
  EXPECT_EQ(said.status, 1);
  const std::size_t at = said.text.rfind("\n2 tests: 1 passed, 1 failed\n");
  ASSERT_NE(at, said.text.npos) << said.text;
  const std::string summary = said.text.substr(at);
  EXPECT_NE(summary.find("✘ violation  " + file + ": two_consumers\n    1 was dequeued twice"), summary.npos)
      << summary;
  const std::size_t again = summary.find("Again: linnet ");
  ASSERT_NE(again, summary.npos) << summary;
  const std::string command = summary.substr(again + 14, summary.find('\n', again) - again - 14);
  EXPECT_EQ(command, "run --test=two_consumers " + file + " --preemptions=2");
  const Said once = linnet(command);
  EXPECT_EQ(once.status, 1);
  EXPECT_EQ(once.text.find("one_consumer"), once.text.npos);
  EXPECT_EQ(once.text.find(" tests: "), once.text.npos);
}

TEST(Summary, SeveralTestsCanBeNamed) {
  const std::string file = LINNET_SOURCES "/../../examples/queue_test.cpp";
  const Said said = linnet("run " + file + " --test two_consumers,one_consumer");
  EXPECT_NE(said.text.find("2 tests: 1 passed, 1 failed"), said.text.npos) << said.text;
}

TEST(Exceptions, SayWhatAndWhere) {
  const std::string text = linnet(fmt::format("run {}/names/thrown.cpp", LINNET_SOURCES)).text;
  for (const char* part : {"No handler catches std::runtime_error (the queue is full), which thread 1 threw "
                           "in add at thrown.cpp:9."})
    EXPECT_NE(text.find(part), text.npos) << part << " is not in\n" << text;
}

// Both tests are wrong by the specification as it is.
TEST(Specifications, AreStartedAndRelaxedByOptions) {
  const std::string file = LINNET_SOURCES "/names/start.cpp";
  EXPECT_EQ(linnet("run " + file + " --test starts_at_five").status, 1);
  EXPECT_EQ(linnet("run " + file + " --test starts_at_five --initial 5").status, 0);
  EXPECT_EQ(linnet("run " + file + " --test second_first").status, 1);
  EXPECT_EQ(linnet("run " + file + " --test second_first --out-of-order 1").status, 0);
  EXPECT_EQ(linnet("run " + file + " --test second_first --out-of-order 1 --lateness 0").status, 1);
  EXPECT_EQ(linnet("stress " + file + " --test starts_at_five --initial 5 --duration 1s").status, 0);
  EXPECT_EQ(linnet("run " + file + " --test starts_at_five --lateness 1").status, 2);
}

}  // namespace
}  // namespace linnet
