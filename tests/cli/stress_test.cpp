// Tests linnet stress, from the source to verdict and history file; and linnet check --follow.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kCountersToStress = program("object/counters.cpp");

// A program for native runs, built by CMake.
std::string built(const std::string& name) {
  return LINNET_STRESS_PROGRAMS "/" + name;
}

TEST(Stress, FindsWhatALockWouldHavePrevented) {
  const auto report = linnet("stress " + kCountersToStress + " --test counter1 --time 5m --json").json();
  EXPECT_EQ(report["verdict"], "violation");
  EXPECT_EQ(report["violation"]["kind"], "inconsistent");
  EXPECT_GT(report["rounds"], 0);
  const std::string command = report["command"];
  ASSERT_TRUE(command.starts_with("linnet check ")) << command;
  EXPECT_EQ(linnet(command.substr(7)).status, 1) << command;
  std::filesystem::remove_all(std::filesystem::path(report["file"].get<std::string>()).parent_path());
}

TEST(Stress, WritesAllHistoriesAndCountsTheirRounds) {
  const std::string folder = scratch_file("stressed");
  const auto report =
      linnet("stress " + built("counters") + " --test counter --time 500ms --json --output " + folder).json();
  EXPECT_EQ(report["verdict"], "pass");
  std::ifstream table(folder + "/rounds.tsv");
  std::string file;
  std::uint64_t rounds = 0, histories = 0;
  for (std::uint64_t count = 0; table >> file >> count; ++histories) {
    rounds += count;
    EXPECT_EQ(linnet("check " + folder + "/" + file).status, 0) << file;
  }
  EXPECT_EQ(rounds, report["rounds"]);
  EXPECT_EQ(histories, report["histories"]);
}

TEST(Stress, NoticesACallThatDoesNotReturn) {
  const Said said =
      linnet("stress " + built("blocking_queue") + " --test blocking_queue --patience 1s --time 5m --json");
  EXPECT_EQ(said.status, 3);
  const std::string reason = said.json()["reason"];
  EXPECT_NE(reason.find("waiting: take of thread"), std::string::npos) << reason;
}

TEST(Stress, RunsRandomClientsAndListsThem) {
  const std::string words =
      "stress " + built("counters") + " --test counter --random 2 --threads 2 --ops 6 --seed 7 ";
  const std::string list = linnet(words + "--list").text;
  EXPECT_EQ(list, linnet(words + "--list").text);
  EXPECT_NE(list.find("counter/random-8: "), std::string::npos) << list;
  const auto report = linnet(words + "--time 100ms --json --clock tsc").json();
  EXPECT_EQ(report["verdict"], "pass");
  EXPECT_EQ(report["results"].size(), 2u);
  EXPECT_EQ(report["results"][0]["clock"], "tsc");
}

TEST(Stress, OlderSpellingsMeanTheSame) {
  const std::string counters = "stress " + built("counters") + " --test counter --list --seed 7 ";
  const Said now = linnet(counters + "--generate 2 --threads 2 --calls 3");
  EXPECT_EQ(now.status, 0);
  EXPECT_EQ(now.text, linnet(counters + "--random 2 --threads 2 --ops 6").text);
}

TEST(Stress, JudgesByOtherCriteria) {
  const Said weak = linnet("stress " + built("counters") +
                           " --test counter1 --time 200ms --json --criterion weak --model return-value");
  EXPECT_EQ(weak.status, 0) << weak.text;
  EXPECT_EQ(weak.json()["criterion"], "weak");
}

// A history with a specification that only the program knows is checked by the program.
TEST(Stress, JudgesBySpecificationsOfTheProgram) {
  const std::string folder = scratch_file("own");
  const std::string own = "stress " + built("own_spec") + " --test late_check ";
  const Said said = linnet(own + "--time 200ms --keep-going --json --output " + folder);
  EXPECT_NE(said.status, 2) << said.text;
  EXPECT_NE(linnet(own + "--history " + folder + "/late_check.1.jsonl").status, 2);
}

