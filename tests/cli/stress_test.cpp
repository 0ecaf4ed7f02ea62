// linnet stress, from the source to verdict and history file; and linnet check --follow.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kCounters = program("object/counters.cpp");

TEST(Stress, FindsWhatALockWouldHavePrevented) {
  const auto report = linnet("stress " + kCounters + " --test counter1 --time 20s --json").json();
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
  const auto report = linnet("stress " + program("object/ms_queue.cpp") +
                             " --test ms_queue --time 500ms --json --output " + folder)
                          .json();
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
  const Said said = linnet("stress " + program("object/blocking_queue.cpp") +
                           " --test blocking_queue --patience 300ms --time 1s --json");
  EXPECT_EQ(said.status, 3);
  const std::string reason = said.json()["reason"];
  EXPECT_NE(reason.find("waiting: take of thread"), std::string::npos) << reason;
}

TEST(Stress, RunsRandomClientsAndListsThem) {
  const std::string words =
      "stress " + program("object/mutex_map.cpp") + " --random 2 --threads 2 --ops 6 --seed 7 ";
  EXPECT_EQ(linnet(words + "--list").text, linnet(words + "--list").text);
  const auto report = linnet(words + "--time 100ms --json --clock tsc").json();
  EXPECT_EQ(report["verdict"], "pass");
  EXPECT_EQ(report["results"].size() % 2, 0u);
  EXPECT_EQ(report["results"][0]["clock"], "tsc");
}

TEST(Stress, JudgesBySpecificationsOfTheProgramAndOtherCriteria) {
  const Said own = linnet("stress " + program("object/own_spec.cpp") + " --time 100ms --json");
  EXPECT_NE(own.status, 2) << own.text;
  const Said weak = linnet("stress " + kCounters +
                           " --test counter1 --time 200ms --json --criterion weak --model return-value");
  EXPECT_EQ(weak.status, 0) << weak.text;
  EXPECT_EQ(weak.json()["criterion"], "weak");
}

TEST(Stress, SaysWhatIsWrong) {
  EXPECT_EQ(complaint("stress " + program("correct/mutex_counter.cpp")).status, 2) << "no object test";
  EXPECT_EQ(complaint("stress nothing.cpp").status, 2);
  EXPECT_EQ(complaint("stress " + kCounters + " --test counter9").status, 2);
  EXPECT_EQ(complaint("stress " + kCounters + " --criterion linearisable").status, 2);
  EXPECT_EQ(complaint("stress " + kCounters + " --clock sundial").status, 2);
}

TEST(Stress, ADeadProgramIsAViolation) {
  const std::string source = scratch_file("dies.cpp", R"code(
#include <linnet/test.hpp>
struct Register {
  int read() { return *static_cast<volatile int*>(nullptr); }
};
LINNET_TEST(dies) { linnet::object<Register>().operation("read", &Register::read).spec("register").scenario("read()"); }
)code");
  const Said said = linnet("stress " + source + " --json");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.json()["violation"]["kind"], "crash");
  EXPECT_NE(complaint("stress " + source).text.find("died while running dies: read()"), std::string::npos);
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
