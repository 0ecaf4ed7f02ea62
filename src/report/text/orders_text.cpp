// Memory orders by place, for a terminal: suggestions a line for each change, and a table of those that could be weaker.
#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "report/text/canvas.hpp"
#include "report/text/lines.hpp"
#include "report/text/result_text.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

// "store flag[…]", "compare-exchange top, if it fails", "fence"
std::string access_of(const OrderAtPlace& at) {
  std::string text(name_of(at.access));
  if (!at.object.empty()) text += " " + at.object;
  return at.on_failure ? text + ", if it fails" : text;
}

std::string order_in(const OrderAtPlace& at, MemoryOrder order) {
  const bool no_fence = at.access == AtomicAccess::fence && order == MemoryOrder::relaxed;
  return no_fence ? "none" : std::string(name_of(order));
}

std::string change_text(const ChangedOrder& change) {
  const std::string at = fmt::format("{} {}", line_of(change.at.place), access_of(change.at));
  if (change.fence_before) return at + ": a seq_cst fence before it";
  return fmt::format("{}: {} → {}", at, order_in(change.at, change.at.order), name_of(change.to));
}

std::string_view heading_of(const OrderAdvice& advice) {
  const bool one = advice.suggestions.size() == 1;
  if (advice.suggestions.front().size() == 1)
    return one ? "This change makes the failure go away:" : "These changes each make the failure go away:";
  return one ? "No single change is enough. These two together make the failure go away:"
             : "No single change is enough. These pairs of changes each make the failure go away:";
}

}  // namespace

std::string to_text(const OrderAdvice& advice, const Style& style) {
  constexpr std::size_t kMost = 12;
  std::string text;
  if (!advice.suggestions.empty()) text += "\n" + style.bold(heading_of(advice)) + "\n";
  for (const std::vector<ChangedOrder>& changes : advice.suggestions | std::views::take(kMost)) {
    for (const ChangedOrder& change : changes)
      text += fmt::format("  {}{}\n", &change == changes.data() ? "" : "  and ", change_text(change));
  }
  if (advice.suggestions.size() > kMost)
    text += fmt::format("  and {} more\n", advice.suggestions.size() - kMost);
  if (!advice.suggestions.empty())
    text += style.faint(fmt::format("  All executions were explored with each; {} were tried.\n",
                                    counted(advice.tried, "change")));
  if (!advice.reason.empty()) text += "\n  Orders: " + advice.reason + "\n";
  return text;
}

std::string to_text(const RelaxedOrders& report, const Style& style) {
  std::string text =
      headline(report.status(), report.subject,
               fmt::format("{} in {}, {} tried under {}; {}", counted(report.rows.size(), "order"),
                           counted(report.tests, "test"), counted(report.tried, "change"),
                           name_of(report.memory_model), duration(report.seconds)),
               style);
  if (!report.reason.empty()) text += paragraph(report.reason, 2, style);
  if (report.rows.empty()) return text;
  std::size_t place = 5, access = 6;
  for (const RelaxedOrders::Row& row : report.rows) {
    place = std::max(place, line_of(row.at.place).size());
    access = std::max(access, columns(access_of(row.at)));
  }
  const auto line = [&](const std::string& where, const std::string& what, const std::string& now,
                        const std::string& alone, const std::string& together) {
    return fmt::format("  {:<{}}  {}{}  {:<8} {:<8} {}\n", where, place, what,
                       std::string(access - columns(what), ' '), now, alone, together);
  };
  text += "\n" + style.bold(line("place", "access", "now", "alone", "together"));
  for (const RelaxedOrders::Row& row : report.rows) {
    const std::string alone = order_in(row.at, row.alone), together = order_in(row.at, row.together);
    text += line(line_of(row.at.place), access_of(row.at), order_in(row.at, row.at.order),
                 row.alone == row.at.order ? "·" : alone, row.together == row.at.order ? "·" : together);
  }
  return text +
         "\n  alone: the weakest order with which all tests pass, if nothing else is changed. together: "
         "orders that pass all at once.\n";
}

}  // namespace linnet
