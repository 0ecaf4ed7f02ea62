// Runs random model programs as real ones: real threads, atomics, mutexes and condition variables under the
// runtime are explored in exactly as many executions as plain enumeration of the model counts traces.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "explore/enumerator.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using namespace model;

const std::string& machine() {
  static const std::string compiled = [] {
    const std::string file = scratch_file("machine");
    const ChildResult result =
        run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, file, program("model/machine.cpp"), "-std=c++17",
                   "-O1", "-I" + program("../../include")});
    EXPECT_TRUE(result.succeeded());
    return file;
  }();
  return compiled;
}

// In the form that machine.cpp reads.
std::string encoded(const Program& program) {
  std::string text = fmt::format("{} {}", program.variables.size(), program.threads.size());
  for (const Body& body : program.threads) {
    text += fmt::format(" {}", body.size());
    for (const Instruction& i : body) {
      text += fmt::format(" {} {} {} {:d} {} {:d} {} {} {}", static_cast<int>(i.code), i.reg, i.object,
                          i.a.is_register, i.a.value, i.b.is_register, i.b.value, i.index_register, i.target);
    }
  }
  return text;
}

// POSIX requires it. In the model, waits with different locks on one condition conflict; the runtime has no
// reason to make them conflict.
bool one_lock_per_condition(const Program& program) {
  int lock = -1;
  for (const Body& body : program.threads) {
    for (const Instruction& i : body) {
      if (i.code != Code::wait) continue;
      if (lock >= 0 && lock != i.target) return false;
      lock = i.target;
    }
  }
  return true;
}

// The final states of the executions in which every thread came to its end, in the form of machine.cpp:
// without the positions of the threads.
std::set<std::string> states_at_the_end(const Findings& all) {
  constexpr std::string_view kDone = "5";  // Machine::Phase::done
  std::set<std::string> states;
  for (const std::string& state : all.states) {
    std::istringstream words(state);
    std::string text;
    bool done = true;
    for (std::string word; words >> word;) {
      text += word + " ";
      if (word != "|") continue;
      std::string phase, at;
      words >> phase >> at;
      done = done && phase == kDone;
    }
    if (done) states.insert(text);
  }
  return states;
}

std::set<std::string> lines_of(const std::string& file) {
  std::set<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

enum class Compare { states, executions_too };

void explored_as_enumerated(const Ingredients& ingredients, unsigned seed, std::size_t rounds,
                            Compare compare = Compare::executions_too) {
  const std::string file = scratch_file("machine.states");
  std::mt19937 random(seed);
  std::size_t compared = 0;
  for (std::size_t round = 0; round < cases(rounds); ++round) {
    const Program program = random_program(ingredients, random);
    const auto all = enumerate(program, 3'000);
    if (!all || !one_lock_per_condition(program)) continue;
    ++compared;
    std::filesystem::remove(file);
    const ChildResult result = run_child({machine(), "--json", "--strategy=dpor", "--no-cut", "--keep-going",
                                          "--arg=" + encoded(program), "--arg=" + file},
                                         "", STDOUT_FILENO);
    ASSERT_TRUE(WIFEXITED(result.status) && WEXITSTATUS(result.status) <= 1)
        << program.to_string() << result.output;
    const auto report = nlohmann::json::parse(result.output);
    ASSERT_EQ(lines_of(file), states_at_the_end(*all)) << program.to_string() << encoded(program);
    if (compare == Compare::executions_too) {
      ASSERT_EQ(report["executions"], all->traces.size()) << program.to_string() << encoded(program);
    }
    ASSERT_EQ(report["complete"], true) << program.to_string();
    ASSERT_EQ(report["blocked"], 0) << program.to_string();
    ASSERT_EQ(report["redundant"], 0) << program.to_string();
    ASSERT_EQ(report["verdict"], all->deadlocks > 0 ? "violation" : "pass") << program.to_string();
  }
  EXPECT_GT(compared, cases(rounds) / 8);
}

TEST(NativeModel, Accesses) {
  explored_as_enumerated({.threads = 3, .instructions = 3, .variables = 2}, 1, 40);
}
TEST(NativeModel, LocksWithPlainData) {
  explored_as_enumerated({.threads = 3, .instructions = 3, .locks = true}, 2, 40);
}
TEST(NativeModel, Conditions) {
  explored_as_enumerated({.threads = 3, .instructions = 3, .locks = true, .conditions = true}, 3, 40);
}
TEST(NativeModel, Choices) {
  explored_as_enumerated({.threads = 3, .instructions = 3, .choices = true}, 4, 30);
}
// How many rounds of a loop are run before it is recognised depends on what else is in registers and on the
// stack.
TEST(NativeModel, SpinLoops) {
  explored_as_enumerated({.threads = 3, .instructions = 2, .variables = 3, .spinning = true}, 5, 40,
                         Compare::states);
}

}  // namespace
}  // namespace linnet
