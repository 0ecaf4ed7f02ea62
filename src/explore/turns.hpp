// Whose turn it is: several strategies share an exploration, and each goes on where it was, because what one of them finds late,
// another may find at once.
//
// A turn is a number of executions. Turns are decided in advance, and merged in the order in which they were decided: whose turn
// number n is depends on what the turns up to n - kAhead brought, however many of those between are over by then. So the same seed gives
// the same turns, wherever and however fast the strategies run.
//
// The last of the strategies is systematic: it comes to an end, and then all is known. The first and the second of the others have a
// turn before it, and from then on it has every other turn. Its first turns are longer, so that small spaces are finished before
// the others cost much. Where it is to have the very first turn, too, small spaces are finished by it alone. Once each of the others has
// had a turn, the turn in between goes to the one that brought most that was new in its turns before, or to the systematic one if none
// brought anything. Now and then one of the others has it in any case: what brought nothing may bring something again.
// In a large space the systematic one will not come to its end soon: there each of the others that brings something has a turn between two
// turns of it, so that as many processes have something to do.
//
// What is new: a history that was not recorded before, or an order of two conflicting accesses that none of the others has
// seen (portfolio.hpp).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linnet {

class Turns {
 public:
  struct Member {
    std::uint64_t executions = 0;
    std::uint64_t histories = 0;  // that were new
    std::uint64_t orders = 0;     // of conflicting accesses, that were new
    bool over = false;            // it has no more executions
    bool tried = false;
    std::uint64_t rate = 0;     // of what is new, in a thousand executions of its last turns
    std::uint64_t planned = 0;  // executions of turns that are not merged yet
  };
  struct Turn {
    std::size_t member = 0;
    std::uint64_t executions = 0;
  };
  // What a turn brought. It has fewer executions if the strategy had no more, or was stopped.
  struct Brought {
    std::uint64_t executions = 0, histories = 0, orders = 0;
    bool over = false;
  };

  static constexpr std::uint64_t kAhead = 8;
  // These turns do not depend on what the others bring.
  static constexpr std::uint64_t kOpeningTurns = 5;

  // `opens` has the first turn. There are at most so many executions, if a number is given. REQUIRES: opens < members.
  static Turns shared(std::size_t members, std::size_t opens, std::optional<std::uint64_t> most);
  // Each begins when the one before has no more executions; at most so many of the last one.
  static Turns one_after_the_other(std::size_t members, std::optional<std::uint64_t> most);

  // The next turn; nothing if it depends on turns that are not merged, or if there is none. To be asked until it returns nothing, at first
  // and whenever a turn was merged.
  std::optional<Turn> decide();
  // The first of those that were decided and not merged.
  void merge(const Brought& brought);
  // Whether all turns are merged.
  bool all_merged() const { return decided_.empty(); }
  // Whether it ends because of the greatest number of executions.
  bool are_used_up() const { return most_ && *most_ == merged_executions_; }

  const std::vector<Member>& members() const { return members_; }
  // Turns that are merged. In the opening, all strategies are in one process.
  std::uint64_t merged() const { return turn_ - decided_.size(); }
  std::uint64_t executions() const;

  // Where it is, without the turns that are not merged. load() throws InputError for another text.
  std::string save() const;
  void load(std::string_view text);

 private:
  Turns(std::size_t members, std::size_t opens, std::optional<std::uint64_t> most, bool are_shared)
      : are_shared_(are_shared), opens_(opens), most_(most), members_(members) {}

  std::size_t systematic() const { return members_.size() - 1; }
  bool may_decide() const;
  std::optional<Turn> next() const;
  std::size_t whose() const;
  std::vector<std::size_t> others_of(std::uint64_t round) const;
  std::uint64_t length(std::size_t member) const;

  bool are_shared_;
  std::size_t opens_;
  std::optional<std::uint64_t> most_;
  std::vector<Member> members_;
  std::uint64_t turn_ = 0;  // the number of the next one
  std::deque<Turn> decided_;
  std::uint64_t merged_executions_ = 0;  // of those that are limited, in this run
  std::uint64_t without_end_ = 0;        // executions since the systematic one gave up
};

}  // namespace linnet
