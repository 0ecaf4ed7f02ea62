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

// A move of a sequence. All but the last of a sequence are known exactly. For the last one, `move` has
// what is certain and `at_most` what it may do.
struct PlannedMove {
  Move move;
  Footprint at_most;
  bool exact = true;
};

// A branch that is about to be explored.
struct Branch {
  PlannedMove plan;
  TreeNode children = kNoNode;
  // Sequences of which it could not be told whether they begin with this move. Now it can.
  TreeNode deferred = kNoNode;
};

class WakeupTrees {
 public:
  explicit WakeupTrees(const Cells& cells) : cells_(cells) {}

  // Adds the sequence unless a path from `first` covers it. `sequence` ends with last.move, and is used up.
  void insert(TreeNode& first, std::vector<const Move*>& sequence, const PlannedMove& last);
  // Removes the first tree of the list and gives its root back to the pool.
  Branch take_first(TreeNode& first);
  // The moves of the first path of the list, which is removed.
  void take_path(TreeNode& first, std::vector<PlannedMove>& path);
  void release(TreeNode& first);

  // Whether an execution that begins with the sequence is equivalent to one that begins with `move`, if
  // necessary after more steps (a weak initial).
  bool is_weak_initial(const Move& move, std::span<const Move* const> sequence) const;

  const PlannedMove& plan(TreeNode node) const { return nodes_[node].plan; }
  TreeNode next(TreeNode node) const { return nodes_[node].next; }
  TreeNode children(TreeNode node) const { return nodes_[node].children; }
  TreeNode deferred(TreeNode node) const { return nodes_[node].deferred; }
  // Adds a last child to `parent`, or a last tree to the list if there is no parent. Returns the new node.
  TreeNode append(TreeNode& first, TreeNode parent, const PlannedMove& plan);

  void set_deferred(TreeNode node, TreeNode first) { nodes_[node].deferred = first; }

  std::size_t peak() const { return nodes_.size(); }

 private:
  struct Node {
    PlannedMove plan;
    TreeNode next = kNoNode;
    TreeNode children = kNoNode;
    TreeNode deferred = kNoNode;
  };
  enum class Answer : std::uint8_t { no, yes, not_known };
  Answer begins_with(const PlannedMove& plan, std::span<const Move* const> sequence) const;
  void defer(TreeNode node, std::span<const Move* const> sequence, const PlannedMove& last);
  // The end of the path if it is that sequence.
  TreeNode leaf_if_path(TreeNode node, std::span<const Move* const> sequence) const;
  TreeNode add_path(TreeNode& first, TreeNode parent, std::span<const Move* const> sequence,
                    const PlannedMove& last);
  TreeNode allocate(const PlannedMove& plan);
  void give_back(TreeNode node);

  const Cells& cells_;
  std::vector<Node> nodes_;
  TreeNode free_ = kNoNode;
};

}  // namespace linnet
