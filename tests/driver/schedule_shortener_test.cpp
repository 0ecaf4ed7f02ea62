// Tests shortening against a model with known failures: all steps of thread 1 before the last one of thread
// 0.
#include "driver/exploring/schedule_shortener.hpp"

#include <gtest/gtest.h>

namespace linnet {
namespace {

Schedule schedule_of(const std::string& threads) {
  Schedule schedule;
  for (const char c : threads) {
    schedule.choices.push_back({Choice::Kind::thread, static_cast<std::uint32_t>(c - '0')});
  }
  return schedule;
}

// Fails if step `first` of thread 1 comes before step `second` of thread 0 (each thread's steps count from 1).
Rerun fails_if_before(int first, int second) {
  return [=](const Schedule& schedule) -> std::optional<Schedule> {
    int zero = 0, one = 0;
    for (const Choice& choice : schedule.choices) {
      if (choice.value == 1 && ++one == first) return zero < second ? std::optional(schedule) : std::nullopt;
      if (choice.value == 0) ++zero;
    }
    return std::nullopt;
  };
}

TEST(ScheduleShortener, JoinsWhatCanBeJoined) {
  const Schedule shortened = shorten(schedule_of("0101010"), fails_if_before(3, 4), 1'000);
  EXPECT_EQ(count_segments(shortened), 3u);  // 000 111 0: joining more would make it pass
  EXPECT_TRUE(fails_if_before(3, 4)(shortened));
}

TEST(ScheduleShortener, KeepsWhatIsNeeded) {
  // Thread 1 must come between the first and the second step of thread 0.
  const Rerun rerun = [](const Schedule& schedule) -> std::optional<Schedule> {
    return schedule == schedule_of("010") || schedule == schedule_of("0100") ? std::optional(schedule)
                                                                             : std::nullopt;
  };
  EXPECT_EQ(shorten(schedule_of("010"), rerun, 1'000), schedule_of("010"));
}

TEST(ScheduleShortener, StopsAfterSoManyReruns) {
  int reruns = 0;
  const Rerun never = [&reruns](const Schedule&) -> std::optional<Schedule> {
    ++reruns;
    return std::nullopt;
  };
  shorten(schedule_of("010101010101"), never, 7);
  EXPECT_EQ(reruns, 7);
}

TEST(ScheduleShortener, OutcomesStayWithTheirStep) {
  Schedule schedule = schedule_of("01");
  schedule.choices.push_back({Choice::Kind::outcome, 1});
  schedule.choices.push_back({Choice::Kind::thread, 0});
  EXPECT_EQ(count_segments(schedule), 3u);
}

}  // namespace
}  // namespace linnet
