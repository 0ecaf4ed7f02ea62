// Tests ReplayStrategy and ScheduleRecorder: a recorded schedule is replayed, and a message points at what
// does not fit.
#include "explore/replay.hpp"

#include <gtest/gtest.h>

#include "enumerator.hpp"
#include "explore/dpor.hpp"
#include "explore/sampling.hpp"
#include "explore/recorder.hpp"

namespace linnet {
namespace {

using namespace model;

TEST(Replay, WhatWasRecordedComesAgain) {
  std::mt19937 random(21);
  const Ingredients ingredients{.threads = 3,
                                .instructions = 3,
                                .locks = true,
                                .conditions = true,
                                .choices = true,
                                .operations = true};
  for (int round = 0; round < 200; ++round) {
    const Program program = random_program(ingredients, random);
    RandomStrategy strategy(random(), 5);
    ScheduleRecorder recorder(strategy, 1);
    drive(program, recorder, [&](const Execution& original) {
      const Schedule schedule = Schedule::from_text(recorder.schedule().to_text());
      ReplayStrategy replay(schedule);
      std::size_t seen = 0;
      drive(program, replay, [&](const Execution& again) {
        ++seen;
        EXPECT_EQ(again.state, original.state);
        EXPECT_EQ(history_key(again), history_key(original));
      });
      EXPECT_EQ(seen, 1u);
      EXPECT_EQ(replay.misfit(), std::nullopt);
    });
  }
}

std::optional<std::string> misfit(const Program& program, std::string_view choices) {
  ReplayStrategy replay(Schedule::from_text("linnet1:0:" + std::string(choices)));
  drive(program, replay, nullptr);
  return replay.misfit();
}

TEST(Replay, PointsAtTheChoiceThatDoesNotFit) {
  const Program program{.threads = {{{.code = Code::choose, .reg = 0, .a = constant(2)}},
                                    {{.code = Code::load, .reg = 0, .object = 0}}},
                        .variables = {0},
                        .spawned = {}};
  EXPECT_EQ(misfit(program, "0.c1.1"), std::nullopt);
  EXPECT_EQ(misfit(program, "1"), std::nullopt);  // a beginning
  EXPECT_EQ(misfit(program, "1.1"), "choice 2 of 2: thread 1 cannot go on here");
  EXPECT_EQ(misfit(program, "c0"), "choice 1 of 1: expected a thread's turn, found outcome 0");
  EXPECT_EQ(misfit(program, "0.1"), "choice 2 of 2: expected one of 2 outcomes, found a turn of thread 1");
  EXPECT_EQ(misfit(program, "0.c2"), "choice 2 of 2: there are 2 outcomes, and none with number 2");
  EXPECT_EQ(misfit(program, "0.c1.1.1"), "choice 4 of 4: the execution has ended already");
}

}  // namespace
}  // namespace linnet
