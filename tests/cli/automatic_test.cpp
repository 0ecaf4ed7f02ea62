// Tests the automatic mode: objects without a specification, and generated tests.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

// Compiled once for all tests here, so that each run takes only milliseconds.
const std::string& objects() {
  static const std::string compiled = [] {
    const std::string file = scratch_file("objects");
    const ChildResult result =
        run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, file, program("automatic/objects.cpp"),
                   "-std=c++17", "-O1", "-I" + program("../../include")});
    EXPECT_TRUE(result.succeeded());
    return file;
  }();
  return compiled;
}

// The options may contain spaces, so each is one word.
Said run(std::vector<std::string> words) {
  words.insert(words.begin(), objects());
  const ChildResult result = run_child(words, "", 1);
  return {WIFEXITED(result.status) ? WEXITSTATUS(result.status) : -1, result.output};
}

Said run_test(const std::string& test, const std::string& scenario = "") {
  std::vector<std::string> words{"--json", "--test=" + test, "--further=100ms"};
  if (!scenario.empty()) words.push_back("--scenario=" + scenario);
  return run(words);
}

std::uint64_t full_histories(const std::string& scenario) {
  return run_test("counter", scenario).json()["serial"]["full"];
}

TEST(Automatic, HasAsManySerialHistoriesAsTheMultinomialSays) {
  EXPECT_EQ(full_histories("inc() get() inc()"), 1u);
  EXPECT_EQ(full_histories("inc() get() | inc()"), 3u);
  EXPECT_EQ(full_histories("inc() get() | inc() get()"), 6u);
  EXPECT_EQ(full_histories("inc() get() | inc() | get()"), 12u);
  EXPECT_EQ(full_histories("inc() ; inc() get() | inc() get() ; get()"), 6u);
  const auto report = run({"--json", "--test=counter", "--preemptions=0", "--further=1ms",
                           "--scenario=inc() get() inc() | inc() get() inc() | inc() get() inc()"})
                          .json();
  EXPECT_EQ(report["serial"]["full"], 1680);
  EXPECT_EQ(report["serial"]["stuck"], 0);
}

// Conflict serializability is stricter than linearizability: if an operation is one step it raises no alarm,
// if an update is lost the alarm is right, and if no thread sees the lost update the alarm is false.
TEST(Automatic, CountsAlarmsOfConflictSerializability) {
  const auto count = [](const std::string& test, const std::string& scenario, const std::string& strategy) {
    const Said said = run({"--json", "--test=" + test, "--scenario=" + scenario, "--strategy=" + strategy,
                           "--experiment=conflict-serializability"});
    return said.json()["conflict_serializability"];
  };
  for (const std::string strategy : {"dpor", "bounded"}) {
    const auto none = count("counter", "inc() | inc() ; get()", strategy);
    EXPECT_GT(none["executions"], 1u);
    EXPECT_EQ(none["alarms"], 0u);
    EXPECT_FALSE(none.contains("cycle"));
    const auto right = count("lossy_counter", "inc() | inc() ; get()", strategy);
    EXPECT_GT(right["alarms"], 0u);
    EXPECT_EQ(right["false_alarms"], 0u);
    const auto unseen = count("lossy_counter", "inc() | inc()", strategy);
    EXPECT_GT(unseen["false_alarms"], 0u);
    EXPECT_LT(unseen["false_alarms"], unseen["executions"]);
    EXPECT_EQ(unseen["cycle"], (nlohmann::json{"inc() → null", "inc() → null"}));
    const Said replayed = run({"--replay=" + unseen["schedule"].get<std::string>(), "--test=lossy_counter",
                               "--scenario=inc() | inc()"});
    EXPECT_EQ(replayed.status, 0) << replayed.text;
  }
}

struct Expected {
  const char* test;
  const char* verdict;
  const char* kind;  // of a violation
  std::uint64_t stuck = 0;
  const char* scenario = "";  // replaces its own
};

