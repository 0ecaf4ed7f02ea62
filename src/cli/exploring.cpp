// Exploring with progress on the terminal, one scenario after the other, and what is printed and written of it.
#include "cli/exploring.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/quote.hpp"
#include "cli/terminal.hpp"
#include "cli/terminal_line.hpp"
#include "driver/exploring/object_exploration.hpp"
#include "driver/exploring/replay.hpp"
#include "driver/exploring/smaller_failure.hpp"
#include "driver/generating/generated_run.hpp"
#include "report/json/exploration_json.hpp"
#include "report/json/generated_json.hpp"
#include "report/json/junit_report.hpp"
#include "report/text/exploration_text.hpp"
#include "report/text/generated_text.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

using Arguments = ExploringArguments;

std::string progress_line(const ExplorationProgress& progress) {
  std::string line = fmt::format("{}: {}, {}/s", progress.strategy, counted(progress.executions, "execution"),
                                 with_thousands(static_cast<std::uint64_t>(
                                     static_cast<double>(progress.executions) / progress.seconds)));
  if (progress.histories > 0) line += fmt::format(", {}", counted(progress.histories, "history"));
  if (progress.share > 0) {
    line += fmt::format(", about {:.2g} % done, {} left", std::min(99.0, 100 * progress.share),
                        duration(progress.seconds * (1 - progress.share) / progress.share));
  }
  return line;
}

std::string progress_line(const GeneratedProgress& progress) {
  std::string line =
      fmt::format("{} of {:.0f} tests, {} failed, {:.1f}/s", with_thousands(progress.done), progress.planned,
                  progress.failed, static_cast<double>(progress.done) / progress.seconds);
  if (progress.done > 0) {
    const double left =
        (progress.planned - static_cast<double>(progress.done)) / static_cast<double>(progress.done);
    line += fmt::format(", about {} left", duration(progress.seconds * left));
  }
  return line;
}

// The command that replays a failure. `scenario` is null if there is only one: then it need not be named.
std::string replay_command(const Arguments& o, const Failure& failure, const ObjectScenario* scenario) {
  std::string words = failure.schedule;
  const std::string& text = failure.scenario.empty() ? o.request.scenario : failure.scenario;
  if (!text.empty()) words += " " + quote("--scenario=" + text);
  if (scenario != nullptr && o.request.test.empty()) words += " --test=" + quote(scenario->name);
  return o.replay.before + words + o.replay.after;
}

void refuse_criterion_of_objects(const Arguments& o) {
  if (o.request.check.criterion != CheckRequest().criterion)
    throw InputError("--criterion goes with object tests, and this program has none");
}

void finish_output() {
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
}

std::vector<ObjectScenario> scenarios_of(ProgramUnderTest& program, const ExplorationRequest& request) {
  if (request.scenario.empty()) return find_scenarios(program, request.test, request.generation.asked());
  return {find_test(program, request.test, request.scenario)};
}

// One scenario after the other, and the results of all of them put together.
class Exploring {
 public:
  Exploring(ProgramUnderTest& program, const Arguments& arguments) : program_(program), o_(arguments) {}

  ExitStatus run() {
    const std::vector<ObjectScenario> scenarios = scenarios_of(program_, o_.request);
    alone_ = scenarios.size() <= 1;
    notice_interrupts();
    if (scenarios.empty()) {
      if (!program_.has_main())
        throw InputError(o_.report.program_name + ": there is neither a main nor a LINNET_TEST in it");
      refuse_criterion_of_objects(o_);
      show(explore_one(nullptr));
    }
    for (const ObjectScenario& scenario : scenarios) {
      if (interrupted() && &scenario != &scenarios.front()) break;
      run_one(scenario);
    }
    finish();
    return worst_;
  }

 private:
  // What is wrong with one scenario is no reason to leave out the others.
  void run_one(const ObjectScenario& scenario) {
    try {
      scenario.generated ? show(generate(scenario)) : show(explore_one(&scenario));
    } catch (const InputError& error) {
      if (alone_) throw;
      std::fputs(fmt::format("linnet: {}\n", error.what()).c_str(), stderr);
      worst_ = ExitStatus::bad_input;
    }
  }

  ExplorationReport explore_one(const ObjectScenario* scenario) {
    ExplorationReport report = explore_silently(scenario, o_.request, !o_.report.quiet && !o_.report.json);
    report.program = o_.report.program_name;
    if (scenario != nullptr) report.program += ": " + scenario->name;
    return report;
  }

  ExplorationReport explore_silently(const ObjectScenario* scenario, const ExplorationRequest& request,
                                     bool with_progress) {
    TerminalLine line(STDERR_FILENO, with_progress);
    const ExplorationWatch watch{
        [&line](const ExplorationProgress& p) { line.show(p.seconds, [&p] { return progress_line(p); }); },
        interrupted};
    ExplorationReport report = scenario == nullptr ? explore({program_}, request, watch)
                                                   : explore_scenario(program_, *scenario, request, watch);
    for (Failure& failure : report.failures) {
      if (scenario != nullptr) failure = smaller_failure(program_, failure, *scenario, request);
      if (!failure.schedule.empty())
        failure.replay = replay_command(o_, failure, alone_ ? nullptr : scenario);
    }
    return report;
  }

