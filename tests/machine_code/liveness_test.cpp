// Liveness of registers and frames: compared with an oracle that overwrites what is dead, and with analysis
// by hand.
#include "machine_code/liveness.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <sstream>

#include "base/child_process.hpp"
#include "sanitizers.hpp"

namespace linnet {
namespace {

struct Compiled {
  const char *compiler, *level;
  friend void PrintTo(const Compiled& c, std::ostream* out) { *out << c.compiler << c.level; }
};
constexpr Compiled kCompiled[] = {{"g++", "-O0"},        {"g++", "-O1"},        {"g++", "-O2"},
                                  {"g++", "-O3"},        {"clang++-19", "-O0"}, {"clang++-19", "-O1"},
                                  {"clang++-19", "-O2"}, {"clang++-19", "-O3"}};

std::string source(const std::string& name) {
  return std::string(LINNET_MACHINE_CODE) + "/poison/" + name;
}

// Tests may run at the same time, so each has its own files.
std::string compiled(const Compiled& how, const std::string& name) {
  const std::string file = std::string(LINNET_SCRATCH) + "/" + name + "." + how.compiler + how.level + "." +
                           std::to_string(getpid());
  const ChildResult result = run_child(
      {LINNET_COMPILE, how.compiler, LINNET_POISON, file, source(name), "-std=c++20", "-w", how.level});
  EXPECT_TRUE(result.succeeded());
  return file;
}

std::uint64_t number_after(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word + " ");
  return at == text.npos ? 0 : std::stoull(text.substr(at + word.size() + 1));
}

class Liveness : public testing::TestWithParam<Compiled> {};

// Dead data is never read, in any of the frames: otherwise the result would be different, or missing.
TEST_P(Liveness, WhatIsDeadIsNotRead) {
  if (kUnderSanitizers) GTEST_SKIP() << "the library would bring them along";
  const std::string file = compiled(GetParam(), "program.cpp");
  const ChildResult usual = run_child({"env", "POISON=0", file}, "", STDOUT_FILENO);
  const ChildResult spoilt = run_child({file}, "", STDOUT_FILENO);
  ASSERT_TRUE(usual.succeeded());
  ASSERT_TRUE(spoilt.succeeded());
  EXPECT_EQ(spoilt.output, usual.output);
  // And something was dead.
  const std::string counts = run_child({file}, "", STDERR_FILENO).output;
  EXPECT_GT(number_after(counts, "bytes"), 50'000u) << counts;
  EXPECT_GT(number_after(counts, "frames"), 10'000u) << counts;
  EXPECT_GT(number_after(counts, "results"), 1'000u) << counts;
  // clang has nothing in these registers unless it is to optimise.
  if (GetParam().level != std::string("-O0")) {
    EXPECT_GT(number_after(counts, "registers"), 10'000u) << counts;
  }
}

std::string name_of_variant(const testing::TestParamInfo<Compiled>& info) {
  std::string name = std::string(info.param.compiler) + info.param.level;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Liveness, testing::ValuesIn(kCompiled), name_of_variant);

// The facts at the call of a hook in a function, by the name of the hook and its number among those.
FrameFacts facts_at(FileLiveness& file, const std::string& function, const std::string& hook,
                    std::size_t number) {
  const auto begin = file.file().function_named(function);
  EXPECT_TRUE(begin) << function;
  const auto code = unwound_code(file.file(), begin.value_or(0));
  Disassembler disassembler;
  const auto flow = code ? follow_function(file.file(), disassembler, *code) : std::nullopt;
  std::vector<std::uint64_t> calls;
  for (const FunctionNode& node : flow ? flow->nodes : std::vector<FunctionNode>()) {
    const std::string* name = called_name(file.file(), node.code);
    if (name != nullptr && *name == hook) calls.push_back(node.code.next);
  }
  std::ranges::sort(calls);
  EXPECT_LT(number, calls.size()) << hook;
  for (const FrameFacts& facts : file.facts_at(*begin)) {
    if (number < calls.size() && facts.address == calls[number]) return facts;
  }
  ADD_FAILURE() << "not known";
  return {};
}

std::size_t live_bytes(const FrameFacts& facts) {
  std::size_t bytes = 0;
  for (const auto& [place, size] : facts.slots) bytes += size;
  return bytes;
}

// After the load of a retry loop nothing of the last round is left. Before the compare-exchange its expected
// value is.
TEST_P(Liveness, RetryLoop) {
  if (kUnderSanitizers) GTEST_SKIP() << "the library would bring them along";
  FileLiveness file(compiled(GetParam(), "loops.c"));
  const FrameFacts load = facts_at(file, "reload", "__tsan_atomic32_load", 0);
  EXPECT_TRUE(load.known);
  EXPECT_TRUE(load.loops);
  EXPECT_FALSE(load.unseen);
  // Two arguments, and the frame pointer or a value computed before the loop: clang keeps an address and an
  // order at -O0.
  EXPECT_LE(live_bytes(load), 20u);
  const std::size_t registers = static_cast<std::size_t>(std::popcount(load.registers));
  EXPECT_GE(registers * 8 + live_bytes(load), 8u);
  EXPECT_LE(registers, 4u);
}

// A counter is part of the state, wherever it is.
TEST_P(Liveness, CounterIsKept) {
  if (kUnderSanitizers) GTEST_SKIP() << "the library would bring them along";
  FileLiveness file(compiled(GetParam(), "loops.c"));
  const FrameFacts plain = facts_at(file, "wait", "__tsan_atomic32_load", 0);
  const FrameFacts counted = facts_at(file, "wait_counting", "__tsan_atomic32_load", 0);
  const auto size = [](const FrameFacts& facts) {
    return 8 * static_cast<std::size_t>(std::popcount(facts.registers)) + live_bytes(facts);
  };
  EXPECT_GT(size(counted), size(plain));
}

// The result of a call counts where it is read, and where the function may give it back.
TEST_P(Liveness, ResultOfACall) {
  if (kUnderSanitizers) GTEST_SKIP() << "the library would bring them along";
  FileLiveness file(compiled(GetParam(), "loops.c"));
  EXPECT_FALSE(facts_at(file, "ignore_result", "rand", 0).reads_result);
  EXPECT_TRUE(facts_at(file, "look_at_result", "rand", 0).reads_result);
  EXPECT_TRUE(facts_at(file, "give_result_back", "rand", 0).reads_result);
}

// Whether a loop of the function calls what is not seen.
bool loop_is_unseen(FileLiveness& file, const std::string& function) {
  const auto facts = file.facts_at(file.file().function_named(function).value_or(0));
  EXPECT_TRUE(std::ranges::any_of(facts, &FrameFacts::loops)) << function;
  return std::ranges::any_of(facts, &FrameFacts::unseen);
}

TEST_P(Liveness, UnseenCallsOfALoop) {
  if (kUnderSanitizers) GTEST_SKIP() << "the library would bring them along";
  FileLiveness file(compiled(GetParam(), "loops.c"));
  EXPECT_FALSE(loop_is_unseen(file, "wait"));
  EXPECT_TRUE(loop_is_unseen(file, "wait_calling"));
  EXPECT_TRUE(loop_is_unseen(file, "wait_calling_through"));
  EXPECT_FALSE(loop_is_unseen(file, "call_before"));
  EXPECT_FALSE(loop_is_unseen(file, "look_locked"));
}

}  // namespace
}  // namespace linnet
