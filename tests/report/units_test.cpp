// Numbers as text.
#include "report/text/units.hpp"

#include <gtest/gtest.h>

namespace linnet {
namespace {

TEST(Units, Thousands) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1 000");
  EXPECT_EQ(with_thousands(1234567), "1 234 567");
}

TEST(Units, Durations) {
  EXPECT_EQ(duration(0.0000123), "12 µs");
  EXPECT_EQ(duration(0.0123), "12.3 ms");
  EXPECT_EQ(duration(1.234), "1.23 s");
  EXPECT_EQ(duration(150), "2.5 min");
}

TEST(Units, Counted) {
  EXPECT_EQ(counted(1, "operation"), "1 operation");
  EXPECT_EQ(counted(2000, "operation"), "2 000 operations");
}

}  // namespace
}  // namespace linnet
