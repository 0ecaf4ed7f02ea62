// weak_times SAMPLES SEED < HISTORY-FILES: how long each algorithm takes for recorded histories: the measurements behind
// Figures 7 and 8 of Emmi, Enea: Monitoring Weak Consistency (CAV 2018). One line per history, milliseconds.
//
// Weak consistency is the model of the paper's experiments, vis >= hb. The naive search tries visibilities from the
// largest down, and gives up after a second, as theirs. A measurement is the best of several: histories are small, and
// the machine is not alone. The just-in-time search needs an interval order: nan where there is none.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check/linearizability/linearizable.hpp"
#include "check/weak/weak.hpp"
#include "history/formats/format.hpp"
#include "spec/builtin.hpp"

namespace {

using namespace linnet;

struct Measured {
  double milliseconds = 1e9;
  const char* verdict = "";
};

template <class Result>
const char* word(const Result& result) {
  return passed(result) ? "pass" : violated(result) ? "violation" : "unknown";
}

// At least twice, and for a few milliseconds.
Measured measure(const std::function<const char*(const Budget&)>& decide) {
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  Measured best;
  const auto begin = Clock::now();
  for (int n = 0; n < 2 || (n < 20 && Milliseconds(Clock::now() - begin).count() < 4); ++n) {
    const Budget second(std::chrono::duration<double>(1), std::nullopt);
    const auto start = Clock::now();
    best.verdict = decide(second);
    best.milliseconds = std::min(best.milliseconds, Milliseconds(Clock::now() - start).count());
    if (best.milliseconds > 100) break;
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const auto samples = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 4000;
  std::mt19937_64 random(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
  std::vector<std::string> files;
  for (std::string file; std::getline(std::cin, file);) files.push_back(file);
  std::ranges::shuffle(files, random);
  if (files.size() > samples) files.resize(samples);

  const WeakModel model = WeakModel::named("weak-hb");
  fmt::print(
      "history\toperations\tlinearizable\tweak\twing_gong\tjust_in_time\tnaive\tminimal\t"
      "minimal_jit\tanswer\n");
  for (const std::string& file : files) {
    History history = read_history(file);
    const Spec spec = make_spec(history.header.spec.value());
    history.resolve(spec);
    const auto linearizable = [&](const char* algorithm) {
      return measure([&, algorithm](const Budget& budget) {
        return word(check_linearizable(history, spec, {.algorithm = algorithm}, budget).verdict);
      });
    };
    const auto weak = [&](const WeakOptions& options) {
      return measure(
          [&](const Budget& budget) { return word(check_weak(history, spec, model, options, budget)); });
    };
    // As `linnet check` does, with the same algorithm for linearizability as it is compared with.
    const WeakOptions linearizability_first{.linearizability = [](const Question& q) {
      return check_linearizable(q.history, q.spec, {.algorithm = "wing-gong"}, q.budget).verdict;
    }};
    const Measured wing_gong = linearizable("wing-gong");
    const Measured just_in_time =
        history.order ? Measured{std::numeric_limits<double>::quiet_NaN(), ""} : linearizable("just-in-time");
    const Measured naive = weak({.algorithm = WeakAlgorithm::naive, .order = LinearizationOrder::wing_gong});
    const Measured minimal = weak({.order = LinearizationOrder::wing_gong});
    const Measured minimal_jit = weak({});
    const Measured answer = weak(linearizability_first);
    fmt::print("{}\t{}\t{}\t{}\t{:.5f}\t{:.5f}\t{:.5f}\t{:.5f}\t{:.5f}\t{:.5f}\n", file, history.size(),
               wing_gong.verdict, minimal.verdict, wing_gong.milliseconds, just_in_time.milliseconds,
               naive.milliseconds, minimal.milliseconds, minimal_jit.milliseconds, answer.milliseconds);
  }
}
