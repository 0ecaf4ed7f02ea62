// How executions are, how far to go, and what to print.
#include "cli/exploration_options.hpp"

#include "cli/criterion_options.hpp"
#include "cli/result_file_options.hpp"

namespace linnet {

namespace {

CLI::Validator as_seconds() {
  return CLI::AsNumberWithUnit(std::map<std::string, double>{{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}})
      .description("");
}

void add_generation_options(CLI::App& app, GenerationRequest& generation) {
  app.add_flag(
      "--auto", generation.all,
      "generate all n x n tests of the first n invocations, n = 1, 2, ..., for --time (otherwise 1m)");
  app.add_option("--random", generation.random, "generate N random tests")->type_name("N");
  app.add_option("--threads", generation.threads, "of each random test")
      ->check(CLI::Range(1, 14).description(""))
      ->type_name("T")
      ->capture_default_str();
  app.add_option("--ops", generation.operations, "of each thread of a random test")
      ->check(CLI::Range(1, 100).description(""))
      ->type_name("K")
      ->capture_default_str();
  app.add_option("--init", generation.init, "calls before each generated test")->type_name("CALLS");
  app.add_option("--final", generation.final, "calls after each generated test")->type_name("CALLS");
  app.add_option(
         "--drain", generation.drain,
         "after each generated test this call, as in deq(), as often as calls with arguments outnumber it:\n"
         "what was added is removed, as criterion quasi wants it")
      ->type_name("CALL");
  app.add_option("--jobs", generation.jobs, "generated tests at once (otherwise one per core)")
      ->type_name("N");
  app.add_option("--shard", generation.shard, "of the generated tests, part I of N")->type_name("I/N");
}

}  // namespace

void add_execution_options(CLI::App& app, ExplorationRequest& request) {
  app.add_option("--allocation", request.allocation,
                 "freed memory: reuse it at once (shows ABA) or quarantine it (shows use after free)")
      ->check(CLI::IsMember({"reuse", "quarantine"}).description(""))
      ->type_name("POLICY")
      ->capture_default_str();
  app.add_flag("--spurious", request.spurious, "condition variables may wake up without a signal");
  app.add_option("--spin", request.spin,
                 "give up on an execution after this many turns of a loop that changes nothing")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--races", request.races,
                 "report: the first data race is the failure\n"
                 "explore: plain accesses that race are steps, too\n"
                 "off: not looked for")
      ->check(CLI::IsMember({"report", "explore", "off"}).description(""))
      ->type_name("HOW")
      ->capture_default_str();
  app.add_flag("--leaks", request.leaks, "memory that is not freed at the end is a failure");
  app.add_option("--crashes", request.crashes,
                 "the machine may crash so often in an execution; what is in persistent memory stays\n"
                 "(otherwise as the test says, and never without object tests)")
      ->type_name("N");
  app.add_flag(
      "--all-crashes", request.all_crashes,
      "of object tests: crash before every step, also where another crash covers that, for comparison");
  app.add_option("--test", request.test,
                 "of a program with object tests: this one, or its N-th scenario (otherwise all)")
      ->type_name("NAME[/N]");
  app.add_option("--scenario,--matrix", request.scenario, "of an object test: this one instead of its own")
      ->type_name("TEXT");
  app.add_option("--from-observations", request.from_observations,
                 "without a specification: the serial histories in this file, instead of running serially")
      ->type_name("FILE");
  add_criterion_options(app, request.check);
  app.add_option("--algorithm", request.check.algorithm,
                 "of criterion quasi: paper (all permutations, for comparison)")
      ->check(CLI::IsMember({"paper", "quasi-search"}).description(""))
      ->type_name("NAME");
  app.add_option("--arg", request.arguments, "an argument for the program; may be repeated")
      ->type_name("TEXT")
      ->allow_extra_args(false);
}

void add_exploration_options(CLI::App& app, ExplorationRequest& request) {
  app.add_option("--strategy", request.strategy,
                 "auto: a short bounded pass, then dpor\n"
                 "dpor: every execution once, up to the order of independent steps\n"
                 "bounded: with at most 0, 1, 2, ... preemptions\n"
                 "random: uniform\n"
                 "pct: random priorities")
      ->check(CLI::IsMember({"auto", "dpor", "bounded", "random", "pct"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--executions", request.executions,
                 "at most this many; of random and pct, exactly (otherwise 10000)")
      ->type_name("N");
  app.add_option("--time", request.seconds, "stop after this long: 10s, 5m, 1h")
      ->transform(as_seconds())
      ->type_name("TIME");
  app.add_option("--memory", request.memory, "stop at this much memory: 500MB, 8GB")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE");
  app.add_option("--serial", request.serial,
                 "without a specification, where something runs beside the operations:\n"
                 "merged: serial runs that lead to the same state are tried once\n"
                 "all: each is (for comparison)")
      ->check(CLI::IsMember({"merged", "all"}).description(""))
      ->type_name("HOW")
      ->capture_default_str();
  app.add_option("--preemptions", request.preemptions,
                 "of bounded: at most this many; of auto: all with so many, and then others")
      ->type_name("N");
  app.add_option(
         "--further", request.further_seconds,
         "of auto with --preemptions: how long to go on beyond them (otherwise 1s, or as --time says)")
      ->transform(as_seconds())
      ->type_name("TIME");
  app.add_option("--seed", request.seed, "of random and pct")->type_name("N")->capture_default_str();
  app.add_option("--isolate", request.isolate,
                 "fork: each execution in a process of its own, for libraries whose state cannot be put back")
      ->check(CLI::IsMember({"no", "fork"}).description(""))
      ->type_name("HOW")
      ->capture_default_str();
  app.add_flag("--keep-going", request.keep_going, "go on after a failure, and list all that differ");
  app.add_option("--checkpoint", request.checkpoint, "go on from this file, and leave it behind when stopped")
      ->type_name("FILE");
  add_generation_options(app, request.generation);
  app.add_option(
         "--output", request.output,
         "of object tests: a folder for all distinct histories, and a table of how many executions had each")
      ->type_name("FOLDER");
  app.add_option("--observations", request.observations,
                 "without a specification: write the serial histories of the scenario, as XML")
      ->type_name("FILE");
  add_execution_options(app, request);
}

void add_report_options(CLI::App& app, ReportOptions& options) {
  app.add_flag("--json", options.json, "print one JSON object");
  app.add_flag("--quiet", options.quiet, "print failures only");
  app.add_flag("--list", options.list, "print the object tests and their scenarios instead");
  app.add_option("--junit", options.junit, "write the result as JUnit XML, too")->type_name("FILE");
  add_result_file_options(app, options.files);
}

std::vector<std::string> words_for_replay(const CLI::App& app) {
  ExplorationRequest any;
  CLI::App declared;
  add_execution_options(declared, any);
  declared.remove_option(declared.get_option("--scenario"));
  return words_given(app, declared);
}

}  // namespace linnet
