// Explores litmus programs and objects, compiled as they are, under each memory model: they have the number
// of execution graphs that brute force found, exactly the outputs, and the verdict on the object. They are
// those of tests/graph/*.jsonl, written in C and C++.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "cli/litmus_objects.hpp"
#include "cli/litmus_source.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 3> kModels = {"sc", "tso", "c11"};

struct Known {
  std::string name;
  Json program, models;
  bool races() const { return models["c11"]["race"]; }
};

std::vector<Known> known_in(const std::string& file, const char* what) {
  std::vector<Known> all;
  std::ifstream lines(program("../graph/") + file);
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line);
    all.push_back({json["name"], json[what], json["models"]});
  }
  return all;
}

std::vector<Known> known_programs() {
  std::vector<Known> all = known_in("classic.jsonl", "program");
  for (Known& one : known_in("random.jsonl", "program")) all.push_back(std::move(one));
  return all;
}

// All programs in one; its argument chooses.
std::string joined_source(const std::vector<Known>& all) {
  std::string text =
                  "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n",
              table;
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += LitmusSource(all[i].program, i).text();
    table += fmt::format("main_{}, ", i);
  }
  return text + fmt::format("static int (*const all[])(void) = {{{}}};\n", table) +
         "int main(int argc, char **argv) { return argc > 1 ? all[atoi(argv[1])]() : 1; }\n";
}

std::string compiled(const std::string& name, const std::string& text, const std::string& flag) {
  const bool is_c = name.ends_with(".c");
  const std::string source = scratch_file(flag + name, text),
                    file = scratch_file("program" + flag + (is_c ? "" : "-cpp"));
  const ChildResult result = run_child({LINNET_COMPILE, is_c ? "gcc" : "g++", LINNET_RUNTIME, file, source,
                                        flag, "-w", "-I" + program("../../include")});
  EXPECT_TRUE(result.succeeded());
  return file;
}

// The outputs in the form of brute force, with the number of executions that had each.
std::map<std::string, std::uint64_t> outputs_of(const Json& result) {
  std::map<std::string, std::uint64_t> outputs;
  for (const Json& one : result["outputs"]) {
    std::string text = one["text"];
    while (!text.empty() && text.back() == '\n') text.pop_back();
    outputs[text] = one["executions"];
  }
  return outputs;
}

void expect_known_graphs(const std::string& flag) {
  const std::vector<Known> all = known_programs();
  ASSERT_EQ(all.size(), 412u);
  const std::string file = compiled("litmus.c", joined_source(all), flag);
  const std::size_t stride = std::max<std::size_t>(1, 12 / test_scale());
  std::size_t compared = 0;
  for (std::size_t i = 0; i < all.size(); i += stride) {
    for (const char* const model : kModels) {
      const std::string which = fmt::format("{} {} under {}", all[i].name, flag, model);
      const Said said = linnet(fmt::format(
          "run --json --outputs --strategy graphs --memory-model {} {} --arg={}", model, file, i));
      if (all[i].races()) {
        EXPECT_EQ(said.status, 1) << which;
        EXPECT_EQ(said.json()["violation"]["kind"], "data-race") << which;
        continue;
      }
      ASSERT_EQ(said.status, 0) << which << said.text;
      const Json result = said.json();
      const std::map<std::string, std::uint64_t> outputs = outputs_of(result);
      std::set<std::string> texts;
      std::uint64_t executions = 0;
      for (const auto& [text, count] : outputs) texts.insert(text), executions += count;
      EXPECT_TRUE(result["complete"]) << which;
      EXPECT_EQ(result["memory_model"], model) << which;
      EXPECT_EQ(result["executions"], all[i].models[model]["graphs"]) << which;
      EXPECT_EQ(executions, result["executions"]) << which;
      EXPECT_EQ(texts, all[i].models[model]["outputs"].get<std::set<std::string>>()) << which;
      ++compared;
    }
  }
  EXPECT_GT(compared, 80u);
}

TEST(MemoryModels, GraphsOfCompiledPrograms) {
  expect_known_graphs("-O1");
}

TEST(MemoryModels, GraphsOfProgramsWithoutOptimization) {
  expect_known_graphs("-O0");
}

// The row of docs/weak-faults.md about a program.
std::string row_about(const std::string& name) {
  std::ifstream page(program("../../docs/weak-faults.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| [" + name + "]")) return line;
  }
  return "";
}

// Faults that no interleaving shows, and the same programs without them.
class WeakFault : public ::testing::TestWithParam<const char*> {};

