// Drives the programs under test: explores as the environment says and prints the results.
//
//   LINNET_TEST=dfs:N        exhaustively, at most N executions
//   LINNET_TEST=dpor:N       up to the order of independent steps, at most N executions
//   LINNET_TEST=random:N     N executions, uniform choices
//   LINNET_TEST=sticky:N     N executions, switching seldom
//   LINNET_TEST=branches:N   N executions, each of which begins as the one before
//   LINNET_TEST_OPTIONS      words: quarantine, spurious, leaks, races=off, races=explore (prints `racy N`,
//                            the number of places that became steps in the last exploration), trace (prints
//                            a fingerprint of all steps, and `skipped N`, the steps that were not run again), twice
//                            (explores twice and compares every execution's steps), both (the same, the second time
//                            with every execution from its beginning), states (steps are compared with all that the
//                            program is before them), copies=off (every execution from its beginning)
// Output: `executions N`, `complete yes|no`, `wasted N`, then a line `KIND COUNT` per kind of outcome, the
// first output of each kind as `output KIND TEXT`, and details of the first failure.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <ctime>
#include <map>
#include <set>
#include <string>

#include "base/hash.hpp"
#include "explore/dpor.hpp"
#include "runtime/fixed_addresses.hpp"
#include "runtime/run_program.hpp"
#include "runtime/test_strategies.hpp"

namespace linnet::runtime {
namespace {

// Wraps a strategy and hashes everything that happens.
class Fingerprint final : public Strategy {
 public:
  Fingerprint(Strategy& inner, bool looks_at_states) : inner_(inner), looks_at_states_(looks_at_states) {}
  bool next_execution() override {
    hash = 0;
    before_.swap(now_);
    now_.clear();
    return inner_.next_execution();
  }
  std::optional<std::uint32_t> repeated_steps() const override { return inner_.repeated_steps(); }
  bool skip(std::uint32_t steps) override {
    if (!inner_.skip(steps)) return false;
    skipped += steps;
    hash = before_[steps];
    now_.assign(before_.begin(), before_.begin() + steps);
    return true;
  }
  ThreadNumber pick(std::span<const Ready> ready) override {
    now_.push_back(hash);
    for (const Ready& r : ready) add(r.expected);
    if (looks_at_states_) {
      for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, 2>>(state_fingerprint()))
        hash = mix(hash, word);
    }
    const auto picked = inner_.pick(ready);
    hash = mix(hash, picked);
    return picked;
  }
  std::uint32_t choose(std::uint32_t alternatives) override {
    hash = mix(hash, alternatives);
    return inner_.choose(alternatives);
  }
  void took(const Step& step) override {
    add(step);
    inner_.took(step);
  }
  void waiting(std::span<const Ready> left) override { inner_.waiting(left); }
  void finished(Ending ending) override {
    hash = mix(hash, static_cast<std::uint64_t>(ending));
    inner_.finished(ending);
  }

  std::uint64_t hash = 0;
  std::uint64_t skipped = 0;

