// Tests how suppressions files are read, and which names their patterns match: compared with regular expressions.
#include "driver/exploring/race_suppressions.hpp"

#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "base/error.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

std::string complaint_about(const std::string& text) {
  try {
    parse_suppressions(text, "tsan.supp");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Suppressions, AreReadAsThreadSanitizerReadsThem) {
  const SuppressionsFile file = parse_suppressions(
      "# ours\n"
      "race:Queue::size\r\n"
      "\n"
      "   race_top:^log$  \n"
      "\t# race:nothing\n"
      "deadlock:Cache\n"
      "called_from_lib:libfoo.so\n"
      "race:file.cpp",
      "tsan.supp");
  ASSERT_EQ(file.races.size(), 3u);
  EXPECT_EQ(file.races[0].to_text(), "race:Queue::size");
  EXPECT_EQ(file.races[0].line, 2u);
  EXPECT_EQ(file.races[1].to_text(), "race_top:^log$");
  EXPECT_EQ(file.races[1].line, 4u);
  EXPECT_EQ(file.races[2].to_text(), "race:file.cpp");
  EXPECT_EQ(file.races[2].line, 8u);
  ASSERT_EQ(file.ignored.size(), 2u);
  EXPECT_TRUE(file.ignored[0].starts_with("tsan.supp:6: deadlock:Cache is ignored: ")) << file.ignored[0];
  EXPECT_TRUE(file.ignored[1].starts_with("tsan.supp:7: called_from_lib:libfoo.so is ignored: "));
}

TEST(Suppressions, ThatCannotBeReadNameTheLine) {
  EXPECT_EQ(complaint_about("race:a\nraces:b\n"),
            "tsan.supp:2: expected race:NAME, race_top:NAME or a comment that begins with #, found races:b");
  EXPECT_EQ(
      complaint_about("\n\nQueue::size"),
      "tsan.supp:3: expected race:NAME, race_top:NAME or a comment that begins with #, found Queue::size");
  EXPECT_EQ(complaint_about("race:"), "tsan.supp:1: expected a part of a name behind race:");
  EXPECT_EQ(complaint_about("race_top: \t"), "tsan.supp:1: expected a part of a name behind race_top:");
  EXPECT_EQ(complaint_about("race:^*$"), "tsan.supp:1: expected a part of a name behind race:");
  EXPECT_THROW(read_suppressions("/nonexistent/tsan.supp"), InputError);
}

// The definition: a pattern is the regular expression in which * is .*, ^ and $ keep their meaning, and every
// other character stands for itself.
bool matches_by_definition(const std::string& pattern, const std::string& name) {
  std::string expression;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool at_end = (pattern[i] == '^' && i == 0) || (pattern[i] == '$' && i + 1 == pattern.size());
    if (pattern[i] == '*') {
      expression += ".*";
    } else {
      expression += (at_end ? "" : "\\") + std::string(1, pattern[i]);
    }
  }
  return std::regex_search(name, std::regex(expression));
}

TEST(Suppressions, MatchAsTheDefinitionSays) {
  EXPECT_TRUE(matches_pattern("Queue::size", "Queue::size"));
  EXPECT_TRUE(matches_pattern("size", "Queue::size_hint"));
  EXPECT_FALSE(matches_pattern("^size", "Queue::size_hint"));
  EXPECT_FALSE(matches_pattern("size$", "Queue::size_hint"));
  EXPECT_TRUE(matches_pattern("a$", "aba")) << "the last one of two";
  std::mt19937 random(1);
  // Letters and digits need no escapes.
  const auto text = [&](const std::string& letters, std::size_t longest) {
    std::string result;
    for (std::size_t left = random() % (longest + 1); left > 0; --left)
      result += letters[random() % letters.size()];
    return result;
  };
  for (std::size_t i = 0; i < cases(20'000); ++i) {
    const std::string pattern = text(":-*^$", 6), name = text(":-^$", 8);
    ASSERT_EQ(matches_pattern(pattern, name), matches_by_definition(pattern, name)) << pattern << " " << name;
  }
}

}  // namespace
}  // namespace linnet
