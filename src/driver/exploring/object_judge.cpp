// ObjectJudge.
#include "driver/exploring/object_judge.hpp"

#include "driver/checking/check_driver.hpp"
#include "driver/checking/criteria.hpp"

namespace linnet {

ObjectJudge::ObjectJudge(Subject subject, CheckRequest request)
    : RecordingJudge(subject.test, subject.scenario, subject.recording),
      spec_(std::move(subject.spec)),
      visit_(std::move(subject.visit)),
      request_(std::move(request)) {
  find_criterion(request_.criterion);
}

CheckReport ObjectJudge::decide(History history, Detail detail) const {
  CheckRequest request = request_;
  request.explain = detail == Detail::explained;
  std::optional<CheckReport> report;
  const auto check = [&] {
    history.resolve(spec_);
    report = check_history(std::move(history), spec_, request, budget_of(request), [](const std::string&) {});
  };
  visit_ ? visit_(check) : check();
  return *std::move(report);
}

}  // namespace linnet
