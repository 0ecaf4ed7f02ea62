// Implements the criterion `linearizable`: plans, decides part by part, and combines the answers.
#include "check/linearizability/linearizable.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/parallel.hpp"
#include "check/linearizability/partition.hpp"
#include "check/linearizability/search.hpp"
#include "spec/builtin.hpp"

namespace linnet {

std::span<const Algorithm* const> all_algorithms() {
  static constexpr const Algorithm* kAll[] = {
      &kRegisterMonitor, &kQueueMonitor, &kSetMonitor,  &kPriorityQueueMonitor,
      &kStackMonitor,    &kMwcasGraph,   &kMwcasWrites, &kCounting,
      &kQueuePairs,      &kSearch,       &kFrontier,    &kContents,
      &kJustInTime,      &kWingGong,     &kZones,       &kMwcasGraphNaive};
  return kAll;
}

const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm* algorithm : all_algorithms()) {
    if (algorithm->name == name) return algorithm;
  }
  return nullptr;
}

void refuse_crashes(const History& history, const std::string& criterion) {
  if (history.crashes.empty()) return;
  throw InputError(Place{history.words->source}, "the history has crashes, about which criterion " +
                                                     criterion +
                                                     " says nothing; choose strict, recoverable or durable");
}

namespace {

bool is_search(const Algorithm* a) {
  return a == &kSearch || a == &kWingGong || a == &kJustInTime || a == &kFrontier || a == &kContents;
}

const Algorithm* forced_algorithm(const std::string& name) {
  if (name == "auto") return nullptr;
  if (const Algorithm* const found = find_algorithm(name)) return found;
  std::string names = "auto";
  for (const Algorithm* a : all_algorithms()) names += fmt::format(", {}", a->name);
  throw InputError("unknown algorithm " + name + "; there are " + names);
}

class Decision {
 public:
  Decision(const History& whole, const Spec& spec, const CheckOptions& options, const Budget& budget)
      : whole_(whole),
        spec_(spec),
        options_(options),
        budget_(&budget),
        forced_(forced_algorithm(options.algorithm)),
        used_(all_algorithms().size()) {}

  CheckResult run() {
    kept_ = without_idle_pending(whole_, spec_);
    if (whole_.order) {
      decide_jointly();
    } else {
      decide_by_parts();
    }
    for (std::size_t a = 0; a < used_.size(); ++a) {
      if (used_[a]) result_.algorithms.emplace_back(all_algorithms()[a]->name);
    }
    return std::move(result_);
  }

 private:
  // A set of operations that is decided separately. If the algorithm is null, it is chosen when the part's
  // turn comes.
  struct Part {
    std::span<const OperationIndex> members;
    const Algorithm* algorithm;
  };

  Question ask(const History& part, const Spec& spec, std::size_t* explored) const {
    return {part, spec, budget_, options_.want_witness, options_.want_evidence, explored};
  }

  const Algorithm* choose(const Question& question) const {
    if (forced_ != nullptr) {
      if (const auto obstacle = forced_->obstacle(question)) {
        throw InputError(
            fmt::format("algorithm {} cannot decide this history: {}", forced_->name, *obstacle));
      }
      return forced_;
    }
    const auto all = all_algorithms();
    return *std::ranges::find_if(all, [&](const Algorithm* a) { return !a->obstacle(question); });
  }

  // Takes one object at a time if an algorithm can decide it whole: monitors are faster on one history of a
  // million operations than on half a million histories of two. Otherwise by key.
  void plan() {
    const Partitions& objects = storage_.emplace_back(by_object(whole_, kept_));
    for (std::size_t o = 0; o < objects.size(); ++o) {
      if (const Algorithm* const monitor = monitor_for(objects[o])) {
        parts_.push_back({objects[o], monitor});
        continue;
      }
      note_why_no_graph(objects[o]);
      const Partitions& keys = storage_.emplace_back(by_object_and_key(whole_, spec_, objects[o]));
      for (std::size_t k = 0; k < keys.size(); ++k) parts_.push_back({keys[k], nullptr});
    }
  }

  const Algorithm* monitor_for(std::span<const OperationIndex> members) const {
    History storage;
    const Question question = ask(part_of_whole(members, storage), spec_, nullptr);
    for (const Algorithm* const a : all_algorithms()) {
      if (is_search(a) || (forced_ != nullptr && a != forced_)) continue;
      if (!a->obstacle(question)) return a;
    }
    return nullptr;
  }

  // If a mwcas history needs the search, the reason is most often how it was recorded.
  void note_why_no_graph(std::span<const OperationIndex> members) {
    if (forced_ != nullptr || builtin_object(spec_) != BuiltinObject::mwcas || !result_.notes.empty()) return;
    History storage;
    const auto obstacle = kMwcasGraph.obstacle(ask(part_of_whole(members, storage), spec_, nullptr));
    if (obstacle)
      result_.notes.push_back(fmt::format("searched instead of decided by the graph: {}", *obstacle));
  }

