// Tests that the same command gives the same text, except for times: how far the program was ahead of the
// judge, and how many tests ran at once, are no part of a result.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

std::string without_times(const std::string& text) {
  static const std::regex times("[0-9.]+ (ms|s|µs|min)\\b");
  return std::regex_replace(text, times, "T");
}

// Compiled once: that takes longer than all the rest.
std::string instrumented_once(const std::string& name, const std::vector<std::string>& flags = {}) {
  const bool c = name.ends_with(".c");
  std::vector<std::string> command{LINNET_COMPILE, c ? "gcc" : "g++", LINNET_RUNTIME,
                                   scratch_file(name.substr(name.find('/') + 1) + ".built"), program(name)};
  if (!c) command.insert(command.end(), {"-std=c++20", "-I" + program("../../include")});
  command.insert(command.end(), flags.begin(), flags.end());
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

void remove_times(nlohmann::json& json) {
  for (const char* time : {"seconds", "cpu_seconds", "progress"}) {
    if (json.is_object()) json.erase(time);
  }
  for (nlohmann::json& part : json) {
    if (part.is_structured()) remove_times(part);
  }
}

// All of the JSON result but times.
std::string result_of(const std::string& command) {
  nlohmann::json json = linnet(command + " --json").json();
  remove_times(json);
  return json.dump(1);
}

void expect_same_with_any_number_of_jobs(const std::string& command) {
  const std::string one = result_of(command + " --jobs 1");
  EXPECT_EQ(one, result_of(command + " --jobs 2")) << command;
  EXPECT_EQ(one, result_of(command + " --jobs 4")) << command;
}

struct ProgramAndWords {
  const char* name;
  std::vector<std::string> flags;  // of the compiler
  std::vector<std::string> words;
};

void PrintTo(const ProgramAndWords& one, std::ostream* out) {
  *out << one.name;
}

class SameOnAnyNumberOfCores : public testing::TestWithParam<ProgramAndWords> {};

TEST_P(SameOnAnyNumberOfCores, Result) {
  const std::string built = instrumented_once(GetParam().name, GetParam().flags);
  for (const std::string& words : GetParam().words)
    expect_same_with_any_number_of_jobs("run " + built + ' ' + words);
}

const std::vector<std::string> kThree{"-O1", "-DTHREADS=3"}, kFour{"-O1", "-DTHREADS=4"};

// Those with a limit go beyond the first turns, which are those of one process.
INSTANTIATE_TEST_SUITE_P(
    Programs, SameOnAnyNumberOfCores,
    testing::Values(
        ProgramAndWords{"traces/treiber.c",
                        kThree,
                        {"--no-cut --executions 9000 --seed 3", "--memory-model c11 --executions 7001",
                         "--preemptions 1 --further 100s", "--no-cut --outputs --executions 5000"}},
        ProgramAndWords{"traces/msqueue.c", kFour, {"--executions 8000", "--keep-going --executions 6000"}},
        ProgramAndWords{"wrong/pool_cache_log.cpp", {}, {"--seed 1", "--keep-going --executions 5000"}},
        ProgramAndWords{"object/broken_queue.cpp", {}, {"", "--keep-going"}},
        ProgramAndWords{"object/ms_queue.cpp", {}, {"", "--memory-model c11"}},
        ProgramAndWords{"wrong/racy_lost_update.c", {}, {"", "--races explore --keep-going"}},
        ProgramAndWords{"wrong/lost_update.c", {}, {"--strategy dpor", "--strategy random --seed 9"}},
        ProgramAndWords{"wrong/segfault.c", {}, {"--keep-going"}},
        ProgramAndWords{"weak/seqlock.c", {}, {"", "--memory-model c11 --keep-going --executions 4000"}}));

// A run that is stopped by its limit and goes on, with any number of jobs each time.
TEST(SameText, FromACheckpointOnAnyNumberOfCores) {
  const std::string built = instrumented_once("traces/treiber.c", kThree);
  std::set<std::string> results;
  for (const char* jobs : {"111", "222", "142", "421"}) {
    const std::string state = scratch_file("state");
    std::filesystem::remove(state);
    std::string all;
    for (const std::string executions : {"1000", "4321", "5000"}) {
      all += result_of("run " + built + " --no-cut --checkpoint " + state + " --executions " + executions +
                       " --jobs " +
                       jobs[all.empty()            ? 0
                            : executions == "5000" ? 2
                                                   : 1]);
    }
    results.insert(all);
  }
  EXPECT_EQ(results.size(), 1u);
}

// Once with the usual scale; scripts/test-long runs many more.
TEST(SameText, OfWrongProgramsWithRandomSeeds) {
  std::mt19937 random(11);
  std::vector<std::string> programs;
  for (const auto& entry : std::filesystem::directory_iterator(program("wrong")))
    programs.push_back("wrong/" + entry.path().filename().string());
  std::ranges::sort(programs);
  std::ranges::shuffle(programs, random);
  for (int i = 0; i < 4 * static_cast<int>(test_scale()); ++i) {
    const std::string built = instrumented_once(programs[static_cast<std::size_t>(i) % programs.size()]);
    expect_same_with_any_number_of_jobs("run " + built + " --executions 4000 --keep-going --seed " +
                                        std::to_string(random() % 1'000));
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
