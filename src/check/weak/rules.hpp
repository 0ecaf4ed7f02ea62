// Maintains what the axioms make an operation see while a linearization grows.
//
// Every relation of the language is contained in lin. So an axiom vis >= R1.R2...Rk speaks, for each z, only
// of operations linearized before z: x must be visible to z if x (R1...R(k-1)) y and y Rk z. The first part
// is a row at y that is known once y is linearized, and stays. Only the last step depends on what z sees:
//   Rk is po, hb or lin   z must see the rows of these y, whatever else it sees: `required`
//   Rk is vis             z must see the row of every y that it chooses to see: `along_with`
// Hence choices for z never change what earlier operations must see, and smaller choices for earlier
// operations make rows smaller: the reason why minimal visibilities suffice (Lemma 1 of the paper).
//
//   vis >= vis.po.vis   rows kept at y: vis, vis.po; when z chooses to see y, it must see the row vis.po at y
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "check/weak/model.hpp"
#include "check/weak/operation_set.hpp"
#include "check/weak/problem.hpp"

namespace linnet {

class WeakRules {
 public:
  // `exempt` may see anything.
  WeakRules(const WeakProblem& problem, const WeakModel& model, std::optional<OperationIndex> exempt)
      : problem_(problem), model_(model) {
    for (OperationIndex z = 0; z < problem.history.size(); ++z) {
      if (z == exempt) {
        add_to(Group());
      } else {
        add(z);
      }
    }
  }

  // Adds the next operation of the problem. REQUIRES: others of its method exist, unless nothing has been
  // placed.
  void add(OperationIndex z) {
    Group group;
    const std::string& method = problem_.spec.method(problem_.history.operations[z].method).name;
    OperationSet always = problem_.none();
    for (const Axiom& axiom : model_.axioms()) {
      const std::span<const Relation> path = axiom.right;
      const bool applies = axiom.method.empty() || axiom.method == method;
      if (axiom.left == Relation::lin || !applies) continue;
      if (std::ranges::none_of(path, varies)) {
        always |= fixed(path, z);
      } else if (path.size() > 1) {
        group.clauses.push_back({row_of(path.first(path.size() - 1)), path.back()});
        const Clause& clause = group.clauses.back();
        if (rows_[clause.row].varies || clause.last == Relation::lin) independent_ = false;
      } else if (path[0] == Relation::lin) {
        group.everything = true;
      }
    }
    add_to(std::move(group));
    always_.back() = std::move(always);
  }

  bool add_wins() const { return model_.add_wins(); }
  // Whether what an operation must see depends neither on what others see nor on where they are linearized:
  // then one visibility that explains its result is as good as any other.
  bool independent() const { return independent_; }
  // Whether z sees everything linearized before it.
  bool sees_everything(OperationIndex z) const { return groups_[group_of_[z]].everything; }
  // What z must see wherever it is linearized.
  const OperationSet& always(OperationIndex z) const { return always_[z]; }

  // What z must see if it is linearized after these; closed under along_with.
  OperationSet required(OperationIndex z, const OperationSet& linearized) const {
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

  // What z must see if it sees y, given that the rest of its visibility is closed.
  const OperationSet& along_with(OperationIndex z, OperationIndex y) const {
    return groups_[group_of_[z]].along[y];
  }
  bool closed(OperationIndex z, const OperationSet& visible) const {
    bool all = true;
    visible.for_each([&](OperationIndex y) { all = all && visible.includes(along_with(z, y)); });
    return all;
  }

  // Linearizes z after these, seeing `visible`. Nothing needs to be undone.
  void place(OperationIndex z, const OperationSet& linearized, const OperationSet& visible) {
    if (rows_.empty()) return;
    for (Row& row : rows_) {
      const OperationSet& last = before(z, row.step, linearized, visible);
      if (row.shorter == kNone) {
        row.at[z] = last;
        continue;
      }
      row.at[z] = problem_.none();
      last.for_each([&](OperationIndex y) { row.at[z] |= rows_[row.shorter].at[y]; });
    }
    for (Group& group : groups_) {
      OperationSet direct = problem_.none();
      for (const Clause& clause : group.clauses) {
        if (clause.last == Relation::vis) direct |= rows_[clause.row].at[z];
      }
      group.along[z] = direct;
      direct.for_each([&](OperationIndex y) { group.along[z] |= group.along[y]; });
    }
  }

  // Appends everything that later operations can notice of the rows, given that they see the `settled` ones
  // anyway.
  void append_to(std::vector<std::uint64_t>& key, const OperationSet& linearized,
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

 private:
  // R1...Rj at every operation.
  static bool varies(Relation r) { return r == Relation::vis || r == Relation::lin; }

  struct Row {
    std::size_t shorter;  // the row of R1...R(j-1); kNone for j = 1
    Relation step;        // Rj
    bool varies;          // has vis or lin in it
    std::vector<OperationSet> at;
  };
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Clause {
    std::size_t row;
    Relation last;
    bool operator==(const Clause&) const = default;
  };
  // Operations with the same axioms.
  struct Group {
    bool everything = false;
    std::vector<Clause> clauses;
    std::vector<OperationSet> along;  // by y, transitively
  };

  std::size_t row_of(std::span<const Relation> path) {
    const std::size_t shorter = path.size() == 1 ? kNone : row_of(path.first(path.size() - 1));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].shorter == shorter && rows_[i].step == path.back()) return i;
    }
    rows_.push_back({shorter, path.back(), std::ranges::any_of(path, varies),
                     std::vector(problem_.capacity, problem_.none())});
    return rows_.size() - 1;
  }

  // Adds an operation of this group that must see nothing, wherever it is linearized.
  void add_to(Group group) {
    always_.push_back(problem_.none());
    const auto same = std::ranges::find_if(groups_, [&](const Group& g) {
      return g.everything == group.everything && g.clauses == group.clauses;
    });
    group_of_.push_back(static_cast<std::size_t>(same - groups_.begin()));
    if (same != groups_.end()) return;
    group.along.assign(problem_.capacity, problem_.none());
    groups_.push_back(std::move(group));
  }

  // From right to left: z, then all y with y Rk z, then all that are R(k-1) before one of these, ...
  OperationSet fixed(std::span<const Relation> path, OperationIndex z) const {
    OperationSet at = problem_.none();
    at.insert(z);
    for (std::size_t i = path.size(); i-- > 0;) {
      OperationSet further = problem_.none();
      at.for_each(
          [&](OperationIndex y) { further |= path[i] == Relation::po ? problem_.po[y] : problem_.hb[y]; });
      at = further;
    }
    return at;
  }

  // Those y with y R z, where `visible` is the vis row of z.
  const OperationSet& before(OperationIndex z, Relation r, const OperationSet& linearized,
                             const OperationSet& visible) const {
    switch (r) {
      case Relation::po: return problem_.po[z];
      case Relation::hb: return problem_.hb[z];
      case Relation::lin: return linearized;
      case Relation::vis: return visible;
    }
    return visible;
  }

  const WeakProblem& problem_;
  const WeakModel& model_;
  bool independent_ = true;
  std::vector<OperationSet> always_;
  std::vector<Row> rows_;
  std::vector<Group> groups_;
  std::vector<std::size_t> group_of_;
};

}  // namespace linnet
