// The serial histories of one finite test: what an object does when operations never overlap (Line-Up, phase
// 1).
//
// They are stored as a tree. A path from the root is a sequence of operations with their results, each called
// by its thread after the one before has returned; each node has the calls that block there. Since a run of
// the test makes every call once, a call is its number in the test, and equal calls of different threads stay
// apart.
//
//   inc() | get()         root ─ inc()→null ─ get()→1
//                              └ get()→0 ─ inc()→null
//
// The object is deterministic if no two histories agree up to a call and differ in its outcome.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "linnet/value.hpp"

namespace linnet {

using CallNumber = std::uint32_t;

// One call of a test, and the user's declarations about the operation.
struct TestCall {
  std::uint32_t thread = 0;  // 0 runs alone, before and after the others
  std::string method = {};
  std::vector<Value> arguments = {};
  bool excluded = false;          // not linearizable: it runs, and its effects are not compared
  bool nondeterministic = false;  // it may have one of several results
  bool may_fail = false;          // it may do nothing and say so
  bool asynchronous = false;      // its effect may come after its return

  // "enq(1)"
  std::string text() const {
    return fmt::format("{}({})", method, fmt::join(arguments | std::views::transform(&Value::to_json), ", "));
  }

  friend bool operator==(const TestCall&, const TestCall&) = default;
};

struct SerialStep {
  CallNumber call = 0;
  Value result;
  friend bool operator==(const SerialStep&, const SerialStep&) = default;
};

class SerialHistories {
 public:
  using Node = std::uint32_t;
  struct Edge {
    SerialStep step;
    Node next;
  };
  // Two histories that agree in `prefix` and in the call that follows; absent: it blocks.
  struct Nondeterminism {
    std::vector<SerialStep> prefix;
    CallNumber call = 0;
    std::optional<Value> first, second;
  };

  explicit SerialHistories(std::vector<TestCall> calls) : calls_(std::move(calls)), nodes_(1) {}

  // Adds a history that ends because everything has returned, or because `blocked` does not.
  void add(std::span<const SerialStep> steps, std::optional<CallNumber> blocked) {
    Node node = root();
    for (const SerialStep& step : steps) {
      const auto& edges = nodes_[node].edges;
      const auto known = std::ranges::find(edges, step, &Edge::step);
      if (known != edges.end()) {
        node = known->next;
        continue;
      }
      const Node next = static_cast<Node>(nodes_.size());
      nodes_[node].edges.push_back({step, next});
      nodes_.emplace_back();
      node = next;
    }
    Branch& end = nodes_[node];
    if (!blocked) {
      full_ += !end.ends;
      end.ends = true;
    } else if (std::ranges::find(end.blocked, *blocked) == end.blocked.end()) {
      end.blocked.push_back(*blocked);
      ++stuck_;
    }
  }

  const std::vector<TestCall>& calls() const { return calls_; }
  std::uint64_t full() const { return full_; }    // distinct
  std::uint64_t stuck() const { return stuck_; }  // distinct

  static constexpr Node root() { return 0; }
  std::span<const Edge> after(Node node) const { return nodes_[node].edges; }
  std::span<const CallNumber> blocked(Node node) const { return nodes_[node].blocked; }

  // Each history once, in the order of the tree.
  using Visit = std::function<void(std::span<const SerialStep>, std::optional<CallNumber> blocked)>;
  void for_each(const Visit& visit) const {
    std::vector<SerialStep> steps;
    visit_from(root(), steps, visit);
  }

  // The shortest one, among calls that are not declared nondeterministic. Returns nothing for a test with an
  // excluded call: the others may depend on how far it is.
  std::optional<Nondeterminism> nondeterminism() const {
    if (std::ranges::any_of(calls_, &TestCall::excluded)) return std::nullopt;
    struct Reached {
      Node node;
      std::vector<SerialStep> prefix;
    };
    std::vector<Reached> level{{root(), {}}};
    while (!level.empty()) {
      std::vector<Reached> next;
      for (const Reached& reached : level) {
        if (auto found = conflict_at(reached.node)) {
          found->prefix = reached.prefix;
          return found;
        }
        for (const Edge& edge : nodes_[reached.node].edges) {
          next.push_back({edge.next, reached.prefix});
          next.back().prefix.push_back(edge.step);
        }
      }
      level = std::move(next);
    }
    return std::nullopt;
  }

 private:
  struct Branch {
    std::vector<Edge> edges;
    std::vector<CallNumber> blocked;
    bool ends = false;
  };

  void visit_from(Node node, std::vector<SerialStep>& steps, const Visit& visit) const {
    const Branch& branch = nodes_[node];
    if (branch.ends) visit(steps, std::nullopt);
    for (const CallNumber call : branch.blocked) visit(steps, call);
    for (const Edge& edge : branch.edges) {
      steps.push_back(edge.step);
      visit_from(edge.next, steps, visit);
      steps.pop_back();
    }
  }

  std::optional<Nondeterminism> conflict_at(Node node) const {
    const Branch& branch = nodes_[node];
    for (const Edge& edge : branch.edges) {
      const CallNumber call = edge.step.call;
      if (calls_[call].nondeterministic || calls_[call].may_fail) continue;
      for (const Edge& other : branch.edges) {
        if (other.step.call == call && other.step.result != edge.step.result)
          return Nondeterminism{{}, call, edge.step.result, other.step.result};
      }
      if (std::ranges::find(branch.blocked, call) != branch.blocked.end())
        return Nondeterminism{{}, call, edge.step.result, std::nullopt};
    }
    return std::nullopt;
  }

  std::vector<TestCall> calls_;
  std::vector<Branch> nodes_;
  std::uint64_t full_ = 0, stuck_ = 0;
};

}  // namespace linnet
