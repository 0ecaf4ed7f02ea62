// The program `linnet`.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "cli/command.hpp"
#include "protocol/start_linnet.hpp"

namespace {

// Commands that compile take flags after `--`; for other commands `--` has its usual meaning.
linnet::AfterDashes take_after_dashes(int& argc, char** argv) {
  linnet::AfterDashes after;
  const std::string_view command = argc > 1 ? argv[1] : "";
  constexpr std::string_view kCompiling[] = {"run", "replay", "stress", "generate", "init", "relax"};
  if (std::ranges::find(kCompiling, command) == std::end(kCompiling)) return after;
  char** const end = argv + argc;
  const auto is_dashes = [](const char* word) { return std::string_view(word) == "--"; };
  char** const first = std::find_if(argv, end, is_dashes);
  if (first == end) return after;
  char** const second = std::find_if(first + 1, end, is_dashes);
  after.flags.assign(first + 1, second);
  if (second != end) after.arguments.assign(second + 1, end);
  argc = static_cast<int>(first - argv);
  return after;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace linnet;
  if (const char* given = std::getenv(kProgramVariable); given != nullptr && argc > 0) {
    const std::string program = given;
    unsetenv(kProgramVariable);
    return run_test_program(program, argc, argv);
  }
  const AfterDashes after = take_after_dashes(argc, argv);
  std::vector<CommandGroup> groups{
      {"Programs",
       {run_command(after), replay_command(after), relax_command(after), stress_command(after),
        generate_command(after), init_command(after)}},
      {"Recorded histories",
       {check_command(), measure_command(), infer_command(), watch_command(), convert_command()}},
      {"Results", {merge_command(), report_command()}},
  };
  groups.push_back({"", {documentation_command(groups), liveness_command()}});
  return run_program(argc, argv, groups);
}
