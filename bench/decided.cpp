// Which generated histories are decided, and how fast: every specification, right and with one wrong result,
// with unique and with repeated values, under 2, 8 and 16 threads.
//
//   decided [OPERATIONS [STEPS [SPEC [ALGORITHM]]]]
//
// Prints one line for each, with the CPU time in seconds; docs/limits.md lists what stays unknown. A search
// ends after STEPS million steps (default 200, as everywhere), so the answers do not depend on the machine.
#include <cstdlib>
#include <ctime>
#include <string>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "check/histories.hpp"
#include "check/linearizability/linearizable.hpp"
#include "spec/builtin.hpp"

namespace linnet::bench {
namespace {

using namespace linnet::testing;

void decide(const History& history, const Spec& spec, std::uint32_t steps, const std::string& algorithm,
            const std::string& what) {
  const std::clock_t start = std::clock();
  const Budget budget(std::nullopt, std::size_t{3} << 30, steps);
  const CheckResult result =
      check_linearizable(history, spec, {.algorithm = algorithm, .want_evidence = true}, budget);
  const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const char* const verdict = passed(result.verdict)     ? "pass"
                              : violated(result.verdict) ? "violation"
                                                         : "unknown";
  fmt::print("{:10} {} {:>9} {:8.2f} {:>12} {}\n", spec.name(), what, verdict, took, result.explored,
             fmt::join(result.algorithms, " "));
  std::fflush(stdout);
}

void decide_all(const Spec& spec, std::size_t operations, std::uint32_t steps, const std::string& algorithm) {
  for (const bool unique : {true, false}) {
    for (const std::size_t threads : {2, 8, 16}) {
      Random rng(threads);
      const Shape shape{.operations = operations,
                        .threads = threads,
                        .overlap = 1,
                        .pending = 0,
                        .unique = unique,
                        .values = 10,
                        .corrupted = 0,
                        .balanced = true};
      const History right = random_history(rng, spec, shape);
      const std::string what = fmt::format("{:8} {:2} threads", unique ? "unique" : "repeated", threads);
      decide(right, spec, steps, algorithm, what + " right");
      decide(with_one_wrong_result(rng, right), spec, steps, algorithm, what + " wrong");
    }
  }
}

}  // namespace
}  // namespace linnet::bench

int main(int argc, char** argv) {
  const std::size_t operations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  const double millions = argc > 2 ? std::strtod(argv[2], nullptr) : 200;
  for (const std::string& name : linnet::spec_names()) {
    if (argc > 3 && name != argv[3]) continue;
    linnet::bench::decide_all(linnet::make_spec(name), operations, static_cast<std::uint32_t>(millions * 1e6),
                              argc > 4 ? argv[4] : "auto");
  }
}
