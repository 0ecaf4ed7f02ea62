// Tests the factors of `quasi:FACTORS`: their meaning, and the messages about wrong ones.
#include "check/quasi/bounds.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

std::string complaint(std::string_view text, const char* spec = "queue") {
  try {
    QuasiBounds::parse(text, make_spec(spec));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(QuasiBounds, OneFactorIsOneGroupOfAllMethods) {
  const Spec spec = make_spec("queue");
  const QuasiBounds bounds = QuasiBounds::parse("12", spec);
  EXPECT_EQ(bounds.uniform_factor(spec), 12u);
  EXPECT_TRUE(bounds.unbounded_methods(spec).empty());
}

TEST(QuasiBounds, GroupsMayBeSeparateJointAndOverlapping) {
  const Spec spec = make_spec("queue");
  const QuasiBounds bounds = QuasiBounds::parse("enq=0,enq+deq=2", spec);
  ASSERT_EQ(bounds.groups.size(), 2u);
  EXPECT_EQ(bounds.groups[0].factor, 0u);
  EXPECT_EQ(bounds.groups[1].methods.size(), 2u);
  EXPECT_EQ(bounds.groups[1].factor, 2u);
  EXPECT_EQ(bounds.uniform_factor(spec), std::nullopt);
  EXPECT_EQ(bounds.unbounded_methods(spec), (std::vector<std::string>{"peek", "take"}));
}

TEST(QuasiBounds, ANameStandsForAllMethodsOfThatName) {
  const Spec spec = make_spec("pqueue");
  EXPECT_EQ(QuasiBounds::parse("insert=1", spec).groups[0].methods.size(), 2u);
}

TEST(QuasiBounds, SaysWhatIsWrong) {
  EXPECT_EQ(complaint(""), "quasi:: expected a factor, as in 2, or groups of methods, as in enq=0,deq=2");
  EXPECT_EQ(complaint("-1"), "quasi:-1: a factor cannot be negative, at character 1");
  EXPECT_EQ(complaint("deq=-2"), "quasi:deq=-2: a factor cannot be negative, at character 5");
  EXPECT_EQ(complaint("2x"),
            "quasi:2x: found 'x' at character 2; expected the end, or groups as in enq=0,deq=2");
  EXPECT_EQ(complaint("deq"), "quasi:deq: group deq has no factor; write deq=K");
  EXPECT_EQ(complaint("enq+deq,deq=1"), "quasi:enq+deq,deq=1: group enq+deq has no factor; write enq+deq=K");
  EXPECT_EQ(complaint("deq="), "quasi:deq=: found the end at character 5; expected a factor: 0, 1, 2, ...");
  EXPECT_EQ(complaint("deq=1;enq=2"), "quasi:deq=1;enq=2: found ';' at character 6; expected ',' or the end");
  EXPECT_EQ(complaint("deg=1"), "quasi:deg=1: specification queue has no method deg; did you mean deq?");
  EXPECT_EQ(complaint("fetch_and_add=1"),
            "quasi:fetch_and_add=1: specification queue has no method fetch_and_add; it has enq, deq, "
            "peek, take");
  EXPECT_EQ(complaint("enq+=1"), "quasi:enq+=1: found '=' at character 5; expected the name of a method");
  EXPECT_EQ(complaint("deq+deq=1"), "quasi:deq+deq=1: method deq occurs twice in one group");
  EXPECT_EQ(complaint("deq=1,deq=2"), "quasi:deq=1,deq=2: group deq is given twice");
  EXPECT_EQ(complaint("99999999999"),
            "quasi:99999999999: the factor at character 1 is larger than 1000000000");
}

}  // namespace
}  // namespace linnet::testing
