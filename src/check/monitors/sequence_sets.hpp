// Sets of sequences of values, such as all contents that a stack may have, shared where they end alike.
//
// A set is a node of a graph without cycles. Its edges are the values that come first in some sequence of the set, and lead to the
// set of what may follow:
//
//   {abx, bax}    a → (b → (x → end))       Two pushes overlapped, and nothing has told their order yet. Until
//                 b → (a → (x → end))       something does, one set stands for both.
//
// Nodes with the same edges are one node, so two sets are equal if their numbers are, and a union that was computed once is never
// computed again. What a stack does costs one node. A set can have many more sequences than nodes: undecided orders at a hundred
// places are a few hundred nodes and 2^100 sequences.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "check/monitors/value_ids.hpp"

namespace linnet {

class SequenceSets {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;   // no sequence
  static constexpr Id kEmpty = 1;  // the one without values
  static constexpr Id kAny = 2;    // all that there are: nothing is known

  SequenceSets() : nodes_(3), index_(0, Hashed{this}, Same{this}) {}
  SequenceSets(const SequenceSets&) = delete;
  SequenceSets& operator=(const SequenceSets&) = delete;

  // Every sequence with one more value in front.
  Id push(ValueId value, Id below) {
    if (below == kNone) return kNone;
    edges_.assign(1, {value, below});
    return intern();
  }
  // What may follow where the value comes first.
  Id pop(Id set, ValueId value) const {
    if (set == kAny) return kAny;
    for (const Edge& e : edges_of(set)) {
      if (e.value == value) return e.below;
    }
    return kNone;
  }
  // What may follow whatever comes first.
  Id pop_any(Id set) {
    if (set == kAny) return kAny;
    Id all = kNone;
    const auto [begin, end] = nodes_[set].edges;
    for (std::uint32_t e = begin; e < end; ++e) all = unite(all, stored_[e].below);
    return all;
  }
  // The sequences in which another value comes first, or none.
  Id without(Id set, ValueId value) {
    if (set == kAny || pop(set, value) == kNone) return set;
    const auto all = edges_of(set);
    edges_.assign(all.begin(), all.end());
    std::erase_if(edges_, [value](const Edge& e) { return e.value == value; });
    return edges_.empty() ? kNone : intern();
  }

  // All sequences in either. If those in one are longer than those in the other, more may be in it.
  Id unite(Id a, Id b) {
    if (const auto known = known_union(a, b)) return *known;
    // Without recursion: sequences may be a million long.
    pairs_.assign(1, {a, b});
    while (!pairs_.empty()) {
      if (++work_ > most_work_) return kNone;
      const auto [x, y] = pairs_.back();
      const std::size_t open = pairs_.size();
      if (!known_union(x, y) && merge(x, y)) unions_.emplace(key(x, y), intern());
      if (pairs_.size() == open) pairs_.pop_back();
    }
    return *known_union(a, b);
  }

  bool contains(Id set, Id sequence) {
    std::vector<std::pair<Id, Id>> walked;
    bool found = false;
    for (;; sequence = edges_of(sequence)[0].below) {
      if (set == kAny || set == sequence) found = true;
      if (found || set == kNone || sequence <= kAny) break;
      if (members_.contains(std::uint64_t{set} << 32 | sequence)) {
        found = true;
        break;
      }
      walked.emplace_back(set, sequence);
      set = pop(set, edges_of(sequence)[0].value);
    }
    for (const auto& [s, q] : walked) {
      if (found) members_.insert(std::uint64_t{s} << 32 | q);
    }
    return found;
  }
  // One sequence of the set, as a set of its own. REQUIRES: it has one that is known.
  Id any_of(Id set) {
    std::vector<ValueId> values;
    for (; set > kAny; set = edges_of(set)[0].below) values.push_back(edges_of(set)[0].value);
    Id one = kEmpty;
    for (auto v = values.rbegin(); v != values.rend(); ++v) one = push(*v, one);
    return one;
  }

  // Every sequence backwards. Sets that are small can be large when they are read from the other end: nothing if it takes more than so
  // much work.
  std::optional<Id> mirrored(Id set, std::size_t most_work) {
    if (set <= kAny) return set;
    const auto known = mirrors_.find(set);
    if (known != mirrors_.end()) return known->second;
    most_work_ = work_ + most_work;
    const std::optional<Id> mirror = turn(set);
    most_work_ = kAnyWork;
    mirrors_.emplace(set, mirror);
    return mirror;
  }
  // However much work it takes, which is little for a set of one sequence.
  Id mirrored(Id sequence) { return *mirrored(sequence, kAnyWork / 2); }

  // Forgets all sets but these, which get new numbers, and what they are made of.
  void forget_all_but(std::span<Id> kept) {
    std::vector<Id> fresh(nodes_.size(),
                          kNone);  // first: whether it is kept, which those below a set learn from it
    for (const Id id : kept) fresh[id] = 1;
    for (Id id = static_cast<Id>(nodes_.size()); id-- > kAny + 1;) {
      if (fresh[id] == kNone) continue;
      for (const Edge& e : edges_of(id)) fresh[e.below] = 1;
    }
    for (const Id id : {kNone, kEmpty, kAny}) fresh[id] = id;
    std::vector<Node> nodes(3);
    nodes.swap(nodes_);
    std::vector<Edge> stored;
    stored.swap(stored_);
    index_.clear(), unions_.clear(), mirrors_.clear(), members_.clear();
    // What is below a set has a lower number.
    for (Id id = kAny + 1; id < nodes.size(); ++id) {
      if (fresh[id] == kNone) continue;
      edges_.assign(stored.begin() + nodes[id].edges.first, stored.begin() + nodes[id].edges.second);
      for (Edge& e : edges_) e.below = fresh[e.below];
      fresh[id] = intern();
    }
    for (Id& id : kept) id = fresh[id];
  }