TEST(Automatic, JudgesObjectsByTheirSerialRuns) {
  const Expected all[] = {
      {"counter", "pass", "", 0, "inc() get() | inc() get()"},
      {"lossy_counter", "violation", "inconsistent", 0, "inc() get() | inc()"},
      {"hoarder", "pass", "", 1},
      {"blocking_queue", "pass", "", 4},
      {"forgetful_queue", "violation", "inconsistent", 4},
      {"barrier", "violation", "inconsistent", 2},
      {"barrier_excluded", "pass", ""},
      {"cancellation", "violation", "nondeterministic-specification"},
      {"cancellation_asynchronous", "pass", ""},
      {"set_by_reference", "pass", ""},
      {"forgetful_set_by_reference", "violation", "inconsistent"},
      {"bag", "violation", "nondeterministic-specification"},
      {"bag_declared", "pass", ""},
      {"impatient_counter", "violation", "inconsistent"},
      {"impatient_counter_declared", "pass", ""},
      {"lying_counter_declared", "violation", "inconsistent"},
  };
  for (const Expected& expected : all) {
    const Said said = run_test(expected.test, expected.scenario);
    ASSERT_FALSE(said.text.empty()) << expected.test;
    const auto json = said.json();
    EXPECT_EQ(json["verdict"], expected.verdict) << expected.test << said.text;
    EXPECT_EQ(json["serial"]["stuck"], expected.stuck) << expected.test << json["serial"];
    if (json["verdict"] != "violation") continue;
    EXPECT_EQ(json["violation"]["kind"], expected.kind) << expected.test;
  }
}

// The serial histories of a scenario, in any order, and the number of runs it took.
struct SerialRuns {
  std::set<std::multiset<std::string>> observations;  // each as its lines
  std::uint64_t executions = 0;
};

SerialRuns serial_runs(const std::string& test, const std::string& scenario, const std::string& how) {
  const std::string file = scratch_file("observations.xml");
  const Said said = run({"--json", "--test=" + test, "--scenario=" + scenario, "--serial=" + how,
                         "--observations=" + file, "--preemptions=0", "--further=1ms"});
  SerialRuns runs{{}, said.json()["serial"]["executions"]};
  std::ifstream in(file);
  std::multiset<std::string> observation;
  for (std::string line; std::getline(in, line);) {
    observation.insert(line);
    if (line.find("</observation>") != line.npos) runs.observations.insert(std::exchange(observation, {}));
  }
  return runs;
}

// A background operation may do anything inside an operation, also two calls of one thread: look() reads
// twice, and sees none, one or both of them each time.
TEST(Automatic, ExcludedOperationsRunInsideOthers) {
  EXPECT_EQ(run_test("busy", "bump() bump() | look()").json()["serial"]["full"], 6);
  EXPECT_EQ(run_test("busy", "bump() | look() | bump()").json()["serial"]["full"], 6);
}

// Two excluded calls and three others, in three threads.
std::string random_busy_scenario(std::mt19937& random) {
  const char* const excluded[] = {"bump()", "push()", "throw_once()"};
  const char* const judged[] = {"look()", "last()", "has_thrown()", "wait_for_two()"};
  std::array<std::string, 5> calls;
  for (std::size_t i = 0; i < calls.size(); ++i)
    calls[i] = i < 2 ? excluded[random() % 3] : judged[random() % 4];
  std::ranges::shuffle(calls, random);
  return calls[0] + " " + calls[1] + " | " + calls[2] + " " + calls[3] + " | " + calls[4];
}

TEST(Automatic, MergingStatesLosesNoSerialHistory) {
  std::vector<std::pair<std::string, std::string>> tests{
      {"barrier_excluded", "signal_and_wait() phase() | signal_and_wait() phase()"},
      {"barrier_excluded", "signal_and_wait() | phase() signal_and_wait() | phase()"},
      {"cancellation", "cancel() is_cancelled() | is_cancelled()"}};
  std::mt19937 random(1);
  for (std::size_t i = 0; i < cases(12); ++i) tests.emplace_back("busy", random_busy_scenario(random));
  std::uint64_t merged_runs = 0, all_runs = 0;
  for (const auto& [test, scenario] : tests) {
    const SerialRuns merged = serial_runs(test, scenario, "merged"), all = serial_runs(test, scenario, "all");
    EXPECT_EQ(merged.observations, all.observations) << test << ": " << scenario;
    merged_runs += merged.executions;
    all_runs += all.executions;
  }
  EXPECT_LT(3 * merged_runs, all_runs);
}

// Lemma 8, on real code.
TEST(Automatic, FailsInEveryTestThatContinuesAFailingOne) {
  for (const char* scenario :
       {"inc() get() inc() | inc()", "inc() get() | inc() inc() get()", "inc() get() | inc() | get()"}) {
    EXPECT_EQ(run_test("lossy_counter", scenario).status, 1) << scenario;
  }
}

