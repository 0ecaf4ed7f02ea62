// Names all members of the request: a member that is added to a struct does not compile here until it is
// named, and either added to the identity or left out for a reason.
#include "driver/exploring/identity.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace linnet {

namespace {

// Adds the libraries that are files; the one that the kernel provides is none.
void add_libraries(Identity& identity, const ProgramUnderTest& program) {
  std::vector<std::uint64_t> contents;
  for (const LoadedModule& module : program.modules()) {
    std::error_code error;
    if (module.file != program.path() && std::filesystem::is_regular_file(module.file, error))
      contents.push_back(program_fingerprint(module.file));
  }
  identity.add("libraries", std::move(contents));
}

void add_options(Identity& identity, const runtime::RuntimeOptions& options) {
  const auto& [allocation, spurious_wakeups, most_steps, most_idle_steps, longest_step, go_on_after_signal,
               isolate, shared_clock, report_leaks, races, crashes, all_crashes, as_if_persistent, note_lines,
               racy_places, calls_are_steps, cuts, from_the_beginning, states_are_compared, memory_model,
               order_changes] = options;
  identity.add("--allocation", allocation);
  identity.add("--spurious", spurious_wakeups);
  identity.add("--spin", most_idle_steps);
  identity.add("--isolate", isolate);
  identity.add("--clock", shared_clock);
  identity.add("--leaks", report_leaks);
  identity.add("--races", races);
  identity.add("--crashes", crashes, all_crashes);
  identity.add("ways of running", most_steps, longest_step, go_on_after_signal, as_if_persistent, note_lines,
               racy_places, calls_are_steps, cuts.loops, cuts.barriers, cuts.end, cuts.symmetry,
               from_the_beginning, states_are_compared, memory_model, order_changes);
}

void add_suppressions(Identity& identity, const std::vector<Suppression>& suppressions) {
  std::vector<std::string> lines;
  for (const Suppression& suppression : suppressions) lines.push_back(suppression.to_text());
  identity.add("--suppressions", std::move(lines));
}

// Limits and what is reported are left out. So are options for reading files: a history of the program is not
// read from a file, and its specification is that of the test or of --spec.
void add_promise(Identity& identity, const CheckRequest& check) {
  const auto& [spec, criterion, model, axioms, strength, quasi, initial, out_of_order, lateness, reading,
               algorithm, seconds, memory, jobs, want_witness, explain, own_specs] = check;
  identity.add("--promise", spec, criterion, model, axioms, strength, quasi, out_of_order, lateness);
  identity.add("--initial", initial);
  identity.add("--experiment", algorithm);
}

void add_generation(Identity& identity, const GenerationRequest& generation) {
  const auto& [all, random, threads, operations, init, final, drain, shard] = generation;
  identity.add("--generate", all, random);
  identity.add("--threads", threads);
  identity.add("--calls", operations);
  identity.add("--init", init);
  identity.add("--final", final);
  identity.add("--drain", drain);
  identity.add("--shard", shard);
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Identity identity_of(const ProgramUnderTest& program, const ExplorationRequest& request,
                     LimitOfExecutions limit) {
  // Limits may differ, and so may the files that are written and the number of jobs. The test and the scenario say where in the file
  // to look.
  const auto& [strategy, model, outputs, executions, seconds, memory, seed, preemptions, further_seconds,
               execution, suppressions, arguments, test, scenario, all_serial, cut_histories, by_serial_runs,
               count_conflict_cycles, from_observations, check, jobs, generation, output, observations,
               keep_going, verdict_only, report_non_sc, suggest_orders, checkpoint, replay] = request;
  Identity identity;
  identity.add("program", program.fingerprint());
  add_libraries(identity, program);
  identity.add("arguments", arguments);
  identity.add("standard input", program.input());
  identity.add("--strategy", strategy);
  identity.add("--memory-model", model);
  identity.add("--seed", seed);
  identity.add("--preemptions", preemptions);
  if (limit == LimitOfExecutions::is_a_part) identity.add("--executions", executions);
  identity.add("--keep-going", keep_going);
  identity.add("serial runs", all_serial, by_serial_runs, content_of(from_observations));
  identity.add("--experiment", count_conflict_cycles, cut_histories);
  add_options(identity, execution);
  add_suppressions(identity, suppressions);
  add_promise(identity, check);
  add_generation(identity, generation);
  return identity;
}

}  // namespace linnet
