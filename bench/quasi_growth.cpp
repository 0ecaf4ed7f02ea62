// How the cost of deciding quasi-linearizability grows.
//
//   quasi_growth [FACTOR [THREADS [LONGEST [MOVED [SECONDS [SPEC]]]]]]
//     with the length of a history: one line per object and length
//   quasi_growth paper [SECONDS]
//     of the search and of the paper's algorithm, with length, factor and threads: one line per point, until the paper's
//     takes more than this many seconds for most histories
//
// Seconds are CPU time. scripts/bench-quasi draws both.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "check/quasi/paper.hpp"
#include "check/quasi/quasi.hpp"
#include "relaxed_history.hpp"
#include "spec/builtin.hpp"

namespace linnet::bench {
namespace {

// Measures the processor time of this process, whatever else the machine does.
class CpuStopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

const char* word_for(const Verdict& verdict) {
  return passed(verdict) ? "pass" : violated(verdict) ? "violation" : "unknown";
}

struct Object {
  const char *spec, *add, *remove;
};
constexpr Object kObjects[] = {
    {"queue", "enq", "deq"}, {"stack", "push", "pop"}, {"pqueue", "insert", "deqMin"}};

struct GrowthRequest {
  RelaxedShape shape;
  std::size_t longest = 100'000;
  double seconds = 120;
  std::string only;  // this object
};

void print_growth(GrowthRequest request) {
  RelaxedShape& shape = request.shape;
  fmt::print("{:8} {:>8} {:>10} {:>9} {:>12} {:>7} {:>7} {:>9}\n", "spec", "length", "verdict", "seconds",
             "configurations", "widest", "passes", "MB more");
  for (const Object& object : kObjects) {
    if (!request.only.empty() && request.only != object.spec) continue;
    const Spec spec = make_spec(object.spec);
    for (shape.operations = 1000; shape.operations <= request.longest; shape.operations *= 10) {
      const History history = relaxed_history(spec, object.add, object.remove, shape, 1);
      const std::size_t before = resident_bytes();
      const CpuStopwatch watch;
      const Budget budget(std::chrono::duration<double>(request.seconds), std::size_t{4} << 30);
      const QuasiResult result =
          check_quasi(history, spec, QuasiBounds::uniform(spec, shape.factor), {}, budget);
      const double seconds = watch.seconds();
      const std::size_t after = resident_bytes();
      fmt::print("{:8} {:8} {:>10} {:9.3f} {:12} {:7} {:7} {:9.1f}\n", object.spec, shape.operations,
                 word_for(result.verdict), seconds, result.statistics.configurations,
                 result.statistics.widest, result.statistics.passes,
                 after > before ? static_cast<double>(after - before) / 1e6 : 0.0);
      if (const auto* open = std::get_if<Unknown>(&result.verdict)) fmt::print("  {}\n", open->reason);
      std::fflush(stdout);
    }
  }
}

struct Duel {
  double fast = 0, paper = 0;  // medians
  bool ended = true;           // within the time allowed, for most histories
};

double median(std::vector<double> times) {
  std::ranges::sort(times);
  return times[times.size() / 2];
}

// Both run on the same histories of a queue that is further out of order than the factor allows, some of them
// too far.
Duel compare(const RelaxedShape& shape, double seconds_allowed) {
  constexpr std::uint64_t kHistories = 21;
  const Spec spec = make_spec("queue");
  RelaxedShape further = shape;
  further.factor += 2;
  further.moved = 1;
  std::vector<double> fast, paper;
  std::size_t endless = 0;
  for (std::uint64_t seed = 1; seed <= kHistories && endless <= kHistories / 2; ++seed) {
    const History history = relaxed_history(spec, "enq", "deq", further, seed);
    const CpuStopwatch watch;
    check_quasi(history, spec, QuasiBounds::uniform(spec, shape.factor), {}, Budget());
    fast.push_back(watch.seconds());
    const Budget budget(std::chrono::duration<double>(seconds_allowed), std::nullopt);
    const CpuStopwatch paper_watch;
    const PaperResult result = check_quasi_as_in_paper(history, spec, shape.factor, budget);
    paper.push_back(unknown(result.verdict) ? seconds_allowed : paper_watch.seconds());
    endless += unknown(result.verdict) ? 1 : 0;
  }
  return {median(fast), median(paper), endless <= kHistories / 2};
}

void print_duels(double seconds_allowed) {
  const RelaxedShape usual{.operations = 12, .threads = 3, .factor = 2};
  fmt::print("{:8} {:>6} {:>12} {:>12}\n", "grows", "to", "fast", "paper");
  const auto grow = [&](const char* what, auto RelaxedShape::*field, std::size_t from, std::size_t to) {
    RelaxedShape shape = usual;
    for (std::size_t value = from; value <= to; ++value) {
      shape.*field = static_cast<std::remove_reference_t<decltype(shape.*field)>>(value);
      const Duel duel = compare(shape, seconds_allowed);
      if (!duel.ended) {
        fmt::print("({} {}: the paper's takes more than {} s for most histories)\n", what, value,
                   seconds_allowed);
        return;
      }
      fmt::print("{:8} {:6} {:12.6f} {:12.6f}\n", what, value, duel.fast, duel.paper);
      std::fflush(stdout);
    }
  };
  grow("length", &RelaxedShape::operations, 3, 30);
  grow("factor", &RelaxedShape::factor, 0, 8);
  grow("threads", &RelaxedShape::threads, 1, 8);
}

GrowthRequest growth_request(int argc, char** argv) {
  GrowthRequest request;
  if (argc > 1) request.shape.factor = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
  if (argc > 2) request.shape.threads = std::strtoul(argv[2], nullptr, 10);
  if (argc > 3) request.longest = std::strtoul(argv[3], nullptr, 10);
  if (argc > 4) request.shape.moved = std::strtod(argv[4], nullptr);
  if (argc > 5) request.seconds = std::strtod(argv[5], nullptr);
  if (argc > 6) request.only = argv[6];
  return request;
}

}  // namespace
}  // namespace linnet::bench

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "paper") {
    linnet::bench::print_duels(argc > 2 ? std::strtod(argv[2], nullptr) : 1);
  } else {
    linnet::bench::print_growth(linnet::bench::growth_request(argc, argv));
  }
}
