// Judges by a specification: recordings are checked as `linnet check` checks a history from a file.
#pragma once

#include <string>
#include <utility>

#include "driver/checking/check_driver.hpp"
#include "driver/exploring/recording_judge.hpp"

namespace linnet {

class ObjectJudge final : public RecordingJudge {
 public:
  ObjectJudge(const ObjectTest& test, const Scenario& scenario, Spec spec, CheckRequest request)
      : RecordingJudge(test, scenario), spec_(std::move(spec)), request_(std::move(request)) {}
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

  Spec spec_;
  CheckRequest request_;
};

}  // namespace linnet
