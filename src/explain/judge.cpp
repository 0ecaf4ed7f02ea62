// Implements Judge: what a question is, and what it costs.
#include "explain/judge.hpp"

#include <algorithm>
#include <utility>

namespace linnet {

Judge::Judge(const Decide& decide, std::size_t size)
    : decide_(decide), operations_(kOperations + kPasses * size) {}

bool Judge::violates(const History& history) {
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

bool Judge::take_doubt() {
  return std::exchange(doubt_, false);
}

}  // namespace linnet
