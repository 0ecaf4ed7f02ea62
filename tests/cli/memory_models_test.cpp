// Explores litmus programs and objects, compiled as they are, under each memory model: they have the number
// of execution graphs that brute force found, exactly the outputs, and the verdict on the object. They are
// those of tests/graph/*.jsonl, written in C and C++.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "cli/litmus_objects.hpp"
#include "cli/litmus_source.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 3> kModels = {"sc", "tso", "c11"};

struct Known {
  std::string name;
  Json program, models;
  bool races() const { return models["c11"]["race"]; }
};

std::vector<Known> known_in(const std::string& file, const char* what) {
  std::vector<Known> all;
  std::ifstream lines(program("../graph/") + file);
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line);
    all.push_back({json["name"], json[what], json["models"]});
  }
  return all;
}

std::vector<Known> known_programs() {
  std::vector<Known> all = known_in("classic.jsonl", "program");
  for (Known& one : known_in("random.jsonl", "program")) all.push_back(std::move(one));
  return all;
}

// All programs in one; its argument chooses.
std::string joined_source(const std::vector<Known>& all) {
  std::string text =
                  "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n",
              table;
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += LitmusSource(all[i].program, i).text();
    table += fmt::format("main_{}, ", i);
  }
  return text + fmt::format("static int (*const all[])(void) = {{{}}};\n", table) +
         "int main(int argc, char **argv) { return argc > 1 ? all[atoi(argv[1])]() : 1; }\n";
}

std::string compiled(const std::string& name, const std::string& text, const std::string& flag) {
  const bool is_c = name.ends_with(".c");
  const std::string source = scratch_file(flag + name, text),
                    file = scratch_file("program" + flag + (is_c ? "" : "-cpp"));
  const ChildResult result = run_child({LINNET_COMPILE, is_c ? "gcc" : "g++", LINNET_RUNTIME, file, source,
                                        flag, "-w", "-I" + program("../../include")});
  EXPECT_TRUE(result.succeeded());
  return file;
}

// The outputs in the form of brute force, with the number of executions that had each.
std::map<std::string, std::uint64_t> outputs_of(const Json& result) {
  std::map<std::string, std::uint64_t> outputs;
  for (const Json& one : result["outputs"]) {
    std::string text = one["text"];
    while (!text.empty() && text.back() == '\n') text.pop_back();
    outputs[text] = one["executions"];
  }
  return outputs;
}

// That the program has the graphs and the outputs that brute force found.
void expect_answer(const Known& known, const std::string& command, const char* model) {
  const std::string which = fmt::format("{} under {}: {}", known.name, model, command);
  const Said said =
      linnet(fmt::format("run --json --outputs --strategy graphs --memory-model {} {}", model, command));
  ASSERT_EQ(said.status, 0) << which << said.text;
  const Json result = said.json();
  std::set<std::string> texts;
  std::uint64_t executions = 0;
  for (const auto& [text, count] : outputs_of(result)) texts.insert(text), executions += count;
  EXPECT_TRUE(result["complete"]) << which;
  EXPECT_EQ(result["memory_model"], model) << which;
  EXPECT_EQ(result["executions"], known.models[model]["graphs"]) << which;
  EXPECT_EQ(executions, result["executions"]) << which;
  EXPECT_EQ(texts, known.models[model]["outputs"].get<std::set<std::string>>()) << which;
}

void expect_known_graphs(const std::string& flag) {
  const std::vector<Known> all = known_programs();
  ASSERT_EQ(all.size(), 412u);
  const std::string file = compiled("litmus.c", joined_source(all), flag);
  const std::size_t stride = std::max<std::size_t>(1, 12 / test_scale());
  std::size_t compared = 0;
  for (std::size_t i = 0; i < all.size(); i += stride) {
    for (const char* const model : kModels) {
      const std::string command = fmt::format("{} --arg={}", file, i);
      if (!all[i].races()) {
        expect_answer(all[i], command, model);
        ++compared;
        continue;
      }
      const Said said =
          linnet(fmt::format("run --json --strategy graphs --memory-model {} {}", model, command));
      EXPECT_EQ(said.status, 1) << all[i].name << " under " << model;
      EXPECT_EQ(said.json()["violation"]["kind"], "data-race") << all[i].name << " under " << model;
    }
  }
  EXPECT_GT(compared, 80u);
}

TEST(MemoryModels, GraphsOfCompiledPrograms) {
  expect_known_graphs("-O1");
}

