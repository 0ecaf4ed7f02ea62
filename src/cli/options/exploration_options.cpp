// Options for how executions are run, how far to explore, and what to print.
#include "cli/exploring.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "cli/options/shared_options.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/exploring/race_suppressions.hpp"
#include "report/text/visible.hpp"

namespace linnet {

namespace {

constexpr Named<bool> kIsolation[] = {
    {false, "no", "all executions share a process, whose state is put back"},
    {true, "fork", "each has its own, for libraries whose state cannot be put back"}};
constexpr Named<bool> kClocks[] = {
    {false, "own", "each thread has its own clock; only one order of unordered readings is tried"},
    {true, "shared", "one clock for all: every order of readings and sleeps is tried"}};
constexpr Named<runtime::Races> kRaces[] = {
    {runtime::Races::report, "report",
     "report the first data race as the failure, then look for its consequences"},
    {runtime::Races::explore, "explore", "plain accesses that race are steps, too"},
    {runtime::Races::off, "off", "do not look for data races"}};
constexpr Named<runtime::AllocationPolicy> kAllocationPolicies[] = {
    {runtime::AllocationPolicy::reuse, "reuse", "it is used again at once, which shows ABA problems"},
    {runtime::AllocationPolicy::quarantine, "quarantine",
     "it is not used again, which shows uses after free"}};
// The strategies that a user can choose: all except the last in their table.
constexpr std::size_t kChosenStrategies = std::size(kStrategyKinds) - 1;

void add_generation_options(OptionList& options, GenerationRequest& generation) {
  options.group("Generated tests");
  const auto generate = [&generation](const std::string& word) {
    if (word == "all") {
      generation.all = true;
    } else {
      generation.random = whole_number("--generate", word, "a number or all");
    }
  };
  options
      .add("--generate N|all", generate,
           "Generate tests: N random ones, or all n x n tests of the first n invocations, n = 1, 2, ..., for "
           "--time "
           "or else a minute.")
      .in_short_help();
  options.add_hidden("--auto", &generation.all);
  options.add_hidden("--random", &generation.random);
  options.add("--threads", &generation.threads, "The number of threads of a random test.")
      .between(1, 14)
      .in_short_help();
  options.add("--calls", &generation.operations, "The number of calls of each thread of a random test.")
      .between(1, 100)
      .in_short_help()
      .formerly("--ops");
  options.add("--init CALLS", &generation.init, "Calls before each generated test.");
  options.add("--final CALLS", &generation.final, "Calls after each generated test.");
  options.add("--drain CALL", &generation.drain,
              "A call such as deq() that is added to the end of each generated test until it has removed all "
              "that was "
              "added. The promise quasi wants this.");
  options.add("--shard I/N", &generation.shard, "Run only part I of N of the generated tests.");
}

std::vector<Experiment> experiments_of_executions(ExplorationRequest& request) {
  return {
      {kPaperExperiments[0], [&request] { request.check.algorithm = "paper"; }},
      {kPaperExperiments[1], [&request] { request.check.algorithm = "paper-all"; }},
      {{"serial-runs", "judge by serial runs of the object or its reference instead of the specification"},
       [&request] { request.by_serial_runs = true; }},
      {{"all-crashes", "try a crash before every step, even if another crash covers it"},
       [&request] { request.execution.all_crashes = true; }},
  };
}

// Cuts that the list names, separated by commas, are off.
void leave_out(runtime::Cuts& cuts, const std::string& list) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = list.substr(begin, end - begin);
    const bool all = name == "all";
    if (!all && name != "loops" && name != "barriers" && name != "end" && name != "symmetry")
      throw UsageError(fmt::format("--no-cut: found {}, expected loops, barriers, end or symmetry", name));
    if (all || name == "loops") cuts.loops = false;
    if (all || name == "barriers") cuts.barriers = false;
    if (all || name == "end") cuts.end = false;
    if (all || name == "symmetry") cuts.symmetry = false;
    begin = end + 1;
  }
}

void add_memory_model_option(OptionList& options, ExplorationRequest& request, const char* meaning,
                             const char* usual) {
  options.add_choice<MemoryModel>("--memory-model", &request.memory_model, kMemoryModels, meaning)
      .usually(usual)
      .in_short_help();
}

