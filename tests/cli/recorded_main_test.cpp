// Tests linnet run on programs whose own main records calls (linnet/record.h).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kRecordedQueues = program("recorded/queues.cpp");
const std::string kRecordedCounter = program("recorded/counter.c");

TEST(RecordedMain, PassesWhereTheSpecificationIsKept) {
  const auto report = linnet("run " + kRecordedQueues + " --spec queue --json").json();
  EXPECT_EQ(report["verdict"], "pass");
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["spec"], "queue");
  EXPECT_EQ(report["operations"], 5) << "one of them is made only if another returned something";
  EXPECT_EQ(linnet("run " + kRecordedCounter + " --spec counter").status, 0);
}

TEST(RecordedMain, FindsAnInconsistencyThatReplays) {
  const Said said = linnet("run " + kRecordedQueues + " --spec queue --json -- -DWRONG");
  EXPECT_EQ(said.status, 1);
  const auto violation = said.json()["violation"];
  EXPECT_EQ(violation["kind"], "inconsistent");
  const std::string replay = "replay " + std::string(violation["schedule"]) + " " + kRecordedQueues;
  EXPECT_EQ(linnet(replay + " --spec queue -- -DWRONG").status, 1);
  EXPECT_EQ(linnet(replay + " -- -DWRONG").status, 0) << "nothing is promised";
  EXPECT_EQ(linnet("run " + kRecordedCounter + " --spec counter -- -DWRONG").status, 1);
}

// The same calls as an object test: two ways to all histories.
TEST(RecordedMain, HasTheHistoriesOfTheSameObjectTest) {
  const auto by_main =
      linnet("run " + program("recorded/ms_queue.cpp") + " --spec queue --strategy dpor --no-cut --json")
          .json();
  const auto by_test =
      linnet("run " + program("object/ms_queue.cpp") +
             " --test ms_queue_members --scenario enq(1)deq()|enq(2)deq() --strategy dpor --no-cut --json")
          .json();
  EXPECT_EQ(by_main["verdict"], "pass");
  EXPECT_EQ(by_main["histories"], by_test["histories"]);
}

TEST(RecordedMain, JudgesEachOfSeveralObjects) {
  const std::string folder = scratch_file("recorded_histories");
  std::filesystem::remove_all(folder);
  EXPECT_EQ(linnet("run " + kRecordedQueues + " --spec queue --histories " + folder + " -- -DOTHER").status,
            0);
  EXPECT_EQ(linnet("check " + folder + "/main.1.jsonl").status, 0) << "the file names its specification";
}

TEST(RecordedMain, JudgesByAnotherPromise) {
  EXPECT_EQ(linnet("run " + kRecordedQueues + " --spec queue --promise quasi:1").status, 0);
  EXPECT_EQ(linnet("run " + kRecordedQueues + " --spec queue --promise quasi:1 -- -DWRONG").status, 1);
}

TEST(RecordedMain, JudgesACallThatWaitsForEver) {
  const Said said = linnet("run " + kRecordedCounter + " --spec counter -- -DWAITS");
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("fetch_add(1) never returned"), std::string::npos) << said.text;
  const Said elsewhere = linnet("run " + kRecordedCounter + " --spec counter --json -- -DELSEWHERE");
  EXPECT_EQ(elsewhere.json()["violation"]["kind"], "deadlock");
}

TEST(RecordedMain, TakesWhatIsThrownAsAResult) {
  const Said said = linnet("run " + kRecordedQueues + " --spec queue -- -DTHROWS");
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("std::out_of_range"), std::string::npos) << said.text;
}

TEST(RecordedMain, SaysWhatIsNotJudged) {
  EXPECT_EQ(linnet("run " + kRecordedQueues).status, 3) << "nothing says what is promised";
  EXPECT_EQ(complaint("run " + kRecordedQueues + " --promise quasi:1").status, 2);
  EXPECT_EQ(complaint("run " + kRecordedQueues + " --spec queue -- -DEMPTY").status, 2)
      << "nothing is recorded";
  EXPECT_EQ(complaint("run " + kRecordedQueues + " --spec stack").status, 2) << "a stack has no enq";
  EXPECT_EQ(complaint("run " + program("object/ms_queue.cpp") + " --spec queue").status, 2);
  const Said nested = linnet("run " + kRecordedQueues + " --spec queue -- -DNESTED");
  EXPECT_EQ(nested.status, 3);
  EXPECT_NE(nested.text.find("a recorded call within a recorded call"), std::string::npos) << nested.text;
}

// The header needs nothing from a program that Linnet does not run.
TEST(RecordedMain, CompilesWithoutLinnet) {
  const std::string include =
      std::filesystem::path(program("")).parent_path().parent_path().parent_path() / "include";
  const std::string out = scratch_file("plain");
  for (const auto& [compiler, source] :
       {std::pair("g++ -std=c++17", kRecordedQueues), std::pair("gcc", kRecordedCounter)}) {
    const std::string command = std::string(compiler) + " -Wall -Wextra -Werror -I" + include + " " + source +
                                " -pthread -o " + out + " && " + out;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
}

}  // namespace
}  // namespace linnet
