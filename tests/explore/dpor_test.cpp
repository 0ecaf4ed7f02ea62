// Tests DporStrategy beside plain enumeration: every trace exactly once, and the same states and histories.
#include "explore/dpor.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "enumerator.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using namespace model;

constexpr std::size_t kMostInterleavings = 10'000;

// False if the program is too large to be enumerated.
bool agrees_with_enumeration(const Program& program) {
  const auto all = enumerate(program, kMostInterleavings);
  if (!all) return false;
  DporStrategy dpor;
  Findings found;
  drive(
      program, dpor, [&](const Execution& e) { found.add(e); }, 2 * all->traces.size() + 10);
  EXPECT_EQ(found.executions, all->traces.size()) << program.to_string();
  EXPECT_TRUE(found.traces == all->traces) << program.to_string();
  EXPECT_EQ(found.states, all->states) << program.to_string();
  EXPECT_EQ(found.histories, all->histories) << program.to_string();
  EXPECT_EQ(found.failures, all->failures) << program.to_string();
  EXPECT_EQ(found.deadlocks, all->deadlocks) << program.to_string();
  EXPECT_EQ(dpor.statistics().executions, all->traces.size()) << program.to_string();
  EXPECT_EQ(dpor.statistics().blocked, 0u) << program.to_string();
  EXPECT_EQ(dpor.statistics().redundant, 0u) << program.to_string();
  return true;
}

void random_programs_agree(const Ingredients& ingredients, unsigned seed, std::size_t rounds) {
  std::mt19937 random(seed);
  std::size_t compared = 0;
  for (std::size_t round = 0; round < cases(rounds); ++round) {
    const Program program = random_program(ingredients, random);
    compared += agrees_with_enumeration(program) ? 1 : 0;
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
  }
  EXPECT_GT(compared, cases(rounds) / 8);
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
  random_programs_agree({.threads = 3, .instructions = 4, .variables = 2}, 1, 300);
}
TEST(Dpor, RandomFourThreads) {
  random_programs_agree({.threads = 4, .instructions = 2, .variables = 2}, 2, 300);
}
TEST(Dpor, RandomOverlappingAccesses) {
  random_programs_agree({.threads = 3, .instructions = 3, .variables = 2, .clearing = true}, 10, 300);
}
TEST(Dpor, RandomLocks) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true}, 3, 150);
}
TEST(Dpor, RandomConditions) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true, .conditions = true}, 4, 100);
}
TEST(Dpor, RandomConditionsWithFourThreads) {
  random_programs_agree({.threads = 4, .instructions = 2, .locks = true, .conditions = true}, 5, 100);
}
TEST(Dpor, RandomChoices) {
  random_programs_agree({.threads = 3, .instructions = 3, .choices = true}, 6, 300);
}
TEST(Dpor, RandomOperations) {
  random_programs_agree({.threads = 3, .instructions = 3, .operations = true}, 7, 200);
}
TEST(Dpor, RandomSpawning) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true, .spawning = true}, 8, 150);
}
TEST(Dpor, RandomSpinLoops) {
  random_programs_agree({.threads = 3, .instructions = 3, .variables = 3, .spinning = true}, 11, 300);
}
TEST(Dpor, RandomEndings) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true, .endings = true}, 12, 200);
}
TEST(Dpor, RandomEndingsAmongLoops) {
  random_programs_agree(
      {.threads = 3, .instructions = 3, .variables = 3, .clearing = true, .spinning = true, .endings = true},
      13, 200);
}
TEST(Dpor, RandomCrashes) {
  random_programs_agree({.threads = 3, .instructions = 3, .operations = true, .crashes = true}, 14, 200);
}
TEST(Dpor, RandomCrashesAmongLocks) {
  random_programs_agree({.threads = 3, .instructions = 3, .locks = true, .choices = true, .crashes = true},
                        15, 150);
}
TEST(Dpor, RandomEverything) {
  random_programs_agree({.threads = 3,
                         .instructions = 3,
                         .locks = true,
                         .conditions = true,
                         .choices = true,
                         .operations = true,
                         .spawning = true,
                         .spinning = true,
                         .endings = true},
                        9, 150);
}

