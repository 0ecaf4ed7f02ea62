#include "driver/serial_judge.hpp"

#include "check/serial_witness.hpp"

namespace linnet {

CheckReport SerialJudge::decide(History history) const {
  std::vector<CallNumber> calls;
  for (const auto [call, returns] : recording().events) {
    if (!returns) calls.push_back(call);
  }
  CheckReport report;
  report.criterion = "linearizable";
  report.spec = specification_;
  report.history = std::move(history);
  const ObservedHistory observed{report.history, calls};
  report.verdict = find_serial_witness(observed, *serial_);
  if (const auto* violation = std::get_if<Violation>(&report.verdict)) {
    report.explanation = explain_without_witness(observed, *serial_, *violation);
    report.notes = serial_runs_with_results(observed, *serial_, *violation);
  }
  return report;
}

}  // namespace linnet
