// Options, from their declaration to their values; and the messages about words that are none.
#include "cli/options/option_list.hpp"

#include <gtest/gtest.h>

namespace linnet {
namespace {

enum class Colour { red, blue };
constexpr Named<Colour> kColours[] = {{Colour::red, "red", "like blood"},
                                    {Colour::blue, "blue", "like the sky"}};

// One option of each kind.
struct Values {
  bool flag = false;
  std::string text = "usual", file;
  std::vector<std::string> many, rest;
  std::uint32_t number = 3;
  std::optional<std::uint64_t> size;
  std::optional<double> time;
  Colour colour = Colour::red;
  int called = 0, finished = 0;

  OptionList options;
  Values() {
    options.add("FILE", &file, "").must_be_given();
    options.add("REST", &rest, "");
    options.add("--flag", &flag, "");
    options.add("-t,--text", &text, "").formerly("--words");
    options.add("--many", &many, "");
    options.add("--number", &number, "").between(1, 14);
    options.add("--size", &size, "").in_bytes();
    options.add("--time", &time, "");
    options.add(
        "--call", [this] { ++called; }, "");
    options
        .add(
            "--kind", [](const std::string&) {}, "")
        .one_of({{"plain", ""}, {"fancy", ""}});
    options.add_choice<Colour>("--colour", &colour, kColours, "");
    options.add_hidden("--hidden", &flag);
    options.afterwards([this] { ++finished; });
  }
};

std::string complaint(const std::vector<std::string>& words) {
  Values values;
  try {
    values.options.parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(OptionList, StoresValues) {
  Values v;
  v.options.parse(std::vector<std::string>{"a", "--flag", "--text", "x", "--many", "--flag", "--many=2", "b",
                                           "--number=14", "--size", "8GiB", "--time", "5m", "--call",
                                           "--call", "--colour", "blue", "--", "--c"});
  EXPECT_TRUE(v.flag);
  EXPECT_EQ(v.file, "a");
  EXPECT_EQ(v.rest, (std::vector<std::string>{"b", "--c"}));
  EXPECT_EQ(v.text, "x");
  EXPECT_EQ(v.many, (std::vector<std::string>{"--flag", "2"}));
  EXPECT_EQ(v.number, 14u);
  EXPECT_EQ(v.size, 8ull << 30);
  EXPECT_EQ(v.time, 300);
  EXPECT_EQ(v.called, 2);
  EXPECT_EQ(v.colour, Colour::blue);
  EXPECT_EQ(v.finished, 1);
}

TEST(OptionList, KnowsUnits) {
  const auto time = [](const std::string& word) {
    Values v;
    v.options.parse(std::vector<std::string>{"a", "--time", word});
    return *v.time;
  };
  EXPECT_DOUBLE_EQ(time("250ms"), 0.25);
  EXPECT_EQ(time("2"), 2);
  EXPECT_EQ(time("1.5h"), 5400);
  const auto size = [](const std::string& word) {
    Values v;
    v.options.parse(std::vector<std::string>{"a", "--size=" + word});
    return *v.size;
  };
  EXPECT_EQ(size("500MB"), 500ull << 20);
  EXPECT_EQ(size("3k"), 3072u);
  EXPECT_EQ(size("12b"), 12u);
  EXPECT_EQ(size("12"), 12u);
}

TEST(OptionList, TakesShortAndOldNames) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"a", "-t", "x"}, {"a", "-tx"}, {"a", "--words", "x"}}) {
    Values v;
    v.options.parse(words);
    EXPECT_EQ(v.text, "x");
  }
}

TEST(OptionList, Complains) {
  EXPECT_EQ(complaint({}), "FILE is required");
  EXPECT_EQ(complaint({"a", "--txet", "b"}), "unknown option --txet; did you mean --text?");
  EXPECT_EQ(complaint({"a", "--text"}), "--text needs a value: TEXT");
  EXPECT_EQ(complaint({"a", "--text", "b", "--text", "c"}), "--text is given twice");
  EXPECT_EQ(complaint({"a", "--flag=yes"}), "--flag takes no value: found yes");
  EXPECT_EQ(complaint({"a", "--number", "15"}), "--number: found 15, expected a number from 1 to 14");
  EXPECT_EQ(complaint({"a", "--number", "2x"}), "--number: found 2x, expected a number from 1 to 14");
  EXPECT_EQ(complaint({"a", "--size", "much"}), "--size: found much, expected a size such as 500MB or 8GB");
  EXPECT_EQ(complaint({"a", "--time", "-1s"}),
            "--time: found -1s, expected a time such as 500ms, 10s, 5m or 1h");
  EXPECT_EQ(complaint({"a", "--kind", "plan"}), "--kind: unknown plan; did you mean plain?");
  EXPECT_EQ(complaint({"a", "--kind", "x"}), "--kind: found x, expected one of plain, fancy");
  EXPECT_EQ(complaint({"a", "--colour", "green"}), "--colour: found green, expected one of red, blue");
}

TEST(OptionList, KeepsWhatTheHelpShows) {
  Values v;
  std::string usual;
  for (const Option& option : v.options.all()) {
    if (!option.usual.empty()) usual += option.names.back() + "=" + option.usual + " ";
    EXPECT_EQ(option.hidden, option.names.back() == "--hidden");
  }
  EXPECT_EQ(usual, "--text=usual --number=3 --colour=red ");
}

}  // namespace
}  // namespace linnet