TEST_P(WeakFault, IsFoundUnderC11OnlyAndByDefault) {
  const std::string file = program(std::string("weak/") + GetParam() + ".c");
  const Said interleavings = linnet("run --json --strategy dpor --no-cut " + file + " -- -O1 -w");
  EXPECT_EQ(interleavings.status, 0);
  EXPECT_TRUE(interleavings.json()["complete"]);
  const Said wrong = linnet("run --json " + file + " -- -O1 -w");
  ASSERT_EQ(wrong.status, 1) << wrong.text;
  EXPECT_EQ(wrong.json()["memory_model"], "c11");
  const std::string schedule = wrong.json()["violation"]["schedule"];
  EXPECT_TRUE(schedule.starts_with("linnet2:")) << schedule;
  const Said again = linnet("replay --json " + schedule + " " + file + " -- -O1 -w");
  EXPECT_EQ(again.status, 1) << again.text;
  EXPECT_EQ(again.json()["kind"], wrong.json()["violation"]["kind"]);
  const Said right = linnet("run --json " + file + " -- -O1 -w -DRIGHT");
  ASSERT_EQ(right.status, 0) << right.text;
  EXPECT_TRUE(right.json()["complete"]);
  EXPECT_FALSE(right.json().contains("not_under_c11")) << right.text;
  const std::string numbers = fmt::format("| {} | {} |", interleavings.json()["executions"].dump(),
                                          right.json()["executions"].dump());
  EXPECT_TRUE(row_about(GetParam()).ends_with(numbers)) << numbers;
}

INSTANTIATE_TEST_SUITE_P(MemoryModels, WeakFault,
                         ::testing::Values("bakery", "chase_lev", "dekker", "double_checked", "epoch",
                                           "event_count", "hazard_pointer", "iriw", "mcs_lock", "peterson",
                                           "reference_count", "seqlock", "spsc", "ticket_lock"));

// All failures that --keep-going found, and how many executions had one of them.
std::uint64_t inconsistent_executions(const Json& result) {
  std::uint64_t count = 0;
  Json failures = Json::array();
  if (result.contains("violation")) failures.push_back(result["violation"]);
  if (result.contains("violations")) failures = result["violations"];
  for (const Json& failure : failures) {
    EXPECT_EQ(failure["kind"], "inconsistent");
    count += failure["executions"].get<std::uint64_t>();
  }
  return count;
}

TEST(MemoryModels, ObjectsAreJudgedAsByBruteForce) {
  const std::vector<Known> all = known_in("objects.jsonl", "object");
  ASSERT_EQ(all.size(), 35u);
  std::string source = "#include <linnet/test.hpp>\n#include <atomic>\n";
  for (const Known& one : all) source += LitmusObjectSource(one.program, one.name).text();
  const std::string file = compiled("objects.cpp", source, "-O1");
  for (const Known& one : all) {
    for (const char* const model : kModels) {
      const Json result = linnet(fmt::format("run --json --keep-going --strategy graphs --memory-model {} "
                                             "--test={} {}",
                                             model, one.name, file))
                              .json();
      const Json& known = one.models[model];
      const std::string which = one.name + " under " + model;
      EXPECT_EQ(result["verdict"] == "pass", known["linearizable"]) << which;
      EXPECT_TRUE(result["complete"]) << which;
      EXPECT_EQ(result["executions"], known["graphs"]) << which;
      EXPECT_EQ(inconsistent_executions(result), known["bad"]) << which;
    }
  }
}

// Under sc a client can bring about exactly what interleavings show.
TEST(MemoryModels, ObjectsUnderScAreJudgedAsByDpor) {
  for (const char* const words :
       {"object/counters.cpp --test=counter1", "object/counters.cpp --test=counter2",
        "object/treiber_stack.cpp --test=aba_stack", "object/ms_queue.cpp --test=ms_queue",
        "object/mutex_map.cpp"}) {
    const Said dpor = linnet("run --json --strategy dpor " + program(words));
    const Said graphs = linnet("run --json --strategy graphs --memory-model sc " + program(words));
    EXPECT_EQ(graphs.status, dpor.status) << words << graphs.text;
    EXPECT_EQ(graphs.json()["complete"], dpor.json()["complete"]) << words;
  }
}

TEST(MemoryModels, AnExplanationNamesTheClient) {
  const std::string file = " --test=counter1 " + program("object/counters.cpp");
  const Json wrong = linnet("run --json --strategy graphs" + file).json()["violation"];
  ASSERT_EQ(wrong["kind"], "inconsistent");
  const std::string client =
      "It shows to a caller that tells thread 1 through a flag that inc() of thread 2 has returned, before "
      "thread 1 calls get().";
  EXPECT_EQ(wrong["notes"][0], client);
  const Json again = linnet("replay --json " + wrong["schedule"].get<std::string>() + file).json();
  EXPECT_EQ(again["kind"], "inconsistent");
  EXPECT_EQ(again["notes"][0], client);
}

