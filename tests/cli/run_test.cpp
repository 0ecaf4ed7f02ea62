// Tests linnet run: verdicts, exit statuses, the text about coverage, bad input.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

struct Wrong {
  const char* source;
  const char* kind;
  const char* options = "";
};

class WrongProgram : public testing::TestWithParam<Wrong> {};

TEST_P(WrongProgram, IsFoundAndConfirmed) {
  const Said said = linnet("run " + program(std::string("wrong/") + GetParam().source) +
                           " --json --time 10m " + GetParam().options);
  EXPECT_EQ(said.status, 1) << said.text;
  const auto json = said.json();
  EXPECT_EQ(json["verdict"], "violation");
  EXPECT_EQ(json["violation"]["kind"], GetParam().kind);
  EXPECT_FALSE(json["violation"]["explanation"].get<std::string>().empty());
  EXPECT_TRUE(json["violation"]["schedule"].get<std::string>().starts_with("linnet1:"));
}

INSTANTIATE_TEST_SUITE_P(Each, WrongProgram,
                         testing::Values(Wrong{"abba.c", "deadlock"}, Wrong{"division.c", "crash"},
                                         Wrong{"double_free.cpp", "double-free"},
                                         Wrong{"exception.cpp", "exception"}, Wrong{"exit_status.c", "exit"},
                                         Wrong{"invalid_free.c", "invalid-free"},
                                         Wrong{"lost_update.c", "assertion"}, Wrong{"segfault.c", "crash"},
                                         Wrong{"stuck.c", "stuck"},
                                         // Before the free the access is a race.
                                         Wrong{"use_after_free.cpp", "use-after-free", "--races off"}),
                         [](const auto& wrong) {
                           const std::string name = wrong.param.source;
                           return name.substr(0, name.find('.'));
                         });

const std::string kLostUpdate = program("wrong/lost_update.c");
// Two threads of three additions each: 20 traces.
const std::string kCounter = scratch_file("counter.c", R"(
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void* body(void* arg) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(&counter, 1);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, body, 0);
  pthread_create(&b, 0, body, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
})");

// Unoptimised spin loops have variables on the stack that are not set yet: their content must be the same
// every time.
TEST(Run, CorrectProgramsPassUnoptimised) {
  for (const char* source : {"correct/peterson.c", "correct/spin_lock.c", "correct/mutex_counter.cpp",
                             "correct/changed_arguments.c"}) {
    EXPECT_EQ(linnet("run " + program(source) + " --json").status, 0) << source;
  }
}

TEST(Run, AssertionSaysWhere) {
  const auto violation = linnet("run " + kLostUpdate + " --json").json()["violation"];
  EXPECT_NE(violation["explanation"].get<std::string>().find("lost_update.c:"), std::string::npos)
      << violation;
  ASSERT_FALSE(violation["steps"].empty());
  EXPECT_NE(violation["steps"][0]["where"][0]["file"].get<std::string>().find("lost_update.c"),
            std::string::npos);
}

TEST(Run, StopsAtALimitWithoutAVerdict) {
  const Said said = linnet("run " + kCounter + " --strategy dpor --executions 3 --json");
  EXPECT_EQ(said.status, 3);
  const auto json = said.json();
  EXPECT_EQ(json["verdict"], "unknown");
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["executions"], 3);
  EXPECT_EQ(json["reason"], "limit of 3 executions reached");
}

TEST(Run, PlanThatWasCarriedOutIsAPassWithinIt) {
  const Said random = linnet("run " + kCounter + " --strategy random --executions 50 --seed 4 --json");
  EXPECT_EQ(random.status, 0);
  EXPECT_EQ(random.json()["within"], "50 executions with seed 4");
  EXPECT_EQ(random.json()["executions"], 50);
  EXPECT_EQ(random.json()["complete"], false);
  const Said pct = linnet("run " + kCounter + " --strategy pct --executions 50 --json");
  EXPECT_EQ(pct.status, 0);
  const Said bounded = linnet("run " + kCounter + " --strategy bounded --preemptions 1 --json");
  EXPECT_EQ(bounded.status, 0);
  EXPECT_EQ(bounded.json()["within"], "1 preemption");
  const Said stopped =
      linnet("run " + kCounter + " --strategy bounded --preemptions 1 --executions 1 --json");
  EXPECT_EQ(stopped.status, 3);
  EXPECT_EQ(stopped.json()["executions"], 1);
}

TEST(Run, GoesOnFromACheckpoint) {
  const std::string file = scratch_file("counter.state");
  std::filesystem::remove(file);
  const std::string command = "run " + kCounter + " --strategy dpor --no-cut --json --checkpoint " + file;
  EXPECT_EQ(linnet(command + " --executions 7").status, 3);
  const Said rest = linnet(command);
  EXPECT_EQ(rest.status, 0);
  EXPECT_EQ(rest.json()["complete"], true);
  EXPECT_EQ(rest.json()["executions"], 20);
}

// Strategies that take turns: each continues, and none begins again.
TEST(Run, AllThatTakeTurnsGoOnFromACheckpoint) {
  const std::string file = scratch_file("auto.state");
  std::filesystem::remove(file);
  const std::string command =
      "run " + program("object/ms_queue.cpp") +
      " --test ms_queue --scenario=enq(1)deq()enq(2)|enq(3)deq()|deq()enq(4) --json --checkpoint " + file;
  const auto first = linnet(command + " --executions 3000").json();
  EXPECT_EQ(first["verdict"], "unknown") << first;
  ASSERT_EQ(first["stages"].size(), 4u) << first;
  const auto rest = linnet(command + " --executions 1000").json();
  std::uint64_t executions = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_GE(rest["stages"][i]["executions"], first["stages"][i]["executions"]) << rest;
    executions += rest["stages"][i]["executions"].get<std::uint64_t>();
  }
  EXPECT_EQ(executions, 4000u) << rest;
}