// Theorem 5, on real code: a sequential object under one lock never fails, blocking or not.
TEST(Automatic, PassesEverySequentialObjectUnderOneLock) {
  std::uint64_t stuck_tests = 0;
  for (const char* test : {"automaton_1", "automaton_2", "automaton_3", "automaton_4"}) {
    const Said said = run(
        {"--json", std::string("--test=") + test, "--random=12", "--threads=2", "--ops=2", "--further=1ms"});
    EXPECT_EQ(said.status, 0) << test << said.text;
    const auto report = said.json();
    for (const auto& result : report["results"]) stuck_tests += result["serial_histories"] != 6;
  }
  EXPECT_GT(stuck_tests, 0u);
}

TEST(Automatic, SaysWhichSerialRunsHaveTheResults) {
  const Said said = run({"--test=lossy_counter", "--scenario=inc() get() | inc()"});
  EXPECT_EQ(said.status, 1);
  for (const char* words : {"No serial run explains", "Replay: "}) {
    EXPECT_NE(said.text.find(words), std::string::npos) << said.text;
  }
}

TEST(Automatic, ShowsBothRunsOfANondeterministicObject) {
  const Said said = run({"--test=bag"});
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("Two serial runs agree until take() is called"), std::string::npos) << said.text;
  EXPECT_EQ(said.text.find("Replay:"), std::string::npos) << said.text;
}

TEST(Automatic, SaysWhatItsVerdictIsRelativeTo) {
  const Said said = run({"--test=bag_declared"});
  EXPECT_NE(said.text.find("take is declared nondeterministic"), std::string::npos) << said.text;
}

TEST(Automatic, AFailureReplays) {
  const auto violation = run_test("lossy_counter", "inc() get() | inc() get()").json()["violation"];
  const std::string scenario = violation["scenario"];
  const Said said = run({"--replay=" + violation["schedule"].get<std::string>(), "--test=lossy_counter",
                         "--scenario=" + scenario});
  EXPECT_EQ(said.status, 1) << said.text;
}

// A copy of the library does not find the program `linnet`, which names code. A test program finds linnet
// beside its library, then in $LINNET, then on the PATH.
TEST(TestProgram, SaysWhatToDoWithoutLinnet) {
  const std::string library = scratch_file("alone/liblinnet_runtime.so");
  std::filesystem::create_directories(std::filesystem::path(library).parent_path());
  std::filesystem::copy_file(LINNET_RUNTIME, library, std::filesystem::copy_options::overwrite_existing);
  const std::string path = "LD_LIBRARY_PATH=" + std::filesystem::path(library).parent_path().string();
  const auto run_alone = [&](const std::string& variable) {
    return run_child({"env", path, variable, objects(), "--json", "--test=lossy_counter",
                      "--scenario=inc() | inc() get()"},
                     "", 1);
  };
  const ChildResult without = run_alone("PATH=/usr/bin");
  EXPECT_EQ(WEXITSTATUS(without.status), 2);
  EXPECT_EQ(without.output, "");
  const ChildResult named = run_alone(std::string("LINNET=") + LINNET_PROGRAM);
  EXPECT_EQ(nlohmann::json::parse(named.output)["violation"]["kind"], "inconsistent") << named.output;
  const std::string folder = std::filesystem::path(LINNET_PROGRAM).parent_path().string();
  EXPECT_EQ(WEXITSTATUS(run_alone("PATH=/usr/bin:" + folder).status), 1);
}

// Theorem 7: every fault is found, without a specification.
TEST(Generated, AllTestsFindEveryWrongObject) {
  for (const char* test : {"lossy_counter", "forgetful_queue", "barrier"}) {
    const Said said = run({"--json", "--auto", std::string("--test=") + test});
    EXPECT_EQ(said.status, 1) << test << said.text;
    EXPECT_LE(said.json()["violation"]["history"].size(), 4u) << said.text;
  }
}

TEST(Generated, RandomTestsAreAsManyAsAskedFor) {
  const auto json = run({"--json", "--test=counter", "--random=20", "--threads=2", "--ops=2"}).json();
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["tests"], 10) << "there are no more, up to the order of threads";
  const auto three = run({"--json", "--test=blocking_queue", "--random=20", "--threads=2", "--ops=3"}).json();
  EXPECT_EQ(three["verdict"], "pass") << three;
  EXPECT_EQ(three["tests"], 20);
}

TEST(Generated, SequencesAreUnits) {
  const auto json =
      run({"--json", "--test=lock_and_unlock", "--random=100", "--threads=1", "--ops=1"}).json();
  EXPECT_EQ(json["tests"], 3);
  EXPECT_EQ(json["results"][2]["scenario"], "lock() unlock()");
  EXPECT_EQ(json["operations"], 4);
}

