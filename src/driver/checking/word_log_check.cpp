// Decides when the sweep may decide a log, and what is reported then.
#include "driver/checking/word_log_check.hpp"

#include <algorithm>
#include <thread>

#include "base/stopwatch.hpp"
#include "check/multiword/sweep.hpp"
#include "history/multiword/log_reader.hpp"

namespace linnet {

namespace {

// Without crashes, the criteria about crashes are the same as linearizability.
bool asks_for_linearizability(const CheckRequest& request) {
  return request.criterion == CriterionKind::linearizable || request.criterion >= CriterionKind::strict;
}

}  // namespace

bool asks_for_word_sweep(const CheckRequest& request) {
  return asks_for_linearizability(request) && !request.want_witness && request.algorithm.empty() &&
         request.own_specs.empty() && !request.out_of_order && !request.lateness;
}

std::optional<CheckedHistory> check_word_log(const std::string& path, const CheckRequest& request,
                                             const Budget& budget) {
  if (!asks_for_word_sweep(request)) return std::nullopt;
  Stopwatch watch;
  MultiwordLogRequest reading{
      .spec = request.spec, .initial = request.initial, .format = request.reading.format};
  reading.budget = &budget;
  reading.threads = std::max(1u, std::thread::hardware_concurrency());
  const auto log = read_multiword_log(path, reading);
  if (!log) return std::nullopt;
  CheckedHistory report;
  report.read_seconds = watch.lap();
  if (sweep_multiword_log(*log, budget) != SweepResult::pass) return std::nullopt;
  report.check_seconds = watch.lap();
  report.seconds = report.read_seconds + report.check_seconds;
  report.subject = path;
  report.criterion = name_of(request.criterion);
  report.spec = "mwcas";
  report.verdict = Pass{};
  report.operations = log->operations.size();
  auto words = std::make_shared<Vocabulary>();
  words->threads.resize(log->threads);
  report.history.words = std::move(words);
  report.algorithms = {"word-sweep"};
  return report;
}

}  // namespace linnet