TEST(MemoryModels, GraphsOfProgramsWithoutOptimization) {
  expect_known_graphs("-O0");
}

// Without optimization each plain access of the source is one of the program. Those that race are events, too.
TEST(MemoryModels, GraphsOfRacingPrograms) {
  const std::vector<Known> all = known_programs();
  const std::string file = compiled("litmus.c", joined_source(all), "-O0");
  std::size_t racing = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].races() || ++racing % std::max<std::size_t>(1, 4 / test_scale()) != 0) continue;
    for (const char* const model : kModels)
      expect_answer(all[i], fmt::format("--races=explore {} --arg={}", file, i), model);
  }
  EXPECT_EQ(racing, 40u);
}

// Programs of letters, for tests/programs/model/waiting.cpp.
const std::string& waiting_machine() {
  static const std::string file = [] {
    const std::string to = scratch_file("waiting");
    EXPECT_TRUE(run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, to, program("model/waiting.cpp"),
                           "-std=c++20", "-O1", "-I" + program("../../include")})
                    .succeeded());
    return to;
  }();
  return file;
}

struct Found {
  std::set<std::string> outputs;
  std::string verdict, kind;
  std::uint64_t executions = 0;
};

Found explored(const std::string& options, const std::string& letters) {
  const Said said = linnet(fmt::format("run --json --outputs --keep-going --time 500s {} {} --arg={}",
                                       options, waiting_machine(), letters));
  const Json result = said.json();
  EXPECT_TRUE(result["complete"].get<bool>()) << letters << " " << options << said.text;
  Found found{.outputs = {}, .verdict = result["verdict"], .kind = "", .executions = result["executions"]};
  for (const auto& [text, count] : outputs_of(result)) found.outputs.insert(text);
  if (result.contains("violation") && !result["violation"].is_null())
    found.kind = result["violation"]["kind"];
  return found;
}

std::string random_letters(std::string_view alphabet, std::mt19937& random) {
  std::string letters;
  const std::size_t threads = 2 + random() % 2;
  for (std::size_t t = 0; t < threads; ++t) {
    if (t > 0) letters += ',';
    for (std::size_t length = 1 + random() % (threads == 2 ? 3 : 2); length > 0; --length)
      letters += alphabet[random() % alphabet.size()];
  }
  return letters;
}

class Waiting : public ::testing::TestWithParam<const char*> {};

// Interleavings and the graphs of sc are the same executions: the same outputs, and threads that wait for ever in one wait in the other.
TEST_P(Waiting, HasTheSameOutcomesInGraphsAndInInterleavings) {
  std::mt19937 random(7);
  for (std::size_t round = 0; round < cases(12); ++round) {
    const std::string letters = random_letters(GetParam(), random);
    const bool loops = letters.find_first_of("Wk") != letters.npos;  // for ever, if each wait ends at once
    const std::string spurious = round % 4 == 0 && !loops ? "--spurious " : "";
    const Found interleavings = explored(spurious + "--strategy dpor --no-cut", letters);
    const Found graphs = explored(spurious + "--strategy graphs --memory-model sc", letters);
    EXPECT_EQ(graphs.outputs, interleavings.outputs) << letters;
    EXPECT_EQ(graphs.verdict, interleavings.verdict) << letters;
    EXPECT_EQ(graphs.kind, interleavings.kind) << letters;
    const Found weak = explored(spurious + "--strategy graphs --memory-model c11", letters);
    for (const std::string& output : graphs.outputs) EXPECT_TRUE(weak.outputs.contains(output)) << letters;
  }
}

INSTANTIATE_TEST_SUITE_P(MemoryModels, Waiting,
                         ::testing::Values("wWtrRnN", "wnNaa", "fFgGs", "kK", "bbal", "pPql", "mMsx",
                                           "wrudPb"));

// A look at a clock is later than all that its thread has read of, and the same in every execution of the same graph.
TEST(MemoryModels, KnowTheTimeOfWhatWasRead) {
  for (const char* const model : kModels) {
    const Said said =
        linnet(fmt::format("run --json --outputs --strategy graphs --memory-model {} {} --arg=zy,Y,zY", model,
                           waiting_machine()));
    EXPECT_EQ(said.json()["verdict"], "pass") << said.text;
    std::set<std::string> texts;
    for (const auto& [text, count] : outputs_of(said.json())) texts.insert(text);
    EXPECT_TRUE(texts.contains("|>|>|1 0 0")) << said.text;
    for (const std::string& text : texts) EXPECT_EQ(text.find('<'), std::string::npos) << text;
  }
}