 private:
  void add(const Step& step) {
    hash = mix(hash, step.thread);
    for (const Access& a : step.touched()) hash = mix(mix(hash, a.address), a.size * 2 + a.writes);
  }
  Strategy& inner_;
  bool looks_at_states_;
  std::vector<std::uint64_t> now_,
      before_;  // the hashes before each step, in this execution and in the one before
};

struct Summary {
  std::map<std::string, std::uint64_t> outcomes;
  std::map<std::string, std::string> first_output;
  std::set<std::string> outputs;
  std::vector<std::uint64_t> fingerprints;
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  std::uint64_t skipped = 0;
  std::uint64_t wasted = 0;  // executions that the reduction should have spared
  bool complete = true;
  std::string detail;
  std::set<std::pair<CodeOffset, CodeOffset>> races;  // for addr2line
};

struct Detail {
  std::string operator()(const Completed& c) const { return fmt::format("status {}", c.status); }
  std::string operator()(const Deadlock& d) const {
    std::string text;
    for (const Waiting& w : d.waiting) {
      text += fmt::format("{}thread {} waits for {}", text.empty() ? "" : ", ", w.thread, int(w.what));
    }
    return text;
  }
  std::string operator()(const DataRace& r) const {
    const auto side = [](const RacingAccess& a) {
      return fmt::format("{}{} of {} by thread {}, {} deep", a.atomic ? "atomic " : "",
                         a.frees           ? "free"
                         : a.access.writes ? "write"
                                           : "read",
                         a.access.size, a.thread, a.where.size());
    };
    return side(r.earlier) + "; " + side(r.later);
  }
  std::string operator()(const Crash& c) const {
    return fmt::format("signal {} address {:#x}{}", c.signal, c.address,
                       c.stack_overflow ? " stack overflow" : "");
  }
  std::string operator()(const FailedAssertion& a) const { return a.expression; }
  std::string operator()(const UncaughtException& e) const { return e.type + ": " + e.what; }
  std::string operator()(const BadAllocation& b) const { return fmt::format("{} bytes", b.size); }
  std::string operator()(const LockMisuse& m) const { return fmt::format("{:#x}", m.object); }
  std::string operator()(const MemoryMisuse& m) const { return fmt::format("{:#x}", m.address); }
  std::string operator()(const Leak& l) const {
    return fmt::format("{} blocks, the first of {} by thread {}", l.blocks.size(), l.blocks[0].size,
                       l.blocks[0].thread);
  }
  std::string operator()(const LimitReached& l) const { return fmt::format("limit {}", int(l.limit)); }
  std::string operator()(const Unsupported& u) const { return u.call; }
  std::string operator()(const WaitsOutside& w) const { return w.call; }
  std::string operator()(const Nondeterminism& n) const { return fmt::format("thread {}", n.thread); }
  std::string operator()(const Abandoned&) const { return ""; }
};

bool has_word(const char* variable, std::string_view word) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value).find(word) != std::string_view::npos;
}

// With races=explore: stops at a race, and adds its places to those with which the next exploration starts.
Summary explore_once(std::string_view how, RuntimeOptions& options, bool& found_places) {
  Summary summary;
  found_places = false;
  const std::uint64_t most = std::strtoull(how.substr(how.find(':') + 1).data(), nullptr, 10);
  DepthFirstStrategy depth_first;
  DporStrategy dpor;
  RandomStrategy random(most, 7, how.starts_with("sticky") ? 16 : 1);
  BranchingStrategy branches(most, 11);
  const bool reduced = how.starts_with("dpor");
  const bool exhaustive = reduced || how.starts_with("dfs");
  Strategy& chosen = reduced                       ? static_cast<Strategy&>(dpor)
                     : exhaustive                  ? static_cast<Strategy&>(depth_first)
                     : how.starts_with("branches") ? static_cast<Strategy&>(branches)
                                                   : random;
  Fingerprint fingerprint(chosen, options.states_are_compared);
  const bool traced = has_word("LINNET_TEST_OPTIONS", "trace") || has_word("LINNET_TEST_OPTIONS", "twice") ||
                      has_word("LINNET_TEST_OPTIONS", "both");
  const RunReport report =
      run_program(traced ? fingerprint : chosen, options, [&](const ExecutionReport& one) {
        summary.steps += one.steps;
        const std::string kind(name_of(kind_of(one.ending)));
        if (++summary.outcomes[kind] == 1) summary.first_output[kind] = one.output;
        if (!one.output.empty()) summary.outputs.emplace(one.output);
        if (kind != "completed" && summary.detail.empty()) {
          summary.detail = fmt::format("{} in thread {}: {}", kind, one.ending.thread,
                                       std::visit(Detail{}, one.ending.what));
        }
        if (traced) summary.fingerprints.push_back(fingerprint.hash);
        const auto* race = std::get_if<DataRace>(&one.ending.what);
        if (race != nullptr) summary.races.emplace(race->earlier.place, race->later.place);
        if (race != nullptr && options.races == Races::explore) {
          found_places = add_places(*race, options.races, options.racy_places);
          return Next::stop;
        }
        summary.complete = !exhaustive || one.number + 1 < most;
        return summary.complete ? Next::go_on : Next::stop;
      });
  summary.executions = report.executions;
  summary.skipped = fingerprint.skipped;
  summary.wasted = dpor.statistics().blocked + dpor.statistics().redundant;
  if (report.stopped == Stopped::by_signal) summary.complete = false;
  return summary;
}

