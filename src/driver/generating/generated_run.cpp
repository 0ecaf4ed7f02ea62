// Gives tests to child processes, and keeps their answers, also in the checkpoint.
#include "driver/generating/generated_run.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "base/child_pool.hpp"
#include "base/error.hpp"
#include "base/pace.hpp"
#include "base/stopwatch.hpp"
#include "driver/exploring/checkpoint_file.hpp"
#include "driver/exploring/identity.hpp"
#include "driver/generating/generated_tests.hpp"
#include "driver/objects/object_exploration.hpp"
#include "driver/objects/smaller_failure.hpp"
#include "driver/program/scenario_text.hpp"
#include "report/json/generated_json.hpp"

namespace linnet {

namespace {

constexpr double kUsualSeconds = 60;     // for a run without an end of its own
constexpr double kMostTestSeconds = 60;  // for one test, or a tenth of the run's time if that is more
constexpr double kFurtherSecondsPerTest = 0.25;

// The answer of the process of one test: its result, and data that are the same for all tests.
struct GeneratedAnswer {
  GeneratedResult result;
  std::string spec, criterion;
  std::vector<std::string> notes;
};

template <class End>
void transfer(End& end, GeneratedAnswer& answer) {
  GeneratedResult& r = answer.result;
  end(r.status, r.kind, r.smallest, r.reason, r.operations, r.serial_histories, r.serial_seconds,
      r.executions, r.histories, r.seconds, r.complete, r.within, answer.spec, answer.criterion,
      answer.notes);
}

std::string to_bytes(GeneratedAnswer answer) {
  std::vector<char> bytes;
  MessageWriter writer(bytes);
  writer(answer);
  return {bytes.begin(), bytes.end()};
}

bool from_bytes(const std::string& bytes, GeneratedAnswer& answer) {
  GeneratedAnswer read;
  MessageReader reader(bytes);
  reader(read);
  if (!reader.broken()) answer = std::move(read);
  return !reader.broken();
}

// What a verdict relies on. The notes of all tests are put together, so they have no numbers.
std::vector<std::string> notes_of(const ExploredProgram& report) {
  std::vector<std::string> notes = report.declarations;
  if (!report.weak_orders.empty())
    notes.emplace_back(
        "Memory orders weaker than seq_cst ran as seq_cst; --memory-model c11 explores what they allow.");
  if (!report.consumes.empty()) notes.emplace_back("The memory order consume ran as acquire.");
  if (!report.unordered_looks.empty())
    notes.emplace_back("Clocks were read in no order: --clock shared tries every order.");
  for (const CodePlace& place : report.unseen_code)
    notes.push_back(fmt::format("Not instrumented, and not all seen: {}{}{}.", place.function,
                                place.function.empty() ? "" : " in ",
                                place.file.substr(place.file.rfind('/') + 1)));
  return notes;
}

GeneratedAnswer answer_of(const ExploredProgram& report) {
  GeneratedAnswer answer;
  answer.spec = report.spec;
  answer.criterion = report.criterion;
  answer.notes = notes_of(report);
  GeneratedResult& result = answer.result;
  result.status = report.status();
  result.reason = report.reason;
  result.operations = report.operations;
  result.histories = report.histories;
  result.complete = report.complete();
  result.within = report.within;
  result.seconds = report.seconds;
  if (!report.stages.empty()) result.executions = report.last().executions;
  if (!report.failures.empty()) {
    result.kind = report.failures.front().kind;
    result.smallest = report.failures.front().scenario;
  }
  if (report.serial) {
    result.serial_histories = report.serial->full + report.serial->stuck;
    result.serial_seconds = report.serial->seconds;
    result.seconds += result.serial_seconds;
  }
  return answer;
}

struct Shard {
  std::uint64_t index = 0, count = 1;
  bool has(std::uint64_t number) const { return number % count == index; }
};

Shard parse_shard(const std::string& text) {
  Shard shard;
  if (text.empty()) return shard;
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%lu/%lu%n", &shard.index, &shard.count, &end);
  if (read != 2 || static_cast<std::size_t>(end) != text.size() || shard.index < 1 ||
      shard.index > shard.count)
    throw InputError(fmt::format("--shard: found {}, expected I/N with I from 1 to N, such as 2/5", text));
  --shard.index;
  return shard;
}

// The next family of tests; null if there are no more. What comes without an option can be finished: all tests
// of at most two threads with two calls each, of the declared invocations.
std::unique_ptr<TestSource> family_of(const ExplorationRequest& request, std::uint32_t invocations,
                                      std::uint32_t index) {
  constexpr std::uint32_t kUsualSize = 2;
  const GenerationRequest& asked = request.generation;
  if (asked.random) {
    const TestShape shape{asked.threads, asked.operations};
    return index == 0 ? random_tests(shape, invocations, *asked.random, request.seed) : nullptr;
  }
  const std::uint32_t size = index + 1;
  if (asked.all) return all_tests({size, size}, std::min(size, invocations), invocations);
  return size <= kUsualSize ? all_tests({size, size}, invocations, invocations) : nullptr;
}

class GeneratedRun {
 public:
  GeneratedRun(ProgramUnderTest& program, const ObjectScenario& subject, const ExplorationRequest& request,
               const GeneratedWatch& watch)
      : program_(program),
        subject_(subject),
        request_(request),
        watch_(watch),
        invocations_(invocations_of(*subject.test, spec())),
        around_(parse_around()),
        removal_(parse_removal()),
        shard_(parse_shard(request.generation.shard)),
        file_(request.checkpoint,
              fmt::format("{}: {}: generated", std::filesystem::path(program.path()).filename().string(),
                          subject.test->name),
              identity_of(program, request, LimitOfExecutions::is_a_part)) {
    if (invocations_.units.empty())
      throw InputError(Place{subject.test->file, subject.test->line, 0},
                       fmt::format("test {}: no operation can be called: {}", subject.test->name,
                                   fmt::join(invocations_.left_out, "; ")));
    if (request.seconds || !request.generation.random) seconds_ = request.seconds.value_or(kUsualSeconds);
    report_.test = subject.test->name;
    report_.shard = request.generation.shard;
    report_.notes = invocations_.left_out;
  }

