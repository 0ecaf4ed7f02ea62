// One pass over the history collects the ranks of every value; a second one over the values finds faults.
#include "check/monitors/value_lives.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

namespace linnet {

namespace {

Value value_in(const Operation& op, Role role) {
  return role == Role::add ? op.args()[0] : op.result;
}

// The integers to expect, as far as they matter to the algorithm: those of adds and of completed operations.
ValueIds ids_for(const History& history, std::span<const Role> roles) {
  ValueIds::Bounds bounds;
  for (const Operation& op : history.operations) bounds.include(value_in(op, roles[op.method]));
  return ValueIds(bounds);
}

class LifeCollector {
 public:
  LifeCollector(const History& history, std::span<const Role> roles, Rank ranks)
      : history_(history), roles_(roles), ids_(ids_for(history, roles)) {
    out_.value_of.assign(history.size(), kNoValue);
    out_.lives.reserve(history.size() / 2);
    out_.ranks = ranks;
  }

  Lives run() && {
    for (OperationIndex i = 0; i < history_.size(); ++i) collect(i, history_.operations[i]);
    for (ValueId v = 0; v < out_.lives.size() && out_.fault == Lives::FaultKind::none; ++v) judge(v);
    return std::move(out_);
  }

 private:
  void collect(OperationIndex i, const Operation& op) {
    const Role role = roles_[op.method];
    if (role == Role::add) {
      if (op.completed() && !op.result.is_null()) accuse(Lives::FaultKind::odd_result, kNoValue, i);
    } else if (!op.completed()) {
      if (role != Role::peek) out_.pending_removes.push_back(i);
      return;
    } else if (op.result.is_null()) {
      if (role == Role::take) accuse(Lives::FaultKind::odd_result, kNoValue, i);
      out_.empties.push_back(i);
      return;
    }
    const ValueId v = ids_.insert(value_in(op, role));
    if (v == out_.lives.size()) out_.lives.emplace_back();
    out_.value_of[i] = v;
    Life& life = out_.lives[v];
    life.first_ret = std::min(life.first_ret, op.ret);
    life.last_call = std::max(life.last_call, op.call);
    if (role == Role::add) {
      life.add_call = op.call;
      return;
    }
    life.seen_ret = std::min(life.seen_ret, op.ret);
    if (role != Role::peek) {
      if (life.removed()) accuse(Lives::FaultKind::removed_twice, v, i);
      life.remove_ret = op.ret;
    }
  }

  void judge(ValueId v) {
    const Life& life = out_.lives[v];
    if (!life.added()) return;
    if (life.add_call == kNever) {
      accuse(Lives::FaultKind::never_added, v, 0);
    } else if (life.first_ret < life.add_call) {
      accuse(Lives::FaultKind::seen_early, v, 0);
    } else if (life.remove_ret < life.last_call) {
      accuse(Lives::FaultKind::seen_late, v, 0);
    }
  }

  void accuse(Lives::FaultKind kind, ValueId value, OperationIndex operation) {
    if (out_.fault != Lives::FaultKind::none) return;
    out_.fault = kind;
    out_.faulty_value = value;
    out_.faulty_operation = operation;
  }

  const History& history_;
  std::span<const Role> roles_;
  ValueIds ids_;
  Lives out_;
};

std::vector<OperationIndex> removes_of(const History& history, std::span<const Role> roles,
                                       const Lives& lives, ValueId value) {
  std::vector<OperationIndex> found;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Role role = roles[history.operations[i].method];
    if (lives.value_of[i] == value && removes(role)) found.push_back(i);
  }
  return found;
}

}  // namespace

Lives find_lives(const History& history, std::span<const Role> roles, Rank ranks) {
  return LifeCollector(history, roles, ranks).run();
}

