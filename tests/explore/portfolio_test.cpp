// Tests Portfolio: it finds what enumeration finds, its turns depend on nothing but the seed, and it goes on from where it stood.
#include "explore/portfolio.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "base/error.hpp"
#include "enumerator.hpp"
#include "explore/bounded.hpp"
#include "explore/dpor.hpp"
#include "explore/sampling.hpp"
#include "known_programs.hpp"

namespace linnet {
namespace {

using namespace model;

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

Portfolio portfolio(std::uint64_t seed) {
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.push_back(std::make_unique<BoundedStrategy>());
  strategies.push_back(std::make_unique<RandomStrategy>(seed, kNoEnd));
  strategies.push_back(std::make_unique<PctStrategy>(seed, kNoEnd));
  strategies.push_back(std::make_unique<DporStrategy>());
  return Portfolio(std::move(strategies));
}

// Stops a strategy after so many executions.
class AtMost final : public Strategy {
 public:
  AtMost(Strategy& strategy, std::uint64_t most) : strategy_(strategy), left_(most) {}
  bool next_execution() override { return left_-- > 0 && strategy_.next_execution(); }
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override { return strategy_.pick(ready); }
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
    Portfolio strategy = portfolio(1);
    Findings found;
    drive(program, strategy, [&](const Execution& e) { found.add(e); });
    EXPECT_TRUE(strategy.coverage().complete);
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
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override { return strategy_.pick(ready); }
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
  Portfolio strategy = portfolio(1);
  ComparesRepeated compares(strategy);
  drive(msqueue(2, 1), compares, [](const Execution&) {});
  DporStrategy alone;
  ComparesRepeated compares_alone(alone);
  drive(msqueue(2, 1), compares_alone, [](const Execution&) {});
  EXPECT_GT(compares_alone.all_repeated, 222u);
  EXPECT_EQ(compares.all_repeated, compares_alone.all_repeated);
}

// A space that dpor finishes in its first turn costs what two of the others are given first, and no more.
TEST(Portfolio, ASmallSpaceIsFinishedAtOnce) {
  Portfolio strategy = portfolio(1);
  drive(msqueue(2, 1), strategy, [](const Execution&) {});
  EXPECT_TRUE(strategy.coverage().complete);
  EXPECT_EQ(strategy.members().back().executions, 222u);
  EXPECT_EQ(strategy.members()[0].executions, 128u);
  EXPECT_EQ(strategy.members()[1].executions, 256u);
  EXPECT_EQ(strategy.members()[2].executions, 0u);
}

TEST(Portfolio, AllHaveTurnsAndTheSeedAloneDecides) {
  Portfolio a = portfolio(7), b = portfolio(7), c = portfolio(8);
  const Program program = treiber(3, 1);
  const auto first = some_executions(program, a, 6'000);
  EXPECT_EQ(first.size(), 6'000u);
  EXPECT_EQ(first, some_executions(program, b, 6'000));
  EXPECT_NE(first, some_executions(program, c, 6'000));
  for (const Portfolio::Member& member : a.members()) EXPECT_GE(member.executions, 64u);
  EXPECT_GE(a.members().back().executions, 3'000u);
}

// The orders that were seen are not part of the position, so that the turns may differ; each strategy goes on exactly.
TEST(Portfolio, GoesOnFromWhereItStood) {
  const Program program = treiber(3, 1);
  for (const std::uint64_t number : {1, 100, 129, 2'500, 4'000}) {
    Portfolio before = portfolio(3), after = portfolio(3);
    some_executions(program, before, number);
    const std::optional<std::string> position = before.save();
    ASSERT_TRUE(position);
    after.load(*position);
    EXPECT_EQ(after.save(), position);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(after.members()[i].executions, before.members()[i].executions);
    EXPECT_EQ(some_executions(program, after, 1), some_executions(program, before, 1));
  }
}

TEST(Portfolio, RefusesAPositionThatIsNone) {
  Portfolio whole = portfolio(3);
  some_executions(treiber(3, 1), whole, 300);
  const std::string position = *whole.save();
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, position.size() / 2}) {
    Portfolio other = portfolio(3);
    EXPECT_THROW(other.load(position.substr(0, size)), InputError) << size;
  }
}

}  // namespace
}  // namespace linnet
