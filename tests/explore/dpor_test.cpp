// DporStrategy beside plain enumeration: every trace exactly once, and the same states and histories.
#include "explore/dpor.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "enumerator.hpp"

namespace linnet {
namespace {

using namespace model;

std::size_t scale() {
  const char* text = std::getenv("LINNET_TEST_SCALE");
  return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

constexpr std::size_t kMostInterleavings = 30'000;

// False if the program is too large to be enumerated.
bool agrees_with_enumeration(const Program& program) {
  const auto all = enumerate(program, kMostInterleavings);
  if (!all) return false;
  DporStrategy dpor;
  Findings found;
  drive(program, dpor, [&](const Execution& e) { found.add(e); }, 2 * all->traces.size() + 10);
  EXPECT_EQ(found.executions, all->traces.size()) << program.to_string();
  EXPECT_EQ(found.traces, all->traces) << program.to_string();
  EXPECT_EQ(found.states, all->states) << program.to_string();
  EXPECT_EQ(found.histories, all->histories) << program.to_string();
  EXPECT_EQ(found.deadlocks, all->deadlocks) << program.to_string();
  EXPECT_EQ(dpor.statistics().executions, all->traces.size()) << program.to_string();
  EXPECT_EQ(dpor.statistics().blocked, 0u) << program.to_string();
  EXPECT_EQ(dpor.statistics().redundant, 0u) << program.to_string();
  return true;
}

void random_programs_agree(const Ingredients& ingredients, unsigned seed, std::size_t rounds) {
  std::mt19937 random(seed);
  std::size_t compared = 0;
  for (std::size_t round = 0; round < rounds * scale(); ++round) {
    const Program program = random_program(ingredients, random);
    compared += agrees_with_enumeration(program) ? 1 : 0;
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
  }
  EXPECT_GT(compared, rounds * scale() / 4);
}

// Every instruction over two variables that a tiny program is made of.
std::vector<Instruction> tiny_instructions() {
  std::vector<Instruction> all;
  for (int v = 0; v < 2; ++v) {
    all.push_back({.code = Code::load, .reg = v, .object = v});
    all.push_back({.code = Code::store, .object = v, .a = constant(1)});
    all.push_back({.code = Code::cas, .reg = v, .object = v, .a = constant(0), .b = constant(1)});
  }
  return all;
}

// All sequences of the instructions of up to `most` steps.
std::vector<Body> all_bodies(std::size_t most) {
  std::vector<Body> bodies{{}};
  for (std::size_t begin = 0; begin < bodies.size(); ++begin) {
    if (bodies[begin].size() == most) continue;
    for (const Instruction& i : tiny_instructions()) {
      Body longer = bodies[begin];
      longer.push_back(i);
      bodies.push_back(longer);
    }
  }
  return bodies;
}

TEST(Dpor, AllTinyPrograms) {
  const auto bodies = all_bodies(2), long_bodies = all_bodies(3);
  for (const Body& a : bodies) {
    for (const Body& b : long_bodies) {
      agrees_with_enumeration({.threads = {a, b}, .variables = {0, 0}, .spawned = {}});
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST(Dpor, AllTinyProgramsOfThreeThreads) {
  const auto one = all_bodies(1), two = all_bodies(2);
  for (const Body& a : one) {
    for (const Body& b : two) {
      for (const Body& c : two) {
        agrees_with_enumeration({.threads = {a, b, c}, .variables = {0, 0}, .spawned = {}});
        ASSERT_FALSE(HasFailure());
      }
    }
  }
}

TEST(Dpor, RandomAccesses) {
  random_programs_agree({.threads = 3, .instructions = 4, .variables = 2}, 1, 800);
}
TEST(Dpor, RandomFourThreads) {
  random_programs_agree({.threads = 4, .instructions = 2, .variables = 2}, 2, 400);
}
TEST(Dpor, RandomLocks) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true}, 3, 1000);
}
TEST(Dpor, RandomConditions) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true, .conditions = true}, 4, 1000);
}
TEST(Dpor, RandomConditionsWithFourThreads) {
  random_programs_agree({.threads = 4, .instructions = 2, .locks = true, .conditions = true}, 5, 600);
}
TEST(Dpor, RandomChoices) {
  random_programs_agree({.threads = 3, .instructions = 3, .choices = true}, 6, 600);
}
TEST(Dpor, RandomOperations) {
  random_programs_agree({.threads = 3, .instructions = 3, .operations = true}, 7, 800);
}
TEST(Dpor, RandomSpawning) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true, .spawning = true}, 8, 800);
}
TEST(Dpor, RandomEverything) {
  random_programs_agree({.threads = 3,
                         .instructions = 3,
                         .locks = true,
                         .conditions = true,
                         .choices = true,
                         .operations = true,
                         .spawning = true},
                        9, 1500);
}

}  // namespace
}  // namespace linnet
