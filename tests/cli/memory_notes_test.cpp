// What a result says about a program that a memory model does not take as it is written: nothing is left out silently.
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

using Json = nlohmann::json;

// The three ways in which a program comes under a memory model.
constexpr const char* kWays[] = {"", "--strategy graphs ", "--memory-model tso "};

std::string two_threads(const std::string& name, const std::string& declarations, const std::string& first,
                        const std::string& second) {
  return scratch_file(name + ".cpp", fmt::format(R"(#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
using std::memory_order_relaxed, std::memory_order_release, std::memory_order_consume;
{}
int main() {{
  std::thread one([] {{ {} }}), two([] {{ {} }});
  one.join(), two.join();
}})",
                                                 declarations, first, second));
}

TEST(MemoryNotes, ConsumeIsAcquire) {
  const std::string loads = two_threads(
      "consume", "std::atomic<int*> place; int data;", "data = 1; place.store(&data, memory_order_release);",
      "int* found = place.load(memory_order_consume); if (found != nullptr && *found != 1) throw 1;");
  const std::string fails =
      two_threads("consume_update", "std::atomic<int> x;", "x.store(1, memory_order_relaxed);",
                  "int expected = 0; x.compare_exchange_strong(expected, 2, memory_order_release, "
                  "memory_order_consume);");
  for (const std::string& file : {loads, fails}) {
    for (const char* const way : kWays) {
      const Said json = linnet(fmt::format("run --json {}{} -- -std=c++20 -O1", way, file));
      EXPECT_EQ(json.status, 0) << json.text;
      ASSERT_EQ(json.json()["consume_as_acquire"].size(), 1u) << way << json.text;
      EXPECT_EQ(json.json()["consume_as_acquire"][0]["line"], 8);
      const Said text = linnet(fmt::format("run {}{} -- -std=c++20 -O1", way, file));
      EXPECT_NE(text.text.find("; consume at 1 place ran as acquire;"), std::string::npos) << text.text;
    }
  }
}

// A race is named, whatever the variable is declared as, and however much of it is read.
TEST(MemoryNotes, VolatileAndPlainAccessesOfAtomicsAreRaces) {
  const std::string is_volatile =
      two_threads("volatile", "volatile int flag;", "flag = 1;", "if (flag == 2) throw 1;");
  const std::string bytes =
      two_threads("bytes", "std::atomic<int> x;", "x.store(1, memory_order_relaxed);",
                  "char byte; std::memcpy(&byte, (void*)&x, 1); if (byte == 2) throw 1;");
  for (const std::string& file : {is_volatile, bytes}) {
    for (const char* const way : kWays) {
      const Said said = linnet(fmt::format("run --json {}{} -- -std=c++20 -O1 -w", way, file));
      EXPECT_EQ(said.status, 1) << said.text;
      EXPECT_EQ(said.json()["violation"]["kind"], "data-race") << way << said.text;
    }
  }
}

// Interleavings are explored all the same; under a model nothing can be said.
void expect_unsupported(const std::string& file, const std::string& what) {
  const Said by_default = linnet(fmt::format("run --json {} -- -std=c++20 -O1 -w", file));
  EXPECT_NE(by_default.json().value("not_under_c11", "").find(what), std::string::npos) << by_default.text;
  EXPECT_EQ(by_default.json()["memory_model"], "sc");
  EXPECT_FALSE(by_default.json()["weaker_orders"].empty());
  for (const char* const way : {"--strategy graphs ", "--memory-model tso "}) {
    const Said said = linnet(fmt::format("run --json {}{} -- -std=c++20 -O1 -w", way, file));
    EXPECT_EQ(said.status, 3) << way << said.text;
    EXPECT_NE(said.json().value("reason", "").find(what), std::string::npos) << said.text;
  }
}

TEST(MemoryNotes, MixedSizesAreNamed) {
  const std::string what = "atomic accesses of different sizes that overlap";
  expect_unsupported(two_threads("sizes", "alignas(8) std::uint64_t word;",
                                 "__atomic_store_n((std::uint32_t*)&word, 1, __ATOMIC_RELAXED);",
                                 "(void)__atomic_load_n(&word, __ATOMIC_RELAXED);"),
                     what);
}

TEST(MemoryNotes, WhatDoesNotFitIsUnknown) {
  const std::string many_events =
      two_threads("events", "std::atomic<int> x, y;",
                  "for (int i = 0; i < 70'000; i++) x.store(i, memory_order_relaxed);",
                  "y.store(1, memory_order_relaxed);");
  const std::string many_threads = two_threads(
      "threads", "std::atomic<int> x;",
      "std::thread all[70]; for (auto& t : all) t = std::thread([] { x.load(memory_order_relaxed); }); "
      "for (auto& t : all) t.join();",
      "x.load(memory_order_relaxed);");
  for (const auto& [file, what] :
       {std::pair(many_events, "more than 60 000 accesses, which is all that a graph can hold"),
        std::pair(many_threads, "more than 64 threads under a memory model")}) {
    const Said said = linnet(fmt::format("run --json --strategy graphs {} -- -std=c++20 -O1", file));
    EXPECT_EQ(said.status, 3) << said.text;
    EXPECT_NE(said.json().value("reason", "").find(what), std::string::npos) << said.text;
    // By default the time of the whole run ends it, or the same reason does.
    EXPECT_EQ(linnet(fmt::format("run --json --time 3s {} -- -std=c++20 -O1", file)).status, 3);
  }
}

class ForbiddenByCpp20 : public ::testing::TestWithParam<const char*> {};

// RC11 has one graph in which the assertion fails, and C++20 forbids that graph.
TEST_P(ForbiddenByCpp20, IsNoViolation) {
  const std::string words = program(std::string("memory/") + GetParam()) + " -- -O1";
  for (const char* const way :
       {"", "--strategy graphs ", "--keep-going --strategy graphs --memory-model c11 "}) {
    const Said said = linnet(fmt::format("run --json {}{}", way, words));
    EXPECT_EQ(said.status, 0) << said.text;
    EXPECT_TRUE(said.json()["complete"]) << said.text;
    EXPECT_EQ(said.json()["memory_model"], "c11");
    EXPECT_EQ(said.json()["forbidden_by_cpp20"], 1) << said.text;
  }
  const Said random = linnet("run --json --strategy random --executions 1000 --memory-model c11 " + words);
  EXPECT_EQ(random.status, 0) << random.text;
  EXPECT_GT(random.json()["forbidden_by_cpp20"], 1) << random.text;
  const Said text = linnet("run --strategy graphs " + words);
  EXPECT_NE(text.text.find("; 1 execution that C++20 forbids left out;"), std::string::npos) << text.text;
}

INSTANTIATE_TEST_SUITE_P(MemoryNotes, ForbiddenByCpp20,
                         ::testing::Values("mixed_stores.c", "relaxed_between.c"));

// A main that joined a thread, and fails then, leaves nothing to others that they would not do without it.
TEST(MemoryNotes, AFailureAfterAJoinLeavesTheResultComplete) {
  const std::string words = " --json --keep-going " + program("memory/fails_after_join.c") + " -- -O1";
  const Json traces = linnet("run --strategy dpor --no-cut" + words).json();
  for (const char* const model : {"sc", "c11"}) {
    const Json graphs = linnet(fmt::format("run --strategy graphs --memory-model {}{}", model, words)).json();
    EXPECT_TRUE(graphs["complete"]) << graphs;
    EXPECT_EQ(graphs["executions"], traces["executions"]) << graphs;
    EXPECT_EQ(graphs["violations"].size(), 2u) << graphs;
  }
}

}  // namespace
}  // namespace linnet
