// Implements SerialHistories: a tree of calls and results.
#include "history/model/serial_histories.hpp"

#include <algorithm>

namespace linnet {

std::string TestCall::text() const {
  std::string text = method + "(";
  for (const Value& argument : arguments) {
    if (&argument != arguments.data()) text += ", ";
    argument.append_json(text);
  }
  return text + ")";
}

void SerialHistories::add(std::span<const SerialStep> steps, std::optional<CallNumber> blocked) {
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

void SerialHistories::for_each(const Visit& visit) const {
  std::vector<SerialStep> steps;
  visit_from(root(), steps, visit);
}

void SerialHistories::visit_from(Node node, std::vector<SerialStep>& steps, const Visit& visit) const {
  const Branch& branch = nodes_[node];
  if (branch.ends) visit(steps, std::nullopt);
  for (const CallNumber call : branch.blocked) visit(steps, call);
  for (const Edge& edge : branch.edges) {
    steps.push_back(edge.step);
    visit_from(edge.next, steps, visit);
    steps.pop_back();
  }
}

std::optional<SerialHistories::Nondeterminism> SerialHistories::conflict_at(Node node) const {
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

std::optional<SerialHistories::Nondeterminism> SerialHistories::nondeterminism() const {
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

}  // namespace linnet
