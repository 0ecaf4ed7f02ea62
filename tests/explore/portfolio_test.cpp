// Tests Portfolio: strategies that share one process find what enumeration finds, and their turns depend on nothing but the seed.
#include "explore/portfolio.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "enumerator.hpp"
#include "explore/bounded.hpp"
#include "explore/dpor.hpp"
#include "explore/sampling.hpp"
#include "known_programs.hpp"

namespace linnet {
namespace {

using namespace model;

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

std::unique_ptr<Portfolio> portfolio(std::uint64_t seed) {
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.push_back(std::make_unique<BoundedStrategy>());
  strategies.push_back(std::make_unique<RandomStrategy>(seed, kNoEnd));
  strategies.push_back(std::make_unique<PctStrategy>(seed, kNoEnd));
  strategies.push_back(std::make_unique<DporStrategy>());
  return take_turns(std::move(strategies));
}

// Stops a strategy after so many executions.
class AtMost final : public Strategy {
 public:
  AtMost(Strategy& strategy, std::uint64_t most) : strategy_(strategy), left_(most) {}
  bool next_execution() override { return left_-- > 0 && strategy_.next_execution(); }
  ThreadNumber pick(std::span<const Ready> ready) override { return strategy_.pick(ready); }
  ThreadNumber repeats() override { return strategy_.repeats(); }
  std::uint32_t choose(std::uint32_t n) override { return strategy_.choose(n); }
  void took(const Step& step) override { strategy_.took(step); }
  void waiting(std::span<const Ready> left) override { strategy_.waiting(left); }
  void finished(Ending ending) override { strategy_.finished(ending); }

 private:
  Strategy& strategy_;
  std::uint64_t left_;
};

std::vector<TraceKey> some_executions(const Program& program, Strategy& strategy, std::uint64_t number) {
  std::vector<TraceKey> keys;
  AtMost some(strategy, number);
  drive(program, some, [&](const Execution& e) { keys.push_back(trace_key(e.steps)); });
  return keys;
}

TEST(Portfolio, FindsWhatEnumerationFinds) {
  std::mt19937 random(5);
  const Ingredients ingredients{
      .threads = 3, .instructions = 2, .locks = true, .choices = true, .operations = true};
  for (int round = 0; round < 100; ++round) {
    const Program program = random_program(ingredients, random);
    const auto all = enumerate(program, 3'000);
    if (!all) continue;
    const auto strategy = portfolio(1);
    Findings found;
    drive(program, *strategy, [&](const Execution& e) { found.add(e); });
    EXPECT_TRUE(strategy->coverage().complete);
    EXPECT_EQ(found.traces, all->traces) << program.to_string();
    EXPECT_EQ(found.states, all->states) << program.to_string();
    EXPECT_EQ(found.histories, all->histories) << program.to_string();
  }
}

// Passes everything on, and compares the steps that are said to be repeated with those of the execution before.
class ComparesRepeated final : public Strategy {
 public:
  explicit ComparesRepeated(Strategy& strategy) : strategy_(strategy) {}
  bool next_execution() override {
    before_ = std::exchange(steps_, {});
    if (!strategy_.next_execution()) return false;
    repeated_ = strategy_.repeated_steps().value_or(0);
    all_repeated += repeated_;
    EXPECT_LE(repeated_, before_.size());
    return true;
  }
  ThreadNumber pick(std::span<const Ready> ready) override { return strategy_.pick(ready); }
  ThreadNumber repeats() override { return strategy_.repeats(); }
  std::uint32_t choose(std::uint32_t n) override { return strategy_.choose(n); }
  void took(const Step& step) override {
    if (steps_.size() < repeated_) {
      EXPECT_EQ(trace_key({step}), trace_key({before_[steps_.size()]}));
    }
    steps_.push_back(step);
    strategy_.took(step);
  }
  void waiting(std::span<const Ready> left) override { strategy_.waiting(left); }
  void finished(Ending ending) override { strategy_.finished(ending); }

  std::uint64_t all_repeated = 0;

 private:
  Strategy& strategy_;
  std::vector<Step> steps_, before_;
  std::uint32_t repeated_ = 0;
};

TEST(Portfolio, SaysHowManyStepsAreRepeated) {
  const auto strategy = portfolio(1);
  ComparesRepeated compares(*strategy);
  drive(msqueue(2, 1), compares, [](const Execution&) {});
  DporStrategy alone;
  ComparesRepeated compares_alone(alone);
  drive(msqueue(2, 1), compares_alone, [](const Execution&) {});
  EXPECT_GT(compares_alone.all_repeated, 222u);
  EXPECT_EQ(compares.all_repeated, compares_alone.all_repeated);
}

// A space that dpor finishes in its first turn costs what two of the others are given first, and no more.
TEST(Portfolio, ASmallSpaceIsFinishedAtOnce) {
  const auto strategy = portfolio(1);
  drive(msqueue(2, 1), *strategy, [](const Execution&) {});
  EXPECT_TRUE(strategy->coverage().complete);
  EXPECT_EQ(strategy->members().back().executions, 222u);
  EXPECT_EQ(strategy->members()[0].executions, 128u);
  EXPECT_EQ(strategy->members()[1].executions, 256u);
  EXPECT_EQ(strategy->members()[2].executions, 0u);
}

TEST(Portfolio, AllHaveTurnsAndTheSeedAloneDecides) {
  const auto a = portfolio(7), b = portfolio(7), c = portfolio(8);
  const Program program = treiber(3, 1);
  const auto first = some_executions(program, *a, 6'000);
  EXPECT_EQ(first.size(), 6'000u);
  EXPECT_EQ(first, some_executions(program, *b, 6'000));
  EXPECT_NE(first, some_executions(program, *c, 6'000));
  for (const Portfolio::Member& member : a->members()) EXPECT_GE(member.executions, 64u);
  EXPECT_GE(a->members().back().executions, 3'000u);
}

// Each strategy goes on exactly from its position, in another process and without the others.
TEST(Portfolio, EachGoesOnFromItsPosition) {
  const Program program = treiber(3, 1);
  for (const std::uint64_t number : {1, 100, 129, 2'500, 4'000}) {
    const auto before = portfolio(3);
    some_executions(program, *before, number);
    for (std::size_t member = 0; member < 4; ++member) {
      const std::optional<std::string> position = before->position(member);
      ASSERT_TRUE(position);
      const auto next_turn = [member, left = 2]() mutable -> std::optional<Turns::Turn> {
        if (left-- == 0) return std::nullopt;
        return Turns::Turn{member, 10};
      };
      std::vector<std::unique_ptr<Strategy>> same;
      same.push_back(std::make_unique<BoundedStrategy>());
      same.push_back(std::make_unique<RandomStrategy>(3, kNoEnd));
      same.push_back(std::make_unique<PctStrategy>(3, kNoEnd));
      same.push_back(std::make_unique<DporStrategy>());
      Portfolio after(std::move(same), next_turn);
      after.continue_from(member, *position, before->members()[member].executions);
      EXPECT_EQ(after.position(member), position);
      EXPECT_EQ(some_executions(program, after, 100).size(), 20u);
      EXPECT_EQ(after.members()[member].executions, before->members()[member].executions + 20);
      EXPECT_NE(after.position(member), position);
    }
  }
}

}  // namespace
}  // namespace linnet
