// Stress: rounds in batches, distinct histories with their counts, and the cost of recording.
#include "driver/native/stress.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/program/scenario_text.hpp"
#include "driver/native/multiword_stress.hpp"
#include "driver/native/native_findings.hpp"
#include "driver/native/native_history.hpp"
#include "protocol/native_recording.hpp"

namespace linnet {

namespace {

class Stress {
 public:
  Stress(ProgramUnderTest& program, const ObjectScenario& scenario, const StressRequest& request,
         const StressWatch& watch)
      : program_(program),
        scenario_(scenario),
        request_(request),
        found_(scenario, request, watch),
        worker_(program.fork()),
        rounds_(std::clamp<std::size_t>(1000 / (scenario.scenario.calls.size() + 1), 1, 64)) {
    worker_->send(Ask::open_scenario, NativeScenario{program.number_of(*scenario.test), scenario.scenario});
    worker_->expect<std::string>(Tell::text);
    worker_->be_patient();  // it watches its threads itself
    found_.report.clock = request.clock == NativeClock::tsc ? "tsc" : "counters";
    found_.report.operations = scenario.scenario.calls.size();
  }

  StressedProgram run() {
    constexpr int kFirst = 8;  // batches until their size is found
    found_.run_rounds(program_, [&](int batch) {
      batch == kFirst ? measure_overhead() : run_batch(batch % 2 == 1);
      return !over_;
    });
    found_.report.histories = known_.size();
    if (found_.report.found) found_.report.found->rounds = known_.at(found_in_).rounds;
    if (!request_.output.empty()) write_all();
    return std::move(found_.report);
  }

 private:
  struct Known {
    std::size_t number;  // in the order of discovery, from 1
    std::uint64_t rounds = 0;
  };

  void run_batch(bool shaken) {
    constexpr double kEnough = 0.005;
    constexpr std::size_t kMost = 4096;
    const BatchResult result = run_rounds({rounds_, request_.clock, true, shaken});
    if (!over_ && result.cpu_seconds < kEnough) rounds_ = std::min(kMost, 2 * rounds_);
  }

  BatchResult run_rounds(const NativeBatch& batch) {
    worker_->send(Ask::run_batch, BatchOrder{batch, request_.patience});
    BatchResult result = worker_->expect<BatchResult>(Tell::batch);
    if (result.hung) {
      hang(result);
    } else {
      for (NativeRecording& recording : result.recordings) {
        if (!over_) take(std::move(recording));
      }
    }
    return result;
  }

  // The threads do not wait for each other here: waiting takes time in which the cost of recording could
  // hide.
  void measure_overhead() {
    constexpr int kBatches = 9;
    std::vector<double> with, without;
    for (int i = 0; i < kBatches && !over_; ++i) {
      with.push_back(run_rounds({rounds_, request_.clock, false, false}).seconds);
      if (!over_) without.push_back(run_rounds({rounds_, NativeClock::none, false, false}).seconds);
    }
    if (!over_) found_.report.overhead = ratio_of_medians(std::move(with), std::move(without));
  }

  void take(NativeRecording recording) {
    ++found_.report.rounds;
    recording_ = std::move(recording);
    close_order(recording_, scenario_.scenario);
    auto found = known_.find(recording_);
    if (found == known_.end()) {
      found = known_.emplace(recording_, Known{known_.size() + 1}).first;
      if (found_.judge(known_.size(), [&] { return history_of_round(); })) found_in_ = recording_;
      over_ = over_ || found_.enough();
    }
    ++found->second.rounds;
  }

