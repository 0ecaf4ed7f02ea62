// linnet liveness: shows which registers and places of its frame a function may still read when each of its
// calls returns. It is meant for developers of src/machine_code, not for users.
#include "cli/command.hpp"
#include "cli/reporting.hpp"
#include "driver/program/program.hpp"

namespace linnet {

namespace {

struct LivenessArguments {
  std::string file, function;
};

}  // namespace

Command liveness_command() {
  return {
      "liveness", "Shows what a function may still read when its calls return.", "",
      with_arguments<LivenessArguments>(
          [](OptionList& options, LivenessArguments& o) {
            options.add("FILE", &o.file, "A program or library.").must_be_given();
            options.add("FUNCTION", &o.function, "The function, by the name of its symbol.").must_be_given();
          },
          [](const LivenessArguments& o) {
            print_text(liveness_of(o.file, o.function));
            return ExitStatus::pass;
          })};
}

}  // namespace linnet
