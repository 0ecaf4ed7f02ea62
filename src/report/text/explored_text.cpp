// What was covered, and columns of steps.
#include "report/text/result_text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/text/canvas.hpp"
#include "report/text/terminal_violation.hpp"
#include "report/text/units.hpp"
#include "report/text/verdict_mark.hpp"

namespace linnet {

namespace {

std::string serial_runs(const SerialSummary& serial) {
  std::string text = counted(serial.full + serial.stuck, "serial history");
  if (serial.stuck > 0) text += fmt::format(" ({} stuck)", with_thousands(serial.stuck));
  return text;
}

// REQUIRES: report.within is the bound of one.
const Stage& stage_within(const ExploredProgram& report) {
  return *std::ranges::find(report.stages, report.within, &Stage::bound);
}

// The strategies that took turns with the one that decided: ", and 128 by bounded, 64 by pct".
std::string beside(const ExploredProgram& report) {
  std::string text;
  for (std::size_t i = 0; i + 1 < report.stages.size(); ++i) {
    const Stage& stage = report.stages[i];
    text += fmt::format("{}{} by {}", i == 0 ? ", and " : ", ", with_thousands(stage.executions),
                        name_of(stage.strategy));
  }
  return text;
}

// Who of those that took turns brought what was new, if that was not enough.
std::string first_seen(const ExploredProgram& report) {
  if (report.stages.size() < 2 || report.complete() || !report.within.empty()) return "";
  std::string text;
  for (const Stage& stage : report.stages) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", name_of(stage.strategy), counted(stage.histories, "history"));
    if (stage.strategy != StrategyKind::dpor) text += fmt::format(" and {}", counted(stage.orders, "order"));
  }
  return "  First seen by each strategy (orders are those of conflicting accesses): " + text + ".\n";
}

// "compress in libz.so.1, plugin.so": what was not all seen. A failure may rest on it, too.
std::string unseen(const std::vector<CodePlace>& places) {
  std::string text;
  for (const CodePlace& place : places) {
    if (!text.empty()) text += ", ";
    const std::string file = place.file.substr(place.file.rfind('/') + 1);
    text += place.function.empty() ? file : place.function + " in " + file;
    if (place.line != 0) text += fmt::format(":{}", place.line);
  }
  return text;
}

// What was covered: a result never says passed without saying within what.
std::string covered(const ExploredProgram& report) {
  const Stage& last = report.last();
  if (last.strategy == StrategyKind::serial) return serial_runs(*report.serial);
  const Stage& planned = report.within.empty() ? last : stage_within(report);
  std::string text =
      fmt::format("{} by {}", counted(planned.executions, "execution"), name_of(planned.strategy));
  if (last.strategy == StrategyKind::graphs || report.memory_model != MemoryModel::sc)
    text += fmt::format(" under {}", name_of(report.memory_model));
  if (report.complete() && report.longest == 0) {
    text = "one execution: the program has no threads that meet, so there is nothing to reorder";
  } else if (report.complete()) {
    text +=
        last.strategy == StrategyKind::dpor ? ", complete (equivalent orders counted once)" : ", complete";
  } else if (!report.within.empty()) {
    text += ", within " + report.within;
    if (&planned != &last)
      text += fmt::format(", and {} more by {}", with_thousands(last.executions), name_of(last.strategy));
  } else if (report.share > 0 && last.strategy == StrategyKind::dpor) {
    text += fmt::format(", about {:.2g} % of all", std::min(99.0, 100 * report.share));
  }
  if (!report.complete() && report.within.empty()) text += beside(report);
  if (report.serial) text = serial_runs(*report.serial) + "; " + text;
  if (report.histories > 0) text += fmt::format("; {} distinct histories", with_thousands(report.histories));
  if (const auto& alarms = report.conflict_alarms) {
    text += fmt::format("; {} of {} executions not conflict-serializable, {} of them false alarms",
                        with_thousands(alarms->alarms), with_thousands(alarms->executions),
                        with_thousands(alarms->false_ones));
  }
  if (report.racy_places > 0) {
    text += fmt::format("; {} racing plain accesses explored as steps", with_thousands(report.racy_places));
  }
  if (const std::uint64_t suppressed = report.races_suppressed(); suppressed > 0)
    text += fmt::format("; {} suppressed", counted(suppressed, "race"));
  if (!report.weak_orders.empty() && report.failures.empty()) {
    text += fmt::format("; weaker orders at {} ran as seq_cst", counted(report.weak_orders.size(), "place"));
  }
  if (!report.unseen_code.empty())
    text += fmt::format("; not instrumented, and not all seen: {}", unseen(report.unseen_code));
  if (!report.unordered_looks.empty() && report.failures.empty()) {
    text += fmt::format("; clocks were read in no order at {}: --clock shared tries every order",
                        counted(report.unordered_looks.size(), "place"));
  }
  return text + "; " + duration(report.seconds);
}

std::string short_file(const CodePlace& place) {
  return place.file.substr(place.file.rfind('/') + 1);
}

std::string describe(const NamedAccess& access) {
  if (access.before.empty() && access.after.empty()) return access.object;
  if (access.writes) {
    return fmt::format("{}: {} → {}", access.object, access.before,
                       access.after.empty() ? "?" : access.after);
  }
  return fmt::format("{} = {}", access.object, access.after.empty() ? access.before : access.after);
}

// "compare-exchanges top: 0 → &A"
std::string describe(const NamedStep& step) {
  std::string text = step.verb;
  if (text == "compare-exchanges" && !step.accesses.empty() && !step.accesses.front().writes) {
    text = "fails to exchange";
  }
  const bool locks = text.find("lock") != text.npos;
  for (std::size_t i = 0; i < step.accesses.size(); ++i) {
    const NamedAccess& access = step.accesses[i];
    text += (i == 0 ? " " : ", ") + (locks ? access.object : describe(access));
    if (locks) break;
  }
  if (step.repeats > 1) text += fmt::format("  × {}", step.repeats);
  return text;
}

std::string place_text(const std::vector<CodePlace>& where) {
  const CodePlace* place = own_place(where);
  if (place == nullptr) return "";
  std::string text = place->function;
  if (!place->file.empty())
    text += fmt::format("{}{}:{}", text.empty() ? "" : "  ", short_file(*place), place->line);
  return text;
}

// Two blanks at the least, so that columns that are too narrow do not run together.
std::string padded(const std::string& text, std::size_t width) {
  const std::size_t used = columns(text);
  return text + std::string(used + 2 < width ? width - used : 2, ' ');
}

// A step in its thread's column, with its place at the right edge.
std::string steps_text(const Failure& failure, const Style& style) {
  std::map<std::uint32_t, std::size_t> column;  // of each thread, in order of their numbers
  for (const NamedStep& step : failure.steps) column.emplace(step.thread, 0);
  std::size_t next = 0;
  for (auto& [thread, at] : column) at = next++;
  if (column.empty()) return "";

  std::size_t widest = 8;
  for (const NamedStep& step : failure.steps) widest = std::max(widest, columns(describe(step)));
  const std::size_t width =
      std::min<std::size_t>(widest + 2, std::max<std::size_t>(24, style.width / column.size()));

  std::string text = "  ";
  for (const auto& [thread, at] : column) text += style.bold(padded(fmt::format("thread {}", thread), width));
  text += "\n";
  std::size_t last = column.size();
  for (const NamedStep& step : failure.steps) {
    const std::size_t at = column[step.thread];
    if (last != column.size() && last != at) {
      text += "  " +
              style.faint(std::string(std::min(last, at) * width, ' ') + (at > last ? "└" : "┌") +
                          std::string((std::max(last, at) - std::min(last, at)) * width - 1, '-') +
                          (at > last ? "┐" : "┘")) +
              "\n";
    }
    last = at;
    const std::string what = std::string(at * width, ' ') + describe(step), place = place_text(step.where);
    text += "  " + (place.empty() ? what : padded(what, column.size() * width) + style.faint(place)) + "\n";
  }
  return text;
}

std::string stack_text(const std::vector<CodePlace>& where) {
  std::string text;
  for (const CodePlace& place : where) {
    if (place.function.starts_with("linnet::detail::")) break;  // how an object test calls its operations
    text += fmt::format("    {}{}\n", place.function,
                        place.file.empty() ? "" : fmt::format("  {}:{}", place.file, place.line));
  }
  return text;
}

}  // namespace

