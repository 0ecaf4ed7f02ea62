// Wakeup trees: insertion, and the pool.
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

void WakeupTrees::insert(TreeNode& first, std::vector<const Move*>& sequence) {
  TreeNode parent = kNoNode;
  for (TreeNode node = first; node != kNoNode;) {
    const Move& here = nodes_[node].move;
    if (!is_weak_initial(here, sequence)) {
      node = nodes_[node].next;
      continue;
    }
    const auto same =
        std::ranges::find_if(sequence, [&](const Move* m) { return m->thread == here.thread; });
    if (same != sequence.end()) sequence.erase(same);
    if (sequence.empty() || nodes_[node].children == kNoNode) return;
    parent = node;
    node = nodes_[node].children;
  }
  for (const Move* move : sequence) parent = append(first, parent, *move);
}

TreeNode WakeupTrees::append(TreeNode& first, TreeNode parent, const Move& move) {
  const TreeNode node = allocate(move);
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

TreeNode WakeupTrees::allocate(const Move& move) {
  TreeNode node = free_;
  if (node == kNoNode) {
    node = static_cast<TreeNode>(nodes_.size());
    nodes_.emplace_back();
  } else {
    free_ = nodes_[node].next;
  }
  ++used_;
  nodes_[node] = {move, kNoNode, kNoNode};
  return node;
}

Move WakeupTrees::take_first(TreeNode& first, TreeNode& children) {
  const TreeNode node = first;
  const Move move = nodes_[node].move;
  children = nodes_[node].children;
  first = nodes_[node].next;
  give_back(node);
  return move;
}

void WakeupTrees::release(TreeNode& first) {
  while (first != kNoNode) {
    const TreeNode node = first;
    first = nodes_[node].next;
    release(nodes_[node].children);
    give_back(node);
  }
}

void WakeupTrees::give_back(TreeNode node) {
  nodes_[node].next = free_;
  nodes_[node].children = kNoNode;
  free_ = node;
  --used_;
}

}  // namespace linnet
