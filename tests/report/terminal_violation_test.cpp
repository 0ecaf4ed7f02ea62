// The explanation of a violation in the terminal: known ones to the letter, and what must hold of all.
#include "report/text/terminal_violation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "../check/histories.hpp"
#include "../explain/picture.hpp"
#include "definitions/oracle.hpp"
#include "report/text/canvas.hpp"
#include "report/text/timeline.hpp"
#include "report/text/timeline_layout.hpp"
#include "report/text/visible.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

using testing::explain_with_oracle;
using testing::picture;

std::string story(const std::string& spec_name, const std::vector<std::string_view>& lanes,
                  const Style& style = {.width = 96}) {
  const Spec spec = make_spec(spec_name);
  const History history = picture(spec, lanes);
  return "\n" + to_text(history, explain_with_oracle(history, spec), style);
}

// Figure 1 of Round-Up: enq(1) enq(2) ; enq(3) | enq(4) deq() ; deq() deq() deq().
const std::vector<std::string_view> kFigure1 = {
    "0: [enq(1)] [enq(2)] [enq(3)      ]                               ",
    "1:                   [enq(4)] [deq() 2]                           ",
    "2:                                        [deq() 1] [deq() 3] [deq() 4]"};
const std::vector<std::string_view> kStack = {"0: [push(1)] [push(2)] [push(3)] ",
                                              "1:              [pop() 2]        [pop() 1]"};

TEST(TerminalViolation, Queue) {
  EXPECT_EQ(story("queue", kFigure1), R"(
2 was dequeued before 1, although enq(1) had returned before enq(2) was called.

  thread 0  ┣━ enq(1) ━┫ ┣━ enq(2) ━┫ ├─ enq(3) ────┤
  thread 1                            ├─ enq(4) ─┤ ╠═ deq() → 2 ═╣

  ━ the core: a violation by itself   ═ cannot be placed   ─ not involved

No order gets further than this:
    initially  []
    enq(1)     [1]
    enq(2)     [1, 2]
  ✗ deq() → 2  it returned 2; here it would return 1
)");
}

TEST(TerminalViolation, RegisterWithAnOpenWrite) {
  EXPECT_EQ(
      story("register", {"0: [write(1)] [write(2)                ", "1:             [read() 2]  [read() 1]"}),
      R"(
read() returned 1 after an earlier read() had returned 2, although write(1) had returned before
write(2) was called.

  thread 0  ┣━ write(1) ━┫ ┣━ write(2) → … ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
  thread 1                 ┣━ read() → 2 ━┫ ╠═ read() → 1 ═╣

  ━ the core: a violation by itself   ═ cannot be placed   ┄ had not returned

No order gets further than this:
    initially     0
    write(1)      1
    write(2) → …  2
    read() → 2    2
  ✗ read() → 1    it returned 1; here it would return 2
)");
}

