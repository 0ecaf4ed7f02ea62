// Tests crashes on purpose, from the source to the explanation: the examples in examples/persistent.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include <fmt/format.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

const std::string kExamples = program("../../examples/persistent/");

// Verdict of every test of a source, by name.
std::map<std::string, nlohmann::json> results_of(const std::string& command) {
  std::map<std::string, nlohmann::json> results;
  const nlohmann::json all = linnet(command + " --json").json();
  for (const auto& one : all["results"]) {
    const std::string name = one["program"];
    results[name.substr(name.find(": ") + 2)] = one;
  }
  return results;
}

std::string verdict(const std::map<std::string, nlohmann::json>& results, const std::string& test) {
  return results.at(test)["verdict"];
}

// The first line that has this text.
int line_of(const std::string& file, const std::string& text) {
  std::ifstream in(file);
  int number = 1;
  for (std::string line; std::getline(in, line) && line.find(text) == std::string::npos;) ++number;
  return number;
}

std::string explanation(const nlohmann::json& result) {
  return result["violation"].dump();
}

TEST(Persistence, QueueFailsWithoutAFlushAndThatIsExplained) {
  auto results = results_of("run " + kExamples + "queue.cpp");
  EXPECT_EQ(verdict(results, "durable"), "pass");
  EXPECT_EQ(results.at("durable")["complete"], true);
  EXPECT_EQ(results.at("durable")["criterion"], "durable");
  EXPECT_EQ(verdict(results, "link_not_flushed"), "violation");
  EXPECT_EQ(verdict(results, "node_not_flushed"), "violation");
  EXPECT_EQ(verdict(results, "head_not_fenced"), "violation");
  EXPECT_NE(explanation(results.at("head_not_fenced")).find("flushed, and then no fence"), std::string::npos);
  for (const char* test : {"link_not_flushed", "node_not_flushed", "head_not_fenced"}) {
    const std::string text = explanation(results.at(test));
    EXPECT_NE(text.find("the machine crashes"), std::string::npos) << text;
    EXPECT_NE(text.find("that flush or fence is missing"), std::string::npos) << text;
  }
}

TEST(Persistence, QueuesPassWithoutCrashes) {
  for (const auto& [test, result] : results_of("run " + kExamples + "queue.cpp --crashes 0")) {
    EXPECT_EQ(result["verdict"], "pass") << test;
  }
}

TEST(Persistence, MwcasWithAndWithoutItsFlaws) {
  auto results = results_of("run " + kExamples + "mwcas.cpp");
  for (const char* right : {"correct/1", "correct/2", "pooled", "pooled_alone"}) {
    EXPECT_EQ(verdict(results, right), "pass");
    EXPECT_EQ(results.at(right)["complete"], true) << right;
  }
  for (const char* wrong : {"dirty_is_different", "status_not_flushed", "pointers_not_flushed",
                            "used_again_too_early", "descriptor_not_flushed", "decision_forgotten"}) {
    EXPECT_EQ(verdict(results, wrong), "violation") << wrong;
  }
  const std::string text = explanation(results.at("status_not_flushed"));
  const int line = line_of(kExamples + "mwcas.hpp", "d.status.compare_exchange_strong");
  EXPECT_NE(text.find(fmt::format("::decide at mwcas.hpp:{}, not flushed", line)), std::string::npos) << text;
  EXPECT_EQ(explanation(results.at("dirty_is_different")).find("the machine crashes"), std::string::npos);
}

TEST(Persistence, AStaleSwapIsFoundAndReplays) {
  auto results = results_of("run " + kExamples + "swap.cpp");
  EXPECT_EQ(verdict(results, "correct"), "pass");
  EXPECT_EQ(verdict(results, "stale"), "violation");
  const std::string schedule = results.at("stale")["violation"]["schedule"];
  EXPECT_EQ(linnet("replay " + schedule + " " + kExamples + "swap.cpp --test stale").status, 1);
}

// A plain main begins again after the crash; the intrinsics and libpmem's functions are seen.
TEST(Persistence, MainBeginsAgain) {
  const std::string source = scratch_file("restart.cpp", R"(
#include <linnet/persistent.hpp>
#include <immintrin.h>
#include <cassert>
extern "C" void pmem_persist(const void*, std::size_t);
struct Root { alignas(64) long data; alignas(64) long valid; };
int main() {
  Root& root = linnet::persistent_root<Root>();
  if (root.valid == 1) assert(root.data == 1);
  root.data = 1;
#ifdef FLUSHED
  _mm_clwb(&root.data);
  _mm_sfence();
#endif
  root.valid = 1;
  pmem_persist(&root.valid, sizeof root.valid);
})");
  const Said lost = linnet("run " + source + " --crashes 1 --json");
  EXPECT_EQ(lost.status, 1);
  EXPECT_EQ(lost.json()["violation"]["kind"], "assertion");
  const std::string schedule = lost.json()["violation"]["schedule"];
  EXPECT_EQ(linnet("replay " + schedule + " " + source + " --crashes 1").status, 1);
  EXPECT_EQ(linnet("run " + source + " --crashes 1 -- -DFLUSHED").status, 0);
}

TEST(Persistence, ThereIsNoCrashWithoutARecovery) {
  EXPECT_EQ(complaint("run " + program("object/counters.cpp") + " --test counter --crashes 1").status, 2);
}

}  // namespace
}  // namespace linnet
