// Tests linnet replay: the same execution again, and no other.
#include <gtest/gtest.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kSource = program("wrong/lost_update.c");

std::string failing_schedule() {
  static const std::string schedule = linnet("run " + kSource + " --json").json()["violation"]["schedule"];
  return schedule;
}

TEST(Replay, FailsInTheSameWay) {
  const Said said = linnet("replay " + failing_schedule() + " " + kSource + " --json");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.json()["kind"], "assertion");
  EXPECT_EQ(said.json()["schedule"], failing_schedule());
}

TEST(Replay, ShowsTheStepsOfEachThread) {
  const Said said = linnet("replay " + failing_schedule() + " " + kSource);
  EXPECT_NE(said.text.find("thread 1"), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("thread 2"), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("lost_update.c:"), std::string::npos) << said.text;
}

TEST(Replay, RefusesAnotherProgram) {
  const Said other = complaint("replay " + failing_schedule() + " " + program("wrong/abba.c"));
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.text.find("belongs to another program"), std::string::npos) << other.text;
  EXPECT_EQ(complaint("replay " + failing_schedule() + " " + kSource + " -- -O1").status, 2);
}

TEST(Replay, RefusesWhatIsNoSchedule) {
  const Said said = complaint("replay linnet1:xyz " + kSource);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("schedule, character 9"), std::string::npos) << said.text;
}

TEST(Replay, RefusesAScheduleThatDoesNotFit) {
  const std::string schedule = failing_schedule();
  const std::string prefix = schedule.substr(0, schedule.find(':', 8) + 1);
  const Said said = complaint("replay " + prefix + "7x3 " + kSource);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("thread 7 cannot go on here"), std::string::npos) << said.text;
}

}  // namespace
}  // namespace linnet
