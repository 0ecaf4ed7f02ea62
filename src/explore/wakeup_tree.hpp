// Wakeup trees: the beginnings of executions that are still to be explored from one point.
//
// A branch is a list of trees in the order in which they will be explored; a path from it to a leaf is a
// sequence of moves that no explored execution and no other path begins with, up to the order of
// independent moves. All trees of an exploration share one pool of nodes, so that in the long run nothing is
// allocated.
#pragma once

#include <algorithm>
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
  void insert(TreeNode& first, std::vector<const Move*>& sequence, const PlannedMove& last) {
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

  // Removes the first tree of the list and gives its root back to the pool.
  Branch take_first(TreeNode& first) {
    const TreeNode node = first;
    const Branch branch{nodes_[node].plan, nodes_[node].children, nodes_[node].deferred};
    first = nodes_[node].next;
    give_back(node);
    return branch;
  }

  // The moves of the first path of the list, which is removed.
  void take_path(TreeNode& first, std::vector<PlannedMove>& path) {
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

  void release(TreeNode& first) {
    while (first != kNoNode) {
      const TreeNode node = first;
      first = nodes_[node].next;
      release(nodes_[node].children);
      release(nodes_[node].deferred);
      give_back(node);
    }
  }

  // Whether an execution that begins with the sequence is equivalent to one that begins with `move`, if
  // necessary after more steps (a weak initial).
  bool is_weak_initial(const Move& move, std::span<const Move* const> sequence) const {
    for (const Move* other : sequence) {
      if (other->thread == move.thread) return other->alternative == move.alternative;
      if (cells_.conflict(other->footprint, move.footprint)) return false;
    }
    return true;
  }

  // Whether a move of the thread is in one of the trees.
  bool mentions(TreeNode first, ThreadNumber thread) const {
    for (TreeNode node = first; node != kNoNode; node = nodes_[node].next) {
      if (nodes_[node].plan.move.thread == thread || mentions(nodes_[node].children, thread) ||
          mentions(nodes_[node].deferred, thread))
        return true;
    }
    return false;
  }

  const PlannedMove& plan(TreeNode node) const { return nodes_[node].plan; }
  TreeNode next(TreeNode node) const { return nodes_[node].next; }
  TreeNode children(TreeNode node) const { return nodes_[node].children; }
  TreeNode deferred(TreeNode node) const { return nodes_[node].deferred; }
  // Adds a last child to `parent`, or a last tree to the list if there is no parent. Returns the new node.
  TreeNode append(TreeNode& first, TreeNode parent, const PlannedMove& plan) {
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
  Answer begins_with(const PlannedMove& plan, std::span<const Move* const> sequence) const {
    if (!is_weak_initial(plan.move, sequence)) return Answer::no;
    if (plan.exact) return Answer::yes;
    const Move widest{plan.move.thread, plan.move.alternative, plan.at_most};
    return is_weak_initial(widest, sequence) ? Answer::yes : Answer::not_known;
  }

  // Deferred sequences must not be merged with one another: one of them may turn out to be covered, and the
  // other not.
  void defer(TreeNode node, std::span<const Move* const> sequence, const PlannedMove& last) {
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

  // The end of the path if it is that sequence.
  TreeNode leaf_if_path(TreeNode node, std::span<const Move* const> sequence) const {
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

  TreeNode add_path(TreeNode& first, TreeNode parent, std::span<const Move* const> sequence,
                    const PlannedMove& last) {
    for (const Move* move : sequence) {
      parent = append(first, parent, move == &last.move ? last : PlannedMove{*move, {}, true});
    }
    return parent;
  }

  TreeNode allocate(const PlannedMove& plan) {
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

  void give_back(TreeNode node) {
    nodes_[node].next = free_;
    nodes_[node].children = kNoNode;
    nodes_[node].deferred = kNoNode;
    free_ = node;
  }

  const Cells& cells_;
  std::vector<Node> nodes_;
  TreeNode free_ = kNoNode;
};

}  // namespace linnet
