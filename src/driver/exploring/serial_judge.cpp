// SerialJudge.
#include "driver/exploring/serial_judge.hpp"

#include "check/linearizability/serial_witness.hpp"

namespace linnet {

SerialJudge::SerialJudge(const ObjectTest& test, const Scenario& scenario,
                         std::shared_ptr<const SerialHistories> serial, std::string specification)
    : RecordingJudge(test, scenario), serial_(std::move(serial)), specification_(std::move(specification)) {
  serial_->for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber>) {
    for (const SerialStep& step : steps) {
      if (!step.result.is_null()) returning_.insert(serial_->calls()[step.call].method);
    }
  });
}

CheckedHistory SerialJudge::decide(const Recording& recording, History history, Detail detail) const {
  auto words = std::make_shared<Vocabulary>(*history.words);
  for (const std::string& method : words->methods) words->silent.push_back(!returning_.contains(method));
  history.words = std::move(words);
  std::vector<CallNumber> calls;
  for (const auto [kind, call] : recording.events) {
    if (kind == Recording::Event::Kind::call) calls.push_back(call);
  }
  CheckedHistory report;
  report.criterion = "linearizable";
  report.operations = history.size();
  report.spec = specification_;
  report.history = std::move(history);
  const ObservedHistory observed{report.history, calls};
  report.verdict = find_serial_witness(observed, *serial_);
  if (const auto* violation = std::get_if<Violation>(&report.verdict);
      violation != nullptr && detail == Detail::explained) {
    report.explanation = explain_without_witness(observed, *serial_, *violation);
    report.notes = serial_runs_with_results(observed, *serial_, *violation);
  }
  return report;
}

}  // namespace linnet
