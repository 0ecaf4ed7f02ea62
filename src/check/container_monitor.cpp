// Unique values, and bounds where pending removes leave a choice.
#include "check/container_monitor.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "check/dense_ranks.hpp"
#include "check/value_ids.hpp"

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
std::optional<Leftovers> exact_policy(const ContainerMonitor& monitor, const History& history,
                                      std::span<const Role> roles) {
  if (std::ranges::none_of(history.operations,
                           [&](const Operation& op) { return !op.completed() && removes(roles[op.method]); }))
    return Leftovers::stay;
  const Lives lives = find_lives(history, roles);
  if (std::ranges::none_of(lives.lives, &Life::leftover)) return Leftovers::stay;
  if (!monitor.matches) return std::nullopt;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const ValueId v = lives.value_of[i];
    if (v != kNoValue && roles[history.operations[i].method] == Role::peek && lives.lives[v].leftover())
      return std::nullopt;
  }
  return Leftovers::matched;
}

}  // namespace

std::optional<std::string> obstacle_to(const ContainerMonitor& monitor, const Question& question) {
  if (question.spec.monitored_as() != monitor.object)
    return fmt::format("the specification is not {}", monitor.object);
  const History& history = question.history;
  if (history.order) return "precedence is a partial order that is not one of intervals";
  const std::vector<Role> roles = roles_of(question.spec, monitor.roles);
  if (auto obstacle = obstacle_to_unique_values(history, monitor.object, roles)) return obstacle;
  const auto dense = with_dense_ranks(history);
  const Question plain{dense ? *dense : history, question.spec, question.budget};
  if (exact_policy(monitor, plain.history, roles)) return std::nullopt;
  if (violated(monitor.run(plain, roles, Leftovers::stay)) &&
      passed(monitor.run(plain, roles, Leftovers::may_go)))
    return "pending calls may have removed one or another value";
  return std::nullopt;
}

Verdict decide_with(const ContainerMonitor& monitor, const Question& question) {
  const auto dense = with_dense_ranks(question.history);
  const Question asked{dense ? *dense : question.history, question.spec, question.budget,
                       question.want_witness, question.want_evidence};
  const std::vector<Role> roles = roles_of(question.spec, monitor.roles);
  if (const auto policy = exact_policy(monitor, asked.history, roles))
    return monitor.run(asked, roles, *policy);
  Verdict verdict = monitor.run(asked, roles, Leftovers::stay);
  return violated(verdict) ? monitor.run(asked, roles, Leftovers::may_go) : verdict;
}

}  // namespace linnet
