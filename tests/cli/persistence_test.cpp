// Crashes on purpose, from the source to the explanation: the examples in examples/persistent.
#include <gtest/gtest.h>

#include <map>

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

}  // namespace
}  // namespace linnet
