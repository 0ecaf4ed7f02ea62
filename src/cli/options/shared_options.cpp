// --promise and the older spellings of its parts; --format and other options for reading; --experiment.
#include "cli/options/shared_options.hpp"

#include <memory>

#include <fmt/format.h>

#include "base/named.hpp"
#include "base/nearest.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/checking/promise.hpp"

namespace linnet {

namespace {

constexpr Named<Ties> kTies[] = {{Ties::overlap, "overlap", "the two operations overlap"},
                                 {Ties::ordered, "ordered", "the return is first"}};

std::string list_of(const std::vector<Experiment>& experiments) {
  std::string text;
  for (const Experiment& each : experiments)
    text += fmt::format("  {}: {}\n", each.choice.name, each.choice.meaning);
  return text;
}

void choose(const std::vector<Experiment>& experiments, const std::string& word) {
  std::vector<std::string> names;
  for (const Experiment& each : experiments) {
    if (each.choice.name == word) return each.choose();
    names.push_back(each.choice.name);
  }
  const std::string list = list_of(experiments);
  if (word == "help") throw ShowInstead{"Experiments:\n" + list};
  const auto meant = nearest(word, names);
  throw UsageError(fmt::format("unknown experiment {}{}\nThere are:\n{}", word,
                               meant ? fmt::format("; did you mean {}?", *meant) : "",
                               list.substr(0, list.size() - 1)));
}

}  // namespace

void add_promise_options(OptionList& options, CheckRequest& request) {
  auto said = std::make_shared<std::vector<SaidPromise>>();
  const auto saying = [said](const std::string& option) {
    return [said, option](const std::string& value) { said->push_back({option, value}); };
  };
  options
      .add("--promise PROMISE", saying("--promise"),
           "The promise that every history must keep, as in quasi:2, quasi:enq=0,deq=2 or 'weak: vis >= po'.")
      .such_as(all_promises())
      .usually(promise_of(request))
      .in_short_help();
  const auto strength = [said, &request](const std::string& value) {
    request.strength = value;
    said->push_back({"--strength", value});
  };
  options.add(
      "--strength STRENGTHS", strength,
      "How much each method must see, as in size=any,put=lin. The strengths are lin, hb, causal, po and "
      "any.");
  for (const char* part : {"--criterion", "--model", "--axioms", "--quasi"})
    options.add_hidden(part, saying(part));
  options.afterwards([said, &request] { set_promise(request, *said); });
}

void add_start_and_relaxation(OptionList& options, CheckRequest& request) {
  options
      .add(
          "--initial VALUE", [&request](const std::string& text) { request.initial = parse_initial(text); },
          "The initial value of the object, as JSON: 0, null, '\"text\"'.")
      .in_short_help();
  options.add("--out-of-order K", &request.out_of_order,
              "With a queue, stack or pqueue: a removal may return one of the next K + 1 elements.");
  options.add("--lateness K", &request.lateness,
              "With a queue, stack or pqueue: the next element is removed within K + 1 removals.");
}

void add_reading_options(OptionList& options, ReadOptions& reading) {
  options.group("How files are read");
  options
      .add("--format", &reading.format, "The format of the file. By default it is recognised by its content.")
      .such_as(list_formats())
      .in_short_help();
  options.add_choice<Ties>("--ties", &reading.ties, kTies,
                           "What a return and a call at the same instant mean.");
  options.add("--fail-is-result OP", &reading.fail_is_result,
              "In Jepsen files: a failed OP returned false. Otherwise it did not happen. May be repeated.");
  options.add("--ignore-tail", &reading.ignore_tail,
              "In the native format: leave out the first line that is wrong, and all after it.");
}

void add_experiments(OptionList& options, std::vector<Experiment> experiments) {
  std::vector<Described> choices;
  for (const Experiment& each : experiments) choices.push_back(each.choice);
  options.group("Experiments");
  options
      .add(
          "--experiment",
          [experiments = std::move(experiments)](const std::string& word) { choose(experiments, word); },
          "Use another algorithm or method, for comparison. May be repeated.")
      .such_as(std::move(choices));
}

}  // namespace linnet
