// linnet stress: compiles object tests as they are, without instrumentation, and runs them on real threads.
#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/each_program.hpp"
#include "cli/stressing.hpp"

namespace linnet {

namespace {

struct StressArguments : StressingArguments {
  Compilation compilation;
};

ExitStatus compile_and_stress(StressArguments& o) {
  return build_and_run_each(o, Build::native,
                            [&o](ProgramUnderTest& program, const BuiltProgram&, Reporting& reporting) {
                              o.command = "linnet stress " + o.program_name;
                              stress_and_report(program, o, reporting);
                            });
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
            add_compilation_options(list, o.compilation, "SOURCE|PROGRAM",
                                    "C and C++ files, or a program that was linked with liblinnet_stress. "
                                    "Files with object tests or "
                                    "a main are programs of their own; the others belong to each of them.");
            add_stress_options(list, o);
          },
          compile_and_stress)};
}

}  // namespace linnet
