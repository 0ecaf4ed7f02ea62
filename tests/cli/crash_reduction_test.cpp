// Crashes that are left out make no difference. The slow way is a crash before every step, and after each
// every possible content of the lines, straight from the model in docs/crashes.md.
//
// Exploration need not have every history of the slow way. A history that is cut off earlier is covered by
// one with the same calls, of which more have returned, if the same is found after the crash: an explanation
// of the latter explains the former. So every explored history must be among the enumerated ones, and every
// enumerated one must be covered.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <compare>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

// What happened, without the order of events that calls and returns do not order.
struct CrashHistory {
  struct Key {
    int epoch, thread, place;  // place: the n-th call of that thread in that epoch
    auto operator<=>(const Key&) const = default;
  };
  struct Operation {
    std::string call;
    std::string result;              // empty: it did not return
    std::map<int, int> before = {};  // by thread: the number of calls that had returned before
    auto operator<=>(const Operation&) const = default;
  };
  std::map<Key, Operation> operations;
  int epoch = 0;  // the number of crashes

  auto operator<=>(const CrashHistory&) const = default;

  void call(int thread, std::string text) {
    Operation operation{std::move(text), ""};
    if (epoch == 0) operation.before = returned_;
    operations[{epoch, thread, called_[thread]++}] = std::move(operation);
  }
  void ret(int thread, std::string result) {
    operations.at({epoch, thread, called_[thread] - 1}).result = std::move(result);
    ++returned_[thread];
  }
  void crash() {
    ++epoch;
    called_.clear();
    returned_.clear();
  }
  CrashHistory finished() && {
    called_.clear();
    returned_.clear();
    return std::move(*this);
  }

  // Whether every explanation of this one explains the other.
  bool covers(const CrashHistory& other) const {
    if (epoch != other.epoch) return false;
    return std::ranges::equal(operations, other.operations, [&](const auto& mine, const auto& its) {
      const Operation &a = mine.second, &b = its.second;
      const bool cut_off_earlier = b.result.empty() && mine.first.epoch < epoch;
      return mine.first == its.first && a.call == b.call && a.before == b.before &&
             (a.result == b.result || cut_off_earlier);
    });
  }

  std::string to_string() const {
    std::string text;
    for (const auto& [key, operation] : operations) {
      text +=
          fmt::format("{}crash {}: thread {} {} -> {} after {}\n", "", key.epoch, key.thread, operation.call,
                      operation.result.empty() ? "..." : operation.result, operation.before);
    }
    return text;
  }

 private:
  std::map<int, int> called_, returned_;
};

using CrashHistories = std::set<CrashHistory>;

// As in tests/programs/model/persistent_machine.cpp.
enum class PersistentCode { load, store, exchange, cas, clwb, clflush, sfence };
struct PersistentInstruction {
  PersistentCode code;
  int place, a, b;
};
constexpr int kPersistentPlaces = 3, kDigitBase = 4;
int line_of_place(int place) {
  return place / 2;
}

struct PersistentProgram {
  using Operation = std::vector<PersistentInstruction>;
  std::vector<std::vector<Operation>> threads;

  static std::string call(const Operation& operation) {
    std::string numbers;
    for (const PersistentInstruction& i : operation) {
      numbers += fmt::format("{}{},{},{},{}", numbers.empty() ? "" : ",", static_cast<int>(i.code), i.place,
                             i.a, i.b);
    }
    return "run([" + numbers + "])";
  }
  std::string scenario() const {
    std::string text;
    for (const auto& thread : threads) {
      text += text.empty() ? "; " : "| ";
      for (const Operation& operation : thread) text += call(operation) + " ";
    }
    return text + "; get(0) get(1) get(2)";
  }
};

// The slow way.
class CrashEnumerator {
 public:
  explicit CrashEnumerator(const PersistentProgram& program) : program_(program) {}

  CrashHistories all() {
    State start;
    start.threads.resize(program_.threads.size());
    explore(start);
    return std::move(found_);
  }

 private:
  using Content = std::array<int, 2>;
  struct Line {
    std::vector<Content> versions{Content{}};  // after each store
    std::size_t forced = 0;                    // at least this one survives
  };
  struct Thread {
    std::size_t operation = 0, at = 0;
    int result = 0;
    std::vector<std::pair<int, std::size_t>> flushed;  // lines and versions, since the last fence
  };
  struct State {
    std::array<Line, 2> lines;
    std::vector<Thread> threads;
    CrashHistory history;

