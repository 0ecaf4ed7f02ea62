// Failures by root cause: the outline of a scenario, and which failures belong together.
#include "report/json/root_causes.hpp"

#include <gtest/gtest.h>

namespace linnet {
namespace {

struct Outline {
  const char* scenario;
  std::uint32_t threads, operations;
  std::vector<std::string> methods;
};

TEST(ScenarioOutline, IsThatOfTheThreads) {
  const Outline all[] = {
      {"inc()", 1, 1, {"inc"}},
      {"inc() | inc() get()", 2, 2, {"get", "inc"}},
      {"enq(1) enq(2) enq(3) ; deq() | deq() | enq(4) deq() ; deq()", 3, 2, {"deq", "enq"}},
      {"; put(1, 2) | get(1) ; size()", 2, 1, {"get", "put", "size"}},
      {R"~(say("a | b(\") ; c") | say(["(", ")"]))~", 2, 1, {"say"}},
  };
  for (const Outline& expected : all) {
    const ScenarioOutline outline = outline_of(expected.scenario);
    EXPECT_EQ(outline.threads, expected.threads) << expected.scenario;
    EXPECT_EQ(outline.operations, expected.operations) << expected.scenario;
    EXPECT_EQ(outline.methods, expected.methods) << expected.scenario;
  }
}

GeneratedResult failed(EndingKind kind, const char* smallest) {
  GeneratedResult result;
  result.status = ExitStatus::violation;
  result.kind = kind;
  result.smallest = smallest;
  return result;
}

TEST(RootCauses, AreTheKindAndTheMethods) {
  GeneratedTests report;
  report.results = {failed(EndingKind::inconsistent, "take() | add(1) take()"),
                    failed(EndingKind::inconsistent, "get() inc() | inc() inc()"),
                    failed(EndingKind::deadlock, "get() inc() | inc() inc()"),
                    failed(EndingKind::inconsistent, "inc() | inc() get()"),
                    failed(EndingKind::inconsistent, "inc() get() | inc() get() get()"),
                    GeneratedResult{}};
  const std::vector<RootCause> causes = root_causes(report);
  ASSERT_EQ(causes.size(), 3u);
  EXPECT_EQ(causes[0].kind, EndingKind::inconsistent);
  EXPECT_EQ(causes[0].methods, (std::vector<std::string>{"get", "inc"}));
  EXPECT_EQ(causes[0].tests, 3u);
  EXPECT_EQ(causes[0].smallest, "inc() | inc() get()") << "the shortest of those that are as large";
  EXPECT_EQ(causes[0].threads, 2u);
  EXPECT_EQ(causes[0].operations, 2u);
  EXPECT_EQ(causes[1].tests + causes[2].tests, 2u);
}

}  // namespace
}  // namespace linnet