// One thread fails before another one has come to the write that it could have read instead.
TEST(MemoryModels, GoOnAfterAFailureToACompleteResult) {
  const std::string file = scratch_file("fails.c", R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *look(void *unused) { assert(atomic_load_explicit(&x, memory_order_relaxed) != 0); return unused; }
static void *set(void *unused) { atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return unused; }
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i == 0 ? look : set, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  printf("%d\n", x);
})");
  for (const char* const model : kModels) {
    const Json result =
        linnet(
            fmt::format("run --json --outputs --keep-going --strategy graphs --memory-model {} {} -- -O1 -w",
                        model, file))
            .json();
    EXPECT_EQ(result["verdict"], "violation");
    EXPECT_TRUE(result["complete"]);
    // Two orders of the updates, and the load reads the first or the second of them, or fails.
    EXPECT_EQ(outputs_of(result), (std::map<std::string, std::uint64_t>{{"2", 4}})) << result;
  }
}

// How often an execution turns to another thread, by its schedule: "linnet2:1234:c11:0x2.1x4.b1.2".
std::size_t segments_in(const std::string& schedule) {
  std::size_t segments = 0;
  std::string last;
  std::istringstream parts(schedule.substr(schedule.rfind(':') + 1));
  for (std::string part; std::getline(parts, part, '.');) {
    if (part.front() == 'b') continue;  // what a read finds
    const std::string thread = part.substr(0, part.find('x'));
    if (thread != last) ++segments;
    last = thread;
  }
  return segments;
}

// A sample of these two threads turns from one to the other about eight times. What is left of it is main, perhaps the beginning of the
// receiver, the sender, and the receiver.
TEST(MemoryModels, ShortenWhatSamplesFound) {
  const std::string file = scratch_file("message.c", R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int data, flag, others[2];
static void more(int i) { for (int n = 0; n < 3; n++) atomic_fetch_add_explicit(&others[i], 1, memory_order_relaxed); }
static void *send(void *unused) {
  more(0);
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  more(0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  more(0);
  return unused;
}
static void *receive(void *unused) {
  more(1);
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(atomic_load_explicit(&data, memory_order_relaxed));
  return unused;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, send, 0);
  pthread_create(&t[1], 0, receive, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
})");
  for (int seed = 1; seed <= 10; ++seed) {
    const Said said = linnet(
        fmt::format("run --json --strategy random --memory-model c11 --seed {} {} -- -O1 -w", seed, file));
    ASSERT_EQ(said.status, 1) << said.text;
    const std::string schedule = said.json()["violation"]["schedule"];
    EXPECT_LE(segments_in(schedule), 4u) << schedule;
    EXPECT_EQ(linnet("replay " + schedule + " " + file + " -- -O1 -w").status, 1) << schedule;
  }
}

// Graphs come first, and finish what is small. In what is large, samples have their turns.
TEST(MemoryModels, TakeTurns) {
  const std::string source = program("traces/fai.c");
  const Json small = linnet("run --json --memory-model c11 " + source + " -- -O1 -w -DN=3").json();
  EXPECT_TRUE(small["complete"]);
  EXPECT_EQ(small["executions"], 6);
  EXPECT_EQ(small["stages"].size(), 1u) << small;
  const Json large =
      linnet("run --json --executions 3000 --memory-model c11 " + source + " -- -O1 -w -DN=8").json();
  std::set<std::string> strategies;
  for (const Json& stage : large["stages"]) strategies.insert(stage["strategy"].get<std::string>());
  EXPECT_EQ(strategies, (std::set<std::string>{"graphs", "random", "pct"})) << large;
}

// The row of docs/weak-faults.md about a program.
std::string row_about(const std::string& name) {
  std::ifstream page(program("../../docs/weak-faults.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| [" + name + "]")) return line;
  }
  return "";
}

// Faults that no interleaving shows, and the same programs without them.
class WeakFault : public ::testing::TestWithParam<const char*> {};