// No clock decides what is explored.
TEST(Run, TheSeedAloneDecides) {
  const auto without_times = [](const std::string& options) {
    auto json =
        linnet("run " + program("wrong/pool_cache_log.cpp") + " --json --executions 3000 " + options).json();
    for (const char* member : {"seconds", "cpu_seconds", "progress"}) json.erase(member);
    return json;
  };
  EXPECT_EQ(without_times("--seed 5"), without_times("--seed 5"));
  EXPECT_NE(without_times("--seed 5"), without_times("--seed 6"));
}

TEST(Run, KeepGoingGroupsFailures) {
  const auto json = linnet("run " + kLostUpdate + " --strategy dpor --keep-going --json").json();
  EXPECT_EQ(json["verdict"], "violation");
  EXPECT_EQ(json["complete"], true);
  EXPECT_GT(json["violation"]["executions"], 1);
}

// The signal comes in code of libc, which may hold locks: the process is given up, and another one continues.
TEST(Run, GoesOnInAFreshProcessAfterASignalInTheLibrary) {
  const std::string source = scratch_file("null_in_library.c", R"(
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static _Atomic(const char*) text = "text";
static void* body(void* arg) { atomic_store(&text, (const char*)0); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, body, 0);
  volatile size_t length = strlen(atomic_load(&text));
  (void)length;
  pthread_join(t, 0);
  return 0;
})");
  const Said said = linnet("run " + source + " --strategy dpor --keep-going --json -- -O1 -fno-builtin");
  EXPECT_EQ(said.status, 1);
  const auto json = said.json();
  EXPECT_EQ(json["violation"]["kind"], "crash");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["executions"], 2);
}

TEST(Run, ProgramWithoutThreadsIsOneExecution) {
  const std::string source = scratch_file("alone.c", "int main(void) { return 0; }\n");
  const Said said = linnet("run " + source);
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.text.find("one execution: the program has no threads"), std::string::npos) << said.text;
}

TEST(Run, WritesJUnit) {
  const std::string file = scratch_file("result.xml");
  EXPECT_EQ(linnet("run " + kLostUpdate + " --quiet --junit " + file).status, 1);
  std::ifstream in(file);
  const std::string xml{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(xml.find("failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure type=\"assertion\" message=\"Assertion `counter == 2` failed"),
            std::string::npos)
      << xml;
}

TEST(Run, ProgramGetsItsArguments) {
  const std::string source = scratch_file(
      "arguments.c",
      "int main(int n, char** a) { return n == 3 && a[1][0] == 'x' && a[2][0] == 'y' ? 0 : 9; }\n");
  EXPECT_EQ(linnet("run " + source + " --json -- -O1 -- x y").status, 0);
  EXPECT_EQ(linnet("run " + source + " --json --arg x --arg y").status, 0);
  EXPECT_EQ(linnet("run " + source + " --json").status, 1);
}

TEST(Run, EveryExecutionReadsTheSameInput) {
  const std::string source = scratch_file("input.c", R"(
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
static atomic_int counter;
static void* body(void* arg) { atomic_fetch_add(&counter, 1); return arg; }
int main(void) {
  pthread_t a, b;
  char line[32] = "";
  pthread_create(&a, 0, body, 0);
  pthread_create(&b, 0, body, 0);
  if (!fgets(line, sizeof line, stdin)) return 7;
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (getchar() != EOF) return 8;
  return strcmp(line, "one line\n") == 0 ? 0 : 9;
})");
  const Said said = linnet("run " + source + " --strategy dpor --no-cut --json", "one line\n");
  EXPECT_EQ(said.status, 0) << said.text;
  EXPECT_EQ(said.json()["executions"], 2);
  const Said none = linnet("run " + source + " --json");
  EXPECT_EQ(none.json()["violation"]["kind"], "exit") << "and the replay in a fresh process agrees";
}

TEST(Run, UnsupportedCallIsNamedWithItsPlace) {
  const Said said = linnet("run " + program("wrong/fork.c") + " --json");
  EXPECT_EQ(said.status, 3);
  const std::string reason = said.json()["reason"];
  EXPECT_NE(reason.find("uses fork"), std::string::npos) << reason;
  EXPECT_NE(reason.find("fork.c:6"), std::string::npos) << reason;
}

TEST(Run, CodeThatDoesNotCompileIsBadInput) {
  const std::string source = scratch_file("broken.c", "int main(void) { return nothing; }\n");
  const Said said = complaint("run " + source);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("nothing"), std::string::npos) << said.text;  // the compiler's own words
  EXPECT_NE(said.text.find("broken.c does not compile"), std::string::npos) << said.text;
}

TEST(Run, MissingFilesAndCompilersAreBadInput) {
  EXPECT_EQ(complaint("run no_such_file.c").status, 2);
  EXPECT_EQ(complaint("run " + kCounter + " --compiler no-such-compiler").status, 2);
  EXPECT_EQ(complaint("run " + kCounter + " --strategy guess").status, 2);
}

}  // namespace
}  // namespace linnet
