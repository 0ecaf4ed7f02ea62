// Tests Turns: a decision depends on turns that are merged and long decided, the limit of executions is exact, and a saved state goes on.
#include "explore/turns.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <random>
#include <tuple>
#include <vector>

#include "base/error.hpp"

namespace linnet {
namespace {

using Decided = std::vector<std::pair<std::size_t, std::uint64_t>>;
// What the turn with this number brings.
using Brings = std::function<Turns::Brought(std::uint64_t, const Turns::Turn&)>;

// All turns up to this many, in the order in which they are decided.
Decided decided(Turns& turns, const Brings& brings, std::uint64_t most) {
  Decided all;
  std::deque<Turns::Turn> open;
  for (std::uint64_t merged = 0; merged < most; ++merged) {
    while (const auto turn = turns.decide()) {
      all.emplace_back(turn->member, turn->executions);
      open.push_back(*turn);
    }
    if (open.empty()) break;
    turns.merge(brings(merged, open.front()));
    open.pop_front();
  }
  EXPECT_EQ(turns.all_merged(), open.empty());
  return all;
}

// A turn brings what its number and a seed say. Members below `ending` may be over.
Brings at_random(std::uint32_t seed, std::size_t ending = 0) {
  return [seed, ending](std::uint64_t number, const Turns::Turn& turn) {
    std::mt19937 random(seed * 1'000'003 + static_cast<std::uint32_t>(number));
    Turns::Brought brought{turn.executions, random() % 20, random() % 300, false};
    if (turn.member < ending && random() % 8 == 0) {
      brought.executions = random() % turn.executions;
      brought.over = true;
    }
    return brought;
  };
}

TEST(Turns, TheOpeningIsFixed) {
  Turns turns = Turns::shared(4, 0, std::nullopt);
  Decided opening;
  while (const auto turn = turns.decide()) opening.emplace_back(turn->member, turn->executions);
  EXPECT_EQ(opening, (Decided{{0, 128}, {1, 256}, {3, 1024}, {2, 256}, {3, 1024}}));
  Turns graphs = Turns::shared(3, 2, std::nullopt);
  EXPECT_EQ(graphs.decide()->member, 2u);
}

// Two runs in which turns bring the same up to number n have the same turns up to n + kAhead.
TEST(Turns, ADecisionDependsOnTurnsLongDecided) {
  int different = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const std::uint64_t same = 5 + seed % 20;
    const Brings one = at_random(seed, 3), another = at_random(seed + 1'000, 3);
    const Brings both = [&](std::uint64_t number, const Turns::Turn& turn) {
      return number < same ? one(number, turn) : another(number, turn);
    };
    Turns a = Turns::shared(4, 0, std::nullopt), b = a;
    const Decided first = decided(a, one, 60), second = decided(b, both, 60);
    ASSERT_GE(std::min(first.size(), second.size()), same + Turns::kAhead);
    const auto end = static_cast<std::ptrdiff_t>(same + Turns::kAhead);
    EXPECT_TRUE(std::equal(first.begin(), first.begin() + end, second.begin())) << seed;
    different += first != second;
  }
  EXPECT_GT(different, 50);
}

TEST(Turns, TheLimitIsExact) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const std::uint64_t most = 1 + seed * 37;
    Turns turns = Turns::shared(4, 0, most);
    std::uint64_t sum = 0;
    decided(
        turns,
        [&, brings = at_random(seed, 3)](std::uint64_t number, const Turns::Turn& turn) {
          const Turns::Brought brought = brings(number, turn);
          sum += brought.executions;
          return brought;
        },
        1'000);
    EXPECT_EQ(sum, most);
    EXPECT_TRUE(turns.are_used_up());
    EXPECT_EQ(turns.executions(), most);
  }
}

// In a large space, all that bring something have as many turns as the systematic one. Those that bring nothing have hardly any.
TEST(Turns, InALargeSpaceAllThatBringSomethingHaveTurns) {
  Turns turns = Turns::shared(4, 0, std::nullopt);
  const auto brings = [](std::uint64_t, const Turns::Turn& turn) {
    return Turns::Brought{turn.executions, 0, turn.member == 2 ? 0 : 100 + turn.member, false};
  };
  decided(turns, brings, 600);
  const std::vector<Turns::Member> before = turns.members();
  EXPECT_GT(before[3].executions, 1u << 16);
  EXPECT_GT(before[1].executions, 3 * before[0].executions);
  Turns after = Turns::shared(4, 0, std::nullopt);
  after.load(turns.save());
  decided(after, brings, 600);
  const auto more = [&](std::size_t i) { return after.members()[i].executions - before[i].executions; };
  EXPECT_GT(more(0), more(1) / 2);
  EXPECT_GT(more(1), more(0) / 2);
  EXPECT_GT(more(3), more(0));
  EXPECT_LT(more(2), more(0) / 2);
}

TEST(Turns, IfTheSystematicOneGivesUpTheOthersGoOnForAWhile) {
  Turns turns = Turns::shared(4, 0, std::nullopt);
  decided(
      turns,
      [](std::uint64_t, const Turns::Turn& turn) {
        return Turns::Brought{turn.member == 3 ? 5 : turn.executions, 0, 1, turn.member == 3};
      },
      1'000);
  EXPECT_GE(turns.executions(), 10'000u);
  EXPECT_LE(turns.executions(), 20'000u);
  EXPECT_FALSE(turns.are_used_up());
}

TEST(Turns, OneAfterTheOther) {
  Turns turns = Turns::one_after_the_other(2, 1'000);
  std::uint64_t first = 0, second = 0;
  decided(
      turns,
      [&](std::uint64_t number, const Turns::Turn& turn) {
        const bool over = turn.member == 0 && number == 6;
        (turn.member == 0 ? first : second) += over ? 3
                                               : first != 0 && turn.member == 0 && number > 6
                                                   ? 0
                                                   : turn.executions;
        return Turns::Brought{over                             ? 3
                              : turn.member == 0 && number > 6 ? 0
                                                               : turn.executions,
                              0, 0, over || number > 6};
      },
      100);
  EXPECT_EQ(second, turns.members()[1].executions);
  EXPECT_EQ(turns.members()[0].executions, first);
  EXPECT_GT(first, 1'000u);  // which the limit is not about
  EXPECT_LE(second, 1'000u);
  EXPECT_GT(second, 0u);
}

TEST(Turns, GoesOnFromASavedState) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Turns before = Turns::shared(4, 0, 2'000 + seed * 100);
    decided(before, at_random(seed, 3), 1'000);
    Turns after = Turns::shared(4, 0, 5'000), again = after;
    after.load(before.save());
    again.load(before.save());
    EXPECT_EQ(after.save(), before.save());
    EXPECT_EQ(after.merged(), before.merged());
    EXPECT_EQ(after.executions(), before.executions());
    EXPECT_EQ(decided(after, at_random(seed), 1'000), decided(again, at_random(seed), 1'000));
    EXPECT_EQ(after.executions(), before.executions() + 5'000);
    EXPECT_THROW(after.load(before.save().substr(0, 20)), InputError);
    EXPECT_THROW(Turns::shared(3, 0, std::nullopt).load(before.save()), InputError);
  }
}

}  // namespace
}  // namespace linnet