bool fits_barriers(const Program& program) {
  for (std::size_t b = 0; b < program.barriers.size(); ++b) {
    const auto uses = [&](const Body& body) {
      return std::ranges::any_of(body, [&](const Instruction& i) {
        return i.code == Code::barrier && i.object == static_cast<int>(b);
      });
    };
    if (std::ranges::count_if(program.threads, uses) > program.barriers[b]) return false;
  }
  return true;
}

// With arrivals that conflict and with arrivals that do not there are the same states, histories and deadlocks: those of all
// interleavings.
void barriers_agree(const Ingredients& ingredients, unsigned seed, std::size_t rounds) {
  std::mt19937 random(seed);
  std::size_t compared = 0, commuted = 0;
  for (std::size_t round = 0; round < cases(rounds); ++round) {
    Program program = random_program(ingredients, random);
    compared += agrees_with_enumeration(program) ? 1 : 0;
    program.barriers_commute = true;
    if (fits_barriers(program)) commuted += agrees_with_enumeration(program) ? 1 : 0;
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
  }
  EXPECT_GT(compared, cases(rounds) / 8);
  EXPECT_GT(commuted, cases(rounds) / 16);
}
TEST(Dpor, RandomBarriers) {
  barriers_agree({.threads = 3, .instructions = 3, .barriers = true}, 16, 80);
}
TEST(Dpor, RandomBarriersOfTwoThreads) {
  barriers_agree({.threads = 2, .instructions = 5, .operations = true, .barriers = true}, 17, 60);
}
TEST(Dpor, RandomBarriersAmongLocksAndEndings) {
  barriers_agree({.threads = 3, .instructions = 3, .locks = true, .endings = true, .barriers = true}, 18, 40);
}

std::uint64_t executions_at_barrier(int threads, int phases, bool looked_at, bool commute) {
  const Instruction barrier{.code = Code::barrier, .reg = 0, .object = 0, .a = constant(looked_at ? 1 : 0)};
  Program program{.threads = std::vector<Body>(static_cast<std::size_t>(threads),
                                               Body(static_cast<std::size_t>(phases), barrier)),
                  .variables = {},
                  .barriers = {threads},
                  .barriers_commute = commute,
                  .spawned = {}};
  DporStrategy dpor;
  drive(program, dpor, {});
  return dpor.statistics().executions;
}

// N threads arrive in one order. If it is looked at who was the first to leave, that is one of N.
TEST(Dpor, ThreadsAtABarrier) {
  for (const int threads : {2, 3, 4, 5}) {
    EXPECT_EQ(executions_at_barrier(threads, 1, false, true), 1u);
    EXPECT_EQ(executions_at_barrier(threads, 3, false, true), 1u);
    EXPECT_EQ(executions_at_barrier(threads, 1, true, true), static_cast<std::uint64_t>(threads));
  }
  EXPECT_EQ(executions_at_barrier(3, 2, true, true), 9u);
  EXPECT_EQ(executions_at_barrier(4, 1, false, false), 24u);
  EXPECT_EQ(executions_at_barrier(3, 2, false, false), 36u);
}

