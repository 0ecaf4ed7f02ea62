// What a test program is: `linnet`, started by the program itself, with the options of an exploration or of native runs.
#include "cli/test_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/criterion_options.hpp"
#include "cli/exploring.hpp"
#include "cli/quote.hpp"
#include "cli/stress_options.hpp"
#include "cli/stressing.hpp"

namespace linnet {

namespace {

Command exploring_command(ProgramUnderTest& program, const std::string& name,
                          std::vector<std::string> arguments) {
  return {std::filesystem::path(name).filename(), "Explores what the threads of this program can do.",
          "What follows -- are arguments of the program itself.\n"
          "Exit status: 0 passed, 1 violation, 2 bad input, 3 unknown (a limit was reached).",
          [&program, name, arguments](CLI::App& app) -> std::function<ExitStatus()> {
            auto o = std::make_shared<ExploringArguments>();
            o->report.program_name = app.get_name();
            add_exploration_options(app, o->request);
            add_report_options(app, o->report);
            app.add_option("--replay", o->request.replay,
                           "run the one execution of this schedule, with all its steps")
                ->type_name("SCHEDULE");
            return [&program, &app, name, arguments, o] {
              std::vector<std::string> words = words_for_replay(app);
              for (const std::string& argument : arguments) {
                o->request.arguments.push_back(argument);
                words.push_back("--arg=" + argument);
              }
              o->replay = {quote(name) + " --replay ", words.empty() ? "" : " " + quoted(words)};
              return o->request.replay.empty() ? explore_and_report(program, *o)
                                               : replay_and_report(program, *o);
            };
          }};
}

Command stressing_command(ProgramUnderTest& program, const std::string& name) {
  return {std::filesystem::path(name).filename(),
          "Runs the object tests of this program natively, and checks what they did.",
          "Exit status: 0 passed, 1 violation, 2 bad input, 3 unknown (an operation did not return, or a "
          "limit was "
          "reached).",
          [&program, name](CLI::App& app) -> std::function<ExitStatus()> {
            auto o = std::make_shared<StressingArguments>();
            o->reporting.program_name = app.get_name();
            o->reporting.command = quote(name);
            add_stress_options(app, o->request, o->reporting);
            return [&program, &app, o] {
              o->words = words_for_check(app);
              return stress_and_report(program, *o);
            };
          }};
}

}  // namespace

int run_test_program(const std::string& path, int count, char** words) {
  return run_guarded([&] {
    ProgramUnderTest program(path);
    if (program.is_native()) return run_program(count, words, stressing_command(program, words[0]));
    char** const end = words + count;
    char** const dashes =
        std::find_if(words, end, [](const char* word) { return std::string_view(word) == "--"; });
    const std::vector<std::string> arguments(dashes == end ? end : dashes + 1, end);
    return run_program(static_cast<int>(dashes - words), words,
                       exploring_command(program, words[0], arguments));
  });
}

}  // namespace linnet
