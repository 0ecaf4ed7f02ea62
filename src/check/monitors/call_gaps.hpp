// Gaps numbered by calls: half as many as there are events, and all that matter.
//
// What is wanted of a gap is that many operations run in it and few critical intervals cover it. Operations begin with
// calls and end with returns, critical intervals begin with returns and end with calls. So a gap that follows a
// return is never better than the one before that return, and an operation that can have its point there can
// have it in that one too, if its gaps begin with a call. What remains is one gap per call: gap k is the one right after
// the call of operation k.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "check/monitors/value_lives.hpp"

namespace linnet {

class CallGaps {
 public:
  explicit CallGaps(const History& history, Rank ranks) : words_(ranks / 64 + 1) {
    for (const Operation& op : history.operations) {
      words_[op.call / 64].calls |= std::uint64_t{1} << op.call % 64;
    }
    for (std::size_t w = 1; w < words_.size(); ++w) {
      words_[w].before = words_[w - 1].before + static_cast<Rank>(std::popcount(words_[w - 1].calls));
    }
  }

  // The gaps of that range which follow a call, by the number of the call.
  GapRange within(GapRange ranks) const { return {calls_before(ranks.begin), calls_before(ranks.end)}; }

 private:
  Rank calls_before(Rank rank) const {
    if (rank / 64 >= words_.size()) return words_.back().before + count(words_.back().calls);
    const Word& word = words_[rank / 64];
    return word.before + count(word.calls & ((std::uint64_t{1} << rank % 64) - 1));
  }
  static Rank count(std::uint64_t bits) { return static_cast<Rank>(std::popcount(bits)); }

  // For 64 ranks: which of them are calls, and how many calls were before.
  struct Word {
    std::uint64_t calls = 0;
    Rank before = 0;
  };
  std::vector<Word> words_;
};

}  // namespace linnet