    int load(int place) const { return lines[line_of_place(place)].versions.back()[place % 2]; }
    void store(int place, int value) {
      Line& line = lines[line_of_place(place)];
      line.versions.push_back(line.versions.back());
      line.versions.back()[place % 2] = value;
    }
  };

  void explore(const State& state) {
    crash(state);
    bool any = false;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      if (state.threads[t].operation == program_.threads[t].size()) continue;
      any = true;
      State next = state;
      step(next, t);
      explore(next);
    }
    if (!any) end(state);
  }

  // The final part, without and with a crash.
  void end(State state) {
    for (int place = 0; place < kPersistentPlaces; ++place) {
      state.history.call(0, fmt::format("get({})", place));
      crash(state);
      state.history.ret(0, std::to_string(state.load(place)));
      crash(state);
    }
    found_.insert(std::move(state.history).finished());
  }

  void crash(const State& state) {
    for (std::size_t first = state.lines[0].forced; first < state.lines[0].versions.size(); ++first) {
      for (std::size_t second = state.lines[1].forced; second < state.lines[1].versions.size(); ++second) {
        CrashHistory history = state.history;
        history.crash();
        const Content contents[] = {state.lines[0].versions[first], state.lines[1].versions[second]};
        for (int place = 0; place < kPersistentPlaces; ++place) {
          history.call(0, fmt::format("get({})", place));
          history.ret(0, std::to_string(contents[line_of_place(place)][place % 2]));
        }
        found_.insert(std::move(history).finished());
      }
    }
  }

  // A fence without a flush before it has no effect; with the last step the operation returns.
  void step(State& state, std::size_t t) {
    Thread& thread = state.threads[t];
    const PersistentProgram::Operation& operation = program_.threads[t][thread.operation];
    const int number = static_cast<int>(t) + 1;
    if (thread.at == 0) state.history.call(number, PersistentProgram::call(operation));
    execute(state, thread, operation[thread.at++]);
    while (thread.at < operation.size() && operation[thread.at].code == PersistentCode::sfence &&
           thread.flushed.empty())
      ++thread.at;
    if (thread.at < operation.size()) return;
    state.history.ret(number, std::to_string(thread.result));
    ++thread.operation;
    thread.at = 0, thread.result = 0;
  }

  static void execute(State& state, Thread& thread, const PersistentInstruction& i) {
    const int line = line_of_place(i.place);
    const auto drain = [&] {
      for (const auto& [flushed, version] : thread.flushed)
        state.lines[flushed].forced = std::max(state.lines[flushed].forced, version);
      thread.flushed.clear();
    };
    switch (i.code) {
      case PersistentCode::load: thread.result = kDigitBase * thread.result + state.load(i.place); break;
      case PersistentCode::store: state.store(i.place, i.a); break;
      case PersistentCode::exchange:
        drain();
        state.store(i.place, i.a);
        break;
      case PersistentCode::cas: {
        drain();
        const bool success = state.load(i.place) == i.a;
        if (success) state.store(i.place, i.b);
        thread.result = kDigitBase * thread.result + (success ? 1 : 0);
        break;
      }
      case PersistentCode::clwb:
        thread.flushed.emplace_back(line, state.lines[line].versions.size() - 1);
        break;
      case PersistentCode::clflush: state.lines[line].forced = state.lines[line].versions.size() - 1; break;
      case PersistentCode::sfence: drain(); break;
    }
  }

  const PersistentProgram& program_;
  CrashHistories found_;
};

// Every operation begins with an access.
PersistentProgram random_persistent_program(std::mt19937& random) {
  using enum PersistentCode;
  constexpr PersistentCode kAny[] = {load, store, store, exchange, cas, clwb, clwb, clflush, sfence, sfence};
  constexpr PersistentCode kFirst[] = {load, store, store, exchange, cas};
  const auto pick = [&](const auto& codes) { return codes[random() % std::size(codes)]; };
  PersistentProgram program;
  program.threads.resize(1 + random() % 2);
  const std::size_t longest = program.threads.size() == 1 ? 7 : 4;  // instructions of a thread
  for (auto& thread : program.threads) {
    for (std::size_t left = 2 + random() % (longest - 1); left > 0;) {
      PersistentProgram::Operation& operation = thread.emplace_back();
      for (std::size_t n = 1 + random() % std::min<std::size_t>(left, 4); n > 0; --n, --left) {
        const PersistentCode code = operation.empty() ? pick(kFirst) : pick(kAny);
        const int place = static_cast<int>(random() % kPersistentPlaces), a = static_cast<int>(random() % 3);
        operation.push_back({code, place, code == cas ? a : a + 1, a + 1});
      }
    }
  }
  return program;
}