TEST(TerminalViolation, AsciiAndSet) {
  EXPECT_EQ(story("set", {"0: [add(3) true]", "1:       [add(4) true]  [contains(3) false]"},
                  {.width = 80, .colour = false, .unicode = false}),
            R"(
contains(3) returned false, although add(3) had returned before it was called
and 3 had never been removed.

  thread 0  [= add(3) -> true =]
  thread 1  |- add(4) -> true -| [# contains(3) -> false #]

  = the core: a violation by itself   # cannot be placed   - not involved

No order gets further than this:
    initially             {}
    add(3) -> true        {3}
  x contains(3) -> false  it returned false; here it would return true
)");
}

TEST(Timeline, BecomesATableWhereLanesDoNotFit) {
  const Spec spec = make_spec("stack");
  const History history = picture(spec, kStack);
  const Explanation e = explain_with_oracle(history, spec);
  EXPECT_EQ("\n" + timeline(history, e, {.width = 44}), R"(
  *  1  thread 0  push(1)    ┣┫
  *  2  thread 0  push(3)       ┣┫
  !  3  thread 1  pop() → 1        ╠╣

  * the core: a violation by itself   ! cannot be placed
  … 2 more operations up to here are not shown
)");
  EXPECT_EQ("\n" + timeline(history, e, {.width = 30}), R"(
  *  1  thread 0  push(1)    from 0 to 1
  *  2  thread 0  push(3)    from 5 to 7
  !  3  thread 1  pop() → 1  from 8 to 9

  * the core: a violation by itself   ! cannot be placed
  … 2 more operations up to here are not shown
)");
}

std::string without_escapes(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST(TerminalViolation, ColourIsAllThatColourAdds) {
  const std::string plain = story("queue", kFigure1),
                    coloured = story("queue", kFigure1, {.width = 96, .colour = true});
  EXPECT_NE(plain, coloured);
  EXPECT_EQ(plain, without_escapes(visible(coloured)));
}

TEST(TerminalViolation, WhatATerminalWouldObeyIsVisible) {
  EXPECT_EQ(visible("a\tb\n é → ✔ 𝄞"), "a\tb\n é → ✔ 𝄞");
  EXPECT_EQ(visible("\x1b[31m\r\a\x7f"), "\\x1b[31m\\x0d\\x07\\x7f");
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m \xe2\x80\xae"),
            "\\x9b31m \\u202e");
  EXPECT_EQ(visible("\xe2\x80 \xf0\x9f \x80"), "\\xe2\\x80 \\xf0\\x9f \\x80");
  EXPECT_EQ(visible(Style{.colour = true}.red("no") + "\xff" + "99" + "\xff"),
            "\x1b[31mno\x1b[0m\\xff99\\xff");
}

// A precedes B in the history iff A ends to the left of B in the picture.
void expect_faithful(const History& history, const Explanation& e) {
  const std::vector<std::string> labels(e.prefix.size(), "label");
  const TimelineLayout layout = lay_out(history, e, e.prefix, labels, 4);
  for (const Bar& a : layout.bars) {
    EXPECT_GE(a.to, a.from + 8);
    EXPECT_LT(a.to, layout.width);
    for (const Bar& b : layout.bars) {
      const bool before = !a.open && history.precedes(a.operation, b.operation);
      EXPECT_EQ(!a.open && a.to < b.from, before);
    }
  }
}

// Everything fits, there are no blanks at the ends of lines, and the whole core is visible.
void expect_readable(const History& history, const Explanation& e, const Style& style) {
  std::istringstream text(timeline(history, e, style));
  std::string all;
  for (std::string line; std::getline(text, line); all += line + "\n") {
    EXPECT_LE(columns(line), style.width);
    EXPECT_FALSE(line.ends_with(' '));
    if (!style.unicode) {
      EXPECT_TRUE(std::ranges::all_of(line, [](unsigned char c) { return c < 128; }));
    }
  }
  for (const OperationIndex i : e.core) EXPECT_NE(all.find(label_of(history, e, i, style)), all.npos);
}

// The generator takes a new thread for each one that never appears again, and does not name them all.
History with_names(History history) {
  Vocabulary words = *history.words;
  for (const Operation& op : history.operations) {
    while (words.threads.size() <= op.thread.value) words.threads.emplace_back(words.threads.size());
  }
  history.words = std::make_shared<const Vocabulary>(std::move(words));
  return history;
}

TEST(Timeline, ShowsEveryViolationFaithfully) {
  testing::Random rng(4);
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    for (std::size_t round = 0; round < cases(200); ++round) {
      testing::Shape shape = testing::random_shape(rng, 7);
      shape.objects = 1;
      shape.corrupted = 1;
      const bool ordered = round % 8 == 0;
      const History history = with_names(ordered ? testing::random_partial_order_history(rng, spec, shape)
                                                 : testing::random_history(rng, spec, shape));
      if (oracle_linearizable(history, spec)) continue;
      const Explanation e = explain_with_oracle(history, spec);
      if (!history.order) expect_faithful(history, e);
      expect_readable(history, e, {.width = 80 + rng() % 60, .unicode = rng() % 2 == 0});
      if (HasFailure()) FAIL() << timeline(history, e, {}) << testing::to_json_lines(history, spec);
    }
  }
}

}  // namespace
}  // namespace linnet
