// Keeps what the axioms make an operation see up to date while a linearization grows.
//
// Every relation of the language is contained in lin. So an axiom vis >= R1.R2...Rk speaks, for each z, of
// operations linearized before z only: x must be visible to z if x (R1...R(k-1)) y and y Rk z. The first part
// is a row at y that is known once y is linearized, and stays. Only the last step depends on what z sees:
//   Rk is po, hb or lin   z must see the rows of these y, whatever it sees besides: `required`
//   Rk is vis             z must see the row of every y that it chooses to see: `along_with`
// Hence choices for z never change what earlier operations must see, and smaller choices for earlier
// operations make rows smaller: the reason why minimal visibilities suffice (Lemma 1 of the paper).
//
//   vis >= vis.po.vis   rows kept at y: vis, vis.po; when z chooses to see y, it must see the row vis.po at y
#pragma once

#include <optional>
#include <vector>

#include "check/weak/model.hpp"
#include "check/weak/operation_set.hpp"
#include "check/weak/problem.hpp"

namespace linnet {

class WeakRules {
 public:
  // `exempt` may see whatever it likes.
  WeakRules(const WeakProblem& problem, const WeakModel& model, std::optional<OperationIndex> exempt);

  // What an operation must see depends neither on what others see nor on where they are linearized: one
  // visibility that explains its result is as good as any other.
  bool independent() const { return independent_; }
  // z sees everything linearized before it.
  bool sees_everything(OperationIndex z) const { return groups_[group_of_[z]].everything; }
  // What z must see wherever it is linearized.
  const OperationSet& always(OperationIndex z) const { return always_[z]; }

  // What z must see if it is linearized after these; closed under along_with.
  OperationSet required(OperationIndex z, const OperationSet& linearized) const;
  // What z must see if it sees y, the rest of its visibility being closed.
  const OperationSet& along_with(OperationIndex z, OperationIndex y) const {
    return groups_[group_of_[z]].along[y];
  }
  bool closed(OperationIndex z, const OperationSet& visible) const;

  // Linearizes z after these, seeing `visible`. Nothing needs to be undone.
  void place(OperationIndex z, const OperationSet& linearized, const OperationSet& visible);

  // Appends all that later operations can notice of the rows, given that they see the `settled` ones anyway.
  void append_to(std::vector<std::uint64_t>& key, const OperationSet& linearized,
                 const OperationSet& settled) const;

 private:
  // R1...Rj at every operation.
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

  std::size_t row_of(std::span<const Relation> path);
  void add_fixed(std::span<const Relation> path, OperationIndex z);
  // Those y with y R z, of which `visible` is the vis row of z.
  const OperationSet& before(OperationIndex z, Relation r, const OperationSet& linearized,
                             const OperationSet& visible) const;

  const WeakProblem& problem_;
  bool independent_ = true;
  std::vector<OperationSet> always_;
  std::vector<Row> rows_;
  std::vector<Group> groups_;
  std::vector<std::size_t> group_of_;
};

}  // namespace linnet
