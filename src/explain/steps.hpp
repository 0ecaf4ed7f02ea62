// The steps of explaining: the judge, the shortest prefix that is a violation, and a core of it (prefix.cpp,
// core.cpp, removal.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "history/model/prefix.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// Decides a resolved history of one object or one partition, within its own budget.
using Decide = std::function<Verdict(const History&)>;

// Decides whether histories are violations, and keeps count: how much was asked, and which questions stayed
// open.
//
// Explaining takes many decisions and must end. The limit counts decisions and the operations in them, not
// seconds, so that the same history gets the same explanation on every machine; only the user's limits end it
// earlier. An answer that did not come never counts as a yes: everything that is called a violation here was
// decided to be one.
class Judge {
 public:
  // `size` is that of the largest history that will be asked about.
  Judge(const Decide& decide, std::size_t size, const Budget& budget)
      : decide_(decide), budget_(budget), operations_(kOperations + kPasses * size) {}

  // True only if it was decided to be a violation; false if it passes or the budget does not suffice.
  bool violates(const History& history) {
    if (exhausted()) {
      doubt_ = true;
      return false;
    }
    --decisions_;
    operations_ -= std::min(operations_, history.size());
    const Verdict verdict = decide_(history);
    doubt_ |= unknown(verdict);
    return violated(verdict);
  }

  // Whether there are no more questions: every further one is answered with false, without deciding.
  bool exhausted() const { return decisions_ == 0 || operations_ == 0 || budget_.measure(); }
  // Whether some question stayed open since the last call, so that a "false" may have been wrong.
  bool take_doubt() { return std::exchange(doubt_, false); }

 private:
  static constexpr std::size_t kDecisions = 4000;
  static constexpr std::size_t kOperations = 4'000'000;  // plus some passes over the whole history
  static constexpr std::size_t kPasses = 40;

  const Decide& decide_;
  const Budget& budget_;
  std::size_t decisions_ = kDecisions;
  std::size_t operations_;
  bool doubt_ = false;
};

struct Prefix {
  History history;
  // The positions of `history`'s operations in the history from which it was cut.
  std::vector<OperationIndex> operations = {};
  std::vector<OperationIndex> open = {};    // those of them that had not returned by then
  std::optional<OperationIndex> last = {};  // the last one to return; absent if the history is stuck
  bool shortest = true;                     // proved: one return less is not a violation
};

// `focus`, if not empty, are operations (increasing) that are a violation by themselves; the search begins
// where they become one. REQUIRES: `history` is a violation.
Prefix shortest_violating_prefix(const History& history, Judge& judge,
                                 const std::vector<OperationIndex>& focus = {});

struct Core {
  std::vector<OperationIndex> operations;  // increasing
  bool minimal = true;                     // proved: without any one unit it is not a violation
};

// REQUIRES: `history` is a violation.
Core minimal_core(const History& history, const Spec& spec, Judge& judge);
// The same in the units of weak models.
Core minimal_weak_core(const History& history, const Spec& spec, Judge& judge);

// Operations that go together, in increasing order.
using Unit = std::vector<OperationIndex>;

// The idle operations, one unit each.
std::vector<Unit> idle_units(const History& history, const Spec& spec);

// The operations of each value or key, with those tied to it. Empty if the specification has no such units or
// an operation that looks at all of them prevents it. Operations in no unit have to stay.
std::vector<Unit> value_units(const History& history, const Spec& spec);

// The suspects, all operations in a unit with one of them, and those that have to stay, in increasing order.
std::vector<OperationIndex> only_units_of(const std::vector<OperationIndex>& suspects, const History& history,
                                          const Spec& spec);

// The units for weak models: each operation that never changes anything is one, and so is each part of a
// product.
std::vector<Unit> observer_units(const History& history, const Spec& spec);
std::vector<Unit> product_units(const History& history, const Spec& spec);

}  // namespace linnet
