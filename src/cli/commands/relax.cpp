// linnet relax: which memory orders of a program could be weaker, with all its tests still passing.

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/each_program.hpp"
#include "cli/exploring.hpp"

namespace linnet {

namespace {

struct RelaxArguments : ExploringArguments {
  Compilation compilation;
};

ExitStatus compile_and_relax(RelaxArguments& o) {
  return build_and_run_each(o, Build::instrumented,
                            [&o](ProgramUnderTest& program, const BuiltProgram&, Reporting& reporting) {
                              relax_and_report(program, o, reporting);
                            });
}

}  // namespace

Command relax_command(const AfterDashes& after) {
  return {
      "relax", "Finds memory orders that could be weaker, with all tests of a program still passing.",
      "Each weaker order is tried in place, without compiling again, by exploring all executions under the\n"
      "memory model of C++. The tests say what must hold: what they do not show may need the order.\n"
      "Examples:\n"
      "  linnet relax queue_test.cpp\n"
      "  linnet relax lock.c --time 5m -- -O1\n"
      "Exit status: 0 the table is complete, 1 a test fails as it is, 2 bad input, 3 unknown (a limit was "
      "reached).",
      with_arguments<RelaxArguments>(
          [after](OptionList& list, RelaxArguments& o) {
            o.compilation.flags = after.flags;
            add_compilation_options(list, o.compilation, "SOURCE",
                                    "C and C++ files with object tests or a main, or a program that was "
                                    "linked with liblinnet_runtime. Each program has a table of its own.");
            add_relaxing_options(list, o, after.arguments);
          },
          compile_and_relax)};
}

}  // namespace linnet
