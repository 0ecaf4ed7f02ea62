// Tests that the column of a fault is found by reading the file again.
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "history/formats/input.hpp"
#include "support.hpp"

namespace linnet {
namespace {

class Locate : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(path_) << "first\n"
                         << R"({"op":"enqueue","x":"enq","args":[10,1]})"
                         << "\n";
  }
  void TearDown() override { std::remove(path_.c_str()); }
  std::uint64_t column(std::uint64_t line, std::string_view word, std::string_view within = "") const {
    return locate(path_, line, word, within).column;
  }
  std::string path_ = testing::TempDir() + "locate_" + std::to_string(getpid());
};

TEST_F(Locate, WholeWordsOnly) {
  EXPECT_EQ(column(2, "enq"), 22u);
  EXPECT_EQ(column(2, "enqueue"), 8u);
}

TEST_F(Locate, TheArgumentAfterTheName) {
  EXPECT_EQ(column(2, "enqueue", "1"), 38u);
  EXPECT_EQ(column(2, "enqueue", "[10,1]"), 34u);
  EXPECT_EQ(column(2, "enqueue", "7"), 8u) << "the name is the best there is";
}

TEST_F(Locate, WhatIsNotThereHasNoColumn) {
  EXPECT_EQ(column(1, "enq"), 0u);
  EXPECT_EQ(column(3, "enq"), 0u);
  EXPECT_EQ(locate("no such file", 1, "enq").column, 0u);
  EXPECT_EQ(locate(testing::TempDir(), 1, "enq").column, 0u);
}

}  // namespace
}  // namespace linnet
