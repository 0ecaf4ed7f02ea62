// Checks that values are unique, and uses the two bounds where pending removes leave a choice.
#include "check/monitors/container_monitor.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/dense_ranks.hpp"
#include "check/monitors/value_ids.hpp"

namespace linnet {

namespace {

// By method index.
std::vector<Role> roles_of(const Spec& spec, std::span<const RoleName> names) {
  std::vector<Role> roles;
  for (const Method& method : spec.methods())
    roles.push_back(std::ranges::find(names, method.name, &RoleName::method)->role);
  return roles;
}

std::optional<std::string> obstacle_to_unique_values(const History& history, std::string_view object,
                                                     std::span<const Role> roles) {
  ValueIds::Bounds bounds;
  for (const Operation& op : history.operations) {
    if (roles[op.method] == Role::add) bounds.include(op.args()[0]);
  }
  ValueIds ids(bounds);
  std::uint32_t adds = 0;
  for (const Operation& op : history.operations) {
    if (roles[op.method] != Role::add) continue;
    const Value v = op.args()[0];
    if (v.is_null()) return fmt::format("null is in the {}, and is also the word for an empty one", object);
    ids.insert(v);
    if (ids.size() != ++adds) return fmt::format("{} is added more than once", v.to_json());
  }
  return std::nullopt;
}

// How to treat leftovers so that the answer is exact; nullopt if only the two bounds are known.
std::optional<Leftovers> exact_policy(const ContainerMonitor& monitor, const Lives& lives) {
  if (lives.pending_removes.empty()) return Leftovers::stay;
  bool any = false, peeked = false;
  for (const Life& life : lives.lives) {
    any = any || life.leftover();
    peeked = peeked || (life.leftover() && life.seen_ret != kNever);
  }
  if (!any) return Leftovers::stay;
  return monitor.matches && !peeked ? std::optional(Leftovers::matched) : std::nullopt;
}

bool has_pending_remove(const History& history, std::span<const Role> roles) {
  return std::ranges::any_of(
      history.operations, [&](const Operation& op) { return !op.completed() && removes(roles[op.method]); });
}

// The bounds disagree.
bool undecided(const ContainerMonitor& monitor, const Question& question, std::span<const Role> roles) {
  bool between = false;
  decide_densely(question, [&](const Question& dense, Rank ranks) -> Verdict {
    const Lives lives = find_lives(dense.history, roles, ranks);
    if (lives.fault != Lives::FaultKind::none || exact_policy(monitor, lives)) return Pass{};
    between = violated(monitor.run(dense, roles, lives, Leftovers::stay)) &&
              passed(monitor.run(dense, roles, lives, Leftovers::may_go));
    return Pass{};
  });
  return between;
}

}  // namespace

std::optional<std::string> obstacle_to(const ContainerMonitor& monitor, const Question& question) {
  if (question.spec.monitored_as() != monitor.object)
    return fmt::format("the specification is not {}", monitor.object);
  const History& history = question.history;
  if (history.order) return "precedence is a partial order that is not one of intervals";
  const std::vector<Role> roles = roles_of(question.spec, monitor.roles);
  if (auto obstacle = obstacle_to_unique_values(history, monitor.object, roles)) return obstacle;
  if (has_pending_remove(history, roles) &&
      undecided(monitor, {history, question.spec, question.budget}, roles))
    return "pending calls may have removed one or another value";
  return std::nullopt;
}

Verdict decide_with(const ContainerMonitor& monitor, const Question& question) {
  const std::vector<Role> roles = roles_of(question.spec, monitor.roles);
  return decide_densely(question, [&](const Question& dense, Rank ranks) -> Verdict {
    Lives lives = find_lives(dense.history, roles, ranks);
    if (lives.fault != Lives::FaultKind::none)
      return question.want_evidence ? explain_fault(dense.history, roles, lives) : Violation{};
    if (question.budget.measure()) return Unknown{question.budget.reason()};
    if (const auto policy = exact_policy(monitor, lives))
      return monitor.run(dense, roles, std::move(lives), *policy);
    Verdict verdict = monitor.run(dense, roles, lives, Leftovers::stay);
    return violated(verdict) ? monitor.run(dense, roles, std::move(lives), Leftovers::may_go) : verdict;
  });
}

}  // namespace linnet
