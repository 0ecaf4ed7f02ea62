// Asks whether histories are violations, and keeps the books: how much was asked, and what stayed unanswered.
//
// Explaining takes many decisions and must end. The limit counts decisions and the operations in them, not
// seconds, so that the same history gets the same explanation on every machine. An answer that did not come
// is never taken for a yes: whatever is called a violation here was decided to be one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "history/model/history.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// Decides a resolved history of one object or one partition, within a budget of its own.
using Decide = std::function<Verdict(const History&)>;

class Judge {
 public:
  // `size` is that of the largest history that will be asked about.
  Judge(const Decide& decide, std::size_t size)
      : decide_(decide), operations_(kOperations + kPasses * size) {}

  // True only if it was decided to be a violation; false where it passes or the budget does not suffice.
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

  // Ends the questions: every further one is answered with false, without asking.
  bool exhausted() const { return decisions_ == 0 || operations_ == 0; }
  // Whether some question stayed open since the last call, so that a "false" may have been wrong.
  bool take_doubt() { return std::exchange(doubt_, false); }

 private:
  static constexpr std::size_t kDecisions = 4000;
  static constexpr std::size_t kOperations = 4'000'000;  // plus some passes over the whole history
  static constexpr std::size_t kPasses = 40;

  const Decide& decide_;
  std::size_t decisions_ = kDecisions;
  std::size_t operations_;
  bool doubt_ = false;
};

}  // namespace linnet
