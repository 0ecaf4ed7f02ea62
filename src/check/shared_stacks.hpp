// Many stacks that have most of their elements in common: each is an element on top of another stack.
//
// Equal contents have equal names, and with each element goes a number. What no stack that is still named stands on
// can be forgotten.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

namespace linnet {

class SharedStacks {
 public:
  using Id = std::uint32_t;
  static constexpr Id kEmpty = 0;

  explicit SharedStacks(std::int64_t number_of_empty) : nodes_{{kEmpty, 0, number_of_empty}} {}

  std::int64_t number(Id stack) const { return nodes_[stack].number; }
  Id below(Id stack) const { return nodes_[stack].below; }

  // REQUIRES: the number depends on the stack and the element alone.
  Id push(Id stack, std::uint32_t element, std::int64_t number) {
    const auto [at, fresh] = names_.try_emplace({stack, element}, static_cast<Id>(nodes_.size()));
    if (fresh) nodes_.push_back({stack, element, number});
    return at->second;
  }

  // Renames them to what they are called from now on.
  void forget_all_but(std::vector<Id>& stacks) {
    std::vector<Id> renamed(nodes_.size(), kEmpty);
    for (const Id stack : stacks) renamed[stack] = 1;
    // What a stack stands on has a lower name.
    for (std::size_t id = nodes_.size(); id-- > 1;) {
      if (renamed[id] != 0) renamed[nodes_[id].below] = 1;
    }
    names_.clear();
    Id next = 1;
    renamed[kEmpty] = kEmpty;
    for (std::size_t id = 1; id < nodes_.size(); ++id) {
      if (renamed[id] == 0) continue;
      nodes_[next] = {renamed[nodes_[id].below], nodes_[id].element, nodes_[id].number};
      names_.emplace(std::pair(nodes_[next].below, nodes_[next].element), next);
      renamed[id] = next++;
    }
    nodes_.resize(next);
    for (Id& stack : stacks) stack = renamed[stack];
  }

 private:
  struct Node {
    Id below;
    std::uint32_t element;
    std::int64_t number;
  };
  std::vector<Node> nodes_;
  absl::flat_hash_map<std::pair<Id, std::uint32_t>, Id> names_;
};

}  // namespace linnet
