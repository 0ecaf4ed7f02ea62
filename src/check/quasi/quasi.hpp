// Decides quasi-linearizability (Round-Up, Definition 4): is there an order ρ' that extends precedence, and a
// permutation ρ'' of it that the specification allows, such that no operation moves by more than its groups'
// factors? beam.hpp says how, paper.hpp has the paper's algorithm, and tests/definitions/quasi_oracle.hpp the
// slowest one.
//
// For one group of all methods the search keeps a window of the history as wide as the factor and the number
// of overlapping calls allow. So a search of a given width takes time proportional to the length, and its
// memory does not grow with the length. The width that is needed depends on the history: queues that hold
// many elements may need more than the budget has, and are `unknown`. For separate groups not even the window
// is bounded: the orders of enq and of deq may drift apart without limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"
#include "verdict/relaxation.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

struct QuasiOptions {
  bool want_witness = false;  // fill QuasiResult::witnesses; takes memory in proportion to the length
};

struct QuasiStatistics {
  std::uint64_t configurations = 0;  // that the searches visited
  std::size_t widest = 0;            // most configurations at one position
  std::size_t passes = 0;            // searches of growing width
};

struct QuasiResult {
  Verdict verdict;                      // a Pass has no linearization: see `witnesses`
  std::vector<QuasiWitness> witnesses;  // for a pass, if asked for: one for each object that has operations
  std::vector<OperationIndex> violating_part;  // for a violation: the operations of the object that has it
  QuasiStatistics statistics;
};

// The operations of each object that has any, in increasing order.
std::vector<std::vector<OperationIndex>> operations_by_object(const History& history);

// REQUIRES: the history is resolved against the specification. Objects are decided separately. With an
// explicit order that is no interval order this is not sound, and several objects are `unknown`.
QuasiResult check_quasi(const History& history, const Spec& spec, const QuasiBounds& bounds,
                        const QuasiOptions& options, const Budget& budget);

// Says in one sentence what is wrong with the witness; nullopt if it proves that the operations of `object`
// are quasi-linearizable. REQUIRES: the history is resolved against the specification.
std::optional<std::string> verify_quasi_witness(const History& history, const Spec& spec,
                                                const QuasiBounds& bounds, ObjectId object,
                                                const QuasiWitness& witness);

// The distance of each operation of ρ'|group from its place there, in the order of ρ'. REQUIRES: both orders
// consist of the same operations.
std::vector<Displacement> displacements(const History& history, const QuasiGroup& group,
                                        const QuasiWitness& witness);

// The least amount by which all factors of `bounds` have to grow until the history passes, beginning with `from`.
struct Loosening {
  std::optional<std::uint32_t> amount;  // absent: none is enough, or a limit was reached first
  std::string reason;                   // of the limit
  std::vector<QuasiWitness> witnesses;  // with that amount
};
// REQUIRES: the history is resolved against the specification, and less than `from` is not enough.
Loosening find_loosening(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         std::uint32_t from, const Budget& budget);

// REQUIRES: the history is resolved against the specification.
RelaxationMeasure measure_relaxation(const History& history, const Spec& spec, const Budget& budget);

}  // namespace linnet
