// The options of native runs.
#include "cli/stress_options.hpp"

#include <map>

#include "cli/criterion_options.hpp"
#include "cli/result_file_options.hpp"

namespace linnet {

namespace {

CLI::Option* add_duration(CLI::App& app, const char* name, double& seconds, const char* description) {
  return app.add_option(name, seconds, description)
      ->transform(CLI::AsNumberWithUnit(
                      std::map<std::string, double>{{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}})
                      .description(""))
      ->type_name("TIME");
}

void add_client_options(CLI::App& app, StressRequest& request) {
  app.add_option("--random", request.random, "N random scenarios of each test, instead of its own")
      ->type_name("N");
  app.add_option(
         "--words", request.words.words,
         "drive the multi-word primitives among the tests (specification mwcas) instead: operations of N "
         "words")
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N");
  app.add_option("--locations", request.words.locations,
                 "that --words are of (otherwise those that the test's scenarios name)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--mix", request.words.mix,
                 "how often --words calls each operation (otherwise read=2,mwcas=1,swap=1)")
      ->type_name("OP=N,...");
  app.add_option("--threads", request.shape.threads, "of random scenarios, and of --words")
      ->check(CLI::Range(1, 64).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option(
         "--ops", request.calls,
         "calls in all threads together: of random scenarios (otherwise 15), or of a round of --words "
         "(otherwise 20000)")
      ->check(CLI::Range(1, 10'000'000).description(""))
      ->type_name("N");
  app.add_option("--values", request.shape.values,
                 "of random scenarios: arguments are 1, 2, ..., N, \"a\", \"b\", ...")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--seed", request.seed,
                 "of the first random scenario; the next ones count up. Also of --words")
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

void add_stress_options(CLI::App& app, StressRequest& request, StressReporting& reporting) {
  add_duration(app, "--time", request.seconds, "run each scenario for this long: 10s, 5m, 1h (otherwise 1s)");
  app.add_option("--test", request.test, "this one, or its N-th scenario (otherwise all)")
      ->type_name("NAME[/N]");
  app.add_option("--scenario", request.scenario, "this one instead of those of the test")->type_name("TEXT");
  add_client_options(app, request);
  const std::map<std::string, NativeClock> clocks{{"counters", NativeClock::counters},
                                                  {"tsc", NativeClock::tsc}};
  app.add_option("--clock", request.clock,
                 "counters: what threads see of each other, with little interference (the default)\n"
                 "tsc: the processor's time-stamp counter, for long histories")
      ->transform(CLI::CheckedTransformer(clocks).description(""))
      ->type_name("NAME");
  add_duration(app, "--patience", request.patience,
               "give up when no call has returned for this long (otherwise 5s)");
  add_criterion_options(app, request.check);
  app.add_option("--output", request.output,
                 "write all distinct histories to this folder, with a table of how often")
      ->type_name("FOLDER");
  app.add_flag("--keep-going", request.keep_going, "go on after a violation, and count all");
  app.add_flag("--record-only", request.record_only, "do not check");
  app.add_option("--history", request.history,
                 "run nothing, but check this file against the specification of the test")
      ->type_name("FILE");
  app.add_flag("--json", reporting.json, "print one JSON object");
  add_result_file_options(app, reporting.files);
  app.add_flag("--quiet", reporting.quiet, "print violations only");
  app.add_flag("--list", reporting.list, "print the scenarios instead");
}

}  // namespace linnet