TEST(MemoryModels, AReadThatMissesTheLatestSaysSo) {
  const std::string words = program("weak/event_count.c") + " -- -O1 -w";
  const Said said = linnet("run " + words);
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("(not 1 of thread 1): thread 1 had written 1, but nothing orders that"),
            std::string::npos)
      << said.text;
  std::vector<std::string> missed;
  const Json report = linnet("run --json " + words).json();
  for (const Json& step : report["violation"]["steps"]) {
    for (const Json& access : step["accesses"]) {
      if (access["writes"] == false && access["before"] != access["after"])
        missed.push_back(access["object"]);
    }
  }
  EXPECT_EQ(missed, std::vector<std::string>{"sleeping"});
}

TEST(MemoryModels, TooManyClientsAreUndecided) {
  const Said said = linnet(
      "run --json --strategy graphs --test=counter1 "
      "--scenario=get()|get()|get()|get()|get()|get()|get()|get() " +
      program("object/counters.cpp"));
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.json()["reason"].get<std::string>().find("too many to try"), std::string::npos) << said.text;
}

TEST(MemoryModels, CallsThatAMainRecordsAreJudged) {
  const Said right = linnet("run --json --strategy graphs --spec queue " + program("recorded/ms_queue.cpp"));
  EXPECT_EQ(right.status, 0) << right.text;
  EXPECT_TRUE(right.json()["complete"]);
  const Said wrong =
      linnet("run --json --strategy graphs --spec counter " + program("recorded/counter.c") + " -- -DWRONG");
  EXPECT_EQ(wrong.status, 1) << wrong.text;
  EXPECT_EQ(wrong.json()["violation"]["kind"], "inconsistent");
}

// Without waiting loops and the like, the graphs of sc are the traces of dpor.
TEST(MemoryModels, InterleavingsAreTheGraphsOfSc) {
  for (const char* const name : {"correct/mutex_counter.cpp", "correct/three_by_two.c", "correct/choose.cpp",
                                 "correct/shared_ptr.cpp", "correct/thread_new.cpp"}) {
    const std::string words = "run --json " + program(name);
    const Json traces = linnet(words + " --strategy dpor --no-cut").json();
    const Json graphs = linnet(words + " --strategy graphs --memory-model sc").json();
    EXPECT_EQ(graphs["verdict"], "pass") << name;
    EXPECT_EQ(graphs["executions"], traces["executions"]) << name;
  }
}

TEST(MemoryModels, RandomExecutionsAreOnesOfTheModel) {
  const std::string file = program("memory/SB-rlx.c");
  const auto outputs = [&](const std::string& words) {
    std::set<std::string> texts;
    const Json result = linnet("run --json --outputs " + words + " " + file).json();
    for (const auto& [text, count] : outputs_of(result)) texts.insert(text);
    return texts;
  };
  const std::set<std::string> all = outputs("--strategy graphs --memory-model c11");
  EXPECT_EQ(all.size(), 4u);
  EXPECT_EQ(outputs("--strategy random --executions 500 --memory-model c11"), all);
  EXPECT_EQ(outputs("--strategy pct --executions 500 --memory-model tso"), all);
  EXPECT_EQ(outputs("--strategy random --executions 500").size(), 3u);
}

// One thread writes many places and the other reads them in the opposite order: there are few interleavings,
// but two to the power of their number graphs.
TEST(MemoryModels, ALimitUnderC11SaysWhatIsKnown) {
  const std::string file = scratch_file("many_graphs.cpp", R"(
#include <atomic>
#include <thread>
std::atomic<int> places[28];
int main() {
  std::thread writer([] { for (auto& place : places) place.store(1, std::memory_order_relaxed); });
  for (int i = 28; i-- > 0;) places[i].load(std::memory_order_relaxed);
  writer.join();
})");
  const Said said = linnet("run --json --time 3s " + file);
  EXPECT_EQ(said.status, 3) << said.text;
  EXPECT_EQ(said.json()["memory_model"], "c11");
  const std::string reason = said.json()["reason"];
  EXPECT_NE(reason.find("under c11; all executions under sc passed"), std::string::npos) << reason;
}

TEST(MemoryModels, ObjectTestsAreExploredUnderC11ByDefault) {
  const Json result =
      linnet("run --json --test=one_consumer " + program("../../examples/queue_test.cpp")).json();
  EXPECT_EQ(result["verdict"], "pass");
  EXPECT_EQ(result["memory_model"], "c11");
  EXPECT_TRUE(result["complete"]);
  EXPECT_EQ(result["histories"], 6);
}

TEST(MemoryModels, WhatIsNotThereIsSaid) {
  const std::string file = " " + program("memory/SB-rlx.c");
  EXPECT_EQ(complaint("run --strategy dpor --memory-model c11" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy bounded --memory-model tso" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy graphs --isolate=fork" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy graphs --races=explore" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy graphs --checkpoint " + scratch_file("graphs") + file).status, 2);
  EXPECT_EQ(complaint("run --strategy graphs --histories " + scratch_file("graphs") + " " +
                      program("object/counters.cpp"))
                .status,
            2);
}

}  // namespace
}  // namespace linnet
