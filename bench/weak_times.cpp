// weak_times SAMPLES SEED [changed] < HISTORY-FILES: the time that each algorithm takes for recorded
// histories, which are the measurements for Figures 7 and 8 of Emmi, Enea: Monitoring Weak Consistency (CAV
// 2018). One line per history, milliseconds.
//
// Weak consistency is the model of the paper's experiments, vis >= hb. The naive search tries visibilities
// from the largest down, and each gives up after a second, as theirs. All times are processor time, and so is
// the limit: the load of the machine does not change them. A measurement is the best of several, since
// histories are small. The just-in-time search needs an interval order: nan if there is none. With `changed`,
// one result of each history is replaced by another result of the same method.
#include <sys/time.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
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

double milliseconds_of_processor() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);  // the clock of the process is coarse while a timer runs
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Ends a search after a second of processor time.
class Second {
 public:
  Second() {
    running = &budget;
    std::signal(SIGPROF, [](int) { running.load()->cancel(); });
    arm(1);
  }
  ~Second() { arm(0); }

  const Budget budget;

 private:
  static void arm(int seconds) {
    const itimerval timer{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &timer, nullptr);
  }
  static inline std::atomic<const Budget*> running;
};

// At least twice, and for a few milliseconds.
Measured measure(const std::function<const char*(const Budget&)>& decide) {
  Measured best;
  const double begin = milliseconds_of_processor();
  for (int n = 0; n < 2 || (n < 20 && milliseconds_of_processor() - begin < 4); ++n) {
    const Second second;
    const double start = milliseconds_of_processor();
    best.verdict = decide(second.budget);
    best.milliseconds = std::min(best.milliseconds, milliseconds_of_processor() - start);
    if (best.milliseconds > 100) break;
  }
  return best;
}

// Gives one operation, chosen at random, the result of another call of its method. Returns false if all of
// them returned the same.
bool change_one_result(History& history, std::mt19937_64& random) {
  std::vector<Operation*> operations;
  for (Operation& op : history.operations) {
    if (op.completed()) operations.push_back(&op);
  }
  std::ranges::shuffle(operations, random);
  for (Operation* const victim : operations) {
    for (const Operation* const other : operations) {
      if (other->method != victim->method || other->result == victim->result) continue;
      victim->result = other->result;
      return true;
    }
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const auto samples = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 4000;
  std::mt19937_64 random(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
  const bool changed = argc > 3 && std::string(argv[3]) == "changed";
  std::vector<std::string> files;
  for (std::string file; std::getline(std::cin, file);) files.push_back(file);
  std::ranges::shuffle(files, random);
  if (files.size() > samples) files.resize(samples);

  const WeakModel model = WeakModel::named("weak-hb");
  fmt::print(
      "history\toperations\tlinearizable\tweak\twing_gong\tjust_in_time\tnaive\tminimal\t"
      "minimal_jit\tanswer\tnaive_says\n");
  for (const std::string& file : files) {
    History history = read_history(file);
    const Spec spec = make_spec(history.header.spec.value());
    history.resolve(spec);
    if (changed && !change_one_result(history, random)) continue;
    const auto linearizable = [&](const char* algorithm) {
      return measure([&, algorithm](const Budget& budget) {
        return word(check_linearizable(history, spec, {.algorithm = algorithm}, budget).verdict);
      });
    };
    const auto weak = [&](const WeakOptions& options) {
      return measure(
          [&](const Budget& budget) { return word(check_weak(history, spec, model, options, budget)); });
    };
    // As in `linnet check`, with the algorithm for linearizability with which it is compared.
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
    fmt::print("{}\t{}\t{}\t{}\t{:.5f}\t{:.5f}\t{:.5f}\t{:.5f}\t{:.5f}\t{:.5f}\t{}\n", file, history.size(),
               wing_gong.verdict, minimal.verdict, wing_gong.milliseconds, just_in_time.milliseconds,
               naive.milliseconds, minimal.milliseconds, minimal_jit.milliseconds, answer.milliseconds,
               naive.verdict);
  }
}
