// Excerpts of files that the test writes.
#include "symbols/source_excerpts.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_folder.hpp"

namespace linnet {
namespace {

using std::chrono::hours;

class SourceExcerpts : public testing::Test {
 protected:
  SourceExcerpts() : file_(std::filesystem::path(folder_.path()) / "source.cpp") {
    std::ofstream source(file_);
    for (int line = 1; line <= 40; ++line) source << "line " << line << "\n";
  }
  CodePlace at(unsigned line) const { return {"f", file_.string(), line}; }

  TemporaryFolder folder_;
  std::filesystem::path file_;
  std::filesystem::file_time_type later_ = std::filesystem::file_time_type::clock::now() + hours(1);
};

TEST_F(SourceExcerpts, AreTheLinesAround) {
  const auto excerpts = excerpts_around({at(20)}, later_);
  ASSERT_EQ(excerpts.size(), 1u);
  EXPECT_EQ(excerpts[0].first, 16u);
  EXPECT_EQ(excerpts[0].lines.front(), "line 16");
  EXPECT_EQ(excerpts[0].lines.back(), "line 24");
}

TEST_F(SourceExcerpts, EndWhereTheFileDoes) {
  const auto excerpts = excerpts_around({at(2), at(39), at(90)}, later_);
  ASSERT_EQ(excerpts.size(), 2u);
  EXPECT_EQ(excerpts[0].first, 1u);
  EXPECT_EQ(excerpts[0].lines.size(), 6u);
  EXPECT_EQ(excerpts[1].lines.back(), "line 40");
}

TEST_F(SourceExcerpts, OfNeighboursAreOne) {
  const auto excerpts = excerpts_around({at(20), at(25), at(10)}, later_);
  ASSERT_EQ(excerpts.size(), 2u);
  EXPECT_EQ(excerpts[0].first, 6u);
  EXPECT_EQ(excerpts[1].first, 16u);
  EXPECT_EQ(excerpts[1].lines.back(), "line 29");
}

TEST_F(SourceExcerpts, LeaveOutWhatWasChangedSinceOrIsNotThere) {
  const auto changed = std::filesystem::last_write_time(file_);
  EXPECT_TRUE(excerpts_around({at(20)}, changed - hours(1)).empty());
  EXPECT_FALSE(excerpts_around({at(20)}, changed).empty());
  EXPECT_TRUE(excerpts_around({{"f", "/nowhere/source.cpp", 3}, {"f", "", 3}, at(0)}, later_).empty());
  EXPECT_TRUE(excerpts_around({{"f", "/usr/include/stdio.h", 30}}, later_).empty());
}

}  // namespace
}  // namespace linnet
