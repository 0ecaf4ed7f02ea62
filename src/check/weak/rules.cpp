// Implements WeakRules: sorts axioms by what they depend on, and keeps the rows.
#include "check/weak/rules.hpp"

#include <algorithm>

namespace linnet {

namespace {

bool varies(Relation r) {
  return r == Relation::vis || r == Relation::lin;
}

}  // namespace

WeakRules::WeakRules(const WeakProblem& problem, const WeakModel& model, std::optional<OperationIndex> exempt)
    : problem_(problem), always_(problem.size, OperationSet(problem.size)) {
  for (OperationIndex z = 0; z < problem.size; ++z) {
    Group group;
    const std::string& method = problem.spec.method(problem.history.operations[z].method).name;
    for (const Axiom& axiom : model.axioms()) {
      const std::span<const Relation> path = axiom.right;
      const bool applies = axiom.method.empty() || axiom.method == method;
      if (axiom.left == Relation::lin || !applies || z == exempt) continue;
      if (std::ranges::none_of(path, varies)) {
        add_fixed(path, z);
      } else if (path.size() > 1) {
        group.clauses.push_back({row_of(path.first(path.size() - 1)), path.back()});
        const Clause& clause = group.clauses.back();
        if (rows_[clause.row].varies || clause.last == Relation::lin) independent_ = false;
      } else if (path[0] == Relation::lin) {
        group.everything = true;
      }
    }
    const auto same = std::ranges::find_if(groups_, [&](const Group& g) {
      return g.everything == group.everything && g.clauses == group.clauses;
    });
    group_of_.push_back(static_cast<std::size_t>(same - groups_.begin()));
    if (same == groups_.end()) {
      group.along.assign(problem.size, OperationSet(problem.size));
      groups_.push_back(std::move(group));
    }
  }
}

std::size_t WeakRules::row_of(std::span<const Relation> path) {
  const std::size_t shorter = path.size() == 1 ? kNone : row_of(path.first(path.size() - 1));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].shorter == shorter && rows_[i].step == path.back()) return i;
  }
  rows_.push_back({shorter, path.back(), std::ranges::any_of(path, varies),
                   std::vector(problem_.size, OperationSet(problem_.size))});
  return rows_.size() - 1;
}

// From right to left: z, then all y with y Rk z, then all that are R(k-1) before one of these, ...
void WeakRules::add_fixed(std::span<const Relation> path, OperationIndex z) {
  OperationSet at(problem_.size);
  at.insert(z);
  for (std::size_t i = path.size(); i-- > 0;) {
    OperationSet further(problem_.size);
    at.for_each(
        [&](OperationIndex y) { further |= path[i] == Relation::po ? problem_.po[y] : problem_.hb[y]; });
    at = further;
  }
  always_[z] |= at;
}

const OperationSet& WeakRules::before(OperationIndex z, Relation r, const OperationSet& linearized,
                                      const OperationSet& visible) const {
  switch (r) {
    case Relation::po: return problem_.po[z];
    case Relation::hb: return problem_.hb[z];
    case Relation::lin: return linearized;
    case Relation::vis: return visible;
  }
  return visible;
}

OperationSet WeakRules::required(OperationIndex z, const OperationSet& linearized) const {
  const Group& group = groups_[group_of_[z]];
  if (group.everything) return linearized;
  OperationSet base = always_[z];
  for (const Clause& clause : group.clauses) {
    if (clause.last == Relation::vis) continue;
    before(z, clause.last, linearized, base).for_each([&](OperationIndex y) {
      base |= rows_[clause.row].at[y];
    });
  }
  OperationSet closed = base;
  base.for_each([&](OperationIndex y) { closed |= group.along[y]; });
  return closed;
}

bool WeakRules::closed(OperationIndex z, const OperationSet& visible) const {
  bool all = true;
  visible.for_each([&](OperationIndex y) { all = all && visible.includes(along_with(z, y)); });
  return all;
}

void WeakRules::place(OperationIndex z, const OperationSet& linearized, const OperationSet& visible) {
  if (rows_.empty()) return;
  for (Row& row : rows_) {
    const OperationSet& last = before(z, row.step, linearized, visible);
    if (row.shorter == kNone) {
      row.at[z] = last;
      continue;
    }
    row.at[z] = OperationSet(problem_.size);
    last.for_each([&](OperationIndex y) { row.at[z] |= rows_[row.shorter].at[y]; });
  }
  for (Group& group : groups_) {
    OperationSet direct(problem_.size);
    for (const Clause& clause : group.clauses) {
      if (clause.last == Relation::vis) direct |= rows_[clause.row].at[z];
    }
    group.along[z] = direct;
    direct.for_each([&](OperationIndex y) { group.along[z] |= group.along[y]; });
  }
}

void WeakRules::append_to(std::vector<std::uint64_t>& key, const OperationSet& linearized,
                          const OperationSet& settled) const {
  for (const Row& row : rows_) {
    if (!row.varies) continue;
    linearized.for_each([&](OperationIndex y) {
      OperationSet rest = row.at[y];
      rest -= settled;
      key.insert(key.end(), rest.words().begin(), rest.words().end());
    });
  }
}

}  // namespace linnet
