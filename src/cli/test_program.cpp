// What a program under test does in place of its main: the common options, then explore or replay, then report.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/exploration_options.hpp"
#include "cli/generated_run.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_process.hpp"
#include "cli/quote.hpp"
#include "cli/terminal.hpp"
#include "cli/terminal_line.hpp"
#include "driver/exploring/object_exploration.hpp"
#include "driver/exploring/object_tests.hpp"
#include "driver/exploring/replay.hpp"
#include "driver/exploring/smaller_failure.hpp"
#include "report/json/exploration_json.hpp"
#include "report/json/junit_report.hpp"
#include "report/text/exploration_text.hpp"
#include "report/text/units.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

namespace {

// What the program prints is captured while it is explored. This gives the process its own streams back.
class OwnStreams {
 public:
  OwnStreams()
      : out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kOutOfTheWay)),
        error_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, kOutOfTheWay)) {}
  ~OwnStreams() { restore(); }
  OwnStreams(const OwnStreams&) = delete;
  OwnStreams& operator=(const OwnStreams&) = delete;

  void restore() {
    std::fflush(nullptr);
    dup2(out_, STDOUT_FILENO);
    dup2(error_, STDERR_FILENO);
  }
  int error() const { return error_; }

 private:
  static constexpr int kOutOfTheWay = 210;
  int out_, error_;
};

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

struct Options {
  ExplorationRequest request;
  ReportOptions report;
  bool hand_back = false;
  std::string program;  // argv[0]
};

std::string command_for(const Options& o, const Failure& failure) {
  std::string command = o.report.replay_command;
  if (command.empty()) {
    ExplorationRequest request = o.request;
    request.scenario.clear();
    command = quote(o.program) + " --replay {}";
    for (const std::string& word : execution_options(request)) command += " " + quote(word);
  }
  std::string words = failure.schedule;
  const std::string& scenario = failure.scenario.empty() ? o.request.scenario : failure.scenario;
  if (!scenario.empty()) words += " " + quote("--scenario=" + scenario);
  return command.replace(command.find("{}"), 2, words);
}

