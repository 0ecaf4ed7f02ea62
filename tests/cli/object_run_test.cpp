// Tests linnet run with object tests: from the source to verdict, schedule and replay.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/linnet_process.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

const std::string kCounters = program("object/counters.cpp");
const std::string kQueue = program("object/ms_queue.cpp");

TEST(ObjectRun, FindsAllHistories) {
  const auto report = linnet("run " + kQueue + " --test ms_queue --strategy dpor --no-cut --json").json();
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

// They need several preemptions at the right places, in a space that is too large to be finished. No options
// are given except an end.
TEST(ObjectRun, DeepFaultsAreFoundByDefault) {
  for (const std::string name :
       {"deep_k_fifo.cpp --test two_segments", "deep_k_fifo.cpp --test three_segments", "deep_k_stack.cpp"}) {
    const Said said = linnet("run " + program("object/" + name) + " --json --executions 8000");
    EXPECT_EQ(said.status, 1) << name;
    EXPECT_EQ(said.json()["violation"]["kind"], "inconsistent") << said.text;
  }
}

// A node that comes back while a thread is about to compare its link: four preemptions, one of them between plain accesses.
TEST(ObjectRun, GuidedFindsALinkThatCameBack) {
  const Said said = linnet("run " + program("object/deep_queue.cpp") +
                           " --races=explore --strategy guided --executions 300000 --json");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.json()["violation"]["kind"], "inconsistent") << said.text;
}

// Many histories, few causes: each is told once.
TEST(ObjectRun, KeepGoingTellsCausesApart) {
  const auto report =
      linnet("run " + program("object/deep_k_stack.cpp") + " --keep-going --executions 3000 --json").json();
  ASSERT_TRUE(report.contains("violations")) << report;
  EXPECT_LT(report["violations"].size(), report["inconsistent"]);
  std::set<std::string> causes;
  for (const auto& violation : report["violations"]) {
    std::string sentence = violation["explanation"]["sentence"];
    std::erase_if(sentence, [](char c) { return c >= '0' && c <= '9'; });
    EXPECT_TRUE(causes.insert(sentence).second) << sentence;
  }
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

// The object is right, and the report says nothing against it.
TEST(ObjectRun, SaysWhatIsWrongWithASpecificationOfTheProgram) {
  const std::string source = "run " + program("object/wrong_spec.cpp"),
                    where = "linnet: specification counting, method inc: ";
  const Said said = complaint(source);
  EXPECT_EQ(said.status, 2);
  for (const std::string what : {"no more", "Segmentation fault", "it calls abort()"}) {
    EXPECT_NE(said.text.find(where + what + "\n"), std::string::npos) << what << "\n" << said.text;
  }
  EXPECT_NE(said.text.find("Assertion `!\"two is enough\"' failed"), std::string::npos) << said.text;
  EXPECT_EQ(linnet(source + " --test is_right").status, 0);
  if (test_scale() == 1) return;  // it is given ten seconds
  const Said endless = complaint(source + " --test never_returns -- -DNEVER_RETURNS");
  EXPECT_EQ(endless.status, 2);
  EXPECT_NE(endless.text.find(where + "it does not return\n"), std::string::npos) << endless.text;
}

// Two increments of which one is lost, in a scenario with much around it.
std::string lost_increment() {
  return scratch_file("lost_increment.cpp", R"code(
#include <linnet/test.hpp>
#include <atomic>
struct Counter {
  std::atomic<int> value{0};
  void inc() { value.store(value.load() + 1); }
  int get() { return value.load(); }
};
LINNET_TEST(lost) {
  linnet::object<Counter>()
      .operation("inc", &Counter::inc)
      .operation("get", &Counter::get)
      .spec("counter")
      .scenario("inc() ; inc() get() | get() inc() | get() ; get() get()");
})code");
}

TEST(ObjectRun, SaysWhichOperationCannotBePlaced) {
  const auto violation = linnet("run " + kCounters + " --test counter1 --json").json()["violation"];
  EXPECT_GT(violation["history"].size(), 1u);
  EXPECT_TRUE(violation["history"][0].contains("op"));
  const std::string sentence = violation["explanation"]["sentence"];
  EXPECT_NE(sentence.find("()"), std::string::npos) << sentence;
}

TEST(ObjectRun, TakesOperationsAwayWhileTheFailureRemains) {
  const std::string source = lost_increment();
  const Said said = linnet("run " + source + " --json");
  EXPECT_EQ(said.status, 1);
  const auto violation = said.json()["violation"];
  EXPECT_EQ(violation["kind"], "inconsistent");
  EXPECT_EQ(violation["history"].size(), 3u) << violation;
  const std::string scenario = violation["scenario"];
  EXPECT_EQ(std::ranges::count(scenario, '('), 3) << scenario;
  EXPECT_EQ(said.json()["operations"], 8) << "what was explored is the whole scenario";
}

TEST(ObjectRun, ReplayShowsTheTimelineAndTheSteps) {
  const std::string source = lost_increment();
  const std::string scenario = "--scenario=inc()|inc();get()";
  const auto violation = linnet("run " + source + " --json " + scenario).json()["violation"];
  const std::string replay =
      "replay " + violation["schedule"].get<std::string>() + " " + source + " " + scenario;
  const Said said = linnet(replay);
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find(violation["explanation"]["sentence"].get<std::string>().substr(0, 20)),
            std::string::npos)
      << said.text;
  EXPECT_NE(said.text.find("writes value: 0 → 1"), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("thread 1"), std::string::npos) << said.text;
  EXPECT_FALSE(linnet(replay + " --json").json()["history"].empty());
}

