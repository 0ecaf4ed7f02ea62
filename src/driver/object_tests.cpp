#include "driver/object_tests.hpp"

#include "driver/object_judge.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

std::vector<ObjectScenario> scenarios_of_program(const std::string& wanted) {
  return find_scenarios(runtime::declared_tests(), wanted);
}

std::string list_tests_of_program() {
  return list_scenarios(runtime::declared_tests());
}

std::unique_ptr<ExecutionJudge> choose_and_judge(const ObjectScenario& scenario,
                                                 const CheckRequest& request) {
  runtime::choose_scenario(*scenario.test, scenario.scenario);
  const ObjectJudge::Visit visit = scenario.own_spec ? runtime::visit_program : ObjectJudge::Visit();
  return std::make_unique<ObjectJudge>(
      ObjectJudge::Subject{*scenario.test, scenario.scenario, runtime::recording(), scenario.spec, visit},
      request);
}

}  // namespace linnet
