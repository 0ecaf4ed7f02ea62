// Takes the steps of explaining, and translates indices of parts back to indices of the whole.
#include "explain/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "explain/core.hpp"
#include "explain/phrases.hpp"
#include "explain/prefix.hpp"

namespace linnet {

namespace {

using Indices = std::vector<OperationIndex>;

// outer[inner[k]] for all k: one step of the way back.
Indices through(const Indices& inner, const Indices& outer) {
  Indices result;
  for (const OperationIndex i : inner) result.push_back(outer[i]);
  return result;
}

Explanation::Attempt through(Explanation::Attempt attempt, const Indices& outer) {
  for (auto& placed : attempt.placed) placed.operation = outer[placed.operation];
  for (auto& blocked : attempt.blocked) {
    blocked.operation = outer[blocked.operation];
    blocked.waits_for = through(blocked.waits_for, outer);
  }
  return attempt;
}

// Where the operation stands in the core that cannot be placed. If the last one of the prefix is not in the
// core, then the core is a violation without it, and its own shortest prefix says where.
std::optional<OperationIndex> culprit_in(const History& core, const Indices& operations,
                                         std::optional<OperationIndex> last, Judge& judge) {
  if (!last) return std::nullopt;
  const auto place = std::ranges::find(operations, *last);
  if (place != operations.end()) return static_cast<OperationIndex>(place - operations.begin());
  return shortest_violating_prefix(core, judge).last;
}

}  // namespace

Explanation explain(const History& whole, const std::vector<OperationIndex>& part, const Spec& spec,
                    const std::string& subject, const Rules& rules, std::string sentence_from_checker) {
  const History history = whole.select(part);
  Judge judge(rules.decide, history.size());
  const Prefix prefix = shortest_violating_prefix(history, judge);
  const Core core = minimal_core(prefix.history, spec, judge);
  const History core_history = prefix.history.select(core.operations);
  const Attempts attempts = longest_attempts(core_history, spec, rules.too_late);

  Explanation e;
  e.subject = subject;
  if (prefix.last) e.last = part[*prefix.last];
  e.prefix = through(prefix.operations, part);
  e.open = through(prefix.open, part);
  e.prefix_is_shortest = prefix.shortest;
  e.core = through(core.operations, e.prefix);
  e.core_is_minimal = core.minimal;
  const auto culprit = culprit_in(core_history, e.core, e.last, judge);
  if (culprit) e.culprit = e.core[*culprit];
  for (const Explanation::Attempt& attempt : attempts.best) e.attempts.push_back(through(attempt, e.core));
  e.attempts_are_longest = attempts.longest;

  const Scene scene{history, core_history, spec, culprit, core.minimal};
  const bool cut_off = std::ranges::any_of(
      core_history.operations, [](const Operation& op) { return op.status == Operation::Status::crashed; });
  // The familiar phrases know of operations that return, or do not; not of deadlines.
  if (auto phrase = cut_off ? std::nullopt : familiar_phrase(scene)) {
    e.sentence = std::move(*phrase);
  } else if (!sentence_from_checker.empty()) {
    e.sentence = std::move(sentence_from_checker);
  } else {
    e.sentence = generic_phrase(scene, attempts.best, attempts.longest);
  }
  if (!e.sentence.ends_with('.')) e.sentence += '.';
  if (cut_off && !rules.of_cut_off.empty()) e.sentence += fmt::format(" {}", rules.of_cut_off);
  return e;
}

}  // namespace linnet
