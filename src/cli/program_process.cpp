#include "cli/program_process.hpp"

#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <stdexcept>

#include "base/child_process.hpp"

namespace linnet {

ExitStatus run_program_under_test(const std::vector<std::string>& command) {
  std::signal(SIGINT, [](int) {});  // not SIG_IGN, which the program would inherit
  const ChildResult result = run_child(command);
  std::signal(SIGINT, SIG_DFL);
  if (WIFSIGNALED(result.status)) {
    throw std::runtime_error(std::string("the exploring process died: ") +
                             strsignal(WTERMSIG(result.status)));
  }
  switch (WEXITSTATUS(result.status)) {
    case 0: return ExitStatus::pass;
    case 1: return ExitStatus::violation;
    case 2: return ExitStatus::bad_input;
    default: return ExitStatus::unknown;
  }
}

}  // namespace linnet
