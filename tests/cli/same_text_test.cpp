// Tests that the same command gives the same text, except for times: how far the program was ahead of the
// judge, and how many tests ran at once, are no part of a result.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

std::string without_times(const std::string& text) {
  static const std::regex times("[0-9.]+ (ms|s|µs|min)\\b");
  return std::regex_replace(text, times, "T");
}

// Compiled once: that takes longer than all the rest.
std::string instrumented_once(const std::string& name) {
  const bool c = name.ends_with(".c");
  std::vector<std::string> command{LINNET_COMPILE, c ? "gcc" : "g++", LINNET_RUNTIME,
                                   scratch_file(name.substr(name.find('/') + 1) + ".built"), program(name)};
  if (!c) command.insert(command.end(), {"-std=c++20", "-I" + program("../../include")});
  EXPECT_TRUE(run_child(command).succeeded()) << name;
  return command[3];
}

std::size_t distinct_texts(const std::vector<std::string>& commands, int runs) {
  std::set<std::string> texts;
  for (int i = 0; i < runs; ++i) {
    for (const std::string& command : commands) texts.insert(without_times(linnet(command).text));
  }
  return texts.size();
}

TEST(SameText, OfExplorations) {
  for (const char* each :
       {"object/broken_queue.cpp", "object/own_spec.cpp", "wrong/abba.c", "correct/timed.cpp"}) {
    EXPECT_EQ(distinct_texts({"run " + instrumented_once(each)}, 5), 1u) << each;
  }
}

TEST(SameText, OfGeneratedTestsWithAnyNumberOfJobs) {
  const std::string words = " --generate 12 --threads 2 --calls 2 --jobs ";
  for (const char* each : {"object/broken_queue.cpp", "object/counters.cpp"}) {
    const std::string command = "run " + instrumented_once(each) + words;
    EXPECT_EQ(distinct_texts({command + "1", command + "2", command + "5"}, 2), 1u) << each;
  }
}

}  // namespace
}  // namespace linnet