std::string to_text(const Failure& failure, const Style& style) {
  std::string text;
  if (!failure.scenario.empty())
    text += "A smaller scenario that fails: " + style.bold(failure.scenario) + "\n\n";
  if (failure.history && failure.history->explanation) {
    text += to_text(failure.history->history, *failure.history->explanation, style);
    if (!failure.history->notes.empty()) text += "\n";
    for (const std::string& note : failure.history->notes) text += note + "\n";
  } else {
    text += "  " + style.bold(failure.sentence) + "\n";
  }
  for (const std::string& detail : failure.details) text += "    " + detail + "\n";
  if (!failure.where.empty() && failure.details.empty()) text += stack_text(failure.where);
  text += "\n" + steps_text(failure, style);
  if (!failure.output.empty()) {
    text += "\n  It printed:\n";
    for (std::size_t at = 0; at < failure.output.size();) {
      const std::size_t end = std::min(failure.output.find('\n', at), failure.output.size());
      text += "    " + failure.output.substr(at, end - at) + "\n";
      at = end + 1;
    }
  }
  return text;
}

namespace {

std::string consequence_text(const RaceConsequence& consequence, const Style& style) {
  std::string text;
  for (const Failure& failure : consequence.failures)
    text += fmt::format("\n{}\n\n{}", style.bold("And this leads to:"), whole_text(failure, style));
  if (!consequence.failures.empty()) return text;
  text = fmt::format(
      "\n  With the accesses that race as steps, under sequential consistency, there is no further "
      "failure in {}{}",
      consequence.complete ? "all " : "", counted(consequence.executions, "execution"));
  return text + (consequence.reason.empty() ? ".\n" : fmt::format(" ({}).\n", consequence.reason));
}

}  // namespace

