// check_main: the check command with a user's own specifications.
#include "linnet/check_main.hpp"

#include <filesystem>

#include "cli/command.hpp"

namespace linnet {

int check_main(int argc, char** argv, std::vector<Spec> specs) {
  const std::string name = std::filesystem::path(argv[0]).filename();
  Command command = check_command(argv[0], std::move(specs));
  command.name = name;
  command.examples =
      "Exit status: 0 consistent, 1 violation, 2 bad input, 3 unknown; of several files, the worst.";
  return run_program(argc, argv, command);
}

}  // namespace linnet