  GeneratedTests run() {
    load_checkpoint();
    {
      ChildPool pool;
      while (start_some(pool)) {
        if (const auto finished = pool.wait(100)) note(*finished);
        watch_.progress({report_.results.size(), failed_, planned(), since_start_.seconds()});
      }
    }
    std::ranges::sort(report_.results, {}, &GeneratedResult::number);
    forget_what_came_after();
    for (const GeneratedResult& result : report_.results) report_.operations += result.operations;
    if (watch_.interrupted()) {
      report_.stopped = "interrupted";
    } else if (out_of_time_) {
      report_.stopped = fmt::format("time limit of {} s reached; {}", *seconds_,
                                    request_.generation.all ? "--generate all has no other end"
                                                            : "--time 10m, for example, allows more");
    }
    report_.seconds = since_start_.seconds();
    save_checkpoint();
    return std::move(report_);
  }

 private:
  struct Next {
    std::uint64_t number;
    std::string scenario;
    std::size_t family;
  };

  const Spec* spec() const { return subject_.spec ? &*subject_.spec : nullptr; }

  Scenario parse_around() const {
    const GenerationRequest& generation = request_.generation;
    Scenario around;
    for (const std::string& part : {generation.init, generation.final}) {
      if (!part.empty()) {
        const Scenario calls = parse_scenario(part, *subject_.test, spec());
        around.calls.insert(around.calls.end(), calls.calls.begin(), calls.calls.end());
      }
      around.part_ends.push_back(static_cast<std::uint32_t>(around.calls.size()));
    }
    return around;
  }