  // An operation has not returned. A clock cannot know whether it ever will, so the history is judged with
  // pending calls, and the result is unknown unless that is a violation.
  void hang(BatchResult& result) {
    over_ = true;
    std::string& reason = found_.report.reason;
    reason = fmt::format("no call has returned for {} s", request_.patience);
    if (result.recordings.empty()) return;
    take(std::move(result.recordings.front()));
    std::string waiting;
    for (std::size_t part = 0; part < recording_.called.size(); ++part) {
      if (recording_.called[part] == recording_.returned[part]) continue;
      const PlannedCall& call =
          scenario_.scenario.calls[scenario_.scenario.part_begin(part) + recording_.returned[part]];
      waiting += fmt::format("{}{} of thread {}", waiting.empty() ? "" : ", ",
                             scenario_.test->operations[call.operation].name,
                             part == scenario_.scenario.final_part() ? 0 : part);
    }
    reason += "; waiting: " + waiting;
  }

  History history_of_round() const {
    History history = history_of(recording_, scenario_.scenario, *scenario_.test);
    name_specification(history, scenario_);
    return history;
  }

  void write_all() {
    std::map<std::size_t, std::uint64_t> rounds;
    for (const auto& [recording, known] : known_) {
      recording_ = recording;
      found_.folder().write(known.number, history_of_round());
      rounds[known.number] = known.rounds;
    }
    found_.folder().write_table(rounds);
  }

  ProgramUnderTest& program_;
  const ObjectScenario& scenario_;
  const StressRequest& request_;
  NativeFindings found_;
  std::unique_ptr<Worker> worker_;
  // The number of rounds in a batch: large enough to make waking the threads a small part of it, small enough
  // to stop in time. It is measured in processor time, because on a busy machine waking alone takes long.
  std::size_t rounds_;
  absl::flat_hash_map<NativeRecording, Known> known_;
  NativeRecording recording_;  // of the current round
  NativeRecording found_in_;   // of the history that the report shows
  bool over_ = false;
};

std::vector<ObjectScenario> random_scenarios(ProgramUnderTest& program, const StressRequest& request) {
  std::vector<ObjectScenario> all;
  ClientShape shape = request.shape;
  shape.calls = request.calls.value_or(shape.calls);
  for (ObjectScenario& test : find_tests(program, request.test)) {
    require_specification(test);
    change_spec(test, request.check);
    for (std::uint32_t i = 0; i < request.random; ++i) {
      ObjectScenario scenario = test;
      scenario.name = fmt::format("{}/random-{}", test.name, request.seed + i);
      scenario.scenario = random_scenario(*test.test, *test.spec, shape, request.seed + i);
      scenario.text = scenario_text(scenario.scenario, *test.test);
      all.push_back(std::move(scenario));
    }
  }
  return all;
}

}  // namespace

std::vector<ObjectScenario> scenarios_to_stress(ProgramUnderTest& program, const StressRequest& request) {
  if (program.tests().empty())
    throw InputError("the program declares no LINNET_TEST: there is nothing to call");
  if (request.words.words > 0) return words_to_stress(program, request);
  if (request.random > 0) return random_scenarios(program, request);
  std::vector<ObjectScenario> all = request.scenario.empty()
                                        ? find_scenarios(program, request.test)
                                        : std::vector{find_test(program, request.test, request.scenario)};
  for (ObjectScenario& scenario : all) {
    require_specification(scenario);
    change_spec(scenario, request.check);
    if (scenario.generated)
      throw InputError(fmt::format("test {} has no scenario; --random 10 makes some", scenario.test->name));
  }
  return all;
}

StressedProgram stress(ProgramUnderTest& program, const ObjectScenario& scenario,
                       const StressRequest& request, const StressWatch& watch) {
  return request.words.words > 0 ? stress_words(program, scenario, request, watch)
                                 : Stress(program, scenario, request, watch).run();
}

CheckedHistory check_against(const ObjectScenario& scenario, const StressRequest& request) {
  refuse_options_of_others(request.check);
  const CheckRequest check = as_declared(request.check, scenario);
  History history = read_history(request.history, check.reading);
  history.resolve(*scenario.spec);
  CheckedHistory report = check_history(std::move(history), *scenario.spec, check, budget_of(check));
  report.subject = request.history;
  return report;
}

}  // namespace linnet
