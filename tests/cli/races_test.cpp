// Tests linnet run --races and --leaks: what is found, and that it replays.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kRacyUpdate = program("wrong/racy_lost_update.c");
const std::string kLeak = program("wrong/leak.cpp");

// Runs a command that a result names, as a shell reads it.
Said linnet_as_it_says(const std::string& command) {
  EXPECT_TRUE(command.starts_with("linnet ")) << command;
  const ChildResult result = run_child({"bash", "-c", LINNET_PROGRAM + command.substr(6)}, "", STDOUT_FILENO);
  return {WIFEXITED(result.status) ? WEXITSTATUS(result.status) : -1, result.output};
}

TEST(RunRaces, AreReportedUnlessAskedOtherwise) {
  const Said said = linnet("run " + kRacyUpdate + " --json");
  EXPECT_EQ(said.status, 1);
  const auto violation = said.json()["violation"];
  EXPECT_EQ(violation["kind"], "data-race");
  ASSERT_EQ(violation["details"].size(), 3u)
      << "both accesses with their calls, and what could order them: " << violation;
  EXPECT_NE(violation["details"][2].get<std::string>().find("would order them"), std::string::npos);
  const Said again = linnet("replay " + violation["schedule"].get<std::string>() + " " + kRacyUpdate);
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.text.find("data-race"), std::string::npos) << again.text;
}

// The race hides the lost update, which needs the racing accesses as steps. Its command replays it without
// further options.
TEST(RunRaces, WhatTheyLeadToIsFoundAndReplays) {
  for (const char* options : {"", "--strategy dpor", "--strategy random", "--keep-going"}) {
    const std::string sarif = scratch_file("race.sarif");
    const Said said = linnet("run " + kRacyUpdate + " --json " + options + " --sarif " + sarif);
    EXPECT_EQ(said.status, 1) << options;
    const auto json = said.json();
    EXPECT_EQ(json["violation"]["kind"], "data-race") << options;
    EXPECT_FALSE(json.contains("racy_places")) << "they were no steps where the race was found";
    const auto consequence = json["violation"]["consequence"];
    ASSERT_EQ(consequence["violations"].size(), 1u) << options;
    EXPECT_EQ(consequence["violations"][0]["kind"], "assertion") << options;
    const std::string replay = consequence["violations"][0]["replay"];
    const Said again = linnet_as_it_says(replay);
    EXPECT_EQ(again.status, 1);
    EXPECT_NE(again.text.find("assertion"), std::string::npos) << again.text;
    const auto findings = nlohmann::json::parse(std::ifstream(sarif))["runs"][0]["results"];
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_NE(findings[0]["message"]["text"].get<std::string>().find("This leads to: Assertion"),
              std::string::npos);
    EXPECT_EQ(findings[1]["ruleId"], "assertion");
    EXPECT_EQ(findings[1]["properties"]["replay"], replay);
  }
}

TEST(RunRaces, ThatLeadToNothingSayInHowManyExecutions) {
  const std::string source = program("wrong/race_int.c");
  const auto explored = linnet("run " + source + " --races explore --strategy dpor --json").json();
  const auto all = linnet("run " + source + " --strategy dpor --json").json()["violation"]["consequence"];
  EXPECT_EQ(all["complete"], true);
  EXPECT_EQ(all["executions"], explored["executions"]);
  EXPECT_TRUE(all["violations"].empty());
  const auto some =
      linnet("run " + source + " --strategy dpor --executions 2 --json").json()["violation"]["consequence"];
  EXPECT_EQ(some["complete"], false);
  EXPECT_EQ(some["executions"], 2);
  EXPECT_EQ(some["reason"], "limit of 2 executions reached");
  const Said said = linnet("run " + source + " --strategy random --executions 50");
  EXPECT_NE(said.text.find("there is no further failure in 50 executions."), std::string::npos) << said.text;
}

// In the smaller scenario of the race alone nothing else goes wrong: its consequence has a separate scenario.
TEST(RunRaces, OfObjectsLeadToInconsistentHistories) {
  const std::string source = scratch_file("racy_ring.cpp", R"cpp(
#include <linnet/test.hpp>
    struct Ring {
      void push(int value) {
        values[tail] = value;
        tail = tail + 1;
      }
      std::optional<int> pop() {
        if (head == tail) return std::nullopt;
        const int value = values[head];
        head = head + 1;
        return value;
      }
      int values[8] = {}, head = 0, tail = 0;
    };
    LINNET_TEST(ring) {
      linnet::object<Ring>()
          .operation("enq", &Ring::push)
          .operation("deq", &Ring::pop)
          .spec("queue")
          .scenario("enq(1) enq(2) ; deq() | deq()");
    }
  )cpp");
  const auto violation = linnet("run " + source + " --json").json()["violation"];
  EXPECT_EQ(violation["kind"], "data-race");
  const auto further = violation["consequence"]["violations"][0];
  EXPECT_EQ(further["kind"], "inconsistent");
  EXPECT_NE(further["explanation"]["sentence"].get<std::string>().find("was dequeued twice"),
            std::string::npos)
      << further;
  const std::string replay = further["replay"];
  EXPECT_NE(replay.find("--scenario="), std::string::npos) << replay;
  EXPECT_NE(linnet_as_it_says(replay).text.find("inconsistent"), std::string::npos);
}

