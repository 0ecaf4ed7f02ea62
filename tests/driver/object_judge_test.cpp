// Tests the judge by itself, on recordings written by hand.
#include "driver/objects/object_judge.hpp"

#include <gtest/gtest.h>

#include <string>

#include "driver/program/scenario_text.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

std::string expects_nothing(std::size_t, linnet_word) {
  return "";
}

DeclaredOperation operation(const char* name, std::uint64_t arity) {
  DeclaredOperation operation{.name = name, .arity = arity};
  operation.expects = expects_nothing;
  return operation;
}

ObjectTest judged_queue_test() {
  ObjectTest test;
  test.name = "queue";
  test.file = "queue.cpp";
  test.line = 3;
  test.operations = {operation("enq", 1), operation("deq", 0), operation("take", 0)};
  return test;
}

// A judge, and the recording it judges: "a" is the call of number 0, "A" its return, and so on.
class Court {
 public:
  explicit Court(const std::string& scenario)
      : scenario_(parse_scenario(scenario, test_, &spec_)), judge_(test_, scenario_, spec_, {}) {
    recording_.results.assign(scenario_.calls.size(), Value().bits());
  }
  void result(std::size_t call, Value value) { recording_.results[call] = value.bits(); }
  std::optional<CheckedHistory> judge(const std::string& events, Ended ended = Ended::complete) {
    recording_.events.clear();
    for (const char c : events) {
      const bool returns = c < 'a';
      recording_.events.push_back({returns ? Recording::Event::Kind::ret : Recording::Event::Kind::call,
                                   static_cast<std::uint32_t>(c - (returns ? 'A' : 'a'))});
    }
    return judge_.judge(recording_, ended, Detail::explained);
  }
  void finish() { recording_.finished = true; }
  bool records() const { return recording_.is_history(); }
  std::uint64_t distinct() const { return judge_.distinct_histories(); }

 private:
  ObjectTest test_ = judged_queue_test();
  Spec spec_ = make_spec("queue");
  Scenario scenario_;
  Recording recording_;
  ObjectJudge judge_;
};

TEST(ObjectJudge, TellsHistoriesApartByWhatReturnedBeforeEachCall) {
  Court court("enq(1) | enq(2)");
  EXPECT_FALSE(court.judge("abAB"));
  EXPECT_FALSE(court.judge("baAB"));  // the order of two calls does not order the operations
  EXPECT_FALSE(court.judge("abBA"));
  EXPECT_EQ(court.distinct(), 1u);
  EXPECT_FALSE(court.judge("aAbB"));
  EXPECT_FALSE(court.judge("bBaA"));
  EXPECT_EQ(court.distinct(), 3u);
}

TEST(ObjectJudge, TellsHistoriesApartByResults) {
  Court court("enq(1) | deq()");
  EXPECT_FALSE(court.judge("abAB"));
  court.result(1, 1);
  EXPECT_FALSE(court.judge("abAB"));
  EXPECT_EQ(court.distinct(), 2u);
}

TEST(ObjectJudge, ReportsAViolationEveryTime) {
  Court court("enq(1) ; deq() | deq()");
  court.result(1, 1);
  court.result(2, 1);
  for (int i = 0; i < 2; ++i) {
    const auto report = court.judge("aAbcBC");
    ASSERT_TRUE(report);
    EXPECT_TRUE(violated(report->verdict));
    ASSERT_TRUE(report->explanation);
    EXPECT_FALSE(report->explanation->sentence.empty());
    EXPECT_EQ(report->history.size(), 3u);
  }
  EXPECT_EQ(court.distinct(), 1u);
}

TEST(ObjectJudge, AllowsWaitingOnlyWhereTheSpecificationBlocks) {
  Court court("take() | enq(1)");
  EXPECT_FALSE(court.judge("a", Ended::waiting));
  const auto report = court.judge("abB", Ended::waiting);
  ASSERT_TRUE(report) << "the queue has an element, and take() waits for one";
  EXPECT_TRUE(violated(report->verdict));
}

TEST(ObjectJudge, HasNothingToSayOfADeadlockElsewhere) {
  Court court("enq(1) | take()");
  EXPECT_FALSE(court.records()) << "nothing was called: the constructor waits";
  EXPECT_FALSE(court.judge("b", Ended::waiting));
  EXPECT_TRUE(court.records());
  court.judge("aAbB");
  EXPECT_FALSE(court.records()) << "the destructor waits";
  court.finish();
  EXPECT_TRUE(court.records());
}

TEST(Scenario, HasParts) {
  const ObjectTest test = judged_queue_test();
  const Spec spec = make_spec("queue");
  struct Case {
    const char* text;
    std::vector<std::uint32_t> part_ends;
  };
  for (const auto& [text, part_ends] : std::vector<Case>{
           {"enq(1)", {0, 1, 1}},
           {"enq(1) | deq()", {0, 1, 2, 2}},
           {"enq(1) enq(2) ; deq() | deq()", {2, 3, 4, 4}},
           {"enq(1) | deq() enq(2) ; deq()", {0, 1, 3, 4}},
           {"enq(1) ; deq() ; deq()", {1, 2, 3}},
           {"; enq(1)", {0, 1, 1}},
           {"enq(1) ;", {0, 1, 1}},
           {" ; enq([1, \")\", {\"a\": null}]) ; ", {0, 1, 1}},
       }) {
    EXPECT_EQ(parse_scenario(text, test, &spec).part_ends, part_ends) << text;
  }
}

}  // namespace
}  // namespace linnet
