// Goes through all orders to which exchanges lead.
#include "definitions/serializability_definition.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace linnet {

namespace {

using Order = std::vector<std::size_t>;  // of steps

bool independent(const Step& a, const Step& b) {
  if (a.thread == b.thread) return false;
  for (const Access& x : a.touched()) {
    for (const Access& y : b.touched()) {
      if ((x.writes || y.writes) && overlap(x, y)) return false;
    }
  }
  return true;
}

// By step: the operation it belongs to, named by its first step; a step outside of operations counts as one.
Order operations_of(std::span<const Step> steps) {
  Order operation(steps.size());
  std::map<ThreadNumber, std::size_t> open;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].calls) open[steps[i].thread] = i;
    const auto inside = open.find(steps[i].thread);
    operation[i] = inside == open.end() ? i : inside->second;
    if (steps[i].returns) open.erase(steps[i].thread);
  }
  return operation;
}

bool is_serial(const Order& order, const Order& operation) {
  std::set<std::size_t> over;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t current = operation[order[i]];
    if (i > 0 && operation[order[i - 1]] != current) over.insert(operation[order[i - 1]]);
    if (over.contains(current)) return false;
  }
  return true;
}

}  // namespace

bool is_conflict_serializable(std::span<const Step> steps) {
  const Order operation = operations_of(steps);
  Order first(steps.size());
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = i;
  std::set<Order> met{first};
  std::vector<Order> open{first};
  while (!open.empty()) {
    const Order order = std::move(open.back());
    open.pop_back();
    if (is_serial(order, operation)) return true;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (!independent(steps[order[i - 1]], steps[order[i]])) continue;
      Order exchanged = order;
      std::swap(exchanged[i - 1], exchanged[i]);
      if (met.insert(exchanged).second) open.push_back(std::move(exchanged));
    }
  }
  return false;
}

}  // namespace linnet