TEST_P(WeakFault, IsFoundUnderC11OnlyAndByDefault) {
  const std::string file = program(std::string("weak/") + GetParam() + ".c");
  const Said interleavings = linnet("run --json --strategy dpor --no-cut " + file + " -- -O1 -w");
  EXPECT_EQ(interleavings.status, 0);
  EXPECT_TRUE(interleavings.json()["complete"]);
  const Said wrong = linnet("run --json " + file + " -- -O1 -w");
  ASSERT_EQ(wrong.status, 1) << wrong.text;
  EXPECT_EQ(wrong.json()["memory_model"], "c11");
  const std::string schedule = wrong.json()["violation"]["schedule"];
  EXPECT_TRUE(schedule.starts_with("linnet2:")) << schedule;
  const Said again = linnet("replay --json " + schedule + " " + file + " -- -O1 -w");
  EXPECT_EQ(again.status, 1) << again.text;
  EXPECT_EQ(again.json()["kind"], wrong.json()["violation"]["kind"]);
  const Said right = linnet("run --json " + file + " -- -O1 -w -DRIGHT");
  ASSERT_EQ(right.status, 0) << right.text;
  EXPECT_TRUE(right.json()["complete"]);
  EXPECT_FALSE(right.json().contains("not_under_c11")) << right.text;
  const std::string numbers = fmt::format("| {} | {} |", interleavings.json()["executions"].dump(),
                                          right.json()["executions"].dump());
  EXPECT_TRUE(row_about(GetParam()).ends_with(numbers)) << numbers;
}

INSTANTIATE_TEST_SUITE_P(MemoryModels, WeakFault,
                         ::testing::Values("bakery", "chase_lev", "dekker", "double_checked", "epoch",
                                           "event_count", "hazard_pointer", "iriw", "mcs_lock", "peterson",
                                           "reference_count", "seqlock", "spsc", "ticket_lock"));

// All failures that --keep-going found, and how many executions had one of them.
std::uint64_t inconsistent_executions(const Json& result) {
  std::uint64_t count = 0;
  Json failures = Json::array();
  if (result.contains("violation")) failures.push_back(result["violation"]);
  if (result.contains("violations")) failures = result["violations"];
  for (const Json& failure : failures) {
    EXPECT_EQ(failure["kind"], "inconsistent");
    count += failure["executions"].get<std::uint64_t>();
  }
  return count;
}

TEST(MemoryModels, ObjectsAreJudgedAsByBruteForce) {
  const std::vector<Known> all = known_in("objects.jsonl", "object");
  ASSERT_EQ(all.size(), 35u);
  std::string source = "#include <linnet/test.hpp>\n#include <atomic>\n";
  for (const Known& one : all) source += LitmusObjectSource(one.program, one.name).text();
  const std::string file = compiled("objects.cpp", source, "-O1");
  for (const Known& one : all) {
    for (const char* const model : kModels) {
      const Json result = linnet(fmt::format("run --json --keep-going --strategy graphs --memory-model {} "
                                             "--test={} {}",
                                             model, one.name, file))
                              .json();
      const Json& known = one.models[model];
      const std::string which = one.name + " under " + model;
      EXPECT_EQ(result["verdict"] == "pass", known["linearizable"]) << which;
      EXPECT_TRUE(result["complete"]) << which;
      EXPECT_EQ(result["executions"], known["graphs"]) << which;
      EXPECT_EQ(inconsistent_executions(result), known["bad"]) << which;
    }
  }
}

// Under sc a client can bring about exactly what interleavings show.
TEST(MemoryModels, ObjectsUnderScAreJudgedAsByDpor) {
  for (const char* const words :
       {"object/counters.cpp --test=counter1", "object/counters.cpp --test=counter2",
        "object/treiber_stack.cpp --test=aba_stack", "object/ms_queue.cpp --test=ms_queue",
        "object/mutex_map.cpp"}) {
    const Said dpor = linnet("run --json --strategy dpor " + program(words));
    const Said graphs = linnet("run --json --strategy graphs --memory-model sc " + program(words));
    EXPECT_EQ(graphs.status, dpor.status) << words << graphs.text;
    EXPECT_EQ(graphs.json()["complete"], dpor.json()["complete"]) << words;
  }
}

TEST(MemoryModels, AnExplanationNamesTheClient) {
  const std::string file = " --test=counter1 " + program("object/counters.cpp");
  const Json wrong = linnet("run --json --strategy graphs" + file).json()["violation"];
  ASSERT_EQ(wrong["kind"], "inconsistent");
  const std::string client =
      "It shows to a caller that tells thread 1 through a flag that inc() of thread 2 has returned, before "
      "thread 1 calls get().";
  EXPECT_EQ(wrong["notes"][0], client);
  const Json again = linnet("replay --json " + wrong["schedule"].get<std::string>() + file).json();
  EXPECT_EQ(again["kind"], "inconsistent");
  EXPECT_EQ(again["notes"][0], client);
}

