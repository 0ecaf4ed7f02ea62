// Random litmus programs as real ones, under each memory model: they have as many execution graphs as the axioms allow, and exactly their outputs.
// Most run through one compiled interpreter. A part is written in C, and compiled as it is.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "cli/random_litmus_source.hpp"
#include "graph/litmus.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using testing::Instruction, testing::Litmus;

std::string compiled(const std::string& name, const std::string& source) {
  const std::string file = scratch_file(name);
  EXPECT_TRUE(run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, file, source, "-std=c++20", "-O1", "-w",
                         "-I" + program("../../include")})
                  .succeeded());
  return file;
}

// The location of the lock, or -1.
int lock_of(const Litmus& litmus) {
  for (const auto& code : litmus.threads) {
    for (const Instruction& one : code) {
      if (one.kind == Instruction::Kind::update && one.waits) return static_cast<int>(one.location);
    }
  }
  return -1;
}

// In the form that tests/programs/model/litmus.cpp reads.
std::string encoded(const Litmus& litmus, bool with_mutex) {
  std::string text =
      fmt::format("{} {} {}", litmus.locations, with_mutex ? lock_of(litmus) : -1, litmus.threads.size());
  for (const auto& code : litmus.threads) {
    text += fmt::format(" {}", code.size());
    for (const Instruction& one : code)
      text += fmt::format(" {} {} {} {:d} {} {} {} {} {:d} {} {}", static_cast<int>(one.kind),
                          static_cast<int>(one.order), static_cast<int>(one.failure_order),
                          one.change == Change::add, one.location, one.result, one.operand, one.expected,
                          one.waits, one.skipped, one.thread);
  }
  return text;
}

void expect_graphs(const Litmus& litmus, MemoryModel model, const std::vector<std::string>& command) {
  const std::string name(name_in(kMemoryModels, model));
  std::vector<std::string> words = {command.front(),         "--json",       "--outputs",
                                    "--strategy=graphs",     "--keep-going", "--time=60s",
                                    "--memory-model=" + name};
  words.insert(words.end(), command.begin() + 1, command.end());
  const ChildResult result = run_child(words, "", STDOUT_FILENO);
  const std::string which =
      to_text(litmus) + "under " + name + ": " + fmt::format("{}", fmt::join(words, "\n"));
  const auto report = nlohmann::json::parse(result.output, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << which << result.output;
  ASSERT_EQ(report["complete"], true) << which << result.output;
  std::set<std::string> outputs;
  std::uint64_t graphs = 0;
  for (const auto& one : report["outputs"]) {
    std::string text = one["text"];
    text.pop_back();
    outputs.insert(text);
    graphs += one["executions"].get<std::uint64_t>();
  }
  const testing::Explored slow = enumerate(litmus, model);
  ASSERT_EQ(graphs, slow.graphs) << which;
  ASSERT_EQ(outputs, slow.outputs) << which;
}

// Each program under one of the models, in turn.
MemoryModel model_of(std::uint64_t seed) {
  return testing::kModels[seed % std::size(testing::kModels)];
}

// The parts of what is one test: a limit of time holds for each.
constexpr int kParts = 16;
constexpr std::uint64_t kCompiledParts = 4;
class RandomLitmus : public ::testing::TestWithParam<int> {};

TEST_P(RandomLitmus, HasTheGraphsOfTheAxiomsThroughAnInterpreter) {
  static const std::string machine = compiled("litmus", program("model/litmus.cpp"));
  const std::uint64_t first = 1'000'000 + static_cast<std::uint64_t>(GetParam());  // not those of tests/graph
  for (std::uint64_t seed = first; seed < first + cases(1'000); seed += kParts) {
    const Litmus litmus = testing::random_litmus(seed, seed % 4 != 0);
    expect_graphs(litmus, model_of(seed), {machine, "--arg=" + encoded(litmus, seed % 8 < 4)});
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomLitmus, ::testing::Range(0, kParts));

// Many in one file, since a compiler takes longer than an exploration.
class CompiledLitmus : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(CompiledLitmus, HasTheGraphsOfTheAxioms) {
  constexpr std::uint64_t kTogether = 100, kFirst = 2'000'000;
  const std::uint64_t first = GetParam() * cases(5), all = first + cases(5);
  for (std::uint64_t begin = first; begin < all; begin += kTogether) {
    std::vector<Litmus> programs;
    for (std::uint64_t seed = begin; seed < std::min(all, begin + kTogether); ++seed)
      programs.push_back(testing::random_litmus(kFirst + seed, seed % 4 != 0));
    const std::string file = compiled("literal", scratch_file("literal.cpp", source_of(programs)));
    for (std::size_t i = 0; i < programs.size(); ++i) {
      expect_graphs(programs[i], model_of(begin + i), {file, fmt::format("--arg={}", i)});
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, CompiledLitmus, ::testing::Range(std::uint64_t{0}, kCompiledParts));

}  // namespace
}  // namespace linnet
