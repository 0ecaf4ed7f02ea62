// What a program built for `linnet stress` does in place of its main: the common options, then run, then report.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/quote.hpp"
#include "cli/stress_options.hpp"
#include "cli/terminal.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/native/stress.hpp"
#include "report/json/json_report.hpp"
#include "report/json/stress_report.hpp"
#include "report/text/terminal_report.hpp"
#include "stress/native_start.hpp"

namespace linnet {

namespace {

struct Options {
  StressRequest request;
  StressReporting reporting;
};

// What runs, for a handler that may not do more than write.
constinit char running[512] = "";

// Says in what the program died, and lets it die: whoever waits for it is told how.
void on_fatal_signal(int signal) {
  const auto say = [](const char* text) {
    static_cast<void>(!write(STDERR_FILENO, text, std::strlen(text)));
  };
  say("linnet: died while running ");
  say(running);
  say("\n");
  raise(signal);
}

void watch_signals() {
  notice_interrupts();
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    struct sigaction action {};
    action.sa_handler = on_fatal_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
    sigaction(signal, &action, nullptr);
  }
}

std::string joined(std::string command, const std::vector<std::string>& words) {
  for (const std::string& word : words) command += " " + quote(word);
  return command;
}

// A specification of the program's own is known to the program only.
std::string check_again(const Options& o, const std::string& file, const ObjectScenario& scenario) {
  const std::vector<std::string> criterion = criterion_words(as_declared(o.request.check, scenario));
  if (!scenario.own_spec) return joined("linnet check " + quote(file), criterion);
  return joined(fmt::format("{} --test {} --check {}", o.reporting.command, scenario.test->name, quote(file)),
                criterion);
}

ExitStatus check_one(const Options& o, const std::vector<ObjectScenario>& scenarios) {
  const CheckReport report = check_against(scenarios.front(), o.request);
  const CheckReport reports[] = {report};
  if (o.reporting.files.wanted()) write_result_files(o.reporting.files, to_json(reports));
  fmt::print("{}", o.reporting.json ? to_json(reports)
                                    : to_text(report, check_again(o, o.request.history, scenarios.front()),
                                              Terminal(stdout).style()));
  return status_of(report.verdict);
}

ExitStatus run_all(const Options& o, const std::vector<ObjectScenario>& scenarios) {
  const StressWatch watch{interrupted, [&](const std::string& file, const ObjectScenario& scenario) {
                            return check_again(o, file, scenario);
                          }};
  ExitStatus status = ExitStatus::pass;
  std::vector<StressReport> reports;
  for (const ObjectScenario& scenario : scenarios) {
    if (interrupted() && !reports.empty()) break;
    const auto named = fmt::format_to_n(running, sizeof running - 1, "{}: {}", scenario.name, scenario.text);
    *named.out = '\0';
    StressReport report = stress(scenario, o.request, watch);
    report.program = o.reporting.program_name + ": " + scenario.name;
    status = worse(status, report.status());
    if (!o.reporting.json && (!o.reporting.quiet || report.inconsistent > 0)) {
      fmt::print("{}", to_text(report, Terminal(stdout).style()));
      std::fflush(stdout);
    }
    reports.push_back(std::move(report));
  }
  if (o.reporting.files.wanted()) write_result_files(o.reporting.files, to_json(reports));
  if (o.reporting.json) {
    fmt::print("{}", to_json(reports));
  } else if (!o.reporting.quiet && !o.reporting.files.html.empty()) {
    fmt::print("Page: {}\n", o.reporting.files.html);
  }
  return status;
}

ExitStatus run(const Options& o) {
  const std::vector<ObjectScenario> scenarios = scenarios_to_stress(o.request);
  if (o.reporting.list) {
    for (const ObjectScenario& scenario : scenarios) fmt::print("{}: {}\n", scenario.name, scenario.text);
    return ExitStatus::pass;
  }
  if (!o.request.history.empty()) return check_one(o, scenarios);
  watch_signals();
  const ExitStatus status = run_all(o, scenarios);
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return status;
}

Command stress_program(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename();
  return {name, "Runs the object tests of this program natively, and checks what they did.",
          "Exit status: 0 passed, 1 violation, 2 bad input, 3 unknown (an operation did not return, or a "
          "limit was reached).",
          [=](OptionList& list) -> std::function<ExitStatus()> {
            auto options = std::make_shared<Options>();
            options->reporting.program_name = name;
            options->reporting.command = quote(program);
            add_stress_options(list, options->request, options->reporting);
            return [options] { return run(*options); };
          }};
}

}  // namespace

int drive_natively(int count, char** arguments) {
  return run_program(count, arguments, stress_program(arguments[0]));
}

}  // namespace linnet