  // The values that may come first.
  std::vector<ValueId> tops(Id set) const {
    std::vector<ValueId> values;
    for (const Edge& e : edges_of(set)) values.push_back(e.value);
    return values;
  }
  // How long its sequences are. REQUIRES: that is known.
  std::uint32_t length(Id set) const { return nodes_[set].length; }
  // The logarithm of the number of sequences.
  float weight(Id set) const { return nodes_[set].weight; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t work() const { return work_; }  // how often a node or a union was made or looked for

 private:
  struct Edge {
    ValueId value;
    Id below;
    bool operator==(const Edge&) const = default;
  };
  struct Node {
    std::pair<std::uint32_t, std::uint32_t> edges = {0, 0};  // from, to
    std::uint32_t length = 0;
    float weight = 0;
  };
  struct Hashed {
    using is_transparent = void;
    const SequenceSets* sets;
    std::size_t operator()(Id set) const { return (*this)(sets->edges_of(set)); }
    std::size_t operator()(std::span<const Edge> edges) const {
      std::uint64_t h = edges.size();
      for (const Edge& e : edges) h = mix(h, std::uint64_t{e.value} << 32 | e.below);
      return h;
    }
  };
  struct Same {
    using is_transparent = void;
    const SequenceSets* sets;
    bool operator()(Id a, Id b) const { return a == b; }
    bool operator()(Id a, std::span<const Edge> b) const { return std::ranges::equal(sets->edges_of(a), b); }
    bool operator()(std::span<const Edge> a, Id b) const { return (*this)(b, a); }
  };

  std::span<const Edge> edges_of(Id set) const {
    const auto [begin, end] = nodes_[set].edges;
    return std::span(stored_).subspan(begin, end - begin);
  }
  static std::uint64_t key(Id a, Id b) { return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b); }

  // The node with the edges in edges_.
  Id intern() {
    ++work_;
    const auto found = index_.find(std::span<const Edge>(edges_));
    if (found != index_.end()) return *found;
    const auto id = static_cast<Id>(nodes_.size());
    const auto begin = static_cast<std::uint32_t>(stored_.size());
    stored_.insert(stored_.end(), edges_.begin(), edges_.end());
    nodes_.push_back({{begin, static_cast<std::uint32_t>(stored_.size())},
                      nodes_[edges_.front().below].length + 1,
                      weight_of(edges_)});
    index_.insert(id);
    return id;
  }

  float weight_of(std::span<const Edge> edges) const {
    float most = 0, sum = 0;
    for (const Edge& e : edges) most = std::max(most, nodes_[e.below].weight);
    for (const Edge& e : edges) sum += std::exp2(nodes_[e.below].weight - most);
    return most + std::log2(sum);
  }

  std::optional<Id> known_union(Id a, Id b) const {
    if (a == b || b == kNone) return a;
    if (a == kNone) return b;
    if (a == kAny || b == kAny || a == kEmpty || b == kEmpty) return kAny;
    const auto found = unions_.find(key(a, b));
    return found == unions_.end() ? std::nullopt : std::optional(found->second);
  }

  // Puts the edges of the union into edges_; false if unions below them have to be known first, which pairs_ then names.
  bool merge(Id a, Id b) {
    edges_.clear();
    bool whole = true;
    const auto x = edges_of(a), y = edges_of(b);
    for (std::size_t i = 0, j = 0; i < x.size() || j < y.size();) {
      if (j == y.size() || (i < x.size() && x[i].value < y[j].value)) {
        edges_.push_back(x[i++]);
      } else if (i == x.size() || y[j].value < x[i].value) {
        edges_.push_back(y[j++]);
      } else {
        const auto below = known_union(x[i].below, y[j].below);
        if (!below) pairs_.emplace_back(x[i].below, y[j].below);
        whole = whole && below;
        edges_.push_back({x[i++].value, below.value_or(kNone)});
        ++j;
      }
    }
    return whole;
  }

  // Goes from the first values to the last. What has been read, backwards, is the set that belongs to the node that comes next.
  std::optional<Id> turn(Id set) {
    absl::flat_hash_map<Id, Id> read = {{set, kEmpty}}, further;
    while (!read.contains(kEmpty)) {
      further.clear();
      std::vector<std::pair<Id, Id>> ordered(read.begin(), read.end());
      std::ranges::sort(ordered);
      for (const auto& [node, backwards] : ordered) {
        const auto [begin, end] = nodes_[node].edges;
        for (std::uint32_t e = begin; e < end; ++e) {
          const Edge edge = stored_[e];
          Id& known = further.try_emplace(edge.below, kNone).first->second;
          known = unite(known, push(edge.value, backwards));
          if (work_ > most_work_) return std::nullopt;
        }
      }
      read.swap(further);
    }
    return read.at(kEmpty);
  }

  std::vector<Node> nodes_;
  std::vector<Edge> stored_;
  absl::flat_hash_set<Id, Hashed, Same> index_;
  absl::flat_hash_map<std::uint64_t, Id> unions_;
  absl::flat_hash_map<Id, std::optional<Id>> mirrors_;
  absl::flat_hash_set<std::uint64_t> members_;
  std::vector<Edge> edges_;
  std::vector<std::pair<Id, Id>> pairs_;
  static constexpr std::size_t kAnyWork = std::numeric_limits<std::size_t>::max();
  std::size_t work_ = 0, most_work_ = kAnyWork;
};

}  // namespace linnet
