// Builds the programs that the sources of a command make, and runs the command on each. If one cannot be used, the others
// are run nevertheless.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "cli/compile.hpp"
#include "cli/quote.hpp"
#include "cli/reporting.hpp"
#include "driver/program/object_scenarios.hpp"
#include "driver/program/program.hpp"

namespace linnet {

// Calls run(program, built) for those that have a test that is `wanted` ("queue,map/2"), or for all if that
// is empty. With `seconds`, answers may take that long. Throws InputError if no program has such a test, and
// rethrows what running the only program throws.
template <class Run>
void run_each(const std::vector<BuiltProgram>& programs, const std::string& wanted,
              std::optional<double> seconds, Reporting& reporting, Run run) {
  const auto run_one = [&](const BuiltProgram& built) {
    ProgramUnderTest program(built.path, {}, seconds);
    const bool has_it = std::ranges::any_of(
        program.tests(), [&](const ObjectTest& test) { return asks_for(wanted, test.name); });
    if (!wanted.empty() && programs.size() > 1 && !has_it) return false;
    run(program, built);
    return true;
  };
  if (programs.size() == 1) {
    run_one(programs.front());
    return;
  }
  bool any = false;
  for (const BuiltProgram& built : programs) {
    if (interrupted())
      return reporting.leave_out(programs.size() - static_cast<std::size_t>(&built - programs.data()));
    try {
      any |= run_one(built);
    } catch (const InputError& error) {
      reporting.refuse(error, ExitStatus::bad_input);
      any = true;
    } catch (const ProgramDied& died) {
      reporting.refuse(died, ExitStatus::unknown);
      any = true;
    }
  }
  if (!any) throw InputError(fmt::format("--test: there is no test {} in any of these programs", wanted));
}

// Calls run(program, built, reporting) for each program of the arguments of `run`, `relax` or `stress`.
template <class Arguments, class Run>
ExitStatus build_and_run_each(Arguments& o, Build how, Run run) {
  const TemporaryFolder folder;
  o.compilation.folder = folder.path();
  Reporting reporting(o.report);
  const std::vector<BuiltProgram> programs = build(o.compilation, how);
  o.of_several = programs.size() > 1;
  run_each(programs, o.request.test, o.request.seconds, reporting,
           [&](ProgramUnderTest& program, const BuiltProgram& built) {
             o.program_name = quoted(built.sources);
             run(program, built, reporting);
           });
  return reporting.finish();
}

}  // namespace linnet
