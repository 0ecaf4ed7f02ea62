// Measures how soon a strategy finds the fault of the program that it is linked with.
//
//   PROGRAM STRATEGY SEEDS LIMIT
//
// explores once for each seed 1, ..., SEEDS, each time until the first failure or for LIMIT executions, and
// prints a line `EXECUTIONS SECONDS KIND` for each: the number of executions (0 if none failed) and seconds
// of processor time that it took, and the kind of the failure. Plain accesses that race are steps, as with
// --races=explore: they are found before anything is measured.
//
// Only the median is wanted. So a seed is given up as soon as it cannot change the median: when more than
// half of the seeds have needed less, or when half of the seeds have reached the limit, after which none is
// tried.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "explore/bounded.hpp"
#include "explore/dpor.hpp"
#include "explore/guided.hpp"
#include "explore/partial_order_sampling.hpp"
#include "explore/portfolio.hpp"
#include "explore/sampling.hpp"
#include "explore/selective_walk.hpp"
#include "runtime/fixed_addresses.hpp"
#include "runtime/run_program.hpp"
#include "schedule/strategy_kind.hpp"

namespace linnet::runtime {
namespace {

std::unique_ptr<Strategy> make(std::string_view name, std::uint64_t seed, std::uint64_t executions) {
  if (name == "auto") {
    constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::unique_ptr<Strategy>> members;
    for (const StrategyKind kind : kTakeTurns) {
      members.push_back(kind == StrategyKind::bounded ? std::make_unique<BoundedStrategy>(0, 2)
                                                      : make(name_of(kind), seed, kNoEnd));
    }
    return take_turns(std::move(members));
  }
  if (name == "random") return std::make_unique<RandomStrategy>(seed, executions);
  if (name == "sticky") return std::make_unique<RandomStrategy>(RandomStrategy::sticky(seed, executions));
  if (name == "pct") return std::make_unique<PctStrategy>(seed, executions);
  if (name == "pos") return std::make_unique<PartialOrderSampling>(seed, executions);
  if (name == "surw") return std::make_unique<SelectiveWalk>(seed, executions);
  if (name == "guided") return std::make_unique<GuidedStrategy>(seed, executions);
  if (name == "bounded") return std::make_unique<BoundedStrategy>();
  if (name == "dpor") return std::make_unique<DporStrategy>();
  fmt::print(stderr, "there is no strategy '{}' to measure\n", name);
  std::exit(2);
}

struct Search {
  std::uint64_t executions = 0;  // up to the first failure; 0 if there was none
  double seconds = 0;
  char kind[24] = "-";
};

bool is_failure(const ExecutionEnding& ending) {
  if (std::holds_alternative<Abandoned>(ending.what) || std::holds_alternative<LimitReached>(ending.what))
    return false;
  const auto* completed = std::get_if<Completed>(&ending.what);
  return completed == nullptr || completed->status != 0;
}

Search search(Strategy& strategy, const RuntimeOptions& options, std::uint64_t limit) {
  Search found;
  const std::clock_t start = std::clock();
  run_program(strategy, options, [&](const ExecutionReport& one) {
    if (!is_failure(one.ending)) return one.number + 1 < limit ? Next::go_on : Next::stop;
    found.executions = one.number + 1;
    fmt::format_to_n(found.kind, sizeof found.kind - 1, "{}", name_of(kind_of(one.ending)));
    return Next::stop;
  });
  found.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return found;
}

// Runs it in a separate process: a failure may leave the program unusable.
template <class Result, class Work>
Result in_child(const Work& work) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  const pid_t child = static_cast<pid_t>(syscall(57));
  if (child == 0) {
    const Result result = work();
    if (write(ends[1], &result, sizeof result) != sizeof result) _exit(2);
    _exit(0);
  }
  close(ends[1]);
  Result result{};
  if (read(ends[0], &result, sizeof result) != sizeof result) std::exit(2);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return result;
}

struct Places {
  CodeOffset places[64];
  std::size_t count;
};

// The places of plain accesses that race, as far as random executions show them.
std::vector<CodeOffset> racy_places() {
  const Places found = in_child<Places>([] {
    RuntimeOptions options;
    options.races = Races::explore;
    for (bool again = true; again;) {
      again = false;
      RandomStrategy random(0, 2000);
      run_program(random, options, [&](const ExecutionReport& one) {
        const auto* race = std::get_if<DataRace>(&one.ending.what);
        again = race != nullptr && add_places(*race, options.races, options.racy_places);
        return again ? Next::stop : Next::go_on;
      });
    }
    Places places{};
    for (const CodeOffset place : options.racy_places) {
      if (places.count < std::size(places.places)) places.places[places.count++] = place;
    }
    return places;
  });
  return {found.places, found.places + found.count};
}

}  // namespace

void begin(char** arguments) {
  restart_with_fixed_addresses(arguments);
}

int drive(std::span<char*> arguments) {
  if (arguments.size() != 4) return 2;
  const std::string_view name = arguments[1];
  const std::uint64_t seeds = std::strtoull(arguments[2], nullptr, 10);
  const std::uint64_t limit = std::strtoull(arguments[3], nullptr, 10);
  RuntimeOptions options;
  options.racy_places = racy_places();
  if (!options.racy_places.empty()) options.races = Races::explore;
  std::vector<std::uint64_t> needed;
  std::uint64_t failed_to = 0;
  for (std::uint64_t seed = 1; seed <= seeds && failed_to * 2 <= seeds; ++seed) {
    std::uint64_t most = limit;
    if (needed.size() > seeds / 2) {
      std::ranges::nth_element(needed, needed.begin() + static_cast<std::ptrdiff_t>(seeds / 2));
      most = std::min(limit, needed[seeds / 2]);
    }
    const Search one = in_child<Search>([&] { return search(*make(name, seed, limit), options, most); });
    if (one.executions != 0) needed.push_back(one.executions);
    failed_to += one.executions == 0 && most == limit ? 1 : 0;
    fmt::print("{} {:.6f} {}\n", one.executions, one.seconds, one.kind);
    std::fflush(stdout);  // otherwise the next child would print it again
  }
  return 0;
}

}  // namespace linnet::runtime
