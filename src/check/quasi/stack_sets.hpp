// Represents sets of stacks that have most of their elements in common: the possible contents of a stack
// whose order is not known yet.
//
// A set is a list of edges, one for each element that can be on top, to the set of what can be below it.
// Equal sets have equal names (a minimal automaton that reads stacks from the top), so that m pairs of
// elements that may be in either order take 3 m sets and not 2^m stacks.
//
//   {a b c, b a c}, from the top:   1 ──a──> 2 ──b──> 4 ──c──> the empty stack alone
//                                   1 ──b──> 3 ──a──> 4
//
// Each element has a last time at which it can leave. Those above it have to leave earlier, one after the
// other, which gives a last time for the top of each stack. A set to which no named set leads can be
// forgotten.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.hpp"

namespace linnet {

class StackSets {
 public:
  using Id = std::uint32_t;
  using Element = std::uint32_t;
  using Time = std::int64_t;
  static constexpr Id kNoStack = 0, kEmptyStack = 1;  // the empty set, and the set of the empty stack
  static constexpr Time kNever = Time{1} << 40;       // an element that need not leave

  StackSets() : nodes_{{0, 0, kNever, kNever}} {
    const Edge bottom{kBottom, kNoStack, kNever};
    intern({&bottom, 1});
  }

  bool has_empty(Id set) const { return !edges(set).empty() && edges(set).front().element == kBottom; }
  // The last time at which the top of some stack can leave.
  Time latest(Id set) const { return nodes_[set].latest; }

  // All stacks of the set with the element on top.
  Id push(Id set, Element element, Time last) {
    if (set == kNoStack) return kNoStack;
    const Edge edge{element + 1, set, last};
    return intern({&edge, 1});
  }

  // What is below the element, for each stack of the set that has it on top.
  Id pop(Id set, Element element) const { return below(set, element + 1); }

  // What is below the top, whatever it is, for each stack of the set; the empty stack stays as it is.
  Id pop_any(Id set) {
    Id popped = has_empty(set) ? kEmptyStack : kNoStack;
    // By index, because unions make edges.
    for (std::size_t k = 0; k < nodes_[set].length; ++k) popped = unite(popped, edges(set)[k].below);
    return popped;
  }

  Id with_top(Id set, Element element) {
    const auto all = edges(set);
    const auto at = std::ranges::find(all, element + 1, &Edge::element);
    if (at == all.end()) return kNoStack;
    const Edge edge = *at;
    return intern({&edge, 1});
  }

  Id unite(Id a, Id b) {
    asked_.assign(1, {a, b});
    while (!asked_.empty()) {
      const auto [x, y] = asked_.back();
      if (!known_union(x, y)) {
        if (!parts_are_known(x, y)) continue;
        const Id united = merge(x, y);
        unions_.emplace(pair_of(x, y), united);
      }
      asked_.pop_back();
    }
    return *known_union(a, b);
  }

  // The stacks whose top can still leave at this time; perhaps also others, whose deeper elements are late.
  Id in_time(Id set, Time time, std::size_t depth = kDeepest) {
    if (nodes_[set].earliest >= time || depth == 0) return set;
    if (nodes_[set].latest < time) return kNoStack;
    const auto all = edges(set);
    std::vector<Edge> kept(all.begin(), all.end());
    std::erase_if(kept, [&](Edge& edge) {
      if (edge.last < time) return true;
      if (edge.element == kBottom) return false;
      edge.below = in_time(edge.below, one_after(time), depth - 1);
      return edge.below == kNoStack;
    });
    return intern(kept);
  }

  // Stacks here have their top last.
  bool contains(Id set, std::span<const Element> stack) const {
    for (; set != kNoStack && !stack.empty(); stack = stack.first(stack.size() - 1))
      set = below(set, stack.back() + 1);
    return has_empty(set);
  }

  std::vector<Element> some_stack(Id set) const {
    std::vector<Element> stack;
    for (; !has_empty(set); set = edges(set).front().below) stack.push_back(edges(set).front().element - 1);
    std::ranges::reverse(stack);
    return stack;
  }

  // Adds an element on top such that the stack belongs to the set; returns false if there is none.
  bool extend_within(Id set, std::vector<Element>& stack) const {
    for (const Edge& e : edges(set)) {
      if (e.element == kBottom || !contains(e.below, stack)) continue;
      stack.push_back(e.element - 1);
      return true;
    }
    return false;
  }

