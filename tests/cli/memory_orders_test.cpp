// Orders that Linnet suggests, and those that it says could be weaker: they are written into the source, and the program is run again.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

using Json = nlohmann::json;

std::vector<std::string> lines_in(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// One change of an order, or a fence, as the result has it.
struct Written {
  std::size_t line = 0;
  std::string access, order, to;
  bool fence = false;
};

Written written(const Json& change, const std::string& to) {
  return {change["place"]["line"], change["access"], change["order"], to, change.contains("fence_before")};
}

// False if it has no place of its own in the text.
bool write_into(std::vector<std::string>& lines, const Written& change) {
  std::string& line = lines[change.line - 1];
  if (!change.fence) {
    const bool found = line.find(change.order) != line.npos;
    for (std::size_t at = line.find(change.order); at != line.npos;
         at = line.find(change.order, at + change.to.size()))
      line.replace(at, change.order.size(), change.to);
    return found;
  }
  const std::string& before = lines[change.line - 2];
  const bool is_end =
      !before.empty() && (before[0] == '#' || std::string(";{}").find(before.back()) != before.npos);
  if (!is_end) return false;
  line = "atomic_thread_fence(memory_order_seq_cst); " + line;
  return true;
}

// What linnet says of the program with these changes in its text; nothing if they cannot be written.
Json run_with(const std::string& file, const std::vector<Written>& changes, const std::string& flags) {
  std::vector<std::string> lines = lines_in(file);
  for (const Written& change : changes) {
    if (!write_into(lines, change)) return nullptr;
  }
  const std::string text = fmt::format("{}\n", fmt::join(lines, "\n"));
  const std::string changed = scratch_file("changed.c", text);
  return linnet("run --json " + changed + " -- " + flags + " -I" + program("weak")).json();
}

Json advice_on(const std::string& file, const std::string& flags) {
  const Json report = linnet("run --json --suggest-orders " + file + " -- " + flags).json();
  EXPECT_EQ(report["verdict"], "violation") << file;
  return report["order_advice"];
}

std::set<std::string> in_short(const Json& advice) {
  std::set<std::string> all;
  for (const Json& suggestion : advice["suggestions"]) {
    std::string text;
    for (const Json& change : suggestion)
      text += fmt::format("{} {} {}; ", change["place"]["line"].dump(), change["access"].get<std::string>(),
                          change.value("to", "fence"));
    all.insert(text);
  }
  return all;
}

class WeakOrders : public ::testing::TestWithParam<const char*> {};

TEST_P(WeakOrders, WhatIsSuggestedHelpsWhenItIsWritten) {
  constexpr std::size_t kMost = 4;
  const std::string file = program(std::string("weak/") + GetParam() + ".c");
  const Json advice = advice_on(file, "-O1 -w");
  ASSERT_FALSE(advice["suggestions"].empty()) << advice;
  std::size_t tried = 0;
  for (const Json& suggestion : advice["suggestions"]) {
    std::vector<Written> changes;
    for (const Json& change : suggestion) changes.push_back(written(change, change.value("to", "")));
    const Json result = tried < kMost ? run_with(file, changes, "-O1 -w") : Json();
    if (result.is_null()) continue;
    ++tried;
    EXPECT_EQ(result["verdict"], "pass") << suggestion;
    EXPECT_TRUE(result["complete"]) << suggestion;
    EXPECT_EQ(result["memory_model"], "c11");
  }
  EXPECT_GT(tried, 0u) << advice;
}

TEST_P(WeakOrders, AreTheSameWithoutOptimization) {
  const std::string file = program(std::string("weak/") + GetParam() + ".c");
  EXPECT_EQ(in_short(advice_on(file, "-O0 -w")), in_short(advice_on(file, "-O1 -w")));
}

INSTANTIATE_TEST_SUITE_P(MemoryOrders, WeakOrders,
                         ::testing::Values("dekker", "peterson", "seqlock", "spsc", "mcs_lock"));

// std::atomic is made of functions without optimization: the place is their caller.
TEST(MemoryOrders, PlacesOfStdAtomic) {
  const std::string file = scratch_file("handed_over.cpp", R"(
#include <atomic>
#include <thread>
int data;
std::atomic<int*> ready;
std::atomic<bool> unrelated;
int main() {
  std::thread writer([] {
    unrelated.store(true, std::memory_order_relaxed);
    data = 1;
    ready.store(&data, std::memory_order_relaxed);
  });
  if (int* found = ready.load(std::memory_order_acquire)) *found = 2;
  writer.join();
})");
  for (const char* const flags : {"-O0", "-O2"}) {
    const Json advice = advice_on(file, flags);
    EXPECT_EQ(in_short(advice), (std::set<std::string>{"11 store release; ", "11 store fence; "})) << flags;
    EXPECT_EQ(advice["suggestions"][0][0]["object"], "ready");
    EXPECT_FALSE(advice.contains("reason")) << advice;
  }
  const Said text = linnet("run --suggest-orders " + file);
  EXPECT_NE(text.text.find("These changes each make the failure go away:\n"
                           "  handed_over.cpp:11 store ready: relaxed → release\n"),
            std::string::npos)
      << text.text;
}

TEST(MemoryOrders, NoOrderHelpsAgainstAnOrdinaryFault) {
  const std::string file = scratch_file("lost_update.cpp", R"(
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> count;
void add() { count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
int main() {
  std::thread other(add);
  add();
  other.join();
  assert(count == 2);
})");
  const Json advice = advice_on(file, "-O1");
  EXPECT_TRUE(advice["suggestions"].empty());
  EXPECT_NE(advice["reason"].get<std::string>().find("no matter of orders"), std::string::npos) << advice;
}

// Each order is the weakest: those that are weaker fail when they are written, and those of the table pass, alone and together.
TEST(MemoryOrders, TheWeakestOrdersThatSuffice) {
  for (const char* const name : {"spsc", "dekker", "mcs_lock"}) {
    const std::string file = program(std::string("weak/") + name + ".c");
    const Said said = linnet("relax --json " + file + " -- -O1 -w -DRIGHT");
    ASSERT_EQ(said.status, 0) << said.text;
    const Json orders = said.json()["orders"];
    ASSERT_FALSE(orders.empty());
    std::vector<Written> together;
    for (const Json& row : orders) {
      if (row.contains("on_failure") || row["access"] == "fence") continue;
      if (row["together"] != row["order"]) together.push_back(written(row, row["together"]));
      if (row["alone"] == row["order"]) continue;
      const Json alone = run_with(file, {written(row, row["alone"])}, "-O1 -w -DRIGHT");
      if (!alone.is_null()) {
        EXPECT_EQ(alone["verdict"], "pass") << name << row;
      }
    }
    for (const Json& row : orders) {
      const bool reads = row["access"] == "load";
      if (row.contains("on_failure") || row["alone"] == "relaxed" || (!reads && row["access"] != "store"))
        continue;
      const std::string weaker = row["alone"] == "seq_cst" ? (reads ? "acquire" : "release") : "relaxed";
      const Json result = run_with(file, {written(row, weaker)}, "-O1 -w -DRIGHT");
      if (!result.is_null()) {
        EXPECT_EQ(result["verdict"], "violation") << name << row;
      }
    }
    const Json all = run_with(file, together, "-O1 -w -DRIGHT");
    if (!all.is_null()) {
      EXPECT_EQ(all["verdict"], "pass") << name;
    }
  }
}

TEST(MemoryOrders, OrdersOfObjectTests) {
  const std::string file = program("../../examples/queue_test.cpp");
  const Said said = linnet("relax --json --test=one_consumer " + file);
  ASSERT_EQ(said.status, 0) << said.text;
  const Json result = said.json();
  EXPECT_EQ(result["memory_model"], "c11");
  EXPECT_EQ(result["tests"], 1);
  EXPECT_FALSE(result["orders"].empty());
}

// A part of docs/orders.md: what the stack needs, and what its declaration drops.
TEST(MemoryOrders, OrdersOfTreibersStack) {
  const Json orders = linnet("relax --json " + program("orders/treiber.cpp")).json()["orders"];
  std::vector<std::string> weakened;
  for (const Json& row : orders) {
    if (row["order"] != row["alone"])
      weakened.push_back(
          fmt::format("{} {}{} {}", row["place"]["line"].dump(), row["access"].get<std::string>(),
                      row.contains("on_failure") ? " on failure" : "", row["alone"].get<std::string>()));
  }
  EXPECT_EQ(weakened, std::vector<std::string>{"18 compare-exchange relaxed"}) << orders;
}

TEST(MemoryOrders, BadInputAndLimits) {
  const std::string file = " " + program("weak/peterson.c") + " -- -w";
  EXPECT_EQ(complaint("run --suggest-orders --memory-model sc" + file).status, 2);
  EXPECT_EQ(complaint("run --suggest-orders --isolate=fork" + file).status, 2);
  EXPECT_EQ(complaint("relax --memory-model sc" + file).status, 2);
  const Said fails = linnet("relax --json" + file);
  EXPECT_EQ(fails.status, 1);
  EXPECT_NE(fails.json()["reason"].get<std::string>().find("fails as it is"), std::string::npos)
      << fails.text;
  const Said limited = linnet("relax --json --time 0.001s" + file + " -DRIGHT");
  EXPECT_EQ(limited.status, 3) << limited.text;
}

}  // namespace
}  // namespace linnet
