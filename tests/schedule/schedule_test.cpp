// Tests Schedule: text and back, and the messages about text that is not a schedule. Step: conflicts.
#include "schedule/schedule.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"

namespace linnet {
namespace {

TEST(Schedule, TextAndBack) {
  std::mt19937 random(1);
  for (int round = 0; round < 1000; ++round) {
    Schedule schedule{.program = static_cast<std::uint32_t>(random()), .choices = {}};
    for (std::size_t n = random() % 20; n > 0; --n) {
      schedule.choices.push_back({random() % 4 == 0 ? Choice::Kind::outcome : Choice::Kind::thread,
                                  static_cast<std::uint32_t>(random() % 3)});
    }
    for (std::size_t n = random() % 3; n > 0; --n) {
      schedule.racy_places.push_back(static_cast<CodeOffset>(random()));
    }
    if (random() % 2 == 0) {
      schedule.memory_model = static_cast<MemoryModel>(random() % 3);
      schedule.choices.push_back({Choice::Kind::back, static_cast<std::uint32_t>(1 + random() % 3)});
    }
    EXPECT_EQ(Schedule::from_text(schedule.to_text()), schedule) << schedule.to_text();
  }
}

TEST(Schedule, RunsAreShort) {
  Schedule schedule{.program = 0x9f3c77a1, .choices = {}};
  for (int i = 0; i < 4; ++i) schedule.choices.push_back({Choice::Kind::thread, 0});
  schedule.choices.push_back({Choice::Kind::outcome, 1});
  schedule.choices.push_back({Choice::Kind::thread, 1});
  EXPECT_EQ(schedule.to_text(), "linnet1:9f3c77a1:0x4.c1.1");
}

TEST(Schedule, ModelsAreNamed) {
  const Schedule schedule{.program = 1,
                          .choices = {{Choice::Kind::thread, 2}, {Choice::Kind::back, 1}},
                          .memory_model = MemoryModel::c11};
  EXPECT_EQ(schedule.to_text(), "linnet2:00000001:c11:2.b1");
}

TEST(Schedule, BadTextIsPointedAt) {
  const auto message = [](std::string_view text) {
    try {
      Schedule::from_text(text);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message("linnet3:0:1"), "schedule, character 1: found 'l', expected linnet1:");
  EXPECT_EQ(message("linnet2:0:1"),
            "schedule, character 11: found '1', expected a memory model: sc, tso or c11");
  EXPECT_EQ(message("linnet2:0:tso:1.b"),
            "schedule, character 18: found the end, expected how far before the last write");
  EXPECT_EQ(message("linnet1:0:1.,"),
            "schedule, character 13: found ',', expected a thread's number, or c and an outcome");
  EXPECT_EQ(message("linnet1:0:1.2y"), "schedule, character 14: found 'y', expected '.', ':' or the end");
  EXPECT_EQ(message("linnet1:0:1:z"), "schedule, character 13: found 'z', expected a place in hexadecimal");
  EXPECT_EQ(message("linnet1:0:1x"), "schedule, character 13: found the end, expected how many steps");
}

Step step(std::uint64_t address, std::uint32_t size, bool writes) {
  Step s;
  s.touch(address, size, writes);
  return s;
}

TEST(Step, ConflictsShareAByteThatOneWrote) {
  EXPECT_TRUE(conflict(step(0, 4, true), step(3, 1, false)));
  EXPECT_FALSE(conflict(step(0, 4, true), step(4, 4, true)));
  EXPECT_FALSE(conflict(step(0, 4, false), step(0, 4, false)));
}

TEST(Step, ReturnsConflictWithCallsAndNothingElse) {
  Step call, ret;
  call.calls = true, ret.returns = true;
  EXPECT_TRUE(conflict(call, ret));
  EXPECT_TRUE(conflict(ret, call));
  EXPECT_FALSE(conflict(call, call));
  EXPECT_FALSE(conflict(ret, ret));
}

}  // namespace
}  // namespace linnet