Violation explain_fault(const History& history, std::span<const Role> roles, const Lives& lives) {
  const ValueId v = lives.faulty_value;
  const auto text = [&history](OperationIndex i) { return history.describe(history.operations[i]); };
  const auto violation = [](std::vector<OperationIndex> suspects, std::string sentence) {
    return Violation{.longest = {}, .suspects = std::move(suspects), .sentence = std::move(sentence)};
  };
  switch (lives.fault) {
    case Lives::FaultKind::odd_result: {
      const OperationIndex i = lives.faulty_operation;
      return violation({i},
                       fmt::format("{} can never return {}", history.describe_call(history.operations[i]),
                                   history.operations[i].result.to_json()));
    }
    case Lives::FaultKind::removed_twice: {
      const std::vector<OperationIndex> removes = removes_of(history, roles, lives, v);
      std::vector<OperationIndex> suspects(removes.begin(), removes.begin() + 2);
      return violation(suspects,
                       fmt::format("{} and another {} both removed a value that was added once at most",
                                   text(suspects[0]), text(suspects[1])));
    }
    case Lives::FaultKind::never_added: {
      const OperationIndex i = operation_returned_at(history, lives.lives[v].first_ret);
      return violation({i}, fmt::format("{} returned a value that was never added", text(i)));
    }
    case Lives::FaultKind::seen_early: {
      const OperationIndex add = add_of(history, lives, v);
      const OperationIndex i = operation_returned_at(history, lives.lives[v].first_ret);
      return violation({i, add}, fmt::format("{} returned before {} was called", text(i), text(add)));
    }
    case Lives::FaultKind::seen_late: {
      const OperationIndex i = operation_called_at(history, lives.lives[v].last_call);
      const OperationIndex remove = operation_returned_at(history, lives.lives[v].remove_ret);
      return violation({remove, i},
                       fmt::format("{} was called after {} had returned", text(i), text(remove)));
    }
    case Lives::FaultKind::none: break;
  }
  return {};
}

void settle_leftovers(const History& history, Leftovers policy, Lives& lives) {
  const Rank release =
      policy == Leftovers::may_go ? history.operations[lives.pending_removes.front()].call : kNever;
  for (Life& life : lives.lives) {
    if (life.leftover()) life.last_call = std::max(life.last_call, release);
  }
}

void add_suspects(const History& history, const Lives& lives, ValueId value,
                  std::vector<OperationIndex>& suspects) {
  const Life& life = lives.lives[value];
  suspects.push_back(operation_called_at(history, life.add_call));
  suspects.push_back(operation_returned_at(history, life.first_ret));
  if (life.last_call != kNever) suspects.push_back(operation_called_at(history, life.last_call));
  if (life.removed()) suspects.push_back(operation_returned_at(history, life.remove_ret));
  std::ranges::sort(suspects);
  suspects.erase(std::unique(suspects.begin(), suspects.end()), suspects.end());
}

std::string describe_values(const History& history, const Lives& lives, std::span<const ValueId> values) {
  const auto texts = values | std::views::transform([&](ValueId v) {
                       return history.operations[add_of(history, lives, v)].args()[0].to_json();
                     });
  return fmt::format("{}", fmt::join(texts, ", then "));
}

Violation explain_empty(const History& history, const Lives& lives, OperationIndex empty) {
  const Operation& op = history.operations[empty];
  Violation violation{.longest = {}, .suspects = {empty}, .sentence = {}};
  const auto cover = covering_values(lives, {op.call, op.ret}, [](ValueId) { return true; });
  for (const ValueId v : cover) add_suspects(history, lives, v, violation.suspects);
  violation.sentence = fmt::format("{} found nothing, although all the while there was {}",
                                   history.describe(op), describe_values(history, lives, cover));
  return violation;
}

OperationsByValue::OperationsByValue(const History& history, std::span<const Role> roles, const Lives& lives)
    : first_(lives.lives.size() + 1, 0) {
  for (const ValueId v : lives.value_of) {
    if (v != kNoValue) ++first_[v + 1];
  }
  for (std::size_t v = 0; v < lives.lives.size(); ++v) first_[v + 1] += first_[v];
  operations_.resize(first_.back());
  std::vector<std::uint32_t> peeks(lives.lives.size(), 0);
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const ValueId v = lives.value_of[i];
    if (v == kNoValue) continue;
    switch (roles[history.operations[i].method]) {
      case Role::add: operations_[first_[v]] = i; break;
      case Role::peek: operations_[first_[v] + 1 + peeks[v]++] = i; break;
      case Role::remove:
      case Role::take: operations_[first_[v + 1] - 1] = i; break;
    }
  }
}

OperationIndex operation_called_at(const History& history, Rank call) {
  const auto found = std::ranges::lower_bound(history.operations, call, {}, &Operation::call);
  return static_cast<OperationIndex>(found - history.operations.begin());
}

OperationIndex operation_returned_at(const History& history, Rank ret) {
  const auto found = std::ranges::find(history.operations, ret, &Operation::ret);
  return static_cast<OperationIndex>(found - history.operations.begin());
}

OperationIndex add_of(const History& history, const Lives& lives, ValueId value) {
  return operation_called_at(history, lives.lives[value].add_call);
}

}  // namespace linnet