TEST(MemoryModels, AReadThatMissesTheLatestSaysSo) {
  const std::string words = program("weak/event_count.c") + " -- -O1 -w";
  const Said said = linnet("run " + words);
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.text.find("(not 1 of thread 1): thread 1 had written 1, but nothing orders that"),
            std::string::npos)
      << said.text;
  std::vector<std::string> missed;
  const Json report = linnet("run --json " + words).json();
  for (const Json& step : report["violation"]["steps"]) {
    for (const Json& access : step["accesses"]) {
      if (access["writes"] == false && access["before"] != access["after"])
        missed.push_back(access["object"]);
    }
  }
  EXPECT_EQ(missed, std::vector<std::string>{"sleeping"});
}

// What thread 2 saw of thread 1 says which orders would help. In JSON each read names the step that it saw.
TEST(MemoryModels, AReadThatMissesTheLatestSaysWhatWouldOrderIt) {
  const std::string words = program("weak/spsc.c") + " -- -O1 -w";
  const Said said = linnet("run " + words);
  EXPECT_NE(said.text.find("A release store at spsc.c:9 and an acquire load at spsc.c:16 would."),
            std::string::npos)
      << said.text;
  const Json steps = linnet("run --json " + words).json()["violation"]["steps"];
  std::size_t seen = 0, from_start = 0;
  for (const Json& step : steps) {
    if (!step.contains("saw")) continue;
    if (step["saw"].is_null()) ++from_start;
    if (step["saw"].is_null()) continue;
    ++seen;
    const Json write = steps[step["saw"].get<std::size_t>()]["accesses"][0];
    EXPECT_TRUE(write["writes"]) << step;
    EXPECT_EQ(write["object"], step["accesses"][0]["object"]) << step;
    EXPECT_EQ(write["after"], step["accesses"][0]["after"]) << step;
  }
  EXPECT_GT(seen, 0u) << steps;
  EXPECT_GT(from_start, 0u) << steps;
}

TEST(MemoryModels, AStoreBeforeOthersSaysSo) {
  const std::string file = scratch_file("two_orders.cpp", R"(
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x, y;
int main() {
  std::thread one([] { x.store(1, std::memory_order_relaxed); y.store(2, std::memory_order_relaxed); });
  std::thread two([] { y.store(1, std::memory_order_relaxed); x.store(2, std::memory_order_relaxed); });
  one.join(), two.join();
  assert(x != 1 || y != 1);
})");
  const Said said = linnet("run " + file + " -- -O1");
  EXPECT_EQ(said.status, 1) << said.text;
  EXPECT_NE(said.text.find("comes earlier in the order of all stores to"), std::string::npos) << said.text;
  std::size_t early = 0;
  const Json report = linnet("run --json " + file + " -- -O1").json();
  for (const Json& step : report["violation"]["steps"]) early += step.contains("early") ? 1 : 0;
  EXPECT_EQ(early, 1u) << report["violation"]["steps"];
}

// The client, written out, fails as a plain program.
TEST(MemoryModels, AClientFailsByItself) {
  const std::string client = scratch_file("client.cpp");
  const Said counter = linnet("run --strategy graphs --test=counter1 --client " + client + " " +
                              program("object/counters.cpp"));
  ASSERT_EQ(counter.status, 1) << counter.text;
  const Said fails = linnet("run --json " + client);
  ASSERT_EQ(fails.status, 1) << fails.text;
  EXPECT_EQ(fails.json()["violation"]["kind"], "assertion");
  const Said box =
      linnet("run --test=relaxed_box --client " + client + " " + program("object/handovers.cpp"));
  ASSERT_EQ(box.status, 1) << box.text;
  const Said races = linnet("run --json " + client);
  ASSERT_EQ(races.status, 1) << races.text;
  EXPECT_EQ(races.json()["violation"]["kind"], "data-race");
  EXPECT_EQ(complaint("run --client " + client + " --test=two_consumers " +
                      program("../../examples/queue_test.cpp"))
                .status,
            2);
}