CrashHistory read_crash_history(const std::filesystem::path& path) {
  CrashHistory history;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto event = nlohmann::json::parse(line);
    const std::string type = event.value("type", "");
    if (type == "crash") history.crash();
    if (type == "return") history.ret(event["thread"], event["result"].dump());
    if (type != "call") continue;
    std::string arguments;
    for (const auto& argument : event["args"]) arguments += (arguments.empty() ? "" : ",") + argument.dump();
    history.call(event["thread"], event["op"].get<std::string>() + "(" + arguments + ")");
  }
  return std::move(history).finished();
}

CrashHistories read_crash_histories(const std::string& folder) {
  CrashHistories all;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".jsonl") all.insert(read_crash_history(file.path()));
  }
  return all;
}

// Says what is wrong with the explored ones; empty if nothing is.
std::string difference(const CrashHistories& explored, const CrashHistories& all) {
  for (const CrashHistory& one : explored) {
    if (!all.contains(one)) return "explored, but not enumerated:\n" + one.to_string();
  }
  for (const CrashHistory& one : all) {
    if (std::ranges::none_of(explored, [&](const CrashHistory& other) { return other.covers(one); }))
      return "not covered:\n" + one.to_string();
  }
  return "";
}

std::string compiled_for_crashes(const std::string& source) {
  const std::string file = scratch_file("crashing");
  const ChildResult result = run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, file, program(source),
                                        "-std=c++20", "-O1", "-I" + program("../../include")});
  EXPECT_TRUE(result.succeeded());
  return file;
}

struct Crashed {
  int status = 0;
  CrashHistories histories;
};

Crashed explore_crashes(std::vector<std::string> command) {
  const std::string folder = scratch_file("crashed");
  std::filesystem::remove_all(folder);
  for (const char* const word : {"--json", "--strategy=dpor", "--keep-going"}) command.emplace_back(word);
  command.push_back("--output=" + folder);
  const ChildResult result = run_child(command, "", STDOUT_FILENO);
  EXPECT_TRUE(WIFEXITED(result.status)) << result.output;
  EXPECT_EQ(nlohmann::json::parse(result.output)["complete"], true) << result.output;
  return {WEXITSTATUS(result.status), read_crash_histories(folder)};
}

TEST(CrashReduction, RandomProgramsAsEnumerated) {
  const std::string machine = compiled_for_crashes("model/persistent_machine.cpp");
  std::mt19937 random(7);
  std::size_t explored_in_all = 0, enumerated_in_all = 0;
  for (std::size_t round = 0; round < cases(15); ++round) {
    const PersistentProgram program = random_persistent_program(random);
    const Crashed explored = explore_crashes({machine, "--test=machine", "--scenario=" + program.scenario()});
    const CrashHistories all = CrashEnumerator(program).all();
    ASSERT_EQ(explored.status, 0) << program.scenario();
    ASSERT_EQ(difference(explored.histories, all), "") << program.scenario();
    explored_in_all += explored.histories.size(), enumerated_in_all += all.size();
  }
  EXPECT_LT(explored_in_all, enumerated_in_all);
}

// Real objects: the slow way is that of the runtime.
void explored_as_with_all_crashes(const std::string& source, const std::vector<std::string>& tests) {
  const std::string file = compiled_for_crashes(source);
  for (const std::string& test : tests) {
    const Crashed reduced = explore_crashes({file, "--test=" + test});
    const Crashed slow = explore_crashes({file, "--test=" + test, "--all-crashes"});
    EXPECT_EQ(reduced.status, slow.status) << test;
    EXPECT_EQ(difference(reduced.histories, slow.histories), "") << test;
    EXPECT_LT(reduced.histories.size(), slow.histories.size()) << test;
  }
}

TEST(CrashReduction, QueuesAsWithAllCrashes) {
  explored_as_with_all_crashes("../../examples/persistent/queue.cpp",
                               {"durable", "link_not_flushed", "node_not_flushed", "head_not_fenced"});
}
TEST(CrashReduction, MwcasAsWithAllCrashes) {
  if (test_scale() == 1) GTEST_SKIP() << "only in a long run";
  explored_as_with_all_crashes("../../examples/persistent/mwcas.cpp",
                               {"correct/1", "status_not_flushed", "pointers_not_flushed"});
}

}  // namespace
}  // namespace linnet
