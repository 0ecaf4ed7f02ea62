// Implements StackSets: canonical sets of stacks, and their unions from the bottom up.
#include "check/quasi/stack_sets.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace linnet {

namespace {

StackSets::Time one_before(StackSets::Time time) {
  return time >= StackSets::kNever ? StackSets::kNever : time - 1;
}

StackSets::Time one_after(StackSets::Time time) {
  return std::min(StackSets::kNever, time + 1);
}

}  // namespace

StackSets::StackSets() : nodes_{{0, 0, kNever, kNever}} {
  const Edge bottom{kBottom, kNoStack, kNever};
  intern({&bottom, 1});
}

StackSets::Id StackSets::intern(std::span<const Edge> edges) {
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

void StackSets::append(std::span<const Edge> edges) {
  Node node{edges_.size(), edges.size(), kNever, 0};
  for (const Edge& e : edges) {
    node.earliest = std::min({node.earliest, e.last, one_before(nodes_[e.below].earliest)});
    node.latest = std::max(node.latest, std::min(e.last, one_before(nodes_[e.below].latest)));
  }
  nodes_.push_back(node);
  edges_.insert(edges_.end(), edges.begin(), edges.end());
}

StackSets::Id StackSets::push(Id set, Element element, Time last) {
  if (set == kNoStack) return kNoStack;
  const Edge edge{element + 1, set, last};
  return intern({&edge, 1});
}

StackSets::Id StackSets::below(Id set, Element element) const {
  const auto all = edges(set);
  const auto at = std::ranges::lower_bound(all, element, {}, &Edge::element);
  return at == all.end() || at->element != element ? kNoStack : at->below;
}

StackSets::Id StackSets::pop(Id set, Element element) const {
  return below(set, element + 1);
}

StackSets::Id StackSets::pop_any(Id set) {
  Id popped = has_empty(set) ? kEmptyStack : kNoStack;
  // By index: unions make edges.
  for (std::size_t k = 0; k < nodes_[set].length; ++k) popped = unite(popped, edges(set)[k].below);
  return popped;
}

StackSets::Id StackSets::with_top(Id set, Element element) {
  const auto all = edges(set);
  const auto at = std::ranges::find(all, element + 1, &Edge::element);
  if (at == all.end()) return kNoStack;
  const Edge edge = *at;
  return intern({&edge, 1});
}

StackSets::Id StackSets::in_time(Id set, Time time, std::size_t depth) {
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

StackSets::Id StackSets::unite(Id a, Id b) {
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

std::optional<StackSets::Id> StackSets::known_union(Id a, Id b) const {
  const auto [low, high] = pair_of(a, b);
  if (low == kNoStack || low == high) return high;
  const auto at = unions_.find({low, high});
  return at == unions_.end() ? std::nullopt : std::optional(at->second);
}

bool StackSets::parts_are_known(Id a, Id b) {
  const std::size_t before = asked_.size();
  for (const Edge& e : edges(a)) {
    const Id other = below(b, e.element);
    if (!known_union(e.below, other)) asked_.emplace_back(e.below, other);
  }
  return asked_.size() == before;
}

StackSets::Id StackSets::merge(Id a, Id b) {
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

bool StackSets::contains(Id set, std::span<const Element> stack) const {
  for (; set != kNoStack && !stack.empty(); stack = stack.first(stack.size() - 1))
    set = below(set, stack.back() + 1);
  return has_empty(set);
}

std::vector<StackSets::Element> StackSets::some_stack(Id set) const {
  std::vector<Element> stack;
  for (; !has_empty(set); set = edges(set).front().below) stack.push_back(edges(set).front().element - 1);
  std::ranges::reverse(stack);
  return stack;
}

bool StackSets::extend_within(Id set, std::vector<Element>& stack) const {
  for (const Edge& e : edges(set)) {
    if (e.element == kBottom || !contains(e.below, stack)) continue;
    stack.push_back(e.element - 1);
    return true;
  }
  return false;
}

void StackSets::forget_all_but(std::vector<Id>& sets) {
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

}  // namespace linnet
