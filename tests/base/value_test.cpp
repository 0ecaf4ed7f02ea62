// Tests Value: equality by bits, the order, and JSON text.
#include "linnet/value.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <vector>

namespace linnet {
namespace {

TEST(Value, EqualNumbersAreOneValue) {
  EXPECT_EQ(Value(1), Value(1.0));
  EXPECT_EQ(Value(1), Value::big_integer("0001"));
  EXPECT_EQ(Value(0), Value(-0.0));
  EXPECT_NE(Value(1), Value(1.5));
  EXPECT_NE(Value(1), Value("1"));
  EXPECT_NE(Value(1), Value(true));
  EXPECT_NE(Value(), Value(false));
}

TEST(Value, IntegersOfEveryWidthSurvive) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::int64_t edge = std::int64_t{1} << 62;
  for (const std::int64_t base : {Limits::min(), -edge, std::int64_t{0}, edge, Limits::max()}) {
    for (const std::int64_t delta : {-2, -1, 0, 1, 2}) {
      std::int64_t n;
      if (__builtin_add_overflow(base, delta, &n)) continue;
      const Value v(n);
      EXPECT_TRUE(v.is_int64());
      EXPECT_EQ(v.as_int64(), n);
      EXPECT_EQ(v, Value::big_integer(std::to_string(n)));
      EXPECT_EQ(v.to_json(), std::to_string(n));
    }
  }
  const Value huge(std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(huge.is_int64());
  EXPECT_EQ(huge.to_json(), "18446744073709551615");
  EXPECT_LT(Value(Limits::max()), huge);
  EXPECT_LT(Value::big_integer("-18446744073709551615"), Value(Limits::min()));
}

TEST(Value, OrderIsNumbersThenTexts) {
  const std::vector<Value> increasing = {Value(),
                                         false,
                                         true,
                                         -3,
                                         0,
                                         0.5,
                                         1,
                                         1e300,
                                         "",
                                         "a",
                                         "ab",
                                         "b",
                                         Value::array({}),
                                         Value::array({1}),
                                         Value::array({1, 2})};
  for (std::size_t i = 0; i < increasing.size(); ++i) {
    for (std::size_t j = 0; j < increasing.size(); ++j) {
      EXPECT_EQ(increasing[i] < increasing[j], i < j)
          << increasing[i].to_json() << " " << increasing[j].to_json();
      EXPECT_EQ(increasing[i] == increasing[j], i == j);
    }
  }
}

TEST(Value, JsonTextIsEscaped) {
  EXPECT_EQ(Value("a\"b\\c\n\x01").to_json(), R"("a\"b\\c\n\u0001")");
  EXPECT_EQ(Value::array({1, Value::array({}), Value()}).to_json(), "[1,[],null]");
  const std::vector<Value::Member> members = {{"b", 2}, {"a", true}};
  EXPECT_EQ(Value::object(members).to_json(), R"({"a":true,"b":2})");
}

TEST(Value, InterningIsThreadSafe) {
  std::vector<std::vector<Value>> seen(4);
  std::vector<std::thread> threads;
  for (auto& mine : seen) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < 10'000; ++i) mine.emplace_back("text " + std::to_string(i));
    });
  }
  for (std::thread& t : threads) t.join();
  for (const auto& other : seen) EXPECT_EQ(other, seen[0]);
}

}  // namespace
}  // namespace linnet