void refuse_criterion_of_objects(const Options& o) {
  if (o.request.check.criterion != CheckRequest().criterion)
    throw InputError("--promise goes with object tests, and this program has none");
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A file of our own for what the process of one scenario has to say.
class ResultOfOne {
 public:
  ResultOfOne() : path_(std::filesystem::temp_directory_path() / fmt::format("linnet-{}.json", getpid())) {}
  ~ResultOfOne() { std::filesystem::remove(path_); }
  ResultOfOne(const ResultOfOne&) = delete;
  ResultOfOne& operator=(const ResultOfOne&) = delete;

  const std::string& path() const { return path_; }
  // And the next one starts without it.
  std::string take() const {
    std::string text = contents_of(path_);
    std::filesystem::remove(path_);
    return text;
  }

 private:
  std::string path_;
};

// For a process of its own.
std::vector<std::string> command_for(const Options& o, const ObjectScenario& scenario,
                                     const ResultFiles& files) {
  Options one = o;
  one.report.files = files;
  std::string& command_line = one.report.replay_command;
  if (!command_line.empty() && one.request.test.empty())
    command_line.replace(command_line.find("{}"), 2, "{} --test=" + quote(scenario.name));
  one.request.test = scenario.name;
  std::vector<std::string> command{o.program};
  for (const std::vector<std::string>& words : {all_options(one.request), report_words(one.report)}) {
    command.insert(command.end(), words.begin(), words.end());
  }
  return command;
}

// A process for each: a scenario cannot leave anything behind for the next. What is for programs to read is put
// together.
ExitStatus run_each(const Options& o, const std::vector<ObjectScenario>& scenarios) {
  ExitStatus worst = ExitStatus::pass;
  std::vector<std::string> json, junit;
  const ResultOfOne result;
  const bool collect = o.report.json || o.report.files.wanted();
  ResultFiles of_one;
  if (collect) of_one.json = result.path();
  for (const ObjectScenario& scenario : scenarios) {
    const std::vector<std::string> command = command_for(o, scenario, of_one);
    worst = worse(worst, o.report.json ? listen_to_program_under_test(command).status
                                       : run_program_under_test(command));
    if (std::string text = collect ? result.take() : ""; !text.empty()) json.push_back(std::move(text));
    if (!o.report.junit.empty()) junit.push_back(contents_of(o.report.junit));
  }
  if (!json.empty()) {
    const std::string joined = join_json(json);
    write_result_files(o.report.files, joined);
    if (o.report.json) {
      fmt::print("{}", joined);
    } else if (!o.report.quiet && !o.report.files.html.empty()) {
      fmt::print("Page: {}\n", o.report.files.html);
    }
  }
  if (!junit.empty()) write_file(o.report.junit, join_junit(junit));
  return worst;
}

ExitStatus run_replay(const Options& o) {
  if (o.report.files.wanted())
    throw InputError("--html, --sarif and --save go with explorations, not with replays");
  const std::vector<ObjectScenario> scenarios = scenarios_of_program(o.request);
  if (scenarios.size() > 1)
    throw InputError("--replay: say with --test which scenario this is a schedule of");
  if (!scenarios.empty() && scenarios.front().generated)
    throw InputError("--replay: say with --scenario which of the generated tests this is a schedule of");
  if (scenarios.empty()) refuse_criterion_of_objects(o);
  Failure failure;
  {
    const OwnStreams streams;
    const auto judge = scenarios.empty() ? nullptr : judge_of_scenario(scenarios.front(), o.request);
    failure = replay(o.request, judge.get());
  }
  const bool failed = failure.kind != "completed";
  if (o.hand_back) {
    const std::string text = to_json(failure);
    static_cast<void>(!write(kHandBack, text.data(), text.size()));
  } else if (o.report.json) {
    fmt::print("{}", to_json(failure));
  } else {
    const Style style = Terminal(stdout).style();
    fmt::print("{}  {}\n{}", failed ? style.red("✘ " + failure.kind) : style.green("✔ completed"),
               style.bold(o.report.program_name), to_text(failure, style));
  }
  std::fflush(stdout);
  return failed ? ExitStatus::violation : ExitStatus::pass;
}

// The same command in a fresh state of this process, going on from the checkpoint.
void start_anew(const Options& o, const std::string& checkpoint) {
  ExplorationRequest request = o.request;
  request.resume = checkpoint;
  std::vector<std::string> words{o.program};
  for (const std::vector<std::string>& more : {all_options(request), report_words(o.report)}) {
    words.insert(words.end(), more.begin(), more.end());
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
}

ExitStatus run_generated(const Options& o, const ObjectScenario& subject) {
  notice_interrupts();
  const auto explain = [&](const std::string& scenario, bool json) {
    Options one = o;
    one.request.generation = {};
    one.request.checkpoint.clear();
    one.request.keep_going = false;
    one.request.scenario = scenario;
    one.report.json = json;
    one.report.quiet = false;
    one.report.junit.clear();
    const std::vector<std::string> command = command_for(one, subject, {});
    if (json) return listen_to_program_under_test(command).output;
    run_program_under_test(command);
    return std::string();
  };
  return run_and_report_generated(subject, o.request, o.report, interrupted, explain);
}

ExitStatus run_exploration(const Options& o) {
  if (o.report.list) {
    fmt::print("{}", list_tests_of_program());
    return ExitStatus::pass;
  }
  const std::vector<ObjectScenario> scenarios = scenarios_of_program(o.request);
  if (scenarios.size() > 1) return run_each(o, scenarios);
  if (scenarios.empty()) {
    if (!runtime::program_has_main())
      throw InputError(o.report.program_name + ": there is neither a main nor a LINNET_TEST in it");
    refuse_criterion_of_objects(o);
  }
  if (!scenarios.empty() && scenarios.front().generated) return run_generated(o, scenarios.front());
  ExplorationReport report;
  {
    OwnStreams streams;
    TerminalLine line(streams.error(), !o.report.quiet && !o.report.json);
    notice_interrupts();
    const ExplorationWatch watch{
        [&line](const ExplorationProgress& p) { line.show(p.seconds, [&p] { return progress_line(p); }); },
        interrupted,
        [&](const std::string& checkpoint) {
          streams.restore();
          start_anew(o, checkpoint);
        }};
    report = scenarios.empty() ? explore(o.request, nullptr, watch)
                               : explore_scenario(scenarios.front(), o.request, watch);
    for (Failure& failure : report.failures) {
      if (!scenarios.empty()) failure = smaller_failure(failure, scenarios.front(), o.request);
      if (!failure.schedule.empty()) failure.replay = command_for(o, failure);
    }
  }
  report.program = o.report.program_name;
  if (!scenarios.empty()) report.program += ": " + scenarios.front().name;
  if (!o.report.junit.empty()) write_file(o.report.junit, to_junit(report));
  if (o.report.files.wanted()) write_result_files(o.report.files, to_json(report));
  const ExitStatus status = report.status();
  if (o.report.json) {
    fmt::print("{}", to_json(report));
  } else if (!o.report.quiet || status == ExitStatus::violation) {
    fmt::print("{}", to_text(report, Terminal(stdout).style()));
    if (!o.report.files.html.empty()) fmt::print("Page: {}\n", o.report.files.html);
  }
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return status;
}

Command test_command(const std::string& program, std::vector<std::string> arguments) {
  const std::string name = std::filesystem::path(program).filename();
  return {name, "Explores what the threads of this program can do.",
          "Arguments of the program itself follow --.\n"
          "Exit status: 0 passed, 1 violation, 2 bad input, 3 unknown (a limit was reached).",
          [=](OptionList& list) -> std::function<ExitStatus()> {
            auto options = std::make_shared<Options>();
            options->program = program;
            options->report.program_name = name;
            add_exploration_options(list, options->request);
            add_report_options(list, options->report);
            list.group("What is tested");
            list.add("--replay", &options->request.replay,
                     "Run the one execution of this schedule, and show all its steps.")
                .takes("SCHEDULE")
                .in_short_help();
            list.add_hidden("--hand-back", &options->hand_back);
            return [=] {
              std::vector<std::string>& own = options->request.arguments;
              own.insert(own.end(), arguments.begin(), arguments.end());
              std::vector<std::string> all{program};
              all.insert(all.end(), own.begin(), own.end());
              runtime::set_program_arguments(all);
              return options->request.replay.empty() ? run_exploration(*options) : run_replay(*options);
            };
          }};
}

}  // namespace

int runtime::drive(std::span<char*> arguments) {
  const auto dashes =
      std::ranges::find_if(arguments, [](const char* word) { return std::string_view(word) == "--"; });
  const bool has_more = dashes != arguments.end();
  const std::vector<std::string> own(has_more ? dashes + 1 : dashes, arguments.end());
  const auto count = static_cast<int>(dashes - arguments.begin());
  return linnet::run_program(count, arguments.data(), test_command(arguments[0], own));
}

}  // namespace linnet