TEST(MemoryModels, TooManyClientsAreUndecided) {
  const Said said = linnet(
      "run --json --strategy graphs --test=counter1 "
      "--scenario=get()|get()|get()|get()|get()|get()|get()|get() " +
      program("object/counters.cpp"));
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.json()["reason"].get<std::string>().find("too many to try"), std::string::npos) << said.text;
}

TEST(MemoryModels, CallsThatAMainRecordsAreJudged) {
  const Said right = linnet("run --json --strategy graphs --spec queue " + program("recorded/ms_queue.cpp"));
  EXPECT_EQ(right.status, 0) << right.text;
  EXPECT_TRUE(right.json()["complete"]);
  const Said wrong =
      linnet("run --json --strategy graphs --spec counter " + program("recorded/counter.c") + " -- -DWRONG");
  EXPECT_EQ(wrong.status, 1) << wrong.text;
  EXPECT_EQ(wrong.json()["violation"]["kind"], "inconsistent");
}

TEST(MemoryModels, RandomExecutionsAreOnesOfTheModel) {
  const std::string file = program("memory/SB-rlx.c");
  const auto outputs = [&](const std::string& words) {
    std::set<std::string> texts;
    const Json result = linnet("run --json --outputs " + words + " " + file).json();
    for (const auto& [text, count] : outputs_of(result)) texts.insert(text);
    return texts;
  };
  const std::set<std::string> all = outputs("--strategy graphs --memory-model c11");
  EXPECT_EQ(all.size(), 4u);
  EXPECT_EQ(outputs("--strategy random --executions 500 --memory-model c11"), all);
  EXPECT_EQ(outputs("--strategy pct --executions 500 --memory-model tso"), all);
  EXPECT_EQ(outputs("--strategy random --executions 500").size(), 3u);
}

// One thread writes many places and the other reads them in the opposite order: there are few interleavings,
// but two to the power of their number graphs.
TEST(MemoryModels, ALimitUnderC11SaysWhatIsKnown) {
  const std::string file = scratch_file("many_graphs.cpp", R"(
#include <atomic>
#include <thread>
std::atomic<int> places[28];
int main() {
  std::thread writer([] { for (auto& place : places) place.store(1, std::memory_order_relaxed); });
  for (int i = 28; i-- > 0;) places[i].load(std::memory_order_relaxed);
  writer.join();
})");
  const Said said = linnet("run --json --time 3s " + file);
  EXPECT_EQ(said.status, 3) << said.text;
  EXPECT_EQ(said.json()["memory_model"], "c11");
  const std::string reason = said.json()["reason"];
  EXPECT_NE(reason.find("under c11; all executions under sc passed"), std::string::npos) << reason;
}

TEST(MemoryModels, ObjectTestsAreExploredUnderC11ByDefault) {
  const Json result =
      linnet("run --json --test=one_consumer " + program("../../examples/queue_test.cpp")).json();
  EXPECT_EQ(result["verdict"], "pass");
  EXPECT_EQ(result["memory_model"], "c11");
  EXPECT_TRUE(result["complete"]);
  EXPECT_EQ(result["histories"], 6);
}

// The second promise: who takes something happens after who gave it.
TEST(MemoryModels, WhatIsSeenHappenedBefore) {
  const std::string file = " " + program("object/handovers.cpp");
  for (const char* const name : {"right_box", "values_only", "right_lock"}) {
    const Said right = linnet("run --json --test=" + std::string(name) + file);
    EXPECT_EQ(right.status, 0) << right.text;
    EXPECT_TRUE(right.json()["complete"]) << name;
    EXPECT_EQ(right.json()["memory_model"], "c11") << name;
  }
  const Said box = linnet("run --json --test=relaxed_box" + file);
  ASSERT_EQ(box.status, 1) << box.text;
  const Json wrong = box.json()["violation"];
  EXPECT_EQ(wrong["kind"], "inconsistent");
  EXPECT_EQ(
      wrong["explanation"]["sentence"],
      "deq() → 1 of thread 2 does not happen after enq(1) of thread 1: what was stored before enq(1) may not "
      "be visible after the deq().");
  const Said again =
      linnet("replay --json " + wrong["schedule"].get<std::string>() + " --test=relaxed_box" + file);
  EXPECT_EQ(again.status, 1) << again.text;
  EXPECT_EQ(again.json()["explanation"]["sentence"], wrong["explanation"]["sentence"]);
  const Said lock = linnet("run --json --test=relaxed_lock" + file);
  EXPECT_EQ(lock.status, 1) << lock.text;
  const std::string sentence = lock.json()["violation"]["explanation"]["sentence"];
  EXPECT_NE(sentence.find("does not happen after unlock()"), std::string::npos) << sentence;
}

