// The cost of DporStrategy on model programs, compared with a random strategy on the same interpreter, whose
// own cost is next to nothing. The difference per step is the bookkeeping of the reduction.
#include <benchmark/benchmark.h>

#include "explore/dpor.hpp"
#include "explore/sampling.hpp"
#include "known_programs.hpp"

namespace linnet {
namespace {

using namespace model;

struct Case {
  const char* name;
  Program program;
};

const Case& known_case(std::int64_t i) {
  static const Case cases[] = {{"treiber 3/1", treiber(3, 1)},
                               {"treiber 2/2", treiber(2, 2)},
                               {"msqueue 2/1", msqueue(2, 1)},
                               {"fai 7", fai(7)},
                               {"lastzero 10", lastzero(10)}};
  return cases[i];
}

void rate(benchmark::State& state, std::size_t executions) {
  state.SetLabel(known_case(state.range(0)).name);
  state.counters["executions"] =
      benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kIsRate);
}

void dpor(benchmark::State& state) {
  std::size_t executions = 0, nodes = 0;
  for (auto _ : state) {
    DporStrategy strategy;
    executions += drive(known_case(state.range(0)).program, strategy, nullptr);
    nodes = strategy.statistics().peak_nodes;
  }
  rate(state, executions);
  state.counters["tree_nodes"] = static_cast<double>(nodes);
}
BENCHMARK(dpor)->DenseRange(0, 4)->Unit(benchmark::kMillisecond);

void random_walks(benchmark::State& state) {
  std::size_t executions = 0;
  for (auto _ : state) {
    RandomStrategy strategy(1, 1000);
    executions += drive(known_case(state.range(0)).program, strategy, nullptr);
  }
  rate(state, executions);
}
BENCHMARK(random_walks)->DenseRange(0, 4)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace linnet

BENCHMARK_MAIN();