  std::optional<PlannedCall> parse_removal() const {
    const std::string& text = request_.generation.drain;
    if (text.empty()) return std::nullopt;
    const Scenario parsed = parse_scenario(text, *subject_.test, spec());
    if (parsed.calls.size() != 1)
      throw InputError(fmt::format("--drain: found {} calls in \"{}\", expected one, as in deq()",
                                   parsed.calls.size(), text));
    return parsed.calls.front();
  }

  // Keeps all cores busy. Returns false if there is nothing left to wait for.
  bool start_some(ChildPool& pool) {
    const unsigned jobs =
        request_.jobs != 0 ? request_.jobs : std::max(1u, std::thread::hardware_concurrency());
    while (pool.running() < jobs && !is_ending()) {
      std::optional<Next> next = next_test();
      if (!next) break;
      start(pool, *next);
      running_.emplace(next->number, *std::move(next));
    }
    return pool.running() > 0;
  }

  bool is_ending() {
    out_of_time_ = out_of_time_ || (seconds_ && since_start_.seconds() >= *seconds_);
    return out_of_time_ || watch_.interrupted() || (failed_ > 0 && !request_.keep_going);
  }

  std::optional<Next> next_test() {
    for (;;) {
      if (source_ == nullptr) {
        source_ = family_of(request_, static_cast<std::uint32_t>(invocations_.units.size()),
                            static_cast<std::uint32_t>(report_.families.size()));
        if (source_ == nullptr) return std::nullopt;
        report_.families.push_back({source_->describe(), source_->size(), 0});
      }
      const std::optional<TestMatrix> matrix = source_->next();
      if (!matrix) {
        source_.reset();
        continue;
      }
      const std::uint64_t number = generated_++;
      if (!shard_.has(number)) continue;
      const std::size_t family = report_.families.size() - 1;
      if (done_before_.contains(number)) {
        ++report_.families[family].done;
        continue;
      }
      Scenario scenario = make_scenario(*matrix, invocations_, around_);
      if (removal_) drain(scenario, *removal_);
      return Next{number, scenario_text(scenario, *subject_.test), family};
    }
  }

  // Runs the test in a fork of this process, with its own fork of the program.
  void start(ChildPool& pool, const Next& next) {
    auto program = std::make_unique<ProgramUnderTest>(program_);
    pool.start(
        [&] {
          GeneratedAnswer answer;
          try {
            answer = run_one(*program, next);
          } catch (const std::exception& error) {
            answer.result.status = ExitStatus::unknown;
            answer.result.reason = error.what();
          }
          return to_bytes(std::move(answer));
        },
        next.number);
    program->let_go();
  }

  GeneratedAnswer run_one(ProgramUnderTest& program, const Next& next) const {
    ExplorationRequest one = request_;
    one.generation = {};
    one.jobs = 1;                                               // as many tests run at once as are wanted
    if (!one.memory_model) one.memory_model = MemoryModel::sc;  // graphs would take at least as long again
    one.checkpoint.clear();
    one.keep_going = false;
    one.test = subject_.test->name;
    one.scenario = next.scenario;
    one.seconds = kMostTestSeconds;
    if (seconds_)
      one.seconds = std::min(std::max(kMostTestSeconds, *seconds_ / 10),
                             std::max(*seconds_ - since_start_.seconds(), 0.1));
    if (!one.further_seconds) one.further_seconds = kFurtherSecondsPerTest;
    const ObjectScenario scenario = find_test(program, one.test, one.scenario);
    const Stopwatch since_start;
    const ExplorationWatch silent{.interrupted = watch_.interrupted};
    ExploredProgram report = explore_scenario(program, scenario, one, silent);
    for (Failure& failure : report.failures) {
      ExplorationRequest rest = one;
      rest.seconds = *one.seconds - since_start.seconds();
      failure = smaller_failure(program, failure, scenario, rest, silent);
    }
    return answer_of(report);
  }

