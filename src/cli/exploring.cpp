// Explores one scenario after the other with progress on the terminal, and prints and writes the results.
#include "cli/exploring.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/stopwatch.hpp"
#include "cli/quote.hpp"
#include "cli/terminal.hpp"
#include "driver/exploring/replay.hpp"
#include "driver/generating/generated_run.hpp"
#include "driver/objects/client_program.hpp"
#include "driver/objects/object_exploration.hpp"
#include "driver/objects/race_consequence.hpp"
#include "driver/objects/smaller_failure.hpp"
#include "driver/orders/order_advice.hpp"
#include "report/json/result_json.hpp"
#include "report/text/lines.hpp"
#include "report/text/result_text.hpp"
#include "report/text/units.hpp"
#include "report/text/visible.hpp"

namespace linnet {

namespace {

using Arguments = ExploringArguments;

std::string progress_line(const ExplorationProgress& progress) {
  std::string line =
      fmt::format("{}: {}, {}/s", name_of(progress.strategy), counted(progress.executions, "execution"),
                  with_thousands(static_cast<std::uint64_t>(static_cast<double>(progress.executions) /
                                                            progress.seconds)));
  if (progress.histories > 0) line += fmt::format(", {}", counted(progress.histories, "history"));
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

// One line on standard error that shows the progress, rewritten from time to time. On anything but a terminal
// it shows nothing.
class TerminalLine {
 public:
  explicit TerminalLine(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}
  ~TerminalLine() {
    if (shown_) write_out("\r\x1b[K");
  }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  // `progress` gets the seconds since the work began.
  template <class Progress>
  void show(const Progress& progress) {
    constexpr double kInterval = 0.2;
    if (!wanted_ || progress.seconds < last_ + kInterval) return;
    last_ = progress.seconds;
    shown_ = true;
    write_out("\r\x1b[K" + visible(progress_line(progress)));
  }

 private:
  static void write_out(const std::string& text) {
    static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
  }

  bool wanted_;
  bool shown_ = false;
  double last_ = 0.5;  // shorter work shows nothing
};

// The command that replays a failure. `scenario` is null if there is only one: then it need not be named.
std::string replay_command(const Arguments& o, const Failure& failure, const ObjectScenario* scenario) {
  std::string words = failure.schedule;
  const std::string& text = failure.scenario.empty() ? o.request.scenario : failure.scenario;
  if (!text.empty()) words += " " + quote("--scenario=" + text);
  if (scenario != nullptr && o.request.test.empty()) words += " --test=" + quote(scenario->name);
  return o.replay.before + words + o.replay.after;
}

// A promise needs calls: those of object tests, or those that a main records.
void require_that_calls_are_judged(const Arguments& o, bool has_tests) {
  const CheckRequest& check = o.request.check;
  if (has_tests && !check.spec.empty())
    throw InputError("--spec goes with a main that records calls; object tests name their specifications");
  if (!has_tests && check.spec.empty() && check.criterion != CriterionKind::linearizable)
    throw InputError("--promise goes with object tests or --spec: this program has no test");
}

std::vector<ObjectScenario> scenarios_of(ProgramUnderTest& program, const ExplorationRequest& request) {
  std::vector<ObjectScenario> all;
  if (request.scenario.empty()) {
    all = find_scenarios(program, request.test, request.generation.asked());
  } else {
    all = {find_test(program, request.test, request.scenario)};
  }
  for (ObjectScenario& scenario : all) {
    change_spec(scenario, request.check);
    if (!request.by_serial_runs) continue;
    scenario.spec.reset();
    scenario.own_spec = false;
    scenario.strength.clear();
  }
  return all;
}

// Explores one scenario after the other, and combines their results.
class Exploring {
 public:
  Exploring(ProgramUnderTest& program, const Arguments& arguments, Reporting& reporting)
      : program_(program), o_(arguments), reporting_(reporting) {}

  // Which orders could be weaker, with all tests of the program together.
  void relax() {
    const std::vector<ObjectScenario> scenarios = scenarios_of(program_, o_.request);
    require_that_calls_are_judged(o_, !scenarios.empty());
    notice_interrupts(0);
    std::vector<ExploreTest> tests;
    for (const ObjectScenario& scenario : scenarios) {
      if (scenario.generated) throw InputError("--generate goes with linnet run");
      tests.push_back(exploration_of(&scenario));
    }
    if (tests.empty()) {
      require_main();
      tests.push_back(exploration_of(nullptr));
    }
    TerminalLine line(o_.report.shows_progress());
    const ExplorationWatch watch{[&line](const ExplorationProgress& progress) { line.show(progress); },
                                 interrupted};
    RelaxedOrders report = relax_orders(program_, o_.request, watch, tests);
    report.subject = o_.program_name;
    reporting_.show(std::move(report));
  }

  void run() {
    const std::vector<ObjectScenario> scenarios = scenarios_of(program_, o_.request);
    alone_ = scenarios.size() <= 1;
    require_that_calls_are_judged(o_, !scenarios.empty());
    notice_interrupts(0);
    if (scenarios.empty()) {
      require_main();
      reporting_.show(explore_one(nullptr));
    }
    for (const ObjectScenario& scenario : scenarios) {
      if (interrupted())
        return reporting_.leave_out(scenarios.size() -
                                    static_cast<std::size_t>(&scenario - scenarios.data()));
      run_one(scenario);
    }
  }

 private:
  void require_main() const {
    if (!program_.has_main())
      throw InputError(o_.program_name + ": there is neither a main nor a LINNET_TEST in it");
  }

  // What is wrong with one scenario is no reason to leave out the others.
  void run_one(const ObjectScenario& scenario) {
    try {
      scenario.generated ? run_generated(scenario) : reporting_.show(explore_one(&scenario));
    } catch (const InputError& error) {
      if (alone_) throw;
      reporting_.refuse(error);
    }
  }

  ExploredProgram explore_one(const ObjectScenario* scenario) {
    ExploredProgram report = explore_silently(scenario, o_.request, o_.report.shows_progress());
    report.subject = o_.program_name;
    if (scenario != nullptr) report.subject += ": " + scenario->name;
    if (!o_.client.empty() && scenario != nullptr && !report.failures.empty())
      write_client(*scenario, report.failures.front());
    return report;
  }

  // That there is none to write is no reason not to show the failure.
  void write_client(const ObjectScenario& scenario, const Failure& failure) {
    try {
      const auto source = std::ranges::find_if(o_.sources, [&](const std::string& file) {
        return std::filesystem::path(file).filename() ==
               std::filesystem::path(scenario.test->file).filename();
      });
      if (source == o_.sources.end())
        throw InputError("--client: expected the source file of the test, which a client includes");
      write_file(o_.client, client_program(*scenario.test, *source, failure));
    } catch (const InputError& error) {
      reporting_.refuse(error);
    }
  }

  void add_replay(Failure& failure, const Arguments& arguments, const ObjectScenario* scenario) const {
    if (!failure.schedule.empty()) failure.replay = replay_command(arguments, failure, scenario);
    if (!failure.consequence) return;
    for (Failure& further : failure.consequence->failures) add_replay(further, arguments, scenario);
  }

  ExploreTest exploration_of(const ObjectScenario* scenario) {
    return [this, scenario](const ExplorationRequest& request, const ExplorationWatch& watch) {
      return scenario == nullptr ? explore_main(program_, request, watch)
                                 : explore_scenario(program_, *scenario, request, watch);
    };
  }

  ExploredProgram explore_silently(const ObjectScenario* scenario, const ExplorationRequest& request,
                                   bool with_progress) {
    TerminalLine line(with_progress);
    const Stopwatch since_start;
    const ExplorationWatch watch{[&line](const ExplorationProgress& progress) { line.show(progress); },
                                 interrupted};
    if (request.suggest_orders) static_cast<void>(request_for_orders(request));
    ExploredProgram report = exploration_of(scenario)(request, watch);
    ExplorationRequest rest = request;
    const auto take_time = [&] {
      if (request.seconds) rest.seconds = *request.seconds - since_start.seconds();
    };
    for (Failure& failure : report.failures) {
      take_time();
      if (scenario != nullptr) failure = smaller_failure(program_, failure, *scenario, rest, watch);
    }
    take_time();
    add_consequence_of_race(program_, scenario, rest, watch, report);
    take_time();
    if (request.suggest_orders && !report.failures.empty())
      report.order_advice = suggest_orders(program_, rest, watch, exploration_of(scenario));
    for (Failure& failure : report.failures) add_replay(failure, o_, alone_ ? nullptr : scenario);
    if (report.non_sc) {
      for (NonSequential::Shown& shown : report.non_sc->shown) {
        Failure execution;
        execution.schedule = shown.schedule;
        shown.replay = replay_command(o_, execution, alone_ ? nullptr : scenario);
      }
    }
    return report;
  }

  GeneratedTests generate(const ObjectScenario& subject) {
    GeneratedTests report;
    {
      TerminalLine line(o_.report.shows_progress());
      report =
          run_generated_tests(program_, subject, o_.request,
                              {[&](const GeneratedProgress& progress) { line.show(progress); }, interrupted});
    }
    report.subject = o_.program_name;
    return report;
  }

  // Explains the smallest test that failed, like any other failure.
  ExploredProgram explain(const GeneratedTests& generated) {
    ExplorationRequest one = o_.request;
    one.generation = {};
    one.checkpoint.clear();
    one.test = generated.test;
    one.scenario = generated.smallest_failure()->scenario;
    const ObjectScenario scenario = scenarios_of(program_, one).front();
    ExploredProgram report = explore_silently(&scenario, one, false);
    Arguments arguments = o_;
    arguments.request = one;
    arguments.request.test.clear();
    for (Failure& failure : report.failures) add_replay(failure, arguments, &scenario);
    report.subject = o_.program_name + ": " + scenario.name;
    return report;
  }

  void run_generated(const ObjectScenario& subject) {
    GeneratedTests tests = generate(subject);
    const GeneratedResult* smallest = tests.smallest_failure();
    if (smallest == nullptr) return reporting_.show(std::move(tests));
    const Result explained = explain(tests);
    const std::string heading =
        "\n" + paragraph(fmt::format("The smallest test that failed, {}, by itself:", smallest->scenario), 0,
                         reporting_.style());
    tests.failure = to_json({&explained, 1});
    reporting_.show(std::move(tests));
    if (o_.report.json) return;
    print_text(heading + to_text(explained, reporting_.style()));
  }

  ProgramUnderTest& program_;
  const Arguments& o_;
  Reporting& reporting_;
  bool alone_ = true;
};

}  // namespace

void explore_and_report(ProgramUnderTest& program, const ExploringArguments& o, Reporting& reporting) {
  program.require(LibraryKind::exploring);
  if (!o.list) return Exploring(program, o, reporting).run();
  print_text(list_scenarios(program, o.of_several ? o.program_name + ": " : ""));
}

void relax_and_report(ProgramUnderTest& program, const ExploringArguments& o, Reporting& reporting) {
  program.require(LibraryKind::exploring);
  Exploring(program, o, reporting).relax();
}

ExitStatus replay_and_report(ProgramUnderTest& program, const ExploringArguments& o, bool in_place) {
  program.require(LibraryKind::exploring);
  if (o.report.files.wanted())
    throw InputError("--html, --sarif and --save go with explorations, not with replays");
  const std::vector<ObjectScenario> scenarios = scenarios_of(program, o.request);
  if (scenarios.size() > 1)
    throw InputError("--replay: say with --test which scenario this is a schedule of");
  if (!scenarios.empty() && scenarios.front().generated)
    throw InputError("--replay: say with --scenario which of the generated tests this is a schedule of");
  require_that_calls_are_judged(o, !scenarios.empty());
  if (!in_place) {  // Ctrl-C is for the debugger
    notice_interrupts(0);
    program.give_up_when(interrupted);
  }
  const std::unique_ptr<RecordingJudge> judge =
      scenarios.empty() ? judge_of_main(o.request.check)
                        : judge_of_scenario(program, scenarios.front(), o.request);
  Subject subject{.program = program, .judge = judge.get()};
  if (!scenarios.empty()) {
    subject.test = scenarios.front().test;
    subject.scenario = &scenarios.front().scenario;
  }
  const std::unique_ptr<Worker> fresh = in_place ? nullptr : program.fork();
  const Failure failure = replay(subject, o.request, in_place ? program.itself() : *fresh);
  const bool failed = failure.kind != EndingKind::completed;
  if (o.report.json) {
    print_data(to_json(failure));
  } else {
    const Style style = style_for(stdout);
    print_text(fmt::format(
        "{}  {}\n{}",
        failed ? style.red(fmt::format("✘ {}", name_of(failure.kind))) : style.green("✔ completed"),
        style.bold(o.program_name), to_text(failure, style)));
  }
  return failed ? ExitStatus::violation : ExitStatus::pass;
}

}  // namespace linnet
