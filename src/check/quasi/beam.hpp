// Searches for both orders of quasi-linearizability: they grow together, ρ'' ahead of ρ'.
//
// ρ'' drives: at each position some operation takes effect in the specification's state. ρ' follows as soon
// as it can do so without guessing: once every group d has factor(d) + 1 operations that ρ'' has placed and
// ρ' has not, whatever comes next in ρ' is among them, because nothing in ρ'|d may be further than factor(d)
// before its place in ρ''|d. So a configuration is
//   the set of operations in ρ' (all below a horizon but the few that overlap it),
//   the operations that ρ'' is ahead, each with its index in ρ''|d for each of its groups,
//   the state of the object (or, for a stack, all orders that its elements may have: foresight.hpp),
// and for one group of factor K at most K + 1 operations are ahead. All configurations at one position of ρ''
// are the frontier; it alone is kept, and states that it does not name are forgotten.
//
// Two exchange arguments, for precedence by intervals and operations of the same groups.
//  1. Let x have been called and have returned before y. If two configurations differ only in which of
//     the two has the lower indices, the one where x has them goes at least as far: where the other goes on with
//     y before x in ρ', this one can exchange them, and where with x before y, this one is in step already.
//     The other is dropped.
//  2. If x and y can both come next in ρ', x returned before y and x's indices are lower, then x may come
//     first: y can take whatever place x would have had.
//
// Example: queue, factor 1, one thread: enq(1) enq(2) deq()→2 deq()→1. The frontier after two positions holds
// [enq 1, enq 2] and [enq 2, enq 1], in both of which ρ' has enq(1); from the second, deq→2 and deq→1 follow.
// Also from the first, with ρ'' ending in deq→1 deq→2. With factor 0 only [enq 1, enq 2] survives, and dies.
//
// For one group of all operations ρ' is not searched at all: it follows from ρ'' (moves.hpp).
//
// Width. The problem is NP-hard, so the frontier may explode. The search keeps a few configurations, those whose
// operations have most room left and least to move later (foresight.hpp). Where it runs dry it goes back to
// a milestone and tries again with more, further back and wider each time. Finding a witness that way is a proof,
// running dry is none unless nothing was dropped on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/budget.hpp"
#include "check/quasi/configuration.hpp"
#include "check/quasi/foresight.hpp"
#include "check/quasi/frontier.hpp"
#include "check/quasi/limits.hpp"
#include "check/quasi/moves.hpp"
#include "history/model/history.hpp"
#include "history/model/operation.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"

namespace linnet {

// Remembers how the quasi search came to its configurations, so that a witness can be told.
//
// Each entry is the last step of some way: an operation appended to ρ'' or to ρ', and the entry that it was appended to. Ways that
// lead to the same configuration are alternatives of each other. For most objects one of them is as good as another; a
// stack can be one of many at the end of them (foresight.hpp), and each of these has come about by some of them alone.
class QuasiTrace {
 public:
  using Id = std::uint32_t;
  static constexpr Id kRoot = 0;

  // The way to what was reached from `parent`, with what is known there. `sequenced` says that the operation was appended to
  // ρ', not to ρ''.
  Id append(Id parent, OperationIndex operation, bool sequenced, QuasiForesight::Outlook outlook);
  // Says that both lead to the same configuration.
  void add_alternative(Id way, Id other);
  // Says what is known at its end, with all alternatives. REQUIRES: it has not been continued.
  void arrive(Id way, QuasiForesight::Outlook outlook) { entries_[way].outlook = outlook; }

  // The orders along some way that led there. `foresight` is given if it replaces states, and null
  // otherwise.
  QuasiWitness orders(Id way, const QuasiForesight* foresight) const;

 private:
  static constexpr OperationIndex kMostOperations = ~OperationIndex{0} >> 1;

  struct Entry {
    Id parent = kRoot, alternative = kRoot;
    OperationIndex operation : 31 = 0;
    OperationIndex sequenced : 1 = 0;
    QuasiForesight::Outlook outlook = 0;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(1);
};

class QuasiBeam {
 public:
  enum class End : std::uint8_t { found, none, dropped_some, out_of_budget };

  QuasiBeam(const History& history, const Spec& spec, const QuasiLimits& limits, const Budget& budget);

  // A patient run goes back and widens; a traced one remembers how it got where it ended.
  End run(bool patient, bool traced);

  // The orders that the traced run found (but for operations in no group, which ρ' lacks), or the longest ones that could
  // not be extended. REQUIRES: a traced run has ended.
  QuasiWitness orders() const;
  std::size_t furthest() const { return furthest_; }
  std::uint64_t configurations() const { return configurations_; }
  std::size_t widest() const { return widest_; }

 private:
  using Note = QuasiFrontier::Note;

  // A frontier to come back to.
  struct Milestone {
    std::size_t position;
    bool dropped;  // something, on the way there
    QuasiFrontier frontier;
  };

  static constexpr std::size_t kStride = 32;  // between milestones
  static constexpr std::size_t kShort = 64;   // histories for which it is not worth while to begin narrowly
  static constexpr std::size_t kNarrow = 2, kFewStates = 256;

  std::size_t width() const { return kNarrow << std::min<std::size_t>(2 * attempt_, 40); }
  const Operation& operation(OperationIndex i) const { return history_.operations[i]; }

  void start();
  void make_next();
  void pass_milestone();
  void retreat();
  bool ends_here();

  // Makes it the working configuration.
  void take(const QuasiFrontier& from, std::size_t i);
  void add(const QuasiConfiguration& c, Note note, QuasiFrontier& to);
  // What is known about `child_`, which is one step further.
  Note after(const Note& note, OperationIndex i, bool sequenced);

  void extend_permutation(const Note& note);
  // Adds `child_` to the frontier that it belongs to.
  void hand_on(Note note);
  void extend_sequentialization(const Note& note, QuasiFrontier& to);
  void settle();
  void drop_dominated();

  // What it costs later if i comes next in ρ''; nullopt if it cannot.
  std::optional<std::uint64_t> cost_foreseen(OperationIndex i, QuasiForesight::Outlook& outlook);
  bool is_placed(OperationIndex i) const;
  const std::vector<StateId>& states_after(StateId state, OperationIndex i);

  void forget_states();
  void rename(std::uint32_t& (QuasiFrontier::*name)(std::size_t), const auto& rename_all);

  const History& history_;
  const QuasiLimits& limits_;
  const Budget& budget_;
  std::optional<QuasiForesight> foresight_;
  std::unique_ptr<StateSpace> space_;
  QuasiMoves moves_;
  std::size_t completed_ = 0;

  bool traced_ = false;
  QuasiTrace trace_;
  QuasiTrace::Id longest_ = QuasiTrace::kRoot;
  std::size_t position_ = 0;  // how many operations ρ'' has
  std::size_t furthest_ = 0, hard_place_ = 0, attempt_ = 0;
  bool dropped_ = false;
  std::vector<Milestone> milestones_;
  QuasiFrontier current_, settling_, next_;

  std::uint64_t configurations_ = 0;
  std::size_t widest_ = 0;
  std::uint32_t budget_steps_ = 0;
  bool out_of_budget_ = false;

  // Scratch.
  QuasiConfiguration working_, child_;
  std::vector<std::uint32_t> record_;
  std::vector<OperationIndex> unplaced_;
  OperationIndex reach_ = 0;  // operations from here on are not within reach
  std::vector<std::size_t> choices_;
  absl::flat_hash_map<std::uint64_t, std::vector<StateId>> steps_;
};

}  // namespace linnet