// Where thread 0 leaves the end of the program to the others, the same goes wrong as where it ends it at any time.
TEST(Dpor, EndOfMainWaits) {
  std::mt19937 random(19);
  std::size_t compared = 0, fewer = 0, failed = 0, deadlocked = 0;
  for (std::size_t round = 0; round < cases(80); ++round) {
    Program program =
        random_program({.threads = 3, .instructions = 3, .locks = true, .endings = true}, random);
    if (round % 2 == 0) program.threads[0].push_back({.code = Code::exit});
    const auto at_any_time = enumerate(program, kMostInterleavings);
    program.end_waits = true;
    const auto waits = enumerate(program, kMostInterleavings);
    if (!at_any_time || !waits || !agrees_with_enumeration(program)) continue;
    ++compared;
    EXPECT_EQ(waits->failures, at_any_time->failures) << program.to_string();
    EXPECT_EQ(waits->deadlocks == 0, at_any_time->deadlocks == 0) << program.to_string();
    EXPECT_LE(waits->traces.size(), at_any_time->traces.size()) << program.to_string();
    fewer += waits->traces.size() < at_any_time->traces.size();
    failed += !waits->failures.empty();
    deadlocked += waits->deadlocks != 0;
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
  EXPECT_GT(compared, cases(80) / 4);
  EXPECT_GT(fewer, cases(80) / 8);
  if (kUnderSanitizers) return;  // too few programs
  EXPECT_GT(failed, 0u);
  EXPECT_GT(deadlocked, 0u);
}

// Threads with the same body that begin in one order reach the same states as those that begin in any, whichever of them is which.
void twins_agree(const Ingredients& ingredients, unsigned seed, std::size_t rounds) {
  std::mt19937 random(seed);
  std::size_t compared = 0, fewer = 0;
  for (std::size_t round = 0; round < cases(rounds); ++round) {
    Program program = random_program(ingredients, random);
    program.threads[2] = program.threads[1];
    if (round % 3 == 0) program.threads[0] = program.threads[1];
    const auto in_any_order = enumerate(program, kMostInterleavings);
    program.twins = {-1, round % 3 == 0 ? 0 : -1, 1};
    if (!in_any_order || !agrees_with_enumeration(program)) continue;
    const auto in_one_order = enumerate(program, kMostInterleavings);
    ++compared;
    fewer += in_one_order->traces.size() < in_any_order->traces.size();
    EXPECT_EQ(in_one_order->states_of_anyone, in_any_order->states_of_anyone) << program.to_string();
    EXPECT_LE(in_one_order->traces.size(), in_any_order->traces.size()) << program.to_string();
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
  }
  EXPECT_GT(compared, cases(rounds) / 8);
  EXPECT_GT(fewer, cases(rounds) / 16);
}
TEST(Dpor, RandomTwins) {
  twins_agree({.threads = 3, .instructions = 3}, 20, 100);
}
TEST(Dpor, RandomTwinsAmongLocks) {
  twins_agree({.threads = 3, .instructions = 2, .locks = true, .conditions = true, .choices = true}, 21, 60);
}
TEST(Dpor, RandomTwinsAmongLoopsAndEndings) {
  twins_agree({.threads = 3, .instructions = 2, .operations = true, .spinning = true, .endings = true}, 22,
              60);
}

// Found while the algorithm was written; each is the smallest program that showed its fault.

// A failed compare-exchange planned as "may write" is no reason to drop, later, what was merged with it.
TEST(Dpor, PlansThatWereAbsorbedMustNotVanish) {
  const Instruction store{.code = Code::store, .object = 0, .a = constant(1)};
  agrees_with_enumeration(
      {.threads = {{{.code = Code::cas, .reg = 0, .object = 0, .a = constant(0), .b = constant(1)}},
                   {{.code = Code::load, .reg = 0, .object = 0}},
                   {store, store}},
       .variables = {0},
       .spawned = {}});
}

// Whether a step writes a lock for certain matters when a sequence is compared with one that is planned.
TEST(Dpor, CertainWritesOfTwoCells) {
  const auto waiter = [](int lock) {
    return Body{{.code = Code::lock, .object = lock}, {.code = Code::wait, .object = 0, .target = lock}};
  };
  agrees_with_enumeration(
      {.threads = {waiter(1),
                   waiter(0),
                   {{.code = Code::try_lock, .reg = 3, .object = 0},
                    {.code = Code::jump_equal, .a = reg(3), .b = constant(0), .target = 3},
                    {.code = Code::unlock, .object = 0}}},
       .variables = {0},
       .locks = 2,
       .conditions = 1,
       .spawned = {}});
}

// A race of two steps that were both replayed must be looked at again: what follows them has changed.
TEST(Dpor, OldRacesWithNewContinuations) {
  agrees_with_enumeration(
      {.threads = {{{.code = Code::store, .object = 0, .a = constant(0)}},
                   {{.code = Code::call},
                    {.code = Code::fetch_add, .reg = 0, .object = 0, .a = constant(1)},
                    {.code = Code::load, .reg = 1, .object = 0},
                    {.code = Code::jump_equal, .a = reg(1), .b = constant(1), .target = 5},
                    {.code = Code::store, .object = 1, .a = constant(0)},
                    {.code = Code::ret, .a = reg(1)}},
                   {{.code = Code::call},
                    {.code = Code::fetch_add, .reg = 1, .object = 1, .a = constant(1)},
                    {.code = Code::ret, .a = reg(1)}}},
       .variables = {0, 0},
       .spawned = {}});
}

// The first step of a thread can precede one that was there before the thread was created.
TEST(Dpor, FirstStepOfAThreadCreatedLater) {
  agrees_with_enumeration(
      {.threads = {{{.code = Code::spawn, .object = 1}, {.code = Code::load, .object = 0}},
                   {{.code = Code::spawn, .object = 2}},
                   {{.code = Code::store, .object = 0, .a = constant(2)}}},
       .variables = {0},
       .spawned = {false, true, true}});
}

// Each takes one lock, then the other: 2 traces in which one has both first, and the deadlock.
TEST(Dpor, LocksInOppositeOrderDeadlock) {
  const auto both = [](int a, int b) {
    return Body{{.code = Code::lock, .object = a},
                {.code = Code::lock, .object = b},
                {.code = Code::unlock, .object = b},
                {.code = Code::unlock, .object = a}};
  };
  const Program program{.threads = {both(0, 1), both(1, 0)}, .variables = {}, .locks = 2, .spawned = {}};
  DporStrategy dpor;
  Findings found;
  drive(program, dpor, [&](const Execution& e) { found.add(e); });
  EXPECT_EQ(found.executions, 3u);
  EXPECT_EQ(found.deadlocks, 1u);
}

// One loop over two variables, which two others write: who woke it need not be what it reads next.
TEST(Dpor, SpinLoopOverTwoVariables) {
  const auto store = [](int v) { return Body{{.code = Code::store, .object = v, .a = constant(1)}}; };
  const Body loop{{.code = Code::load, .reg = 0, .object = 0},
                  {.code = Code::jump_equal, .a = reg(0), .b = constant(1), .target = 4},
                  {.code = Code::load, .reg = 1, .object = 1},
                  {.code = Code::jump_equal, .a = reg(1), .b = constant(0), .target = 0}};
  agrees_with_enumeration({.threads = {loop, store(0), store(1)}, .variables = {0, 0}, .spawned = {}});
}

// A thread that is created while its creator holds the lock it takes first: it could be blocked from its birth on.
TEST(Dpor, CreatedInsideACriticalSection) {
  agrees_with_enumeration(
      {.threads = {{{.code = Code::lock, .object = 0},
                    {.code = Code::spawn, .object = 1},
                    {.code = Code::unlock, .object = 0}},
                   {{.code = Code::lock, .object = 0}, {.code = Code::unlock, .object = 0}}},
       .variables = {},
       .locks = 1,
       .spawned = {false, true}});
}

// The other thread waits for the lock when the program ends: it could have had it before.
TEST(Dpor, ExitWhileAnotherWaits) {
  const Program program{.threads = {{{.code = Code::lock, .object = 0}, {.code = Code::exit}},
                                    {{.code = Code::lock, .object = 0}, {.code = Code::unlock, .object = 0}}},
                        .variables = {},
                        .locks = 1,
                        .spawned = {}};
  agrees_with_enumeration(program);
  DporStrategy dpor;
  EXPECT_EQ(drive(program, dpor, nullptr), 2u);
}

// A planned step that turns out to fail does not cover what would have come before it.
TEST(Dpor, FailureInAPlannedStep) {
  agrees_with_enumeration(
      {.threads = {{{.code = Code::cas, .reg = 0, .object = 0, .a = constant(0), .b = constant(1)},
                    {.code = Code::load, .reg = 1, .object = 1},
                    {.code = Code::check, .a = reg(0), .b = constant(1)}},
                   {{.code = Code::store, .object = 1, .a = constant(2)}},
                   {{.code = Code::load, .reg = 1, .object = 0},
                    {.code = Code::jump_equal, .a = reg(0), .b = constant(0), .target = 0}}},
       .variables = {0, 0},
       .spawned = {}});
}

// The same for the other outcome of a choice: only with it the step fails.
TEST(Dpor, FailureInAnotherOutcome) {
  const Instruction store{.code = Code::store, .object = 0, .a = constant(1)};
  const Instruction ret{.code = Code::ret, .a = reg(0)};
  agrees_with_enumeration({.threads = {{{.code = Code::choose, .reg = 0, .a = constant(2)},
                                        {.code = Code::call},
                                        {.code = Code::check, .a = reg(0), .b = constant(1)},
                                        ret},
                                       {{.code = Code::call}, store, store, ret}},
                           .variables = {0},
                           .spawned = {}});
}

TEST(Dpor, GivesUpWhereThereAreTooManyThreads) {
  std::vector<Ready> ready;
  for (ThreadNumber t = 0; t <= DporStrategy::kMostThreads; ++t) ready.push_back({1000 * t, {}});
  DporStrategy dpor;
  ASSERT_TRUE(dpor.next_execution());
  EXPECT_EQ(dpor.pick(ready), kNoThread);
  dpor.finished(Ending::abandoned);
  EXPECT_FALSE(dpor.next_execution());
  EXPECT_FALSE(dpor.complete());
  EXPECT_TRUE(dpor.statistics().too_many_threads);
}

TEST(Dpor, GoesOnFromACheckpoint) {
  std::mt19937 random(31);
  const Ingredients ingredients{.threads = 3,
                                .instructions = 3,
                                .locks = true,
                                .conditions = true,
                                .choices = true,
                                .operations = true,
                                .spawning = true,
                                .endings = true};
  for (int round = 0; round < 60; ++round) {
    const Program program = random_program(ingredients, random);
    std::vector<TraceKey> straight, resumed;
    DporStrategy whole;
    drive(
        program, whole, [&](const Execution& e) { straight.push_back(trace_key(e.steps)); }, 300);
    std::string position = *DporStrategy().save();
    for (std::size_t part = 1; resumed.size() < straight.size(); ++part) {
      DporStrategy dpor;
      dpor.load(position);
      EXPECT_EQ(dpor.save(), position);
      drive(
          program, dpor, [&](const Execution& e) { resumed.push_back(trace_key(e.steps)); },
          std::min(part, straight.size() - resumed.size()));
      position = *dpor.save();
    }
    EXPECT_EQ(resumed, straight) << program.to_string();
  }
}

TEST(Dpor, BadCheckpointsAreRefused) {
  EXPECT_THROW(DporStrategy().load("linnet-dpor 2 0"), InputError);
  EXPECT_THROW(DporStrategy().load("linnet-dpor 2 0 0 0 0 0 0 0 0"), InputError);
  EXPECT_THROW(DporStrategy().load("linnet-dpor 2 0 0 0 0 0 0 0 1 0 0 zz"), InputError);
}

}  // namespace
}  // namespace linnet
