// quasi_growth [FACTOR [THREADS [LONGEST [MOVED [SECONDS [SPEC]]]]]]: how the cost of deciding quasi-linearizability
// grows with the length of a history. One line per object and length.
#include <chrono>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "check/quasi.hpp"
#include "relaxed_history.hpp"
#include "spec/builtin.hpp"

int main(int argc, char** argv) {
  using namespace linnet;
  bench::RelaxedShape shape;
  if (argc > 1) shape.factor = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
  if (argc > 2) shape.threads = std::strtoul(argv[2], nullptr, 10);
  const std::size_t longest = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 100'000;
  if (argc > 4) shape.moved = std::strtod(argv[4], nullptr);
  const double seconds_allowed = argc > 5 ? std::strtod(argv[5], nullptr) : 120;
  const std::string only = argc > 6 ? argv[6] : "";
  struct Row {
    const char *spec, *add, *remove;
  };
  fmt::print("{:8} {:>8} {:>10} {:>9} {:>12} {:>7} {:>7} {:>9}\n", "spec", "length", "verdict", "seconds",
             "configurations", "widest", "passes", "MB more");
  for (const Row row :
       {Row{"queue", "enq", "deq"}, {"stack", "push", "pop"}, {"pqueue", "insert", "deqMin"}}) {
    if (!only.empty() && only != row.spec) continue;
    const Spec spec = make_spec(row.spec);
    for (shape.operations = 1000; shape.operations <= longest; shape.operations *= 10) {
      const History history = bench::relaxed_history(spec, row.add, row.remove, shape, 1);
      const std::size_t before = resident_bytes();
      const auto start = std::chrono::steady_clock::now();
      const Budget budget(std::chrono::duration<double>(seconds_allowed), std::size_t{4} << 30);
      const QuasiResult result =
          check_quasi(history, spec, QuasiBounds::uniform(spec, shape.factor), {}, budget);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      const char* const verdict = passed(result.verdict)     ? "pass"
                                  : violated(result.verdict) ? "violation"
                                                             : "unknown";
      const std::size_t after = resident_bytes();
      fmt::print("{:8} {:8} {:>10} {:9.3f} {:12} {:7} {:7} {:9.1f}\n", row.spec, shape.operations, verdict,
                 seconds.count(), result.statistics.configurations, result.statistics.widest,
                 result.statistics.passes, after > before ? static_cast<double>(after - before) / 1e6 : 0.0);
      if (const auto* open = std::get_if<Unknown>(&result.verdict)) fmt::print("  {}\n", open->reason);
      std::fflush(stdout);
    }
  }
}
