// Random litmus programs as real ones, under each memory model: they have as many execution graphs as the axioms allow, and exactly their outputs.
// Most run through one compiled interpreter. A part is written in C, and compiled as it is.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "cli/random_litmus_source.hpp"
#include "graph/litmus.hpp"
#include "graph/output.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using testing::Call, testing::Instruction, testing::Litmus;

std::string compiled(const std::string& name, const std::string& source) {
  const std::string file = scratch_file(name);
  EXPECT_TRUE(run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, file, source, "-std=c++20", "-O1", "-w",
                         "-I" + program("../../include")})
                  .succeeded());
  return file;
}

// The lock of such a program as a mutex, instead of a loop that waits.
Litmus with_mutex(Litmus litmus) {
  Location lock = kNowhere;
  for (const auto& code : litmus.threads) {
    for (const Instruction& one : code) {
      if (one.kind == Instruction::Kind::update && one.waits) lock = one.location;
    }
  }
  for (auto& code : litmus.threads) {
    for (Instruction& one : code) {
      if (one.location == lock && one.kind == Instruction::Kind::update) one.call = Call::lock;
      if (one.location == lock && one.kind == Instruction::Kind::store) one.call = Call::unlock;
    }
  }
  return litmus;
}

// Queues and the states of locks and barriers are no memory of the program: only the first so many locations are.
constexpr std::uint32_t kMemoryOfWaiting = 2;

// In the form that tests/programs/model/litmus.cpp reads.
std::string encoded(const Litmus& litmus, std::uint32_t locations) {
  std::string text = fmt::format("{} {}", locations, litmus.threads.size());
  for (const auto& code : litmus.threads) {
    text += fmt::format(" {}", code.size());
    for (const Instruction& one : code) {
      // A futex is known by the word that is looked at, not by its queue.
      const Location location = one.call == Call::futex_wake ? 1 : one.location;
      const bool has_operand = one.call == Call::none || one.call == Call::futex_wake;
      text += fmt::format(" {} {} {} {:d} {} {} {} {} {:d} {} {} {}", static_cast<int>(one.kind),
                          static_cast<int>(one.order), static_cast<int>(one.failure_order),
                          one.change == Change::add, location == kNowhere ? 0 : location, one.result,
                          has_operand ? one.operand : 0, one.expected, one.waits, one.skipped, one.thread,
                          static_cast<int>(one.call));
    }
  }
  return text;
}

// What Linnet found: its counts of outputs, and how many executions never end.
struct Native {
  std::set<std::string> outputs;
  std::uint64_t graphs = 0, stuck = 0;
};

