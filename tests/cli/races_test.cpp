// Tests linnet run --races and --leaks: what is found, and that it replays.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kRacyUpdate = program("wrong/racy_lost_update.c");
const std::string kLeak = program("wrong/leak.cpp");

TEST(RunRaces, AreReportedUnlessAskedOtherwise) {
  const Said said = linnet("run " + kRacyUpdate + " --json");
  EXPECT_EQ(said.status, 1);
  const auto violation = said.json()["violation"];
  EXPECT_EQ(violation["kind"], "data-race");
  EXPECT_EQ(violation["details"].size(), 2u) << "both accesses with their calls: " << violation;
  const Said again = linnet("replay " + violation["schedule"].get<std::string>() + " " + kRacyUpdate);
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.text.find("data-race"), std::string::npos) << again.text;
}

TEST(RunRaces, OffIsOneTraceWithoutSteps) {
  const Said said = linnet("run " + kRacyUpdate + " --races off --strategy dpor --json");
  EXPECT_EQ(said.status, 0) << said.text;
  EXPECT_FALSE(said.json().contains("racy_places"));
}

// The lost update needs a switch between the plain read and the plain write: the places in the schedule.
TEST(RunRaces, ExploredToTheFixpointAndInTheSchedule) {
  for (const char* strategy : {"auto", "dpor", "bounded", "random", "pct", "pos", "surw", "guided"}) {
    const Said said = linnet("run " + kRacyUpdate + " --races explore --json --strategy " + strategy);
    EXPECT_EQ(said.status, 1) << strategy;
    const auto json = said.json();
    EXPECT_EQ(json["violation"]["kind"], "assertion") << strategy;
    EXPECT_EQ(json["racy_places"], 2) << strategy;
    const std::string schedule = json["violation"]["schedule"];
    EXPECT_EQ(std::ranges::count(schedule, ':'), 3) << schedule;
    const Said again = linnet("replay " + schedule + " " + kRacyUpdate + " --races explore");
    EXPECT_EQ(again.status, 1);
    EXPECT_NE(again.text.find("assertion"), std::string::npos) << again.text;
  }
}

TEST(RunRaces, ExploringGoesOnFromACheckpoint) {
  const std::string source = scratch_file("racy_counter.c", R"(
#include <pthread.h>
static int counter;
static void* body(void* arg) { for (int i = 0; i < 2; ++i) ++counter; return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, body, 0);
  pthread_create(&b, 0, body, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
})");
  const std::string command = "run " + source + " --races explore --strategy dpor --json";
  const auto whole = linnet(command).json();
  EXPECT_EQ(whole["verdict"], "pass");
  EXPECT_EQ(whole["complete"], true);
  const std::string file = scratch_file("racy_counter.state");
  std::filesystem::remove(file);
  EXPECT_EQ(linnet(command + " --executions 5 --checkpoint " + file).status, 3);
  const auto rest = linnet(command + " --checkpoint " + file).json();
  EXPECT_EQ(rest["executions"], whole["executions"]);
  EXPECT_EQ(rest["racy_places"], whole["racy_places"]);
  EXPECT_EQ(rest["complete"], true);
}

TEST(RunLeaks, AreFoundWhenAskedFor) {
  EXPECT_EQ(linnet("run " + kLeak + " --json").status, 0);
  const Said said = linnet("run " + kLeak + " --leaks --json");
  EXPECT_EQ(said.status, 1);
  const auto violation = said.json()["violation"];
  EXPECT_EQ(violation["kind"], "leak");
  const std::string replay = "replay " + violation["schedule"].get<std::string>() + " " + kLeak;
  EXPECT_EQ(linnet(replay + " --leaks").status, 1);
  EXPECT_EQ(linnet(replay).status, 0);
}

// Calls that only the linker can redirect: without --wrap the copy would be no access, and no race.
TEST(RunRaces, MemoryFunctionsAccess) {
  const auto json = linnet("run " + program("wrong/race_memory.c") + " --json").json();
  EXPECT_EQ(json["violation"]["kind"], "data-race");
}

TEST(Run, TooManyThreadsForDporIsUnknown) {
  const std::string source = scratch_file("many_threads.c", R"(
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void* body(void* arg) { atomic_fetch_add(&counter, 1); return arg; }
int main(void) {
  pthread_t threads[80];
  for (int i = 0; i < 80; ++i) pthread_create(&threads[i], 0, body, 0);
  for (int i = 0; i < 80; ++i) pthread_join(threads[i], 0);
  return 0;
})");
  const Said said = linnet("run " + source + " --strategy dpor --json");
  EXPECT_EQ(said.status, 3);
  EXPECT_EQ(said.json()["complete"], false);
  EXPECT_NE(said.json()["reason"].get<std::string>().find("64 threads"), std::string::npos) << said.text;
  EXPECT_EQ(linnet("run " + source + " --strategy random --executions 20 --json").status, 0);
}

}  // namespace
}  // namespace linnet
