// A request as words of a command line.
#include "driver/native/stress_request.hpp"

#include <fmt/format.h>

#include "driver/checking/criteria.hpp"

namespace linnet {

std::vector<std::string> all_options(const StressRequest& request) {
  const StressRequest usual;
  std::vector<std::string> words = criterion_words(request.check);
  const auto add = [&words](std::string_view name, const auto& value, const auto& unless) {
    if (value != unless) words.push_back(fmt::format("--{}={}", name, value));
  };
  words.push_back(fmt::format("--time={}s", request.seconds));
  words.push_back(fmt::format("--patience={}s", request.patience));
  if (request.clock == NativeClock::tsc) words.emplace_back("--clock=tsc");
  add("test", request.test, usual.test);
  add("scenario", request.scenario, usual.scenario);
  add("random", request.random, usual.random);
  add("threads", request.shape.threads, usual.shape.threads);
  if (request.calls) words.push_back(fmt::format("--ops={}", *request.calls));
  add("values", request.shape.values, usual.shape.values);
  add("words", request.words.words, usual.words.words);
  add("locations", request.words.locations, usual.words.locations);
  add("mix", request.words.mix, usual.words.mix);
  add("seed", request.seed, usual.seed);
  add("output", request.output, usual.output);
  if (request.keep_going) words.emplace_back("--keep-going");
  if (request.record_only) words.emplace_back("--record-only");
  add("history", request.history, usual.history);
  return words;
}

}  // namespace linnet