TEST(ObjectRun, JudgesByOtherCriteria) {
  const std::string source = lost_increment();
  const Said weak = linnet("run " + source + " --json --criterion weak --axioms Ret");
  EXPECT_EQ(weak.status, 0) << weak.text;
  EXPECT_EQ(weak.json()["criterion"], "weak");
  EXPECT_EQ(linnet("run " + kQueue + " --test ms_queue --json --criterion quasi --quasi 1").status, 0);
  EXPECT_EQ(complaint("run " + source + " --criterion linearisable").status, 2);
  EXPECT_EQ(linnet("run " + kQueue + " --test ms_queue --json --quasi 1").json()["criterion"], "quasi");
  EXPECT_EQ(linnet("run " + kQueue + " --test ms_queue --json --promise quasi:1").json()["criterion"],
            "quasi");
  const Said two = complaint("run " + source + " --promise durable --quasi 2");
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.text.find("--promise durable and --quasi 2"), std::string::npos) << two.text;
  EXPECT_EQ(complaint("run " + program("correct/peterson.c") + " --criterion quasi --quasi 2").status, 2);
}

TEST(ObjectRun, SeveralScenariosAreOneResult) {
  const std::string file = scratch_file("counters.xml");
  const Said said = linnet("run " + kCounters + " --json --junit " + file);
  EXPECT_EQ(said.status, 1);
  const auto json = said.json();
  EXPECT_EQ(json["verdict"], "violation");
  EXPECT_EQ(json["results"].size(), 3u);
  EXPECT_EQ(json["spec"], "counter");
  EXPECT_EQ(json["violation"]["kind"], "inconsistent");
  std::ifstream in(file);
  const std::string xml{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(xml.find("<testsuites>"), std::string::npos) << xml;
  EXPECT_NE(xml.find(": counter2\" tests=\"1\" failures=\"1\""), std::string::npos) << xml;
}

// examples/relaxed/k_stack.cpp: the effect of the defect is wrong whatever the factors, and is reported as
// that.
TEST(ObjectRun, FindsTheDefectOfTheKStack) {
  const std::string stack = program("../../examples/relaxed/k_stack.cpp");
  const Said said =
      linnet("run " + stack + " --strategy dpor --json --criterion quasi --quasi push=0,pop=3,push+pop=4");
  EXPECT_EQ(said.status, 1);
  const auto correct = said.json()["results"][0], defect = said.json()["results"][1];
  EXPECT_EQ(correct["verdict"], "pass");
  EXPECT_EQ(correct["complete"], true);
  EXPECT_EQ(correct["inconsistent"], 0);
  EXPECT_EQ(defect["verdict"], "violation");
  const std::string sentence = defect["violation"]["explanation"]["sentence"];
  EXPECT_EQ(sentence.find("No order of these operations is legal at all"), 0u) << sentence;
}

TEST(ObjectRun, CountsInconsistentHistoriesAndWhatThePaperGoesThrough) {
  const std::string queue = program("../../examples/relaxed/quasi_queue.cpp");
  const auto report = linnet("run " + queue +
                             " --test quasi_queue_b1 --strategy dpor --keep-going --json --criterion quasi "
                             "--quasi enq=0,deq=2 --algorithm paper")
                          .json();
  EXPECT_EQ(report["complete"], true);
  EXPECT_GT(report["inconsistent"], 0);
  EXPECT_GT(report["histories"], report["inconsistent"]);
  EXPECT_GT(report["sequentializations"], report["histories"]);
  EXPECT_GT(report["permutations"], report["sequentializations"]);
}

TEST(ObjectRun, LeavesAllHistoriesBehind) {
  const std::filesystem::path folder = scratch_file("histories");
  std::filesystem::remove_all(folder);
  const auto report =
      linnet("run " + kCounters + " --test counter1 --strategy dpor --keep-going --json --output " +
             folder.string())
          .json();
  std::ifstream table(folder / "executions.tsv");
  std::uint64_t executions = 0, files = 0, inconsistent = 0;
  for (std::string file, times; std::getline(table, file, '\t') && std::getline(table, times); ++files) {
    executions += std::stoull(times);
    inconsistent += linnet("check " + (folder / file).string()).status == 1;
  }
  EXPECT_EQ(files, report["histories"]);
  EXPECT_EQ(inconsistent, report["inconsistent"]);
  EXPECT_EQ(executions, report["executions"]);
}

// Histories that were met before the checkpoint are not counted again after it.
TEST(ObjectRun, CountsHistoriesAcrossACheckpoint) {
  const std::string command = "run " + kQueue + " --test ms_queue --strategy dpor --json";
  const auto whole = linnet(command).json();
  const std::string file = scratch_file("histories.checkpoint");
  std::filesystem::remove(file);
  EXPECT_EQ(linnet(command + " --executions 60 --checkpoint " + file).status, 3);
  const auto rest = linnet(command + " --checkpoint " + file).json();
  EXPECT_EQ(rest["executions"], whole["executions"]);
  EXPECT_EQ(rest["histories"], whole["histories"]);
}

}  // namespace
}  // namespace linnet
