// Represents sets of stacks that have most of their elements in common: what a stack can be, where its order is not known yet.
//
// A set is a list of edges, one for each element that can be on top, to the set of what can be below it. Equal sets have equal
// names (a minimal automaton that reads stacks from the top), so that m pairs of elements that may be either way round take
// 3 m sets and not 2^m stacks.
//
//   {a b c, b a c}, from the top:   1 ──a──> 2 ──b──> 4 ──c──> the empty stack alone
//                                   1 ──b──> 3 ──a──> 4
//
// With each element goes the last time at which it can leave. Those above it have to leave earlier, one after the other, which
// makes a last time for the top of each stack. What no set that is still named leads to can be forgotten.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

namespace linnet {

class StackSets {
 public:
  using Id = std::uint32_t;
  using Element = std::uint32_t;
  using Time = std::int64_t;
  static constexpr Id kNoStack = 0, kEmptyStack = 1;  // the empty set, and the set of the empty stack
  static constexpr Time kNever = Time{1} << 40;       // an element that need not leave

  StackSets();

  bool has_empty(Id set) const { return !edges(set).empty() && edges(set).front().element == kBottom; }
  // The last time at which the top of some stack can leave.
  Time latest(Id set) const { return nodes_[set].latest; }

  // All of them with the element on top.
  Id push(Id set, Element element, Time last);
  // What is below the element, for each stack of the set that has it on top.
  Id pop(Id set, Element element) const;
  // What is below the top, whatever it is, for each stack of the set; the empty stack stays as it is.
  Id pop_any(Id set);
  Id with_top(Id set, Element element);
  Id unite(Id a, Id b);
  // Those of which the top can still leave at this time; perhaps others, whose deeper elements are late.
  Id in_time(Id set, Time time, std::size_t depth = kDeepest);

  // Stacks here have their top last.
  bool contains(Id set, std::span<const Element> stack) const;
  std::vector<Element> some_stack(Id set) const;
  // Puts an element on top of the stack that makes it one of the set; false if there is none.
  bool extend_within(Id set, std::vector<Element>& stack) const;

  // Whether there are too many by now, so that it is time to forget some.
  bool abounds() const { return nodes_.size() > kFew + 2 * kept_; }
  // Renames them to what they are called from now on.
  void forget_all_but(std::vector<Id>& sets);

 private:
  static constexpr Element kBottom = 0;  // of every stack; others are one more than they are called
  static constexpr std::size_t kDeepest = 64, kFew = 1024;

  struct Edge {
    Element element;
    Id below;
    Time last;

    bool operator==(const Edge&) const = default;
  };
  struct Node {
    std::size_t start, length;  // of its edges
    Time earliest, latest;      // at which the top of all, of some stack has to leave
  };

  std::span<const Edge> edges(Id set) const {
    return {edges_.data() + nodes_[set].start, nodes_[set].length};
  }
  Id below(Id set, Element element) const;
  Id intern(std::span<const Edge> edges);
  void append(std::span<const Edge> edges);

  static std::pair<Id, Id> pair_of(Id a, Id b) { return {std::min(a, b), std::max(a, b)}; }
  std::optional<Id> known_union(Id a, Id b) const;
  // Whether the unions that this one consists of are known; otherwise asks for them.
  bool parts_are_known(Id a, Id b);
  Id merge(Id a, Id b);

  std::vector<Node> nodes_;  // what a set leads to has a lower name
  std::vector<Edge> edges_;
  absl::flat_hash_map<std::uint64_t, Id> names_;  // by hash, or the next number that is free
  absl::flat_hash_map<std::pair<Id, Id>, Id> unions_;
  std::vector<std::pair<Id, Id>> asked_;
  std::size_t kept_ = 0;  // when some were forgotten
};

}  // namespace linnet
