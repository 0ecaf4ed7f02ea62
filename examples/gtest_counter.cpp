// GoogleTest inside a program that is explored: linnet run examples/gtest_counter.cpp -- -lgtest
//
// The assertion holds nearly always. Linnet runs the test until it does not.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(Counter, TwoThreads) {
  std::atomic<int> counter{0};
  const auto increment = [&] { counter.store(counter.load() + 1); };
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  EXPECT_EQ(counter.load(), 2);
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