  // Whether there are so many sets by now that some should be forgotten.
  bool abounds() const { return nodes_.size() > kFew + 2 * kept_; }
  // Renames the sets to their new names.
  void forget_all_but(std::vector<Id>& sets) {
    std::vector<Id> renamed(nodes_.size(), 0);
    for (const Id set : sets) renamed[set] = 1;
    for (std::size_t id = nodes_.size(); id-- > 0;) {
      if (renamed[id] == 0) continue;
      for (const Edge& e : edges(static_cast<Id>(id))) renamed[e.below] = 1;
    }
    const std::vector<Node> nodes = std::exchange(nodes_, {{0, 0, kNever, kNever}});
    const std::vector<Edge> all = std::exchange(edges_, {});
    names_.clear(), unions_.clear();
    renamed[kNoStack] = kNoStack, renamed[kEmptyStack] = 1;
    std::vector<Edge> kept;
    for (std::size_t id = kEmptyStack; id < nodes.size(); ++id) {
      if (renamed[id] == 0) continue;
      kept.assign(all.begin() + static_cast<std::ptrdiff_t>(nodes[id].start),
                  all.begin() + static_cast<std::ptrdiff_t>(nodes[id].start + nodes[id].length));
      for (Edge& e : kept) e.below = renamed[e.below];
      renamed[id] = intern(kept);
    }
    for (Id& set : sets) set = renamed[set];
    kept_ = nodes_.size();
  }

 private:
  static constexpr Element kBottom = 0;  // of every stack; other elements are stored plus one
  static Time one_before(Time time) { return time >= kNever ? kNever : time - 1; }
  static Time one_after(Time time) { return std::min(kNever, time + 1); }
  static constexpr std::size_t kDeepest = 64, kFew = 1024;

  struct Edge {
    Element element;
    Id below;
    Time last;

    bool operator==(const Edge&) const = default;
  };
  struct Node {
    std::size_t start, length;  // of its edges
    Time earliest, latest;      // times at which the top of all stacks, or of some stack, has to leave
  };

  std::span<const Edge> edges(Id set) const {
    return {edges_.data() + nodes_[set].start, nodes_[set].length};
  }
  Id below(Id set, Element element) const {
    const auto all = edges(set);
    const auto at = std::ranges::lower_bound(all, element, {}, &Edge::element);
    return at == all.end() || at->element != element ? kNoStack : at->below;
  }

  Id intern(std::span<const Edge> edges) {
    if (edges.empty()) return kNoStack;
    std::uint64_t hash = edges.size();
    for (const Edge& e : edges) hash = mix(hash, std::uint64_t{e.element} << 32 | e.below);
    for (;; ++hash) {
      const auto [at, fresh] = names_.try_emplace(hash, static_cast<Id>(nodes_.size()));
      if (fresh) {
        append(edges);
        return at->second;
      }
      if (std::ranges::equal(this->edges(at->second), edges)) return at->second;
    }
  }

  void append(std::span<const Edge> edges) {
    Node node{edges_.size(), edges.size(), kNever, 0};
    for (const Edge& e : edges) {
      node.earliest = std::min({node.earliest, e.last, one_before(nodes_[e.below].earliest)});
      node.latest = std::max(node.latest, std::min(e.last, one_before(nodes_[e.below].latest)));
    }
    nodes_.push_back(node);
    edges_.insert(edges_.end(), edges.begin(), edges.end());
  }

  static std::pair<Id, Id> pair_of(Id a, Id b) { return {std::min(a, b), std::max(a, b)}; }
  std::optional<Id> known_union(Id a, Id b) const {
    const auto [low, high] = pair_of(a, b);
    if (low == kNoStack || low == high) return high;
    const auto at = unions_.find({low, high});
    return at == unions_.end() ? std::nullopt : std::optional(at->second);
  }

  // Whether the unions that this one consists of are known; otherwise requests them.
  bool parts_are_known(Id a, Id b) {
    const std::size_t before = asked_.size();
    for (const Edge& e : edges(a)) {
      const Id other = below(b, e.element);
      if (!known_union(e.below, other)) asked_.emplace_back(e.below, other);
    }
    return asked_.size() == before;
  }

  Id merge(Id a, Id b) {
    std::vector<Edge> all;
    for (Edge e : edges(a)) {
      e.below = *known_union(e.below, below(b, e.element));
      all.push_back(e);
    }
    for (const Edge& e : edges(b)) {
      if (std::ranges::find(edges(a), e.element, &Edge::element) == edges(a).end()) all.push_back(e);
    }
    std::ranges::sort(all, {}, &Edge::element);
    return intern(all);
  }

  std::vector<Node> nodes_;  // a set leads only to sets with lower names
  std::vector<Edge> edges_;
  absl::flat_hash_map<std::uint64_t, Id> names_;  // by hash, or the next number that is free
  absl::flat_hash_map<std::pair<Id, Id>, Id> unions_;
  std::vector<std::pair<Id, Id>> asked_;
  std::size_t kept_ = 0;  // the number of sets after the last forgetting
};

}  // namespace linnet
