// Calls a program under test and turns the ways it can end into an exit status.
#include "cli/program_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "base/child_process.hpp"

namespace linnet {

namespace {

template <class... Arguments>
ProgramSaid run(const Arguments&... arguments) {
  std::signal(SIGINT, [](int) {});  // not SIG_IGN, which the program would inherit
  const ChildResult result = run_child(arguments...);
  std::signal(SIGINT, SIG_DFL);
  if (WIFSIGNALED(result.status)) throw ProgramDied(WTERMSIG(result.status));
  switch (WEXITSTATUS(result.status)) {
    case 0: return {ExitStatus::pass, result.output};
    case 1: return {ExitStatus::violation, result.output};
    case 2: return {ExitStatus::bad_input, result.output};
    default: return {ExitStatus::unknown, result.output};
  }
}

}  // namespace

ProgramDied::ProgramDied(int by)
    : std::runtime_error(std::string("the program under test died: ") + strsignal(by)), signal(by) {}

ExitStatus run_program_under_test(const std::vector<std::string>& command) {
  return run(command).status;
}

ProgramSaid listen_to_program_under_test(const std::vector<std::string>& command) {
  return run(command, "", STDOUT_FILENO);
}

}  // namespace linnet