TEST(Generated, FailuresAreGroupedByRootCause) {
  std::vector<std::string> words{"--test=lossy_counter", "--random=100",   "--threads=2", "--ops=2",
                                 "--keep-going",         "--further=100ms"};
  EXPECT_NE(run(words).text.find("failed: inconsistent of get, inc: "), std::string::npos);
  words.emplace_back("--json");
  const auto json = run(words).json();
  ASSERT_EQ(json["root_causes"].size(), 1u) << json["root_causes"];
  const auto& cause = json["root_causes"][0];
  EXPECT_EQ(cause["methods"], (std::vector<std::string>{"get", "inc"}));
  EXPECT_EQ(cause["tests"], json["failed"]);
  EXPECT_EQ(cause["smallest"], "inc() | inc() get()");
}

TEST(Generated, WithoutOptionsThereIsAUsualPlan) {
  const Said said = run({"--test=lossy_counter"});
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("The smallest test that failed"), std::string::npos) << said.text;
}

// Finished, the plan is a pass that names it; ended by time, nothing is known. Two invocations are four pairs
// of calls for a thread, and 4 * 5 / 2 tests of two threads.
TEST(Generated, TheUsualPlanCanBeFinished) {
  const Said finished = run({"--test=counter"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.text.find("within all 1 x 1 tests of all 2 invocations: 2\n"), std::string::npos)
      << finished.text;
  const auto json = run({"--json", "--test=counter", "--further=1000s"}).json();
  ASSERT_EQ(json["families"].size(), 2u) << json["families"];
  EXPECT_EQ(json["tests"], 2 + 10);
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["within"], "all 1 x 1 tests of all 2 invocations, all 2 x 2 tests of all 2 invocations");
  EXPECT_EQ(json["complete"], true);

  const auto bounded =
      run({"--json", "--test=lossy_counter", "--strategy=bounded", "--preemptions=0"}).json();
  EXPECT_EQ(bounded["verdict"], "pass") << "only a preemption shows the fault";
  EXPECT_EQ(bounded["complete"], false);
  EXPECT_NE(bounded["within"].get<std::string>().find("; 10 tests within 0 preemptions"), std::string::npos)
      << bounded["within"];

  for (const char* const plan : {"--json", "--generate=all"}) {
    const Said early = run({"--json", plan, "--test=counter", "--time=1ms"});
    EXPECT_EQ(early.status, 3) << plan;
    EXPECT_EQ(early.json()["complete"], false);
    EXPECT_FALSE(early.json().contains("within"));
    EXPECT_NE(early.json()["reason"].get<std::string>().find("time limit"), std::string::npos);
  }
}

// Generated tests are explored as interleavings, and a pass says so.
TEST(Generated, NotesThatWeakerOrdersRanAsSeqCst) {
  const auto json = run({"--json", "--test=relaxed_counter"}).json();
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_NE(json["notes"].dump().find("weaker than seq_cst"), std::string::npos) << json["notes"];
}

// The parts of a result that do not depend on the time.
nlohmann::json timeless(nlohmann::json json) {
  for (const char* field : {"seconds", "cpu_seconds", "failure"}) json.erase(field);
  for (auto& result : json["results"]) {
    for (const char* field : {"seconds", "serial_seconds", "executions", "histories", "complete", "within"})
      result.erase(field);
  }
  for (const char* field : {"executions", "histories", "complete", "within"}) json.erase(field);
  return json;
}

TEST(Generated, ShardsMergeToTheWholeRun) {
  const std::vector<std::string> words{
      "--json",   "--test=blocking_queue", "--random=12", "--threads=2", "--ops=2",
      "--seed=3", "--further=1ms",         "--keep-going"};
  const Said whole = run(words);
  std::string files;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    std::vector<std::string> part = words;
    part.push_back(std::string("--shard=") + shard);
    const std::string file = scratch_file(std::string("shard") + shard[0] + ".json");
    std::ofstream(file) << run(part).text;
    files += " " + file;
  }
  const Said merged = linnet("merge --json" + files);
  EXPECT_EQ(merged.status, whole.status);
  EXPECT_EQ(timeless(merged.json()), timeless(whole.json()));
  EXPECT_EQ(complaint("merge" + files.substr(0, files.rfind(' '))).status, 2) << "one is missing";
}

TEST(Generated, GoesOnFromACheckpoint) {
  const std::string file = scratch_file("generated.state");
  std::vector<std::string> words{"--json",      "--test=counter", "--random=5",
                                 "--threads=2", "--ops=2",        "--checkpoint=" + file};
  const auto first = run(words).json();
  const auto again = run(words).json();
  EXPECT_EQ(first["results"], again["results"]) << "nothing is run twice";
  words[2] = "--random=6";
  EXPECT_EQ(run(words).status, 2) << "of another run";
  std::ofstream(file) << "{";
  EXPECT_EQ(run(words).status, 2) << "damaged";
}

