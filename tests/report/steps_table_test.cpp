// The table of steps at the widths of terminals.
#include "report/text/steps_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "report/text/canvas.hpp"

namespace linnet {
namespace {

NamedStep step(std::uint32_t thread, std::string verb, std::string object, std::string before,
               std::string after) {
  NamedStep made;
  made.thread = thread;
  made.verb = std::move(verb);
  made.accesses.push_back({std::move(object), !before.empty(), std::move(before), std::move(after)});
  made.where = {{"std::atomic<unsigned int>::load", "/usr/include/c++/12/bits/atomic_base.h", 488},
                {"Ring<std::pair<int, long> >::push", "/home/me/ring.hpp", 13}};
  return made;
}

std::vector<NamedStep> steps(std::uint32_t threads) {
  std::vector<NamedStep> all;
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    all.push_back(step(thread, "reads", "tail_", "", "0"));
    all.push_back(step(thread, "compare-exchanges", "slots_[2].sequence", "0", "&Node#1"));
  }
  return all;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, columns(line));
  return widest;
}

TEST(StepsTable, FitsTheTerminal) {
  for (const std::size_t width : {20, 40, 60, 80, 100, 120, 200}) {
    for (const std::uint32_t threads : {1, 2, 3, 5, 12}) {
      const std::string text = steps_table(steps(threads), {.width = width});
      EXPECT_LE(widest_line(text), width) << text;
      EXPECT_NE(text.find("ring.hpp:13"), text.npos) << text;
      EXPECT_EQ(text.find("atomic_base.h"), text.npos) << text;
    }
  }
}

TEST(StepsTable, FunctionsAreLeftOutBeforeLinesAreBroken) {
  EXPECT_EQ("\n" + steps_table(steps(2), {.width = 120}), R"(
  thread 0                                           thread 1
  reads tail_ = 0                                                                                       ring.hpp:13
  compare-exchanges slots_[2].sequence: 0 → &Node#1                                                     ring.hpp:13
  └--------------------------------------------------┐
                                                     reads tail_ = 0                                    ring.hpp:13
                                                     compare-exchanges slots_[2].sequence: 0 → &Node#1  ring.hpp:13
)");
}

TEST(StepsTable, NarrowColumnsGoOnInTheNextLine) {
  EXPECT_EQ("\n" + steps_table(steps(2), {.width = 60}), R"(
  thread 0               thread 1
  reads tail_ = 0                               ring.hpp:13
  compare-exchanges                             ring.hpp:13
  slots_[2].sequence: 0
  → &Node#1
  └----------------------┐
                         reads tail_ = 0        ring.hpp:13
                         compare-exchanges      ring.hpp:13
                         slots_[2].sequence: 0
                         → &Node#1
)");
}

TEST(StepsTable, WithoutColumnsThreadsAreNamed) {
  EXPECT_EQ("\n" + steps_table(steps(3), {.width = 60}), R"(
  thread 0 reads tail_ = 0                       ring.hpp:13
  thread 0 compare-exchanges                     ring.hpp:13
    slots_[2].sequence: 0 → &Node#1
  thread 1 reads tail_ = 0                       ring.hpp:13
  thread 1 compare-exchanges                     ring.hpp:13
    slots_[2].sequence: 0 → &Node#1
  thread 2 reads tail_ = 0                       ring.hpp:13
  thread 2 compare-exchanges                     ring.hpp:13
    slots_[2].sequence: 0 → &Node#1
)");
}

TEST(StepsTable, MarksTheAccessesOfARace) {
  std::vector<NamedStep> one = {step(0, "reads", "tail_", "", "")};
  one.front().races = true;
  EXPECT_EQ("\n" + steps_table(one, {.width = 80}), R"(
  thread 0
  reads tail_  ← race  Ring<…>::push  ring.hpp:13
)");
}

// A long execution is cut in the middle. The steps that race are shown wherever they are.
TEST(StepsTable, LeavesOutTheMiddleOfManySteps) {
  std::vector<NamedStep> many;
  for (int i = 0; i < 20; ++i) many.push_back(step(0, "reads", "tail_", "", std::to_string(i)));
  many[8].races = true;
  EXPECT_EQ("\n" + steps_table(many, {.width = 80}, false, 4), R"(
  thread 0
  reads tail_ = 0          Ring<…>::push  ring.hpp:13

  7 steps are left out here. The replay shows all.

  reads tail_ = 8  ← race  Ring<…>::push  ring.hpp:13

  8 steps are left out here. The replay shows all.

  reads tail_ = 17         Ring<…>::push  ring.hpp:13
  reads tail_ = 18         Ring<…>::push  ring.hpp:13
  reads tail_ = 19         Ring<…>::push  ring.hpp:13
)");
  EXPECT_EQ(steps_table(many, {.width = 80}, false, 20), steps_table(many, {.width = 80}));
  EXPECT_LE(widest_line(steps_table(many, {.width = 40}, false, 4)), 40u);
}

}  // namespace
}  // namespace linnet