// Two races that their author intends, and a fault that only shows with the first one's accesses as steps.
std::string intended_races() {
  return scratch_file("intended.c", R"c(
#include <assert.h>
#include <pthread.h>
static int tickets, statistics;
static void* taker(void* arg) { tickets = tickets + 1; return arg; }
static void count_one(void) { statistics = statistics + 1; }
static void* counter(void* arg) { count_one(); return arg; }
int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, taker, 0);
  pthread_create(&b, 0, taker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_create(&c, 0, counter, 0);
  pthread_create(&d, 0, counter, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  assert(tickets == 2);
  return 0;
}
)c");
}

nlohmann::json run_with(const std::string& suppressions, const std::string& options = "") {
  const std::string file = scratch_file("tsan.supp", suppressions);
  return linnet("run " + intended_races() + " --strategy dpor --json --suppressions " + file + " " + options)
      .json();
}

TEST(RunSuppressions, TheFaultBehindASuppressedRaceShows) {
  const auto json = run_with("# all of it is meant\nrace:taker\nrace:counter\nrace:nothing\n");
  EXPECT_EQ(json["verdict"], "violation");
  EXPECT_EQ(json["violation"]["kind"], "assertion");
  EXPECT_GE(json["racy_places"], 2);
  EXPECT_EQ(json["suppressions"][0]["text"], "race:taker");
  EXPECT_EQ(json["suppressions"][0]["line"], 2);
  EXPECT_GE(json["suppressions"][0]["races"], 1);
  EXPECT_EQ(json["suppressions"][2]["races"], 0);
  const Said again = linnet_as_it_says(json["violation"]["replay"]);
  EXPECT_NE(again.text.find("assertion"), std::string::npos) << "the schedule has the places: " << again.text;
  const Said said =
      linnet("run " + intended_races() + " --strategy dpor --suppressions " + scratch_file("tsan.supp"));
  EXPECT_NE(said.text.find(" suppressed; "), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("Suppressions that no race was met for: "), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("race:nothing"), std::string::npos) << said.text;
}

// The function, one of its callers, the file and the variable; if the other race is not named, it is the
// failure.
TEST(RunSuppressions, MatchNamesOfEitherAccess) {
  const auto kind_with = [](const std::string& suppressions) {
    const auto json = run_with(suppressions);
    return json["violation"].value("kind", "") + " in " + json["violation"]["details"].dump();
  };
  for (const char* all : {"race:intended.c", "race:taker\nrace:counter", "race:tickets\nrace_top:count_one",
                          "race:^t*r$\nrace:statistics", "race_top:taker\nrace:counter"})
    EXPECT_TRUE(kind_with(all).starts_with("assertion")) << all;
  for (const char* one : {"race:taker", "race:taker\nrace_top:counter", "race:taker\nrace:^ounter",
                          "race:taker\nrace:count_on$", "race:tickets\nrace:Statistics"}) {
    EXPECT_TRUE(kind_with(one).starts_with("data-race")) << one;
    EXPECT_NE(kind_with(one).find("count_one"), std::string::npos) << one;
  }
  EXPECT_NE(kind_with("race:counter").find("taker"), std::string::npos) << "the other one is not suppressed";
}

TEST(RunSuppressions, AreCountedAcrossACheckpoint) {
  const std::string file = scratch_file("suppressed.state");
  std::filesystem::remove(file);
  const auto whole = run_with("race:intended.c", "--keep-going");
  run_with("race:intended.c", "--keep-going --executions 3 --checkpoint " + file);
  const auto rest = run_with("race:intended.c", "--keep-going --checkpoint " + file);
  EXPECT_EQ(rest["suppressions"], whole["suppressions"]);
  EXPECT_EQ(rest["executions"], whole["executions"]);
  EXPECT_EQ(rest["racy_places"], whole["racy_places"]);
}

TEST(RunSuppressions, ThatMeanNothingAreRefusedOrNamed) {
  const std::string file = scratch_file("other.supp", "deadlock:taker\nrace:intended.c\n");
  const std::string run = "run " + intended_races() + " --suppressions " + file;
  EXPECT_NE(complaint(run).text.find("other.supp:1: deadlock:taker is ignored"), std::string::npos);
  for (const std::string options : {" --races off", " --races explore", " --memory-model c11"})
    EXPECT_EQ(complaint(run + options).status, 2) << options;
  const Said bad =
      complaint("run " + intended_races() + " --suppressions " + scratch_file("bad.supp", "race\n"));
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.text.find("bad.supp:1: expected race:NAME"), std::string::npos) << bad.text;
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