TEST(Stress, SaysWhatIsWrong) {
  const std::string counters = built("counters");
  EXPECT_EQ(complaint("stress " + built("mutex_counter")).status, 2) << "no object test";
  EXPECT_EQ(complaint("stress nothing.cpp").status, 2);
  EXPECT_EQ(complaint("stress " + counters + " --test counter9").status, 2);
  EXPECT_EQ(complaint("stress " + counters + " --criterion linearisable").status, 2);
  EXPECT_EQ(complaint("stress " + counters + " --clock sundial").status, 2);
}

TEST(Stress, MethodsMayPromiseLess) {
  const std::string file = built("weak_and_dead");
  const Said weak = linnet("stress " + file + " --test weak --time 50ms --json");
  EXPECT_EQ(weak.status, 0) << weak.text;
  EXPECT_EQ(weak.json()["criterion"], "weak");
  EXPECT_EQ(
      linnet("stress " + file + " --test weak --time 50ms --criterion weak --model linearizable").status, 1);
  EXPECT_NE(complaint("stress " + file + " --test wrong").text.find("raed"), std::string::npos);
}

TEST(Stress, ADeadProgramIsAViolation) {
  const std::string file = built("weak_and_dead");
  const Said dead = linnet("stress " + file + " --test dies --json");
  EXPECT_EQ(dead.status, 1);
  EXPECT_EQ(dead.json()["violation"]["kind"], "crash");
  const std::string text = linnet("stress " + file + " --test dies").text;
  EXPECT_NE(text.find("dies  the program died: Segmentation fault while running read()"), std::string::npos)
      << text;
}

const std::string kHistory =
    R"({"linnet":1,"spec":"register"}
{"type":"call","thread":0,"op":"write","args":[1]}
{"type":"call","thread":1,"op":"read","args":[]}
{"type":"return","thread":1,"result":1}
)";
const std::string kLateRead = R"({"type":"call","thread":1,"op":"read","args":[]}
{"type":"return","thread":1,"result":0}
)";

TEST(Follow, APendingCallMayExplainAResult) {
  const Said said = linnet("check --follow - --json", kHistory);
  EXPECT_EQ(said.status, 0) << said.text;
}

TEST(Follow, ObjectsAtTheFirstReturnThatNothingCanExplain) {
  const std::string more = R"({"type":"return","thread":0,"result":null}
)";
  const Said said = linnet("check --follow -", kHistory + kLateRead + more);
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("line 6 is the first return"), std::string::npos) << said.text;
  EXPECT_EQ(linnet("check --follow - --criterion weak --model monotonic-reads", kHistory + kLateRead).status,
            1);
  EXPECT_EQ(linnet("check --follow - --criterion weak --model return-value", kHistory + kLateRead).status, 0);
}

TEST(Follow, ReadsAFileThatGrows) {
  const std::string file = scratch_file("growing.jsonl", kHistory);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::ofstream(file, std::ios::app) << kLateRead;
  });
  EXPECT_EQ(linnet("check --follow --idle 20s " + file).status, 1);
  writer.join();
  const std::string quiet = scratch_file("quiet.jsonl", kHistory);
  const Said said = linnet("check --follow --idle 100ms " + quiet);
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.text.find("3 events followed, nothing came for 0.1 s"), std::string::npos) << said.text;
}

TEST(Follow, SaysWhatIsWrong) {
  const std::string bad = scratch_file("bad.jsonl", kHistory + R"({"type":"return","thread":5,"result":0}
)");
  const Said said = complaint("check --follow " + bad);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("bad.jsonl:5"), std::string::npos) << said.text;
  EXPECT_EQ(complaint("check --follow " + bad + " --criterion quasi --quasi 2").status, 2);
  EXPECT_EQ(complaint("check --follow nothing.jsonl").status, 2);
}

}  // namespace
}  // namespace linnet