void add_strategy_options(OptionList& options, ExplorationRequest& request) {
  options.group("Which executions are tried");
  request.execution.cuts = {.loops = true, .barriers = true, .end = true, .symmetry = true};
  options
      .add(
          "--no-cut LIST", [&request](const std::string& list) { leave_out(request.execution.cuts, list); },
          "Runs every execution, also those that another one covers: with fewer rounds of a loop, with "
          "another "
          "order of arrivals at a barrier, with a later end of main, or with threads that are alike in "
          "another "
          "order. With =LIST: only what is named is not left out: loops, barriers, end, symmetry.")
      .may_have_no_value("all");
  options
      .add_choice<StrategyKind>("--strategy", &request.strategy,
                                std::span(kStrategyKinds).first<kChosenStrategies>(),
                                "How executions are chosen.")
      .in_short_help();
  add_memory_model_option(options, request,
                          "The memory model to explore. With --strategy graphs, random, pct or auto.",
                          "c11 with --strategy graphs, otherwise sc");
  options
      .add("--preemptions", &request.preemptions,
           "With --strategy bounded: at most this many preemptions. With auto: all executions with this "
           "many, and "
           "then others.")
      .in_short_help();
  options
      .add("--further", &request.further_seconds,
           "With --strategy auto and --preemptions: how long to go on beyond them.")
      .usually("1s, or as --time says");
  options.add(
      "--executions", &request.executions,
      "At most this many executions. With --strategy random and pct: exactly this many, otherwise 10000.");
  options.add("--seed", &request.seed, "The seed of random choices.");
  options
      .add(
          "--jobs", &request.jobs,
          "How many processes explore at the same time, or how many generated tests run. The result does not "
          "depend on it.")
      .usually("one per core");
  options.add_choice<bool>("--isolate HOW", &request.execution.isolate, kIsolation,
                           "Whether each execution runs in a separate process.");
}

void add_budget_options(OptionList& options, ExplorationRequest& request) {
  options.group("How far to go");
  options.add("--time", &request.seconds, "Stop after this long: 10s, 5m, 1h.").in_short_help();
  options.add("--memory", &request.memory, "Stop at this much memory: 500MB, 8GB.")
      .in_bytes()
      .usually("four fifths of the machine's");
}

void add_limit_options(OptionList& options, ExplorationRequest& request) {
  add_budget_options(options, request);
  options
      .add("--keep-going", &request.keep_going, "Continue after a failure, and list all distinct failures.")
      .in_short_help();
  options.add("--checkpoint FILE", &request.checkpoint,
              "Continue from this file if it exists, and save progress to it.");
}

void add_what_executions_are(OptionList& options, ExplorationRequest& request) {
  options.group("What an execution may do");
  options
      .add_choice<runtime::Races>("--races HOW", &request.execution.races, kRaces,
                                  "What to do about data races.")
      .in_short_help();
  options.add_choice<bool>("--clock HOW", &request.execution.shared_clock, kClocks,
                           "Which clock threads read.");
  options.add("--leaks", &request.execution.report_leaks,
              "Memory that is not freed at the end is a failure.");
  options
      .add("--crashes", &request.execution.crashes,
           "The machine may crash up to N times in an execution. Persistent memory keeps its contents.")
      .usually("as the object test says, otherwise 0");
  options.add("--spurious", &request.execution.spurious_wakeups,
              "Condition variables may wake up without a signal.");
  options.add_choice<runtime::AllocationPolicy>("--allocation POLICY", &request.execution.allocation,
                                                kAllocationPolicies, "How freed memory is reused.");
  options.add("--spin", &request.execution.most_idle_steps,
              "Give up on an execution after this many turns of a loop that changes nothing.");
}

// Everything a schedule depends on, and how its recordings are judged, without experiments.
void add_common_options(OptionList& options, ExplorationRequest& request) {
  options.group("What is tested");
  options
      .add("--test NAME[/N],...", &request.test, "Only these object tests, or only the N-th scenario of one.")
      .in_short_help();
  options
      .add("--scenario", &request.scenario,
           "This scenario instead of those of the object test, as in 'enq(1) ; deq() | deq()'.")
      .formerly("--matrix")
      .in_short_help();
  options.add("--arg", &request.arguments, "An argument for the program. May be repeated.");
  options.group("What is promised");
  add_promise_options(options, request.check);
  options
      .add("--spec", &request.check.spec,
           "The specification of the calls that a main records itself (linnet/record.h).")
      .such_as(list_specs())
      .in_short_help();
  add_start_and_relaxation(options, request.check);
  options.add(
      "--from-observations FILE", &request.from_observations,
      "Without a specification: read the serial histories from this file instead of running serially.");
  add_what_executions_are(options, request);
  options.add_hidden("--all-crashes", &request.execution.all_crashes);
  options.add_hidden("--algorithm", &request.check.algorithm)
      .one_of({{"paper", ""}, {"paper-all", ""}, {"quasi-search", ""}});
}

