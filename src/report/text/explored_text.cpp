// What was covered, and what went wrong: which thread did what where, and the steps.
#include "report/text/result_text.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

#include <fmt/format.h>

#include "report/text/canvas.hpp"
#include "report/text/lines.hpp"
#include "report/text/steps_table.hpp"
#include "report/text/terminal_violation.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

std::string serial_runs(const SerialSummary& serial) {
  std::string text = counted(serial.full + serial.stuck, "serial history");
  if (serial.stuck > 0) text += fmt::format(" ({} stuck)", with_thousands(serial.stuck));
  return text;
}

// REQUIRES: report.within is the bound of a stage.
const Stage& stage_within(const ExploredProgram& report) {
  return *std::ranges::find(report.stages, report.within, &Stage::bound);
}

// The one that decides, if it has run: a limit may have ended the turns before its first one.
const Stage& leading_stage(const ExploredProgram& report) {
  if (!report.within.empty()) return stage_within(report);
  const Stage& most = *std::ranges::max_element(report.stages, {}, &Stage::executions);
  return report.last().executions > 0 ? report.last() : most;
}

// The other strategies that took turns: ", and 128 by bounded, 64 by pct".
std::string beside(const ExploredProgram& report, const Stage& leading) {
  std::string text;
  for (const Stage& stage : report.stages) {
    if (&stage == &leading || stage.executions == 0) continue;
    text += fmt::format("{}{} by {}", text.empty() ? ", and " : ", ", with_thousands(stage.executions),
                        name_of(stage.strategy));
  }
  return text;
}

// Which of the strategies that took turns first saw something new, if the run did not finish.
std::string first_seen(const ExploredProgram& report) {
  if (report.stages.size() < 2 || report.complete() || !report.within.empty()) return "";
  const auto saw_nothing = [](const Stage& stage) { return stage.histories == 0 && stage.orders == 0; };
  if (std::ranges::all_of(report.stages, saw_nothing)) return "";
  std::string text;
  for (const Stage& stage : report.stages) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", name_of(stage.strategy), counted(stage.histories, "history"));
    if (stage.strategy != StrategyKind::dpor) text += fmt::format(" and {}", counted(stage.orders, "order"));
  }
  return "First seen by each strategy (orders are those of conflicting accesses): " + text + ".";
}

// "compress in libz.so.1, plugin.so": code of which not all accesses were seen. A failure may rest on it,
// too.
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

// What was covered: a result never says "pass" without its scope.
std::string covered(const ExploredProgram& report) {
  const Stage& last = report.last();
  if (last.strategy == StrategyKind::serial) return serial_runs(*report.serial);
  const Stage& planned = leading_stage(report);
  std::string text =
      fmt::format("{} by {}", counted(planned.executions, "execution"), name_of(planned.strategy));
  if (last.strategy == StrategyKind::graphs || report.memory_model != MemoryModel::sc)
    text += fmt::format(" under {}", name_of(report.memory_model));
  if (planned.cut > 0) text += fmt::format(" and {} cut at loops", with_thousands(planned.cut));
  if (report.complete() && report.longest == 0) {
    text = "one execution: the program has no threads that meet, so there is nothing to reorder";
  } else if (report.complete()) {
    text +=
        last.strategy == StrategyKind::dpor ? ", complete (equivalent orders counted once)" : ", complete";
  } else if (!report.within.empty()) {
    text += ", within " + report.within;
    if (&planned != &last)
      text += fmt::format(", and {} more by {}", with_thousands(last.executions), name_of(last.strategy));
  }
  if (!report.complete() && report.within.empty()) text += beside(report, planned);
  if (report.serial) text = serial_runs(*report.serial) + "; " + text;
  if (report.histories > 0) text += fmt::format("; {} distinct histories", with_thousands(report.histories));
  if (const auto& alarms = report.conflict_alarms) {
    text += fmt::format("; {} of {} executions not conflict-serializable, {} of them false alarms",
                        with_thousands(alarms->alarms), with_thousands(alarms->executions),
                        with_thousands(alarms->false_ones));
  }
  if (report.racy_places > 0) {
    text += fmt::format("; {} explored as steps", counted(report.racy_places, "racing plain access"));
  }
  if (const std::uint64_t suppressed = report.races_suppressed(); suppressed > 0)
    text += fmt::format("; {} suppressed", counted(suppressed, "race"));
  if (!report.weak_orders.empty() && report.failures.empty()) {
    text += fmt::format("; weaker orders at {} ran as seq_cst", counted(report.weak_orders.size(), "place"));
  }
  if (!report.consumes.empty())
    text += fmt::format("; consume at {} ran as acquire", counted(report.consumes.size(), "place"));
  if (report.forbidden > 0)
    text += fmt::format("; {} that C++20 forbids left out", counted(report.forbidden, "execution"));
  if (!report.unseen_code.empty())
    text += fmt::format("; not instrumented, and not all seen: {}", unseen(report.unseen_code));
  if (!report.unordered_looks.empty() && report.failures.empty()) {
    text += fmt::format("; clocks were read in no order at {}: --clock shared tries every order",
                        counted(report.unordered_looks.size(), "place"));
  }
  return text + "; " + duration(report.seconds);
}

// The user's own functions, innermost first, without the functions of the standard library between them. If
// none is the user's, all functions.
std::vector<CodePlace> folded(const std::vector<CodePlace>& where) {
  std::vector<CodePlace> own;
  std::ranges::copy_if(where, std::back_inserter(own), is_own);
  return own.empty() ? where : own;
}

