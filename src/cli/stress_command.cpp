// linnet stress: compiles object tests as they are, without instrumentation, and runs them on real threads.
#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/quote.hpp"
#include "cli/stressing.hpp"

namespace linnet {

namespace {

struct StressArguments : StressingArguments {
  Compilation compilation;
};

ExitStatus compile_and_stress(StressArguments& o) {
  const TemporaryFolder folder;
  const std::vector<std::string>& files = o.compilation.sources;
  std::string path = files.front();
  if (files.size() > 1 || is_source(files.front())) {
    o.compilation.folder = folder.path();
    path = compile_natively(o.compilation);
  }
  o.program_name = quoted(files);
  o.command = "linnet stress " + quoted(files);
  ProgramUnderTest program(path, {}, o.request.seconds);
  return stress_and_report(program, o);
}

}  // namespace

Command stress_command(const AfterDashes& after) {
  return {
      "stress", "Runs object tests natively on real threads, and checks what they did.",
      "Examples:\n"
      "  linnet stress queue_test.cpp --duration 10s\n"
      "  linnet stress map_test.cpp --generate 20 --threads 3 --calls 5 --promise weak-hb\n"
      "  linnet stress map_test.cpp --generate 1 --calls 30000 --clock tsc --histories folder -- -O3 -ltbb\n"
      "  linnet stress mwcas_test.cpp --words 2 --locations 16 --threads 4 --duration 10s\n"
      "Exit status: 0 passed, 1 violation, 2 bad input or does not compile, 3 unknown (an operation did not "
      "return, or a limit was reached).",
      with_arguments<StressArguments>(
          [after](OptionList& list, StressArguments& o) {
            o.compilation.flags = after.flags;
            add_compilation_options(
                list, o.compilation, "SOURCE|PROGRAM",
                "The C and C++ files of one program, or a program that was linked with liblinnet_stress.");
            add_stress_options(list, o);
          },
          compile_and_stress)};
}

}  // namespace linnet