// Schedules contain the places of suppressed races, so replays need no such option.
void add_suppressions_option(OptionList& options, ExplorationRequest& request) {
  options.group("What is promised");
  const auto read = [&request](const std::string& file) {
    const SuppressionsFile suppressions = read_suppressions(file);
    for (const std::string& ignored : suppressions.ignored)
      std::fputs(visible(fmt::format("linnet: {}\n", ignored)).c_str(), stderr);
    request.suppressions.insert(request.suppressions.end(), suppressions.races.begin(),
                                suppressions.races.end());
  };
  options.add(
      "--suppressions FILE", read,
      "Data races that are no failures, as ThreadSanitizer has them: a line race:NAME for each, with a "
      "part of the name of a function, file, library or variable.");
}

// The scenario is not among them: a failure has its own.
std::vector<std::string> words_for_replay(const OptionList& options) {
  ExplorationRequest any;
  OptionList of_replay;
  add_execution_options(of_replay, any);
  std::vector<std::string> words = options.words_also_in(of_replay);
  std::erase_if(words, [](const std::string& word) {
    return word.starts_with("--scenario=") || word.starts_with("--matrix=");
  });
  return words;
}

// The program's own, and the words with which a failure is replayed.
void add_program_arguments(OptionList& options, ExploringArguments& arguments,
                           const std::vector<std::string>& program_arguments) {
  options.afterwards([&options, &arguments, program_arguments] {
    arguments.words = words_for_replay(options);
    arguments.all_words = options.words_also_in(options);
    // The summary names the tests itself, and how many run at once makes no difference.
    std::erase_if(arguments.all_words, [](const std::string& word) {
      return word.starts_with("--test=") || word.starts_with("--jobs=");
    });
    for (const std::string& argument : program_arguments) {
      arguments.request.arguments.push_back(argument);
      arguments.words.push_back("--arg=" + argument);
    }
  });
}

}  // namespace

void add_execution_options(OptionList& options, ExplorationRequest& request) {
  add_common_options(options, request);
  add_experiments(options, experiments_of_executions(request));
}

void add_exploration_options(OptionList& options, ExploringArguments& arguments,
                             const std::vector<std::string>& program_arguments) {
  ExplorationRequest& request = arguments.request;
  add_common_options(options, request);
  add_strategy_options(options, request);
  add_limit_options(options, request);
  add_generation_options(options, request.generation);
  add_suppressions_option(options, request);
  options.group("Results");
  options
      .add("--suggest-orders", &request.suggest_orders,
           "On a failure: look for stronger memory orders, at one place or at two, with which it does not "
           "fail any more.")
      .in_short_help();
  options.add(
      "--report-non-sc", &request.report_non_sc,
      "Under a memory model: count the executions that are not sequentially consistent, and show how to "
      "replay the first of them.");
  options.add("--client FILE", &arguments.client,
              "If calls are inconsistent under a memory model: write the client that shows it to this file, "
              "as a program "
              "that fails by itself.");
  options.add("--outputs", &request.outputs,
              "List all distinct outputs of executions that ended well, and how many executions have each.");
  options
      .add("--histories FOLDER", &request.output,
           "Write all distinct histories of object tests to this folder, with a table of how many executions "
           "had "
           "each.")
      .formerly("--output");
  options.add("--observations FILE", &request.observations,
              "Without a specification: write the serial histories of the scenario to this file, as XML.");
  options.add_hidden("--serial", [&request](const std::string& word) { request.all_serial = word == "all"; })
      .one_of({{"merged", ""}, {"all", ""}});
  std::vector<Experiment> experiments = experiments_of_executions(request);
  experiments.push_back(
      {{"serial-all", "without a specification, all serial runs, also those that lead to the same state"},
       [&request] { request.all_serial = true; }});
  experiments.push_back(
      {{"cut-histories", "with --histories: those that are left where rounds of loops are cut"},
       [&request] { request.cut_histories = true; }});
  experiments.push_back(
      {{"conflict-serializability",
        "how many executions are not conflict-serializable, and how many of these keep the promise"},
       [&request] { request.count_conflict_cycles = request.keep_going = true; }});
  add_experiments(options, std::move(experiments));
  add_list_option(options, arguments.list);
  add_report_options(options, arguments.report);
  options.add("--junit FILE", &arguments.report.junit, "Also write the result as JUnit XML.");
  add_program_arguments(options, arguments, program_arguments);
}

void add_relaxing_options(OptionList& options, ExploringArguments& arguments,
                          const std::vector<std::string>& program_arguments) {
  add_execution_options(options, arguments.request);
  options.group("Which executions are tried");
  add_memory_model_option(options, arguments.request, "The memory model to explore.", "c11");
  add_budget_options(options, arguments.request);
  add_report_options(options, arguments.report);
  add_program_arguments(options, arguments, program_arguments);
}

}  // namespace linnet
