// The driver of the object tests in tests/programs/object: explores one scenario as the environment says,
// judges every execution, and prints the results.
//
//   LINNET_OBJECT=NAME                         the test, or test/2
//   LINNET_TEST=dfs:N | dpor:N                 exhaustively or with reduction, at most N executions
// Output: `executions N`, `complete yes|no`, `wasted N`, `histories N` (as the judge counts them), a line
// `history TEXT` per distinct history, which is found again by comparing all of it, `verdict WORD`, and for
// the first violation its `sentence`.
#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <set>
#include <string>

#include "driver/objects/object_judge.hpp"
#include "driver/program/scenario_text.hpp"
#include "explore/dpor.hpp"
#include "runtime/fixed_addresses.hpp"
#include "runtime/object_test.hpp"
#include "runtime/run_program.hpp"
#include "runtime/test_strategies.hpp"
#include "spec/builtin.hpp"

namespace linnet::runtime {
namespace {

std::string word_to_json(linnet_word word) {
  return std::bit_cast<Value>(word).to_json();
}

// Straight from the definition: for each call its result, and which calls had returned before it.
std::string describe(const Recording& all, std::size_t calls) {
  std::vector<std::string> results(calls, "-"), before(calls);
  std::set<std::uint32_t> returned;
  std::string text;
  for (const auto [kind, call] : all.events) {
    switch (kind) {
      case Recording::Event::Kind::call:
        results[call] = "?";
        before[call] = fmt::format("{}", fmt::join(returned, ","));
        break;
      case Recording::Event::Kind::ret:
        returned.insert(call);
        results[call] = word_to_json(all.results[call]);
        break;
      case Recording::Event::Kind::crash:
        text += fmt::format("crash after {{{}}} ", fmt::join(returned, ","));
        break;
    }
  }
  for (std::size_t i = 0; i < calls; ++i)
    text += fmt::format("{}={} after {{{}}} ", i, results[i], before[i]);
  return text;
}

std::string variable(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

// The tests, with the program's own description of what their operations take.
std::vector<ObjectTest> described_tests() {
  std::vector<ObjectTest> tests;
  for (const ProgramTest& declared : declared_tests()) {
    ObjectTest& test = tests.emplace_back(declared.description);
    for (std::size_t i = 0; i < test.operations.size(); ++i) {
      test.operations[i].expects = [operation = declared.operations[i]](std::size_t index,
                                                                        linnet_word argument) {
        const char* expected = operation.expects(index, argument);
        return std::string(expected == nullptr ? "" : expected);
      };
    }
  }
  return tests;
}

int explore(const ProgramTest& program, const ObjectTest& test, const std::string& text) {
  SpecOptions options;
  if (test.builtin_spec->initial) options.initial = std::bit_cast<Value>(*test.builtin_spec->initial);
  const Spec spec = make_spec(test.builtin_spec->name, options);
  CheckRequest request;
  if (test.recovery) request.criterion = CriterionKind::durable;
  const Scenario scenario = parse_scenario(text, test, &spec);
  choose_scenario(program, scenario);
  ObjectJudge judge(test, scenario, spec, request);
  const std::string how = variable("LINNET_TEST", "dpor:1000000");
  const std::uint64_t most = std::strtoull(how.substr(how.find(':') + 1).c_str(), nullptr, 10);
  DepthFirstStrategy depth_first;
  DporStrategy dpor;
  Strategy& strategy = how.starts_with("dfs") ? static_cast<Strategy&>(depth_first) : dpor;

  std::set<std::string> histories, kinds;
  std::optional<CheckedHistory> violation;
  const RunReport report = run_program(strategy, {}, [&](const ExecutionReport& one) {
    const EndingKind kind = kind_of(one.ending);
    kinds.emplace(name_of(kind));
    const bool completed = kind == EndingKind::completed;
    const bool waiting = kind == EndingKind::deadlock || kind == EndingKind::stuck;
    if ((completed || waiting) && recording().is_history()) {
      histories.insert(describe(recording(), recording().results.size()));
      std::optional<CheckedHistory> found =
          judge.judge(recording(), completed ? Ended::complete : Ended::waiting, Detail::explained);
      if (found && !violation) violation = std::move(found);
    }
    return one.number + 1 < most ? Next::go_on : Next::stop;
  });
  print(fmt::format("executions {}\ncomplete {}\nwasted {}\nhistories {}\n", report.executions,
                    report.stopped == Stopped::by_strategy ? "yes" : "no",
                    dpor.statistics().blocked + dpor.statistics().redundant, judge.distinct_histories()));
  print(fmt::format("kinds {}\n", fmt::join(kinds, " ")));
  for (const std::string& history : histories) print("history " + history + "\n");
  print(fmt::format("verdict {}\n", violation ? name_of(status_of(violation->verdict)) : "pass"));
  if (violation && violation->explanation)
    print(fmt::format("sentence {}\n", violation->explanation->sentence));
  return 0;
}

}  // namespace

void begin(char** arguments) {
  restart_with_fixed_addresses(arguments);
}

int drive(std::span<char*>) {
  const std::string wanted = variable("LINNET_OBJECT", "");
  const std::string name = wanted.substr(0, wanted.find('/'));
  const std::size_t index = wanted == name ? 0 : std::stoul(wanted.substr(name.size() + 1)) - 1;
  const std::vector<ObjectTest> tests = described_tests();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (tests[i].name == name) return explore(declared_tests()[i], tests[i], tests[i].scenarios.at(index));
  }
  print("there is no test " + wanted + "\n");
  return 2;
}

}  // namespace linnet::runtime
