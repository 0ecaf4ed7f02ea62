// The program `linnet`.
#include "cli/command.hpp"

int main(int argc, char** argv) {
  using namespace linnet;
  return run_program(argc, argv, {check_command(), convert_command()});
}