  const History& part_of_whole(std::span<const OperationIndex> members, History& storage) const {
    if (members.size() == whole_.size()) return whole_;
    storage = whole_.select({members.begin(), members.end()});
    return storage;
  }

  void decide_by_parts() {
    plan();
    result_.partitions = parts_.size();
    WitnessStitcher stitcher(whole_);
    for_each_index(parts_.size(), options_.jobs, [&](std::size_t p) {
      if (p % kPartsPerMeasure == 0 && budget_.measure()) {
        const std::lock_guard hold(lock_);
        note(parts_[p].members,
             Unknown{fmt::format("{} after {} of {} parts", budget_.reason(), p, parts_.size())});
        return false;
      }
      return decide(parts_[p], stitcher);
    });
    if (options_.want_witness && passed(result_.verdict)) {
      std::get<Pass>(result_.verdict).witness = stitcher.stitch();
    }
  }

  // Returns whether it is worth continuing.
  bool decide(const Part& part, WitnessStitcher& stitcher) {
    History storage;
    std::size_t explored = 0;
    const Question question = ask(part_of_whole(part.members, storage), spec_, &explored);
    const Algorithm* const algorithm = part.algorithm != nullptr ? part.algorithm : choose(question);
    Verdict verdict = algorithm->decide(question);
    if (auto* const pass = std::get_if<Pass>(&verdict)) {
      renumber(pass->witness.order, part.members);
      stitcher.add(pass->witness.order);
    }
    const std::lock_guard hold(lock_);
    result_.explored += explored;
    mark_used(algorithm);
    if (!passed(verdict)) note(part.members, std::move(verdict));
    return passed(result_.verdict);
  }

  void mark_used(const Algorithm* algorithm) {
    used_[static_cast<std::size_t>(std::ranges::find(all_algorithms(), algorithm) -
                                   all_algorithms().begin())] = true;
  }

  // A violation outranks unknown answers: all other work stops then.
  void note(std::span<const OperationIndex> members, Verdict verdict) {
    if (violated(result_.verdict) || (unknown(result_.verdict) && unknown(verdict))) return;
    if (auto* const violation = std::get_if<Violation>(&verdict)) {
      for (auto& order : violation->longest) renumber(order, members);
      renumber(violation->suspects, members);
      result_.violating_part.assign(members.begin(), members.end());
      budget_.cancel();
    }
    result_.verdict = std::move(verdict);
  }

  // All objects in one search, because precedence is not an interval order.
  void decide_jointly() {
    History part = whole_.select(kept_);
    const bool several = by_object(whole_, kept_).size() > 1;
    if (several) part = joined(part);
    const Spec spec = several ? product_of(spec_, whole_.words->objects.size()) : spec_;
    const Question question = ask(part, spec, &result_.explored);
    const Algorithm* const algorithm = choose(question);
    result_.partitions = 1;
    mark_used(algorithm);
    Verdict verdict = algorithm->decide(question);
    if (auto* const pass = std::get_if<Pass>(&verdict)) {
      renumber(pass->witness.order, kept_);
      result_.verdict = std::move(*pass);
    } else {
      note(kept_, std::move(verdict));
    }
  }

  // A part may be two operations; the clock and the kernel are not read for each.
  static constexpr std::size_t kPartsPerMeasure = 64;

  const History& whole_;
  const Spec& spec_;
  const CheckOptions& options_;
  const Budget budget_;
  const Algorithm* forced_;
  std::vector<OperationIndex> kept_;
  std::deque<Partitions> storage_;  // parts_ points into it
  std::vector<Part> parts_;
  std::mutex lock_;  // protects the following members
  CheckResult result_;
  std::vector<bool> used_;  // by place in the table
};

}  // namespace

CheckResult check_linearizable(const History& history, const Spec& spec, const CheckOptions& options,
                               const Budget& budget) {
  refuse_crashes(history, "linearizable");
  CheckResult result = Decision(history, spec, options, budget).run();
  const bool has_pending = !std::ranges::all_of(history.operations, &Operation::completed);
  if (history.stuck && has_pending && !violated(result.verdict)) {
    CheckResult stuck = check_stuck(history, spec, options, budget);
    if (violated(stuck.verdict) || passed(result.verdict)) {
      // The witness is that of linearizability, which this pass includes.
      if (passed(stuck.verdict)) stuck.verdict = std::move(result.verdict);
      stuck.explored += result.explored;
      stuck.algorithms = std::move(result.algorithms);
      return stuck;
    }
  }
  return result;
}

}  // namespace linnet
