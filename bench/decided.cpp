// Which generated histories are decided, and how fast: every specification, right and with one wrong result, with unique and
// with repeated values, under 2, 8 and 16 threads.
//
//   decided [OPERATIONS [SECONDS [SPEC]]]
//
// One line for each; docs/limits.md lists what stays unknown. Seconds are CPU time.
#include <chrono>
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

void decide(const History& history, const Spec& spec, double seconds, const std::string& what) {
  const std::clock_t start = std::clock();
  const Budget budget(std::chrono::duration<double>(seconds), std::size_t{3} << 30);
  const CheckResult result = check_linearizable(history, spec, {.want_evidence = true}, budget);
  const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const char* const verdict = passed(result.verdict)     ? "pass"
                              : violated(result.verdict) ? "violation"
                                                         : "unknown";
  fmt::print("{:10} {} {:>9} {:8.2f} {:>12} {}\n", spec.name(), what, verdict, took, result.explored,
             fmt::join(result.algorithms, " "));
  std::fflush(stdout);
}

void decide_all(const Spec& spec, std::size_t operations, double seconds) {
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
      decide(right, spec, seconds, what + " right");
      decide(with_one_wrong_result(rng, right), spec, seconds, what + " wrong");
    }
  }
}

}  // namespace
}  // namespace linnet::bench

int main(int argc, char** argv) {
  const std::size_t operations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  const double seconds = argc > 2 ? std::strtod(argv[2], nullptr) : 60;
  for (const std::string& name : linnet::spec_names()) {
    if (argc <= 3 || name == argv[3]) linnet::bench::decide_all(linnet::make_spec(name), operations, seconds);
  }
}
