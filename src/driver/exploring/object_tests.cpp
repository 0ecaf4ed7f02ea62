// The program's own tests, asked of the runtime.
#include "driver/exploring/object_tests.hpp"

#include "driver/checking/criteria.hpp"
#include "driver/exploring/object_judge.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

std::vector<ObjectScenario> scenarios_of_program(const ExplorationRequest& request) {
  const std::vector<runtime::ObjectTest>& tests = runtime::declared_tests();
  if (request.scenario.empty()) return find_scenarios(tests, request.test, request.generation.asked());
  return {find_test(tests, request.test, request.scenario)};
}

std::string list_tests_of_program() {
  return list_scenarios(runtime::declared_tests());
}

void choose(const ObjectScenario& scenario) {
  runtime::choose_scenario(*scenario.test, scenario.scenario);
}

const runtime::Recording& recording_of_program() {
  return runtime::recording();
}

std::unique_ptr<ExecutionJudge> choose_and_judge(const ObjectScenario& scenario,
                                                 const CheckRequest& request) {
  refuse_options_of_others(request);
  choose(scenario);
  const ObjectJudge::Visit visit = scenario.own_spec ? runtime::visit_program : ObjectJudge::Visit();
  return std::make_unique<ObjectJudge>(
      ObjectJudge::Subject{*scenario.test, scenario.scenario, runtime::recording(), *scenario.spec, visit},
      as_declared(request, scenario));
}

}  // namespace linnet