Summary explore(std::string_view how, RuntimeOptions& options) {
  for (;;) {
    bool found_places;
    Summary summary = explore_once(how, options, found_places);
    if (!found_places) return summary;
  }
}

}  // namespace

void begin(char** arguments) {
  restart_with_fixed_addresses(arguments);
}

int drive(std::span<char*>) {
  const char* how = std::getenv("LINNET_TEST");
  RuntimeOptions options;
  options.go_on_after_signal = has_word("LINNET_TEST_OPTIONS", "go-on");
  options.spurious_wakeups = has_word("LINNET_TEST_OPTIONS", "spurious");
  if (has_word("LINNET_TEST_OPTIONS", "quarantine")) options.allocation = AllocationPolicy::quarantine;
  options.report_leaks = has_word("LINNET_TEST_OPTIONS", "leaks");
  options.states_are_compared = has_word("LINNET_TEST_OPTIONS", "states");
  options.from_the_beginning = has_word("LINNET_TEST_OPTIONS", "copies=off");
  if (has_word("LINNET_TEST_OPTIONS", "races=off")) options.races = Races::off;
  if (has_word("LINNET_TEST_OPTIONS", "races=explore")) options.races = Races::explore;
  const std::clock_t start = std::clock();
  const Summary summary = explore(how == nullptr ? "dfs:100000" : how, options);
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  print(fmt::format("executions {}\ncomplete {}\nsteps {}\nwasted {}\n", summary.executions,
                    summary.complete ? "yes" : "no", summary.steps, summary.wasted));
  for (const auto& [kind, count] : summary.outcomes) print(fmt::format("outcome {} {}\n", kind, count));
  for (const auto& [kind, text] : summary.first_output) {
    if (!text.empty()) print(fmt::format("output {} {}\n", kind, text));
  }
  print(fmt::format("outputs {}\nracy {}\n", summary.outputs.size(), options.racy_places.size()));
  if (!summary.detail.empty()) print(fmt::format("failure {}\n", summary.detail));
  for (const auto& [earlier, later] : summary.races) print(fmt::format("race {:#x} {:#x}\n", earlier, later));
  print(fmt::format("rate {:.0f}\n", summary.executions / (seconds > 0 ? seconds : 1e-9)));
  if (has_word("LINNET_TEST_OPTIONS", "trace")) {
    std::uint64_t all = 0;
    for (const std::uint64_t f : summary.fingerprints) all = mix(all, f);
    print(fmt::format("trace {:016x}\nskipped {}\n", all, summary.skipped));
  }
  if (has_word("LINNET_TEST_OPTIONS", "twice")) {
    const Summary again = explore(how, options);
    print(fmt::format("same {}\n", again.fingerprints == summary.fingerprints ? "yes" : "no"));
  }
  if (has_word("LINNET_TEST_OPTIONS", "both")) {  // the first time, other memory has been written
    const Summary again = explore(how, options);
    options.from_the_beginning = true;
    const Summary slow = explore(how, options);
    const bool same = again.fingerprints == slow.fingerprints && again.outcomes == slow.outcomes &&
                      again.steps == slow.steps && again.outputs == slow.outputs &&
                      again.detail == slow.detail && again.races == slow.races;
    print(fmt::format("same {}\nskipped {} {}\n", same ? "yes" : "no", again.skipped, slow.skipped));
  }
  return 0;
}

}  // namespace linnet::runtime
