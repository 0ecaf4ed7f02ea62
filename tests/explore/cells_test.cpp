// Tests Cells: footprints conflict exactly if their steps do, also if accesses overlap in odd ways.
#include "explore/cells.hpp"

#include <gtest/gtest.h>

#include <random>

namespace linnet {
namespace {

Step random_step(std::mt19937& random) {
  Step step;
  for (auto n = random() % 4; n > 0; --n) {
    step.touch(0x1000 + random() % 24, 1u << (random() % 4), random() % 2 == 0);
  }
  step.calls = random() % 8 == 0;
  step.returns = random() % 8 == 0;
  return step;
}

TEST(Cells, ConflictAsTheStepsDo) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Cells cells;
    for (int pair = 0; pair < 50; ++pair) {
      const Step a = random_step(random), b = random_step(random);
      EXPECT_EQ(cells.conflict(cells.footprint(a), cells.footprint(b)), conflict(a, b));
    }
  }
}

TEST(Cells, SameAccessSameCell) {
  Cells cells;
  std::vector<Cell> numbers;
  for (std::uint64_t i = 0; i < 500; ++i) numbers.push_back(cells.intern({i * 8, 8, false}));
  for (std::uint64_t i = 0; i < 500; ++i) EXPECT_EQ(cells.intern({i * 8, 8, true}), numbers[i]);
  EXPECT_EQ(cells.size(), 500u);
  EXPECT_TRUE(cells.overlaps(numbers[7]).empty());
  const Cell block = cells.intern({0, 16, true});
  EXPECT_TRUE(cells.shares_byte(block, numbers[1]));
  EXPECT_FALSE(cells.shares_byte(block, numbers[2]));
}

}  // namespace
}  // namespace linnet
