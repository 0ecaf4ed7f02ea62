// ObjectJudge.
#include "driver/exploring/object_judge.hpp"

#include "driver/checking/check_driver.hpp"
#include "driver/checking/criteria.hpp"

namespace linnet {

ObjectJudge::ObjectJudge(const ObjectTest& test, const Scenario& scenario, Spec spec, CheckRequest request)
    : RecordingJudge(test, scenario), spec_(std::move(spec)), request_(std::move(request)) {}

CheckedHistory ObjectJudge::decide(const Recording&, History history, Detail detail) const {
  CheckRequest request = request_;
  request.explain = detail == Detail::explained;
  history.resolve(spec_);
  return check_history(std::move(history), spec_, request, budget_of(request), [](const std::string&) {});
}

}  // namespace linnet