  GeneratedReport generate(const ObjectScenario& subject) {
    GeneratedReport report;
    {
      TerminalLine line(STDERR_FILENO, !o_.report.quiet && !o_.report.json);
      report = run_generated_tests(
          program_, subject, o_.request,
          {[&](const GeneratedProgress& p) { line.show(p.seconds, [&] { return progress_line(p); }); },
           interrupted});
    }
    report.program = o_.report.program_name;
    return report;
  }

  // The smallest test that failed, by itself and with all that is said of a failure.
  ExplorationReport explain(const GeneratedReport& generated) {
    ExplorationRequest one = o_.request;
    one.generation = {};
    one.checkpoint.clear();
    one.test = generated.test;
    one.scenario = generated.smallest_failure()->scenario;
    const ObjectScenario scenario = find_test(program_, one.test, one.scenario);
    ExplorationReport report = explore_silently(&scenario, one, false);
    for (Failure& failure : report.failures) {
      if (failure.scenario.empty()) failure.scenario = one.scenario;
      Arguments arguments = o_;
      arguments.request = one;
      arguments.request.test.clear();
      if (!failure.schedule.empty()) failure.replay = replay_command(arguments, failure, &scenario);
      if (failure.scenario == one.scenario) failure.scenario.clear();
    }
    report.program = o_.report.program_name + ": " + scenario.name;
    return report;
  }

  void show(const ExplorationReport& report) {
    worst_ = worse(worst_, report.status());
    collect(to_json(report), to_junit(report));
    if (o_.report.json || (o_.report.quiet && report.status() != ExitStatus::violation)) return;
    fmt::print("{}", to_text(report, Terminal(stdout).style()));
    finish_output();
  }

  void show(GeneratedReport report) {
    worst_ = worse(worst_, report.status());
    const bool failed = report.smallest_failure() != nullptr;
    std::optional<ExplorationReport> explained;
    if (failed) explained = explain(report);
    if (failed) report.failure = to_json(*explained);
    collect(to_json(report), to_junit(report));
    if (o_.report.json || (o_.report.quiet && !failed)) return;
    fmt::print("{}", to_text(report, Terminal(stdout).style()));
    if (failed) {
      fmt::print("\nThe smallest test that failed, {}, by itself:\n", report.smallest_failure()->scenario);
      fmt::print("{}", to_text(*explained, Terminal(stdout).style()));
    }
    finish_output();
  }

  void collect(std::string json, std::string junit) {
    if (o_.report.json || o_.report.files.wanted()) json_.push_back(std::move(json));
    if (!o_.report.junit.empty()) junit_.push_back(std::move(junit));
  }

  void finish() {
    if (!junit_.empty()) write_file(o_.report.junit, alone_ ? junit_.front() : join_junit(junit_));
    if (json_.empty()) return;
    const std::string joined = alone_ ? json_.front() : join_json(json_);
    write_result_files(o_.report.files, joined);
    if (o_.report.json) {
      fmt::print("{}", joined);
    } else if (!o_.report.quiet && !o_.report.files.html.empty()) {
      fmt::print("Page: {}\n", o_.report.files.html);
    }
    finish_output();
  }

  ProgramUnderTest& program_;
  const Arguments& o_;
  bool alone_ = true;
  ExitStatus worst_ = ExitStatus::pass;
  std::vector<std::string> json_, junit_;
};

}  // namespace

ExitStatus explore_and_report(ProgramUnderTest& program, const ExploringArguments& arguments) {
  program.require_native(false);
  if (!arguments.report.list) return Exploring(program, arguments).run();
  fmt::print("{}", list_scenarios(program));
  return ExitStatus::pass;
}

ExitStatus replay_and_report(ProgramUnderTest& program, const ExploringArguments& o, bool in_place) {
  program.require_native(false);
  if (o.report.files.wanted())
    throw InputError("--html, --sarif and --save go with explorations, not with replays");
  const std::vector<ObjectScenario> scenarios = scenarios_of(program, o.request);
  if (scenarios.size() > 1)
    throw InputError("--replay: say with --test which scenario this is a schedule of");
  if (!scenarios.empty() && scenarios.front().generated)
    throw InputError("--replay: say with --scenario which of the generated tests this is a schedule of");
  if (scenarios.empty()) refuse_criterion_of_objects(o);
  const std::unique_ptr<RecordingJudge> judge =
      scenarios.empty() ? nullptr : judge_of_scenario(program, scenarios.front(), o.request);
  Subject subject{.program = program, .judge = judge.get()};
  if (!scenarios.empty()) {
    subject.test = scenarios.front().test;
    subject.scenario = &scenarios.front().scenario;
  }
  const std::unique_ptr<Worker> fresh = in_place ? nullptr : program.fork();
  const Failure failure = replay(subject, o.request, in_place ? program.itself() : *fresh);
  const bool failed = failure.kind != "completed";
  if (o.report.json) {
    fmt::print("{}", to_json(failure));
  } else {
    const Style style = Terminal(stdout).style();
    fmt::print("{}  {}\n{}", failed ? style.red("✘ " + failure.kind) : style.green("✔ completed"),
               style.bold(o.report.program_name), to_text(failure, style));
  }
  finish_output();
  return failed ? ExitStatus::violation : ExitStatus::pass;
}

}  // namespace linnet
