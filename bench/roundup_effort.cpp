// roundup_effort FOLDER FACTORS SECONDS: the effort of the Round-Up paper's algorithm for the histories of an
// exploration (`--histories FOLDER`), with and without the optimisations of its section VI-C: the
// measurements for its Figures 8 and 9. Prints: permutations without and with, CPU seconds without and with;
// nan if the time was not enough.
//
// Without them, the history of every execution is decided, whether or not another execution had the same.
// That is not run here: each distinct history is decided once, which is measured, and its numbers are
// multiplied by the number of executions that had it. With them, each is decided once, and a sequence that an
// earlier history had is not tried again; that is run as it is. All permutations are counted, also beyond the
// first legal one. (The first of the three optimisations is about the serial histories of phase 1. There is
// no phase 1 here: specifications are executable.)
#include <cstdio>
#include <cstdlib>
#include <ctime>
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

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

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
Effort decide(const std::vector<Met>& all, const Spec& spec, const QuasiBounds& bounds, double seconds,
              bool optimised) {
  PaperMemory memory;
  Effort effort;
  const double begin = cpu_seconds();
  for (const Met& met : all) {
    const double start = cpu_seconds();
    const PaperResult result = check_quasi_as_in_paper(
        met.history, spec, bounds, Budget(), {.memory = optimised ? &memory : nullptr, .exhaustive = true});
    const double times = optimised ? 1 : met.times;
    effort.permutations += times * static_cast<double>(result.permutations);
    effort.seconds += times * (cpu_seconds() - start);
    if (cpu_seconds() - begin > seconds) {
      const double nan = std::numeric_limits<double>::quiet_NaN();
      return {nan, nan};
    }
  }
  return effort;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: roundup_effort FOLDER FACTORS SECONDS\n", stderr);
    return 2;
  }
  const double seconds = std::strtod(argv[3], nullptr);
  std::optional<Spec> spec;
  const std::vector<Met> all = read_all(argv[1], spec);
  if (all.empty()) {
    std::fputs("no executions.tsv there, or nothing in it\n", stderr);
    return 2;
  }
  const QuasiBounds bounds = QuasiBounds::parse(argv[2], *spec);
  const Effort without = decide(all, *spec, bounds, seconds, false);
  const Effort with = decide(all, *spec, bounds, seconds, true);
  fmt::print("{}\t{}\t{:.6f}\t{:.6f}\n", without.permutations, with.permutations, without.seconds,
             with.seconds);
}
