// Tests linnet stress --words: multi-word primitives driven on real threads, from the test to the verdict.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

std::string driven(const std::string& words) {
  return "stress " LINNET_STRESS_PROGRAMS "/" + words;
}

// Driven until something is found: how soon threads meet depends on the machine.
void expect_found(const std::string& words) {
  const Said said = linnet(driven(words) + " --time 5m --json");
  ASSERT_EQ(said.status, 1) << said.text;
  EXPECT_EQ(said.json()["violation"]["kind"], "inconsistent");
  const std::string command = said.json()["command"];
  ASSERT_TRUE(command.starts_with("linnet check ")) << command;
  EXPECT_EQ(linnet(command.substr(7)).status, 1) << command;
  std::filesystem::remove_all(std::filesystem::path(said.json()["file"].get<std::string>()).parent_path());
}

// Section 6.2 of the paper, and its Figure 10.
TEST(Multiword, TheDirtyBitIsFound) {
  expect_found("mwcas --test dirty_is_different --words 2");
}
TEST(Multiword, TheStaleReadIsFound) {
  expect_found("swap --test stale --words 2 --locations 3");
}

// By the sweep, and by the graph.
TEST(Multiword, CorrectPrimitivesPass) {
  for (const std::string primitive :
       {"mwcas --test correct --words 2 --locations 3", "mwcas --test correct --words 1 --mix mwcas=3,read=1",
        "swap --test correct --words 2 --locations 3", "words --test locked --words 3 --threads 2"}) {
    const std::string folder = scratch_file("driven");
    std::filesystem::remove_all(folder);
    const Said said = linnet(driven(primitive) + " --time 300ms --ops 5000 --json --output " + folder);
    EXPECT_EQ(said.status, 0) << primitive << "\n" << said.text;
    EXPECT_EQ(said.json()["clock"], "tsc");
    const std::size_t rounds = said.json()["rounds"];
    EXPECT_GE(rounds, 1u);
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() != ".jsonl" || ++files > 3) continue;
      EXPECT_EQ(linnet("check --algorithm mwcas-graph " + file.path().string()).status, 0) << file.path();
    }
    EXPECT_EQ(files, rounds);
  }
}

TEST(Multiword, ListsWhatItWouldDrive) {
  const std::string list = linnet(driven("mwcas --words 2 --locations 3 --threads 4 --list")).text;
  EXPECT_NE(list.find("correct: read=2,mwcas=1 by 4 threads, 2 words of 3 locations\n"), std::string::npos)
      << list;
}

TEST(Multiword, NoticesACallThatDoesNotReturn) {
  const Said said = linnet(driven("words --test never_returns --words 2 --patience 1s --time 5m --json"));
  EXPECT_EQ(said.status, 3) << said.text;
  EXPECT_NE(std::string(said.json()["reason"]).find("no call has returned for 1 s"), std::string::npos);
}

TEST(Multiword, SaysWhatIsWrong) {
  const auto says = [](const std::string& words, const std::string& what) {
    const Said said = complaint(driven(words));
    EXPECT_EQ(said.status, 2) << words;
    EXPECT_NE(said.text.find(what), std::string::npos) << words << "\n" << said.text;
  };
  says("counters --words 2", "no test has the specification mwcas");
  says("words --test locked --words 5", "names 4 locations in its scenarios, too few for 5 words");
  says("words --test locked --words 2 --mix swap=2,raed=1", "has no operation raed that --mix could call");
  says("words --test locked --words 2 --mix swap", "expected operations and weights");
  says("words --test locked --words 2 --mix swap=0", "a mwcas or a swap must be called");
  says("words --test only_reads --words 2", "a mwcas or a swap must be called");
  says("words --test too_short --words 2", "swap is no operation on std::vectors of integers");
  says("words --test too_few_results --words 2", "returned a list of another size");
}

}  // namespace
}  // namespace linnet