void explore(MemoryModel model, const std::vector<std::string>& command, const std::string& which,
             Native& native) {
  std::vector<std::string> words = {
      command.front(), "--json",
      "--outputs",     "--strategy=graphs",
      "--keep-going",  "--no-cut",
      "--time=60s",    fmt::format("--memory-model={}", name_in(kMemoryModels, model))};
  words.insert(words.end(), command.begin() + 1, command.end());
  const ChildResult result = run_child(words, "", STDOUT_FILENO);
  const std::string words_and_output = fmt::format("{}\n{}", fmt::join(words, "\n"), result.output);
  const auto report = nlohmann::json::parse(result.output, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << which << words_and_output;
  ASSERT_EQ(report["complete"], true) << which << words_and_output;
  for (const auto& one : report["outputs"]) {
    std::string text = one["text"];
    text.pop_back();
    native.outputs.insert(text);
    native.graphs += one["executions"].get<std::uint64_t>();
  }
  auto failures = nlohmann::json::array();
  if (report.contains("violation")) failures.push_back(report["violation"]);
  if (report.contains("violations")) failures = report["violations"];
  for (const auto& one : failures) {
    ASSERT_TRUE(one["kind"] == "deadlock" || one["kind"] == "stuck") << which << words_and_output;
    native.stuck += one["executions"].get<std::uint64_t>();
  }
}

void expect_graphs(const Litmus& litmus, MemoryModel model, const std::vector<std::string>& command) {
  const std::string which = to_text(litmus) + fmt::format("under {}\n", name_in(kMemoryModels, model));
  Native native;
  explore(model, command, which, native);
  if (::testing::Test::HasFatalFailure()) return;
  const testing::Explored slow = enumerate(litmus, model);
  ASSERT_EQ(native.graphs, slow.graphs) << which;
  ASSERT_EQ(native.outputs, slow.outputs) << which;
}

// What the program sees of the value that the instruction read: nothing, or what the call returned.
std::optional<std::uint64_t> visible(const Instruction& one, std::uint64_t value) {
  if (one.call == Call::none || one.call == Call::lock) return value;
  if (one.call == Call::futex_wait) return value != one.expected;
  if (one.call == Call::arrive) return (value + 1) % one.expected == 0;
  if (one.call == Call::try_write_lock) return value != 0;
  return std::nullopt;
}

std::string visible_output(const Litmus& litmus, const testing::AxiomGraph& graph,
                           std::vector<testing::Walker> walkers) {
  for (std::size_t t = 0; t < walkers.size(); ++t) {
    for (const Instruction& one : litmus.threads[t]) {
      if (!walkers[t].set.contains(one.result)) continue;
      if (one.kind != Instruction::Kind::load && one.kind != Instruction::Kind::update) continue;
      const auto value = visible(one, walkers[t].registers[one.result]);
      if (value)
        walkers[t].registers[one.result] = *value;
      else
        walkers[t].set.erase(one.result);
    }
  }
  std::vector<std::uint64_t> finals;
  for (std::uint32_t x = 0; x < kMemoryOfWaiting; ++x)
    finals.push_back(graph.events[static_cast<std::size_t>(graph.modification[x].back())].value);
  return output_of(walkers, finals);
}

void expect_waits(const Litmus& litmus, MemoryModel model, const std::vector<std::string>& command) {
  const std::string which = to_text(litmus) + fmt::format("under {}\n", name_in(kMemoryModels, model));
  Native native;
  explore(model, command, which, native);
  if (::testing::Test::HasFatalFailure()) return;
  std::set<std::string> outputs;
  const testing::Explored slow =
      enumerate(litmus, model, [&](const testing::AxiomGraph& graph, const auto& walkers) {
        outputs.insert(visible_output(litmus, graph, walkers));
      });
  ASSERT_EQ(native.outputs, outputs) << which;
  ASSERT_EQ(native.graphs, slow.graphs) << which;
  ASSERT_EQ(native.stuck, slow.stuck.size()) << which;
}

// Each program under one of the models, in turn.
MemoryModel model_of(std::uint64_t seed) {
  return testing::kModels[seed % std::size(testing::kModels)];
}

// The parts of what is one test: a limit of time holds for each.
constexpr int kParts = 16;
constexpr std::uint64_t kCompiledParts = 4;

// The interpreter, compiled once.
const std::string& machine() {
  static const std::string file = compiled("litmus", program("model/litmus.cpp"));
  return file;
}

class RandomLitmus : public ::testing::TestWithParam<int> {};

TEST_P(RandomLitmus, HasTheGraphsOfTheAxiomsThroughAnInterpreter) {
  const std::uint64_t first = 1'000'000 + static_cast<std::uint64_t>(GetParam());  // not those of tests/graph
  for (std::uint64_t seed = first; seed < first + cases(1'000); seed += kParts) {
    const Litmus litmus = testing::random_litmus(seed, seed % 4 != 0);
    const Litmus native = seed % 8 < 4 ? with_mutex(litmus) : litmus;
    expect_graphs(litmus, model_of(seed), {machine(), "--arg=" + encoded(native, litmus.locations)});
    if (HasFatalFailure()) return;
  }
}

TEST_P(RandomLitmus, WaitsAsTheAxiomsAllowThroughAnInterpreter) {
  const std::uint64_t first = 1'000'000 + static_cast<std::uint64_t>(GetParam());
  for (std::uint64_t seed = first; seed < first + cases(200); seed += kParts) {
    const Litmus litmus = testing::random_waiting_litmus(seed, true);
    expect_waits(litmus, model_of(seed), {machine(), "--arg=" + encoded(litmus, kMemoryOfWaiting)});
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
