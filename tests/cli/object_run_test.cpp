// linnet run with object tests: from the source to verdict, schedule and replay.
#include <gtest/gtest.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kCounters = program("object/counters.cpp");
const std::string kQueue = program("object/ms_queue.cpp");

TEST(ObjectRun, FindsAllHistories) {
  const auto report = linnet("run " + kQueue + " --test ms_queue --strategy dpor --json").json();
  EXPECT_EQ(report["verdict"], "pass");
  EXPECT_EQ(report["histories"], 30);
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["spec"], "queue");
}

TEST(ObjectRun, FindsAnInconsistencyThatReplays) {
  const Said said = linnet("run " + kCounters + " --test counter1 --json");
  EXPECT_EQ(said.status, 1);
  const auto violation = said.json()["violation"];
  EXPECT_EQ(violation["kind"], "inconsistent");
  const std::string schedule = violation["schedule"];
  EXPECT_EQ(linnet("replay " + schedule + " " + kCounters + " --test counter1").status, 1);
  EXPECT_EQ(complaint("replay " + schedule + " " + kCounters).status, 2) << "which of the tests?";
}

TEST(ObjectRun, FindsAStuckHistory) {
  const Said said = linnet("run " + kCounters + " --test counter2");
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("inc() never returned"), std::string::npos) << said.text;
}

TEST(ObjectRun, RunsAllTestsAndTheWorstCounts) {
  const Said said = linnet("run " + kCounters);
  EXPECT_EQ(said.status, 1);
  for (const char* name : {": counter", ": counter1", ": counter2"}) {
    EXPECT_NE(said.text.find(name), std::string::npos) << said.text;
  }
}

TEST(ObjectRun, ListsTests) {
  const Said said = linnet("run " + kQueue + " --list");
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.text.find("ms_queue: enq(1) deq() | enq(2) deq()\n"), std::string::npos) << said.text;
}

TEST(ObjectRun, RefusesABadScenario) {
  const Said said = complaint("run " + program("object/bad_scenarios.cpp") + " --test unknown_operation");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("write(1) | raed()\n             ^"), std::string::npos) << said.text;
}

TEST(ObjectRun, JudgesByASpecificationOfTheProgram) {
  const Said said = linnet("run " + program("object/own_spec.cpp") + " --test late_check");
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("std::length_error"), std::string::npos) << said.text;
}

}  // namespace
}  // namespace linnet