TEST(Generated, RefusesWhatIsNoShard) {
  EXPECT_EQ(run({"--test=counter", "--random=5", "--shard=3/2"}).status, 2);
  EXPECT_EQ(run({"--test=counter", "--random=5", "--shard=half"}).status, 2);
}

// The golden model in phase 1, the relaxed object in phase 2 (Round-Up).
TEST(Automatic, AReferenceDecidesQuasiLinearizability) {
  const auto verdict = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"--json", "--test=overtaking_queue"});
    return run(words).json();
  };
  EXPECT_EQ(verdict({})["verdict"], "violation") << "it is not linearizable";
  const auto relaxed = verdict({"--criterion=quasi", "--quasi=1"});
  EXPECT_EQ(relaxed["verdict"], "pass");
  EXPECT_EQ(relaxed["serial"]["full"], 2) << "the two removals in either order: what threads can do serially";
  EXPECT_EQ(verdict({"--criterion=quasi", "--quasi=0"})["verdict"], "violation");
  // In no serial run of this test with its threads as they are does deq() return 2, since enq(1) and enq(2)
  // belong to one thread: the paper's "out of thin air". In another order it does.
  EXPECT_EQ(verdict({"--criterion=quasi", "--quasi=1", "--scenario=enq(1) enq(2) deq()"})["verdict"], "pass");
  const Said advice = run({"--test=overtaking_queue", "--criterion=quasi", "--quasi=enq=0,deq=1",
                           "--scenario=enq(1) enq(2) deq()"});
  EXPECT_EQ(advice.status, 1);
}

// The tests of Round-Up's Table V have fourteen calls. All their orders are too many to run, so only those
// are run that the search asks for.
TEST(Automatic, AReferenceIsAskedOnDemand) {
  const std::string fourteen =
      "--scenario=enq(1) enq(2) enq(3) enq(4) enq(5) ; enq(6) | enq(7) ; deq() deq() deq() deq() deq() deq() "
      "deq()";
  const auto by_reference = [&](const std::string& factor) {
    return run({"--json", "--test=overtaking_queue", fourteen, "--promise=quasi:" + factor}).json();
  };
  EXPECT_EQ(by_reference("enq=0,deq=2,enq+deq=2")["verdict"], "violation") << "the first element is last";
  EXPECT_EQ(by_reference("enq=0,deq=6,enq+deq=6")["verdict"], "pass");
}

// Two ways to the same answers: the specification, and the model of the specification.
TEST(Automatic, AReferenceDecidesAsTheSpecificationDoes) {
  const std::string examples = std::string(LINNET_SOURCES) + "/../../examples/relaxed/";
  for (const std::string test :
       {"quasi_queue.cpp --test quasi_queue_b1 --promise quasi:enq=0,deq=2",
        "quasi_stack.cpp --test quasi_stack_b2 --promise quasi:push=0,pop=2,push+pop=2"}) {
    const std::string words = "run " + examples + test + " --strategy dpor --keep-going --json";
    const auto by_specification = linnet(words).json();
    const auto by_reference = linnet(words + " --experiment serial-runs").json();
    EXPECT_EQ(by_reference["spec"], "serial runs of the reference");
    EXPECT_EQ(by_specification["histories"], by_reference["histories"]) << test;
    EXPECT_EQ(by_specification["inconsistent"], by_reference["inconsistent"]) << test;
    EXPECT_GT(by_reference["inconsistent"], 0) << test;
    EXPECT_EQ(by_reference["serial"]["full"], 6) << test;
  }
}

TEST(Generated, TestsAreDrainedWhereAskedFor) {
  const auto report = run({"--json", "--test=overtaking_queue", "--random=12", "--threads=2", "--ops=2",
                           "--drain=deq()", "--criterion=quasi", "--quasi=2", "--keep-going", "--jobs=1"})
                          .json();
  std::size_t drained = 0;
  for (const auto& test : report["results"]) {
    const std::string text = test["scenario"];
    const auto count = [&text](std::string_view call) {
      std::size_t n = 0;
      for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) ++n;
      return n;
    };
    EXPECT_LE(count("enq("), count("deq()")) << text;
    drained += text.find(';') != std::string::npos;
  }
  EXPECT_GT(drained, 0u);
  EXPECT_EQ(run({"--test=overtaking_queue", "--random=1", "--drain=deq() deq()"}).status, 2);
}

}  // namespace
}  // namespace linnet
