// The list of experiments is shown for `--experiment help`, and for a name that is not in it.
#include "cli/experiment_options.hpp"

#include <fmt/format.h>

#include "base/nearest.hpp"

namespace linnet {

namespace {

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

void add_experiments(OptionList& options, std::vector<Experiment> experiments) {
  std::vector<Described> choices;
  for (const Experiment& each : experiments) choices.push_back(each.choice);
  options.group("Experiments");
  options
      .add(
          "--experiment",
          [experiments = std::move(experiments)](const std::string& word) { choose(experiments, word); },
          "Work in another way, for comparison. May be repeated.")
      .such_as(std::move(choices));
}

}  // namespace linnet
