// Tests how scenarios get fewer operations and threads.
#include "driver/program/scenario_shrinker.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace linnet {
namespace {

// Operations are numbers; parts are init, threads, final.
Scenario scenario_of(const std::vector<std::vector<std::uint32_t>>& parts) {
  Scenario scenario;
  for (const std::vector<std::uint32_t>& part : parts) {
    for (const std::uint32_t operation : part) scenario.calls.push_back({operation, {}, 0});
    scenario.part_ends.push_back(static_cast<std::uint32_t>(scenario.calls.size()));
  }
  return scenario;
}

std::vector<std::vector<std::uint32_t>> parts_of(const Scenario& scenario) {
  std::vector<std::vector<std::uint32_t>> parts(scenario.part_ends.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::uint32_t i = scenario.part_begin(part); i < scenario.part_ends[part]; ++i)
      parts[part].push_back(scenario.calls[i].operation);
  }
  return parts;
}

using Parts = std::vector<std::vector<std::uint32_t>>;

TEST(ScenarioShrinker, TakesACallOutOfItsPart) {
  const Scenario all = scenario_of({{1}, {2, 3}, {4}, {5}});
  EXPECT_EQ(parts_of(without_call(all, 0)), (Parts{{}, {2, 3}, {4}, {5}}));
  EXPECT_EQ(parts_of(without_call(all, 1)), (Parts{{1}, {3}, {4}, {5}}));
  EXPECT_EQ(parts_of(without_call(all, 3)), (Parts{{1}, {2, 3}, {5}})) << "a thread without operations goes";
  EXPECT_EQ(parts_of(without_call(all, 4)), (Parts{{1}, {2, 3}, {4}, {}}));
}

TEST(ScenarioShrinker, KeepsOneThread) {
  EXPECT_EQ(parts_of(without_call(scenario_of({{1}, {2}, {3}}), 1)), (Parts{{1}, {}, {3}}));
}

TEST(ScenarioShrinker, TakesAThreadAway) {
  const Scenario all = scenario_of({{1}, {2, 3}, {4}, {5}});
  EXPECT_EQ(parts_of(without_thread(all, 1)), (Parts{{1}, {4}, {5}}));
  EXPECT_EQ(parts_of(without_thread(all, 2)), (Parts{{1}, {2, 3}, {5}}));
}

TEST(ScenarioShrinker, TriesWholeThreadsFirst) {
  std::vector<Parts> tried;
  const auto fails = [&](const Scenario& scenario) {
    tried.push_back(parts_of(scenario));
    return false;
  };
  shrink(scenario_of({{}, {1, 2}, {3, 4}, {5, 6}, {}}), fails, 3);
  EXPECT_EQ(tried, (std::vector<Parts>{
                       {{}, {1, 2}, {3, 4}, {}}, {{}, {1, 2}, {5, 6}, {}}, {{}, {3, 4}, {5, 6}, {}}}));
}

TEST(ScenarioShrinker, LetsOneThreadDoWhatTwoDid) {
  const Scenario all = scenario_of({{1}, {2, 3}, {4}, {5}, {6}});
  EXPECT_EQ(parts_of(with_joined_threads(all, 1, 2)), (Parts{{1}, {2, 3, 4}, {5}, {6}}));
  EXPECT_EQ(parts_of(with_joined_threads(all, 3, 1)), (Parts{{1}, {4}, {5, 2, 3}, {6}}));
}

// It fails if different threads do 3 and 4: only two threads are left.
TEST(ScenarioShrinker, JoinsThreadsAsLongAsItFails) {
  const auto fails = [](const Scenario& scenario) {
    Parts parts = parts_of(scenario);
    std::vector<std::uint32_t> all;
    for (const auto& part : parts) {
      all.insert(all.end(), part.begin(), part.end());
      if (std::ranges::count(part, 3u) + std::ranges::count(part, 4u) == 2) return false;
    }
    return all.size() == 4;
  };
  const Parts left = parts_of(shrink(scenario_of({{}, {1}, {2}, {3}, {4}, {}}), fails, 1000));
  EXPECT_EQ(left.size(), 4u) << "init, two threads, final";
}

// Whatever three operations are needed, only these are left.
TEST(ScenarioShrinker, LeavesWhatIsNeeded) {
  const Scenario all = scenario_of({{0}, {1, 2}, {3, 4, 5}, {6, 7}});
  for (std::uint32_t a = 0; a < 8; ++a) {
    for (std::uint32_t b = a + 1; b < 8; ++b) {
      for (std::uint32_t c = b + 1; c < 8; ++c) {
        const auto fails = [&](const Scenario& s) {
          return std::ranges::all_of(
              std::initializer_list<std::uint32_t>{a, b, c}, [&](std::uint32_t needed) {
                return std::ranges::find(s.calls, needed, &PlannedCall::operation) != s.calls.end();
              });
        };
        const Scenario left = shrink(all, fails, 1000);
        EXPECT_EQ(left.calls.size(), 3u) << a << b << c;
        EXPECT_TRUE(fails(left));
      }
    }
  }
}

TEST(ScenarioShrinker, StopsAtItsLimit) {
  std::uint32_t tried = 0;
  shrink(
      scenario_of({{}, {1, 2, 3, 4}, {5, 6, 7, 8}, {}}), [&](const auto&) { return ++tried > 100; }, 3);
  EXPECT_EQ(tried, 3u);
}

}  // namespace
}  // namespace linnet
