// Tests that the lines of reports fit a narrow terminal, and stay whole in a wide one.
#include "report/text/lines.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "report/text/canvas.hpp"

namespace linnet {
namespace {

const std::string kCovered = "12 executions by dpor, complete (equivalent orders counted once); 3 ms";

TEST(Lines, FitANarrowTerminal) {
  EXPECT_EQ("\n" + headline(ExitStatus::violation, "queue.cpp: queue", kCovered, {.width = 40}), R"(
✘ violation  queue.cpp: queue
  12 executions by dpor, complete
  (equivalent orders counted once); 3 ms
)");
  for (const std::size_t width : {20, 40, 60, 80}) {
    std::istringstream lines(headline(ExitStatus::pass, "q", kCovered, {.width = width}) +
                             paragraph("  → " + kCovered, 4, {.width = width}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), width) << line;
  }
}

TEST(Lines, StayWholeWhereTheyFit) {
  const std::string whole = "✔ pass       q  " + kCovered + "\n";
  EXPECT_EQ(headline(ExitStatus::pass, "q", kCovered, {.width = columns(whole) - 1}), whole);
  EXPECT_EQ(headline(ExitStatus::pass, "q", kCovered + kCovered, {.width = 100}).find('\n'),
            columns(kCovered + kCovered) + std::string("✔ pass       q  ").size());
  EXPECT_EQ(paragraph("It waits.", 2, {}), "  It waits.\n");
}

}  // namespace
}  // namespace linnet
