// Implements wakeup trees: insertion, and the pool of nodes.
#include "explore/wakeup_tree.hpp"

#include <algorithm>

namespace linnet {

bool WakeupTrees::is_weak_initial(const Move& move, std::span<const Move* const> sequence) const {
  for (const Move* other : sequence) {
    if (other->thread == move.thread) return other->alternative == move.alternative;
    if (cells_.conflict(other->footprint, move.footprint)) return false;
  }
  return true;
}

WakeupTrees::Answer WakeupTrees::begins_with(const PlannedMove& plan,
                                             std::span<const Move* const> sequence) const {
  if (!is_weak_initial(plan.move, sequence)) return Answer::no;
  if (plan.exact) return Answer::yes;
  const Move widest{plan.move.thread, plan.move.alternative, plan.at_most};
  return is_weak_initial(widest, sequence) ? Answer::yes : Answer::not_known;
}

void WakeupTrees::insert(TreeNode& first, std::vector<const Move*>& sequence, const PlannedMove& last) {
  TreeNode parent = kNoNode;
  for (TreeNode node = first; node != kNoNode;) {
    const PlannedMove& here = nodes_[node].plan;
    switch (begins_with(here, sequence)) {
      case Answer::no: node = nodes_[node].next; continue;
      case Answer::not_known: defer(node, sequence, last); return;
      case Answer::yes: break;
    }
    const auto same =
        std::ranges::find_if(sequence, [&](const Move* m) { return m->thread == here.move.thread; });
    if (same != sequence.end()) sequence.erase(same);
    if (sequence.empty() || nodes_[node].children == kNoNode) return;
    parent = node;
    node = nodes_[node].children;
  }
  add_path(first, parent, sequence, last);
}

TreeNode WakeupTrees::add_path(TreeNode& first, TreeNode parent, std::span<const Move* const> sequence,
                               const PlannedMove& last) {
  for (const Move* move : sequence) {
    parent = append(first, parent, move == &last.move ? last : PlannedMove{*move, {}, true});
  }
  return parent;
}

// Deferred sequences must not be merged with one another: one of them may turn out to be covered, and the
// other not.
void WakeupTrees::defer(TreeNode node, std::span<const Move* const> sequence, const PlannedMove& last) {
  TreeNode head = nodes_[node].deferred;
  for (TreeNode other = head; other != kNoNode; other = nodes_[other].next) {
    const TreeNode leaf = leaf_if_path(other, sequence);
    if (leaf == kNoNode) continue;
    if (last.exact) nodes_[leaf].plan = last;
    return;
  }
  TreeNode path = kNoNode;
  add_path(path, kNoNode, sequence, last);
  nodes_[path].next = head;
  nodes_[node].deferred = path;
}

TreeNode WakeupTrees::leaf_if_path(TreeNode node, std::span<const Move* const> sequence) const {
  TreeNode leaf = kNoNode;
  for (const Move* move : sequence) {
    if (node == kNoNode) return kNoNode;
    const Move& here = nodes_[node].plan.move;
    if (here.thread != move->thread || here.alternative != move->alternative) return kNoNode;
    leaf = node;
    node = nodes_[node].children;
  }
  return node == kNoNode ? leaf : kNoNode;
}

void WakeupTrees::take_path(TreeNode& first, std::vector<PlannedMove>& path) {
  path.clear();
  TreeNode node = first;
  first = nodes_[node].next;
  while (node != kNoNode) {
    path.push_back(nodes_[node].plan);
    const TreeNode next = nodes_[node].children;
    give_back(node);
    node = next;
  }
}

TreeNode WakeupTrees::append(TreeNode& first, TreeNode parent, const PlannedMove& plan) {
  const TreeNode node = allocate(plan);
  TreeNode& head = parent == kNoNode ? first : nodes_[parent].children;
  if (head == kNoNode) {
    head = node;
    return node;
  }
  TreeNode last = head;
  while (nodes_[last].next != kNoNode) last = nodes_[last].next;
  nodes_[last].next = node;
  return node;
}

TreeNode WakeupTrees::allocate(const PlannedMove& plan) {
  TreeNode node = free_;
  if (node == kNoNode) {
    node = static_cast<TreeNode>(nodes_.size());
    nodes_.emplace_back();
  } else {
    free_ = nodes_[node].next;
  }
  nodes_[node] = {plan, kNoNode, kNoNode, kNoNode};
  return node;
}

Branch WakeupTrees::take_first(TreeNode& first) {
  const TreeNode node = first;
  const Branch branch{nodes_[node].plan, nodes_[node].children, nodes_[node].deferred};
  first = nodes_[node].next;
  give_back(node);
  return branch;
}

void WakeupTrees::release(TreeNode& first) {
  while (first != kNoNode) {
    const TreeNode node = first;
    first = nodes_[node].next;
    release(nodes_[node].children);
    release(nodes_[node].deferred);
    give_back(node);
  }
}

void WakeupTrees::give_back(TreeNode node) {
  nodes_[node].next = free_;
  nodes_[node].children = kNoNode;
  nodes_[node].deferred = kNoNode;
  free_ = node;
}

}  // namespace linnet