  void note(const ChildPool::Finished& finished) {
    const auto started = running_.extract(finished.tag);
    const Next& test = started.mapped();
    GeneratedAnswer answer;
    answer.result.status = ExitStatus::unknown;
    if (WIFSIGNALED(finished.result.status)) {
      answer.result.reason = fmt::format("its process died: {}", strsignal(WTERMSIG(finished.result.status)));
    } else if (!from_bytes(finished.result.output, answer)) {
      answer.result.reason = "its process said nothing";
    }
    GeneratedResult& result = answer.result;
    result.number = test.number;
    result.scenario = test.scenario;
    if (result.status == ExitStatus::violation && result.smallest.empty()) result.smallest = test.scenario;
    // The end of the run cut the test short: it counts as not begun.
    if (result.status == ExitStatus::unknown && is_ending() && (out_of_time_ || watch_.interrupted())) return;
    failed_ += result.status == ExitStatus::violation;
    ++report_.families[test.family].done;
    family_of_[test.number] = test.family;
    report_.spec = answer.spec;
    report_.criterion = answer.criterion;
    for (std::string& note : answer.notes) {
      if (std::ranges::find(report_.notes, note) == report_.notes.end())
        report_.notes.push_back(std::move(note));
    }
    report_.results.push_back(std::move(result));
    pace_.now_and_then([this] { save_checkpoint(); });
  }

  // Several tests run at the same time. Tests after the first failure would not have been begun with one job,
  // so they are dropped: the result is the same with any number of jobs.
  void forget_what_came_after() {
    std::vector<GeneratedResult>& all = report_.results;
    const auto failing = std::ranges::find(all, ExitStatus::violation, &GeneratedResult::status);
    if (request_.keep_going || failing == all.end()) return;
    for (auto after = failing + 1; after != all.end(); ++after) {
      if (const auto family = family_of_.find(after->number); family != family_of_.end())
        --report_.families[family->second].done;
    }
    all.erase(failing + 1, all.end());
    while (!report_.families.empty() && report_.families.back().done == 0) report_.families.pop_back();
  }

  double planned() const {
    double sum = 0;
    for (const GeneratedFamily& family : report_.families) sum += family.size;
    return sum / static_cast<double>(shard_.count);
  }

  void load_checkpoint() {
    const std::optional<std::string> saved = file_.load();
    if (!saved) return;
    const auto results = results_from_line(*saved);
    if (!results) throw file_.damaged("damaged");
    report_.results = *results;
    for (const GeneratedResult& result : report_.results) {
      done_before_.insert(result.number);
      failed_ += result.status == ExitStatus::violation;
    }
  }
  void save_checkpoint() const { file_.save(to_line(report_.results)); }

  ProgramUnderTest& program_;
  const ObjectScenario& subject_;
  const ExplorationRequest& request_;
  const GeneratedWatch& watch_;
  Invocations invocations_;
  Scenario around_;
  std::optional<PlannedCall> removal_;  // leaves nothing inside
  Shard shard_;
  CheckpointFile file_;
  Pace pace_;  // of writing it
  std::optional<double> seconds_;
  GeneratedTests report_;
  std::unique_ptr<TestSource> source_;  // of the last family
  std::uint64_t generated_ = 0;
  std::set<std::uint64_t> done_before_;
  std::map<std::uint64_t, std::size_t> family_of_;  // by the number of a test that was run
  std::map<std::uint64_t, Next> running_;
  std::uint64_t failed_ = 0;
  bool out_of_time_ = false;
  Stopwatch since_start_;
};

}  // namespace

GeneratedTests run_generated_tests(ProgramUnderTest& program, const ObjectScenario& subject,
                                   const ExplorationRequest& request, const GeneratedWatch& watch) {
  return GeneratedRun(program, subject, request, watch).run();
}

}  // namespace linnet