std::string whole_text(const Failure& failure, const Style& style) {
  std::string text = to_text(failure, style);
  if (failure.count > 1) {
    text += fmt::format("\n  {} failed in this way, the first was number {}.\n",
                        counted(failure.count, "execution"), failure.found_at + 1);
  }
  if (!failure.replay.empty()) text += "\n" + style.faint("Replay: ") + failure.replay + "\n";
  if (failure.consequence) text += consequence_text(*failure.consequence, style);
  return text;
}

namespace {

// Each output with how many executions have it, after a line that says so.
std::string outputs_text(const ExploredProgram& report) {
  std::string text;
  for (const auto& [output, executions] : report.outputs) {
    text +=
        fmt::format("  {} printed{}\n", counted(executions, "execution"), output.empty() ? " nothing" : ":");
    for (std::size_t at = 0; at < output.size();) {
      const std::size_t end = std::min(output.find('\n', at), output.size());
      text += "    " + output.substr(at, end - at) + "\n";
      at = end + 1;
    }
  }
  return text;
}

}  // namespace

std::string to_text(const ExploredProgram& report, const Style& style) {
  std::string text = fmt::format("{}  {}  {}\n", verdict_mark(report.status(), style),
                                 style.bold(report.subject), style.faint(covered(report)));
  for (const Failure& failure : report.failures) text += "\n" + whole_text(failure, style);
  if (!report.declarations.empty())
    text += fmt::format("  This is relative to what the test declares: {}.\n",
                        fmt::join(report.declarations, ", "));
  if (!report.reason.empty()) text += "  " + report.reason + "\n";
  if (report.failures.empty()) text += first_seen(report);
  return text + outputs_text(report);
}

}  // namespace linnet
