// The options of native runs.
#include "cli/stressing.hpp"

#include <memory>

#include "base/named.hpp"
#include "cli/options/shared_options.hpp"

namespace linnet {

namespace {

constexpr Named<NativeClock> kClocks[] = {
    {NativeClock::counters, "counters",
     "order from counters that threads read of each other; little interference"},
    {NativeClock::tsc, "tsc", "the processor's time-stamp counter, for long histories"}};

void add_client_options(OptionList& options, StressRequest& request) {
  options.group("Generated tests");
  options.add("--generate", &request.random, "Run N random scenarios of each test, instead of its own.")
      .formerly("--random")
      .in_short_help();
  options
      .add("--threads", &request.shape.threads, "The number of threads of a random scenario, and of --words.")
      .between(1, 64)
      .in_short_help();
  // The request has the number of calls of all threads together.
  constexpr std::uint64_t kMostCalls = 10'000'000;
  auto calls = std::make_shared<std::optional<std::uint32_t>>();
  options
      .add("--calls", calls.get(),
           "The number of calls of each thread of a random scenario, and of a round of --words.")
      .between(1, kMostCalls)
      .usually("15, and 20000, in all threads together")
      .in_short_help();
  options.afterwards([calls, &request] {
    if (*calls) request.calls = **calls * request.shape.threads;
  });
  options.add_hidden("--ops", &request.calls).between(1, kMostCalls);
  options
      .add("--values", &request.shape.values,
           "The arguments in random scenarios are 1, 2, ..., N, \"a\", \"b\", ...")
      .between(1, 1'000'000);
  options
      .add("--seed", &request.seed,
           "Where random choices begin. The scenarios after the first one count up from it.")
      .in_short_help();
}

void add_word_options(OptionList& options, WordShape& words) {
  options.group("Multi-word primitives");
  options
      .add("--words", &words.words,
           "Call the tests with the specification mwcas at random instead, N words in each operation.")
      .between(1, 256);
  options.add("--locations", &words.locations, "With --words: the number of locations.")
      .between(1, 1'000'000)
      .usually("those that the scenarios of the test name");
  options.add("--mix OP=N,...", &words.mix, "With --words: how often each operation is called.")
      .usually("read=2,mwcas=1,swap=1");
}

}  // namespace

void add_stress_options(OptionList& options, StressingArguments& arguments) {
  StressRequest& request = arguments.request;
  options.group("What is tested");
  options.add("--test NAME[/N]", &request.test, "Only this object test, or only its N-th scenario.")
      .in_short_help();
  options.add("--scenario", &request.scenario, "This scenario instead of those of the object test.")
      .in_short_help();
  options
      .add("--check FILE", &request.history,
           "Run nothing, but check this history against the specification of the test.")
      .formerly("--history");
  options.group("What is promised");
  add_promise_options(options, request.check);
  add_start_and_relaxation(options, request.check);
  options.add("--record-only", &request.record_only, "Do not check.");
  options.group("How far to go");
  options.add("--duration", &request.seconds, "Run each scenario for this long: 10s, 5m, 1h.")
      .formerly("--time")
      .in_short_help();
  options.add("--patience", &request.patience, "Give up when no call has returned for this long.");
  options.add("--keep-going", &request.keep_going, "Go on after a violation, and count all.").in_short_help();
  options.add_choice<NativeClock>("--clock", &request.clock, kClocks,
                                  "What says which operation was before which.");
  add_client_options(options, request);
  add_word_options(options, request.words);
  options.group("Results");
  options
      .add("--histories FOLDER", &request.output,
           "Write all distinct histories to this folder, with a table of how often each was seen.")
      .formerly("--output")
      .in_short_help();
  add_list_option(options, arguments.list);
  add_report_options(options, arguments.report);
  options.afterwards([&options, &arguments] {
    CheckRequest any;
    OptionList of_promises;
    add_promise_options(of_promises, any);
    add_start_and_relaxation(of_promises, any);
    arguments.words = options.words_also_in(of_promises);
  });
}

}  // namespace linnet
