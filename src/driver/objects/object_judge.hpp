// Judges by a specification: recordings are checked as `linnet check` checks a history from a file.
#pragma once

#include <string>
#include <utility>

#include "check/linearizability/handovers.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/exploring/recording_judge.hpp"
#include "spec/handovers.hpp"

namespace linnet {

class ObjectJudge final : public RecordingJudge {
 public:
  ObjectJudge(const ObjectTest& test, const Scenario& scenario, Spec spec, CheckRequest request)
      : RecordingJudge(test, scenario),
        spec_(std::move(spec)),
        request_(std::move(request)),
        checks_handovers_(!test.relaxed && request_.criterion == CriterionKind::linearizable &&
                          request_.strength.empty()) {}
  // Judges the calls that the program's own main records.
  ObjectJudge(std::string program, Spec spec, CheckRequest request)
      : RecordingJudge(std::move(program)), spec_(std::move(spec)), request_(std::move(request)) {}

 private:
  CheckedHistory decide(const Recording&, History history, Detail detail) const override {
    CheckRequest request = request_;
    request.explain = detail == Detail::explained;
    history.resolve(spec_);
    return check_history(std::move(history), spec_, request, budget_of(request));
  }

  std::optional<CheckedHistory> judge_handovers(const Recording& recording, Ended ended) const override {
    if (!checks_handovers_ || !has_handovers(spec_)) return std::nullopt;
    CheckedHistory report;
    report.history = history(recording, ended);
    report.history.resolve(spec_);
    const std::vector<std::uint64_t> visible = by_operation(recording, report.history);
    const auto missing = find_missing_handover(report.history, spec_, visible);
    if (!missing) return std::nullopt;
    report.spec = spec_.name();
    report.criterion = name_of(request_.criterion);
    report.operations = report.history.size();
    report.algorithms = {kHandovers};
    report.explanation = explain_missing_handover(report.history, *missing);
    report.verdict = Violation{.longest = {},
                               .suspects = {missing->giver, missing->taker},
                               .sentence = report.explanation->sentence};
    return report;
  }

  Spec spec_;
  CheckRequest request_;
  bool checks_handovers_ = false;  // the second promise: check/linearizability/handovers.hpp
};

}  // namespace linnet