// Store buffering: of the four graphs, the one in which both read 0 is no interleaving.
TEST(MemoryModels, ExecutionsThatAreNoInterleavingsAreListed) {
  const std::string file = " " + program("memory/SB-rlx.c");
  const Json weak = linnet("run --json --report-non-sc --strategy graphs" + file).json();
  EXPECT_EQ(weak["executions"], 4);
  EXPECT_EQ(weak["non_sc"]["executions"], 1);
  ASSERT_EQ(weak["non_sc"]["shown"].size(), 1u);
  const std::string schedule = weak["non_sc"]["shown"][0]["schedule"];
  const Said again = linnet("replay --json " + schedule + file);
  EXPECT_EQ(again.status, 0) << again.text;
  EXPECT_EQ(linnet("run --json --strategy graphs --memory-model sc --report-non-sc" + file)
                .json()["non_sc"]["executions"],
            0);
  const Said text = linnet("run --report-non-sc" + file);
  EXPECT_NE(
      text.text.find("1 execution is not sequentially consistent:\n  Replay: linnet replay " + schedule),
      std::string::npos)
      << text.text;
}

// What a run in parts has at its end, each part with so many executions more.
Json in_parts(const std::string& command, int executions) {
  const std::string file = scratch_file("parts.state");
  std::filesystem::remove(file);
  for (int part = 0;; ++part) {
    const auto json = linnet("run --json --checkpoint " + file + " --executions " +
                             std::to_string(executions) + " " + command)
                          .json();
    if (!json.contains("reason") || part == 100) {
      EXPECT_GT(part, 0) << command;
      return json;
    }
  }
}

void expect_parts_to_be_the_whole(const std::string& command, int executions) {
  const auto whole = linnet("run --json " + command).json(), parts = in_parts(command, executions);
  for (const char* const member :
       {"verdict", "memory_model", "complete", "executions", "blocked", "histories"})
    EXPECT_EQ(parts[member], whole[member]) << command << ": " << member;
}

TEST(MemoryModels, GoOnFromACheckpoint) {
  const std::string queue =
      program("orders/michael_scott.cpp") + " --test michael_scott --scenario=enq(1)deq()|enq(2)deq()";
  const std::string weak = program("weak/seqlock.c") + " --keep-going",
                    wide = program("memory/wide.c") + " -- -mcx16";
  expect_parts_to_be_the_whole("--strategy graphs " + queue, 25);
  expect_parts_to_be_the_whole("--strategy graphs --memory-model sc " + weak + " -- -w", 9);
  expect_parts_to_be_the_whole("--strategy graphs --memory-model tso " + wide, 5);
  expect_parts_to_be_the_whole("--memory-model c11 " + queue, 30);
}

// Interleavings and then graphs: what was finished before is not done again. With one job, saving often waits for a turn that
// could not be asked for yet.
TEST(MemoryModels, TheDefaultGoesOnFromACheckpoint) {
  expect_parts_to_be_the_whole("--jobs 1 " + program("orders/michael_scott.cpp") +
                                   " --test michael_scott --scenario=enq(1)deq()|enq(2)deq()|enq(3)",
                               16'000);
}

TEST(MemoryModels, ACheckpointBelongsToItsModel) {
  const std::string file = scratch_file("model.state");
  std::filesystem::remove(file);
  const std::string command = "run --strategy graphs --executions 2 --checkpoint " + file + " ";
  EXPECT_EQ(linnet(command + "--memory-model c11 " + program("memory/SB-rlx.c")).status, 3);
  const Said other = complaint(command + "--memory-model tso " + program("memory/SB-rlx.c"));
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.text.find("--memory-model"), std::string::npos) << other.text;
}

TEST(MemoryModels, WhatIsNotThereIsSaid) {
  const std::string file = " " + program("memory/SB-rlx.c");
  EXPECT_EQ(complaint("run --strategy dpor --memory-model c11" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy bounded --memory-model tso" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy graphs --isolate=fork" + file).status, 2);
  EXPECT_EQ(complaint("run --strategy graphs --histories " + scratch_file("graphs") + " " +
                      program("object/counters.cpp"))
                .status,
            2);
}

}  // namespace
}  // namespace linnet
