// Finds out how strong methods are: all maximal assignments of strengths that a set of histories keeps.
//
// A history that keeps an assignment also keeps weaker ones, so the assignments kept are closed downwards,
// and the task is to find their maximal elements. Candidates begin with "everything lin". If some history
// breaks a candidate, the candidate is lowered, method by method, as far as that history still breaks it: a
// minimal reason. No assignment at or above a reason is kept, so every candidate there is replaced by the
// largest ones below it that are not: one method of the reason is lowered just enough. A candidate that all
// histories keep is maximal. (This is Berge's algorithm for transversals, on a product of small orders rather
// than on sets.) The histories are checked once for each maximal assignment, and a few times for each minimal
// reason; never for all 5^n assignments.
//
// An example: put(1,1) and put(2,2) return before size() → 1 is called. The reason is "size=hb", or "size=po"
// if the puts are of the same thread as size. A counter-example to taking one method after the other: deq() →
// 1 overlaps take() → 1, and there is one enq(1). Either may be lin if the other does not see it, so there
// are several maximal assignments.
#include "check/weak/weak.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace linnet {

namespace {

using Levels = std::vector<Strength>;  // by method to infer

bool implies(const Levels& a, const Levels& b) {
  return std::ranges::equal(a, b, [](Strength x, Strength y) { return implies(x, y); });
}

// The strongest strengths that `from` implies and that do not imply `reason`.
std::vector<Strength> strongest_without(Strength from, Strength reason) {
  std::vector<Strength> strongest;
  for (const Strength s : kStrengths) {
    const auto weaker = [&](Strength t) { return implies(t, s); };
    if (implies(from, s) && !implies(s, reason) && std::ranges::none_of(strongest, weaker))
      strongest.push_back(s);
  }
  return strongest;
}

// The methods that some history calls, in the order of the specification; overloads are one method.
std::vector<std::string> methods_called(std::span<const History> histories, const Spec& spec) {
  std::vector<bool> called(spec.methods().size());
  for (const History& history : histories) {
    for (const Operation& op : history.operations) called[op.method] = true;
  }
  std::vector<std::string> names;
  for (std::size_t m = 0; m < called.size(); ++m) {
    const std::string& name = spec.methods()[m].name;
    if (called[m] && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

bool all_linearized(const Strengths& strengths) {
  return std::ranges::all_of(strengths, [](const auto& s) { return s.strength == Strength::linearized; });
}

// The border of the assignments to some methods, while others are fixed.
class Border {
 public:
  Border(std::span<const History> histories, const Spec& spec, const InferenceGiven& given,
         std::vector<std::string> methods, const WeakOptions& options, const Budget& budget)
      : spec_(spec), given_(given), methods_(std::move(methods)), options_(options), budget_(budget) {
    for (const History& history : histories) histories_.push_back(&history);
    candidates_.push_back({Levels(methods_.size(), Strength::linearized)});
  }

  void find() {
    const auto open = [](const Candidate& c) { return !c.kept; };
    for (auto at = candidates_.begin(); at != candidates_.end();
         at = std::ranges::find_if(candidates_, open)) {
      const History* breaks = broken_by(at->levels);
      if (!reason_.empty()) break;
      if (breaks == nullptr) {
        at->kept = true;
        continue;
      }
      const Levels reason = lowered(at->levels, *breaks);
      if (!reason_.empty()) break;
      exclude(reason);
      last_broken_by_ = breaks;
    }
  }

  std::vector<Levels> maximal() const {
    std::vector<Levels> kept;
    for (const Candidate& c : candidates_) {
      if (c.kept) kept.push_back(c.levels);
    }
    std::ranges::sort(kept);
    return kept;
  }
  // Which limit was reached, if one was; then maximal() may lack some models.
  const std::string& reason() const { return reason_; }
  const History* last_broken_by() const { return last_broken_by_; }
  Strengths named(const Levels& levels) const {
    Strengths strengths;
    for (std::size_t m = 0; m < levels.size(); ++m) strengths.push_back({methods_[m], levels[m]});
    return strengths;
  }

 private:
  struct Candidate {
    Levels levels;
    bool kept = false;  // by all histories, and not only as far as is known
  };

  bool breaks(const History& history, const Levels& levels) {
    const Strengths strengths = named(levels);
    WeakModel model = given_.model;
    model.require(given_.fixed);
    model.require(strengths);
    // If all called methods see everything, the algorithms of linearizability are faster.
    if (all_linearized(strengths) && all_linearized(given_.fixed)) model = WeakModel::named("linearizable");
    const WeakResult result = check_weak(history, spec_, model, options_, budget_);
    if (const auto* unknown = std::get_if<Unknown>(&result.verdict)) reason_ = unknown->reason;
    return violated(result);
  }

  // A history that breaks the assignment; it is checked first the next time.
  const History* broken_by(const Levels& levels) {
    for (auto at = histories_.begin(); at != histories_.end() && reason_.empty(); ++at) {
      if (!breaks(**at, levels)) continue;
      std::rotate(histories_.begin(), at, at + 1);
      return histories_.front();
    }
    return nullptr;
  }

  Levels lowered(Levels levels, const History& history) {
    for (Strength& level : levels) {
      const Strength before = level;
      for (const Strength weaker : std::views::reverse(kStrengths)) {
        if (!implies(before, weaker)) continue;
        level = weaker;
        if (weaker == before || breaks(history, levels)) break;
      }
    }
    return levels;
  }

  void exclude(const Levels& reason) {
    const auto above =
        std::ranges::partition(candidates_, [&](const Candidate& c) { return !implies(c.levels, reason); });
    const std::vector<Candidate> excluded(above.begin(), above.end());
    candidates_.erase(above.begin(), above.end());
    for (const Candidate& c : excluded) {
      for (std::size_t m = 0; m < reason.size(); ++m) {
        for (const Strength s : strongest_without(c.levels[m], reason[m])) {
          Candidate lower{c.levels};
          lower.levels[m] = s;
          add(std::move(lower));
        }
      }
    }
  }

  // Adds the candidate unless another one implies it; removes those that it implies.
  void add(Candidate candidate) {
    const auto above = [&](const Candidate& c) { return implies(c.levels, candidate.levels); };
    if (std::ranges::any_of(candidates_, above)) return;
    std::erase_if(candidates_, [&](const Candidate& c) { return implies(candidate.levels, c.levels); });
    candidates_.push_back(std::move(candidate));
  }

  std::vector<const History*> histories_;
  const Spec& spec_;
  const InferenceGiven& given_;
  std::vector<std::string> methods_;
  const WeakOptions& options_;
  const Budget& budget_;
  std::vector<Candidate> candidates_;
  std::string reason_;
  const History* last_broken_by_ = nullptr;
};

}  // namespace

InferredStrengths infer_strengths(std::span<const History> histories, const Spec& spec,
                                  const InferenceGiven& given, const WeakOptions& options,
                                  const Budget& budget) {
  std::vector<std::string> methods = methods_called(histories, spec);
  std::erase_if(methods, [&](const std::string& method) {
    return std::ranges::find(given.fixed, method, &MethodStrength::method) != given.fixed.end();
  });
  InferredStrengths result;

  Border all(histories, spec, given, methods, options, budget);
  all.find();
  result.reason = all.reason();
  for (const Levels& levels : all.maximal()) result.maximal.push_back(all.named(levels));
  if (result.maximal.empty() && result.reason.empty())
    result.unexplained = static_cast<std::size_t>(all.last_broken_by() - histories.data());

  for (const std::string& method : methods) {
    if (!result.reason.empty()) break;
    InferenceGiven others = given;
    for (const std::string& other : methods) {
      if (other != method) others.fixed.push_back({other, Strength::linearized});
    }
    Border border(histories, spec, others, {method}, options, budget);
    border.find();
    result.reason = border.reason();
    if (!result.reason.empty()) break;
    auto& alone = result.alone.emplace_back(InferredStrengths::Alone{method, {}});
    for (const Levels& levels : border.maximal()) alone.strongest.push_back(levels[0]);
  }
  return result;
}

}  // namespace linnet
