// Tests object tests from declaration to verdict: the programs in tests/programs/object, explored and judged.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/driven_program.hpp"

namespace linnet {
namespace {

using Lines = std::vector<std::string>;

Lines explore(const std::string& program, const std::string& test, const std::string& how) {
  return runtime::run("LINNET_OBJECT=" + test + " LINNET_TEST=" + how,
                      std::string(LINNET_OBJECT_PROGRAMS) + "/" + program);
}

std::string all(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Lines histories(const Lines& lines) {
  Lines found;
  std::ranges::copy_if(lines, std::back_inserter(found),
                       [](const std::string& l) { return l.starts_with("history "); });
  return found;
}

struct Expected {
  const char* program;
  const char* test;
  const char* verdict;
  const char* kinds = "completed";  // of how executions end
  friend void PrintTo(const Expected& e, std::ostream* out) { *out << e.test; }
};

class ObjectTest : public testing::TestWithParam<Expected> {};

constexpr const char* kAll = "dpor:2000000";

TEST_P(ObjectTest, HasTheExpectedVerdict) {
  const Lines lines = explore(GetParam().program, GetParam().test, kAll);
  EXPECT_EQ(runtime::value_of(lines, "verdict"), GetParam().verdict) << all(lines);
  EXPECT_EQ(runtime::value_of(lines, "complete"), "yes") << all(lines);
  EXPECT_EQ(runtime::value_of(lines, "kinds"), GetParam().kinds);
}

TEST_P(ObjectTest, CountsEveryDistinctHistoryOnce) {
  const Lines lines = explore(GetParam().program, GetParam().test, kAll);
  EXPECT_EQ(runtime::value_of(lines, "histories"), std::to_string(histories(lines).size())) << all(lines);
}

TEST_P(ObjectTest, ReductionLosesNoHistory) {
  const Lines reduced = explore(GetParam().program, GetParam().test, kAll);
  const Lines enumerated = explore(GetParam().program, GetParam().test, "dfs:20000000");
  ASSERT_EQ(runtime::value_of(enumerated, "complete"), "yes");
  EXPECT_EQ(histories(reduced), histories(enumerated));
}

constexpr const char* kSomeWait = "completed deadlock";

constexpr Expected kExpected[] = {
    {"ms_queue", "ms_queue", "pass"},
    {"ms_queue", "ms_queue_members/1", "pass"},
    {"ms_queue", "ms_queue_members/2", "pass"},
    {"ms_queue.clang", "ms_queue_members/1", "pass"},
    {"treiber_stack", "treiber_stack", "pass"},
    {"treiber_stack.unfused", "treiber_stack", "pass"},
    // A crash needs no judge, and the results of the other executions are right.
    {"treiber_stack", "aba_stack", "pass", "completed data-race"},
    {"persistent", "durable_register", "pass"},
    {"persistent", "undone_register", "violation"},
    {"persistent", "twice_crashed_register", "pass"},
    {"persistent", "pair", "pass"},
    {"persistent", "torn_pair", "violation"},
    {"counters", "counter", "pass"},
    {"counters.unfused", "counter", "pass"},
    {"counters", "counter1", "violation"},
    {"counters.unfused", "counter1", "violation"},
    {"counters", "counter2", "violation", kSomeWait},
    {"counters.unfused", "counter2", "violation", kSomeWait},
    {"broken_queue", "broken_queue", "violation"},
    {"blocking_queue", "blocking_queue", "pass", "deadlock"},
    {"blocking_queue", "lost_wakeup", "violation", kSomeWait},
    {"mutex_map", "mutex_map", "pass"},
    {"with_main", "flag", "pass"},
    {"queue_test", "one_consumer", "pass"},
    {"queue_test", "two_consumers", "violation"},
};

std::string name_of(const testing::TestParamInfo<Expected>& info) {
  std::string name = std::string(info.param.program) + "_" + info.param.test;
  for (char& c : name) {
    if (c == '/' || c == '.') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, ObjectTest, testing::ValuesIn(kExpected), name_of);

// Decision 5 of the design: without the conflict between returns and calls five of them would be lost.
TEST(MsQueue, HasThirtyHistories) {
  EXPECT_EQ(runtime::value_of(explore("ms_queue", "ms_queue", kAll), "histories"), "30");
}

// Line-Up, section 2.2.1: both increments have returned, and the counter says one.
TEST(Counter1, IsExplained) {
  const std::string sentence = runtime::value_of(explore("counters", "counter1", kAll), "sentence");
  EXPECT_NE(sentence.find("get()"), std::string::npos) << sentence;
}

// Line-Up, figure 4: inc() waits for a lock that no thread holds any more.
TEST(Counter2, IsExplained) {
  const std::string sentence = runtime::value_of(explore("counters", "counter2", kAll), "sentence");
  EXPECT_NE(sentence.find("inc()"), std::string::npos) << sentence;
}

// The output of linnet for a program that was linked with its library, errors included.
Lines linnet(const std::string& program, const std::string& options) {
  return runtime::run("", std::string(LINNET_PROGRAM) + " run " + LINNET_OBJECT_PROGRAMS + "/linnet." +
                              program + " " + options + " 2>&1");
}

struct Own {
  const char *program, *test, *status;
};

// Specifications that live in the program answer by messages.
TEST(OwnSpecification, Decides) {
  for (const auto& [program, test, status] : {Own{"own_spec", "buffer", "status 0"},
                                              {"own_spec", "late_check", "status 256"},
                                              {"own_spec.clang", "late_check", "status 256"},
                                              {"account_test", "account", "status 256"}}) {
    const Lines lines = linnet(program, std::string("--strategy dpor --keep-going --test ") + test);
    EXPECT_EQ(lines.back(), status) << test << "\n" << all(lines);
  }
}

TEST(ObjectTests, AreListed) {
  const Lines lines = linnet("counters", "--list");
  EXPECT_EQ(lines, (Lines{"counter: inc() get() | inc()", "counter1: inc() get() | inc()",
                          "counter2: inc() get() | inc()", "status 0"}));
}

// What is wrong, and the column that the caret below the scenario has to point at (0: nothing to point at).
struct Bad {
  const char* test;
  const char* message;
  std::size_t column;
};

constexpr Bad kBad[] = {
    {"unknown_operation", "the test declares no operation raed; did you mean read?", 12},
    {"too_many_arguments", "write takes other arguments: write(_) and not 2 of them", 1},
    {"wrong_argument", "argument 1 of write is 256, expected an integer of its type, not negative", 12},
    {"not_json", "arguments are JSON values separated by commas", 18},
    {"never_closed", "this ( is never closed", 17},
    {"no_parentheses", "expected ( after read", 16},
    {"three_semicolons", "a third semicolon", 37},
    {"one_semicolon", "is this init ; thread or thread ; final?", 10},
    {"idle_thread", "a thread without calls", 1},
    {"two_parts_with_threads", "a second part with threads", 20},
    {"not_in_specification", "specification register has no peek with 0 arguments; it has read()", 12},
    {"no_call", "found '7', expected a call such as write(_), or | or ;", 12},
    {"no_operation", "test no_operation declares no operation", 0},
    {"unknown_specification", "regsiter", 0},
    {"no_object", "test no_object declares no object", 0},
    {"raed", "there is no test raed", 0},
};

TEST(BadScenario, IsPointedAt) {
  for (const Bad& bad : kBad) {
    const Lines lines = linnet("bad_scenarios", std::string("--test ") + bad.test);
    EXPECT_NE(lines.at(0).find(bad.message), std::string::npos) << all(lines);
    EXPECT_EQ(lines.back(), "status 512") << "exit status 2";
    if (bad.column != 0) {
      ASSERT_GE(lines.size(), 3u) << all(lines);
      EXPECT_EQ(lines[2], std::string(bad.column + 1, ' ') + "^") << all(lines);
      EXPECT_NE(lines[0].find("bad_scenarios.cpp:"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace linnet