// Where threads were cut: "Cut after a round without effect: push (stack.c:12), pop (stack.c:30)."
std::string cut_at(const ExploredProgram& report) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (const CutLoop& loop : report.cuts | std::views::take(kMost)) {
    if (!text.empty()) text += ", ";
    text += loop.place.file.empty()
                ? "code without lines"
                : fmt::format("{} ({}:{})", short_function(loop.place.function),
                              loop.place.file.substr(loop.place.file.rfind('/') + 1), loop.place.line);
  }
  if (report.cuts.size() > kMost) text += fmt::format(" and {} more", report.cuts.size() - kMost);
  return text.empty() ? "" : "Cut after a round without effect: " + text + ".";
}

std::string place_text(const CodePlace& place) {
  return short_function(place.function) +
         (place.file.empty() ? "" : fmt::format("  {}:{}", place.file, place.line));
}

// A function that calls itself is one line for each place where it does.
std::string stack_text(const std::vector<CodePlace>& where) {
  const std::vector<CodePlace> own = folded(where);
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < own.size(); begin = end) {
    const std::string line = place_text(own[begin]);
    while (end < own.size() && place_text(own[end]) == line) ++end;
    text += "    " + line + (end - begin > 1 ? fmt::format("  × {}", end - begin) : "") + "\n";
  }
  return text;
}

// What happened there, with the innermost place, and the callers.
std::string further_places(const std::vector<NamedPlace>& places, const Style& style) {
  std::string text;
  for (const NamedPlace& place : places) {
    text += paragraph(place.what, 4, style);
    const std::vector<CodePlace> own = folded(place.where);
    for (std::size_t i = 1; i < own.size(); ++i) {
      if (is_own(own[i])) text += "      called in " + place_text(own[i]) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string to_text(const Failure& failure, const Style& style, std::size_t most_steps) {
  std::string text;
  if (!failure.scenario.empty())
    text += "A smaller scenario that fails: " + style.bold(failure.scenario) + "\n\n";
  if (failure.history && failure.history->explanation) {
    text += to_text(failure.history->history, *failure.history->explanation, style);
    if (!failure.history->notes.empty()) text += "\n";
    for (const std::string& note : failure.history->notes) text += note + "\n";
  } else {
    text += style.bold(paragraph(failure.sentence, 2, style));
  }
  for (const std::string& detail : failure.details) {
    const bool is_place =
        std::ranges::find(failure.places, detail, &NamedPlace::what) != failure.places.end();
    if (!is_place) text += paragraph(detail, 4, style);
  }
  if (!failure.where.empty() && failure.details.empty()) text += spelled(stack_text(failure.where), style);
  text += spelled(further_places(failure.places, style), style);
  text += "\n" + steps_table(failure.steps, style, failure.schedule.starts_with("linnet2:"), most_steps);
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
      "With the accesses that race as steps, under sequential consistency, there is no further failure in "
      "{}{}",
      consequence.complete ? "all " : "", counted(consequence.executions, "execution"));
  text += consequence.reason.empty() ? "." : fmt::format(" ({}).", consequence.reason);
  return "\n" + paragraph(text, 2, style);
}

}  // namespace

std::string whole_text(const Failure& failure, const Style& style) {
  constexpr std::size_t kMostSteps = 400;  // a person who reads more than that wants the replay
  std::string text = to_text(failure, style, kMostSteps);
  if (failure.count > 1) {
    text += "\n" + paragraph(fmt::format("{} failed in this way, the first was number {}.",
                                         counted(failure.count, "execution"), failure.found_at + 1),
                             2, style);
  }
  if (!failure.replay.empty()) text += "\n" + style.faint("Replay: ") + failure.replay + "\n";
  if (failure.consequence) text += consequence_text(*failure.consequence, style);
  return text;
}

namespace {

// Each output with the number of executions that printed it, after a heading.
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

std::string non_sc_text(const NonSequential& found, const Style& style) {
  if (found.executions == 0) return "  Every execution is sequentially consistent.\n";
  const bool one = found.executions == 1;
  std::string text =
      fmt::format("  {} {} not sequentially consistent{}\n", counted(found.executions, "execution"),
                  one ? "is" : "are", found.shown.size() < found.executions ? "; the first of them:" : ":");
  for (const NonSequential::Shown& shown : found.shown)
    text += "  " + style.faint("Replay: ") + shown.replay + "\n";
  return text;
}

}  // namespace

std::string to_text(const ExploredProgram& report, const Style& style) {
  std::string text = headline(report.status(), report.subject, covered(report), style);
  for (const Failure& failure : report.failures) text += "\n" + whole_text(failure, style);
  if (report.order_advice) text += to_text(*report.order_advice, style);
  std::vector<std::string> notes;
  if (!report.declarations.empty())
    notes.push_back(
        fmt::format("This is relative to what the test declares: {}.", fmt::join(report.declarations, ", ")));
  notes.push_back(report.reason);
  if (!report.not_in_c11.empty())
    notes.push_back("Only interleavings were explored, not the memory model c11: " + report.not_in_c11);
  if (report.failures.empty()) notes.insert(notes.end(), {first_seen(report), cut_at(report)});
  for (const std::string& note : notes) text += note.empty() ? "" : paragraph(note, 2, style);
  if (report.non_sc) text += non_sc_text(*report.non_sc, style);
  return text + outputs_text(report);
}

}  // namespace linnet
