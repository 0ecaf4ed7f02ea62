// roundup_effort FOLDER FACTOR SECONDS: what the algorithm of the Round-Up paper goes through for the histories of an
// exploration (`--output FOLDER`), with and without the optimisations of its section V-C: the measurements behind its Figures
// 8 and 9. Prints: permutations without and with, seconds without and with; nan beyond the time that was given.
//
// Without them, the history of every execution is decided, whether or not another execution had the same. Deciding the same
// again costs the same again, so each distinct history is measured once and counts as often as it was met. With them, each is
// decided once, and a sequence that an earlier history had is not tried again. (The first of the three is about the serial
// histories of phase 1. There is no phase 1 here: specifications are executable.)
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check/quasi/paper.hpp"
#include "history/formats/format.hpp"
#include "spec/builtin.hpp"

namespace {

using namespace linnet;
using Clock = std::chrono::steady_clock;

struct Met {
  History history;
  double times;
};

struct Effort {
  double permutations = 0, seconds = 0;
};

// All are of one object.
std::vector<Met> read_all(const std::filesystem::path& folder, std::optional<Spec>& spec) {
  std::vector<Met> all;
  std::ifstream table(folder / "executions.tsv");
  for (std::string file, times; std::getline(table, file, '\t') && std::getline(table, times);) {
    History history = read_history((folder / file).string());
    if (!spec) spec = make_spec(history.header.spec.value());
    history.resolve(*spec);
    all.push_back({std::move(history), std::stod(times)});
  }
  return all;
}

// Stops when it has taken `seconds`.
Effort decide(const std::vector<Met>& all, const Spec& spec, std::uint32_t factor, double seconds,
              bool optimised) {
  PaperMemory memory;
  Effort effort;
  const auto begin = Clock::now();
  const Budget budget(std::chrono::duration<double>(seconds), std::nullopt);
  for (const Met& met : all) {
    const auto start = Clock::now();
    const PaperResult result =
        check_quasi_as_in_paper(met.history, spec, factor, budget, optimised ? &memory : nullptr);
    const std::chrono::duration<double> took = Clock::now() - start;
    const double times = optimised ? 1 : met.times;
    effort.permutations += times * static_cast<double>(result.permutations);
    effort.seconds += times * took.count();
    if (unknown(result.verdict) || std::chrono::duration<double>(Clock::now() - begin).count() > seconds) {
      const double nan = std::numeric_limits<double>::quiet_NaN();
      return {nan, nan};
    }
  }
  return effort;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: roundup_effort FOLDER FACTOR SECONDS\n", stderr);
    return 2;
  }
  const auto factor = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const double seconds = std::strtod(argv[3], nullptr);
  std::optional<Spec> spec;
  const std::vector<Met> all = read_all(argv[1], spec);
  if (all.empty()) {
    std::fputs("no executions.tsv there, or nothing in it\n", stderr);
    return 2;
  }
  const Effort without = decide(all, *spec, factor, seconds, false);
  const Effort with = decide(all, *spec, factor, seconds, true);
  fmt::print("{}\t{}\t{:.6f}\t{:.6f}\n", without.permutations, with.permutations, without.seconds,
             with.seconds);
}
