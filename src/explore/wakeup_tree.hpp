// Wakeup trees: the beginnings of executions that are still to be explored from one point.
//
// A branch is a list of trees in the order in which they will be explored; a path from it to a leaf is a
// sequence of moves that no explored execution and no other path begins with, up to the order of
// independent moves. All trees of an exploration share one pool of nodes, so that in the long run nothing is
// allocated.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/cells.hpp"

namespace linnet {

using TreeNode = std::uint32_t;
constexpr TreeNode kNoNode = UINT32_MAX;

class WakeupTrees {
 public:
  explicit WakeupTrees(const Cells& cells) : cells_(cells) {}

  // Adds the sequence unless a path from `first` covers it. `sequence` is used up.
  void insert(TreeNode& first, std::vector<const Move*>& sequence);
  // The first tree of the list: its move, and what comes after. The node is given back to the pool.
  Move take_first(TreeNode& first, TreeNode& children);
  void release(TreeNode& first);

  // Whether an execution that begins with the sequence is equivalent to one that begins with `move`, if
  // necessary after more steps (a weak initial).
  bool is_weak_initial(const Move& move, std::span<const Move* const> sequence) const;

  const Move& move(TreeNode node) const { return nodes_[node].move; }
  TreeNode next(TreeNode node) const { return nodes_[node].next; }
  TreeNode children(TreeNode node) const { return nodes_[node].children; }
  // Adds a last child to `parent`, or a last tree to the list if there is no parent. Returns the new node.
  TreeNode append(TreeNode& first, TreeNode parent, const Move& move);

  std::size_t size() const { return used_; }
  std::size_t peak() const { return nodes_.size(); }

 private:
  struct Node {
    Move move;
    TreeNode next = kNoNode;
    TreeNode children = kNoNode;
  };
  TreeNode allocate(const Move& move);
  void give_back(TreeNode node);

  const Cells& cells_;
  std::vector<Node> nodes_;
  TreeNode free_ = kNoNode;
  std::size_t used_ = 0;
};

}  // namespace linnet
