// GraphWalk: what is consistent, and the choice among it.
#include "graph/graph_walk.hpp"

namespace linnet {

void GraphWalk::start_execution() {
  graph_.clear();
  creations_.clear();
}

void GraphWalk::begin_thread(std::uint16_t thread, EventLabel creation) {
  if (thread >= creations_.size()) creations_.resize(thread + 1u);
  creations_[thread] = creation;
}

// With the write that lies so far before the last one, or so far before the end. An update comes with its write, and what falls asleep
// with its place in the queue.
EventLabel GraphWalk::add(std::uint16_t thread, Event event, std::uint32_t distance) {
  if (event.kind != EventKind::read && event.kind != EventKind::write) return graph_.add(thread, event);
  const std::span<const EventLabel> order = graph_.writes(event.location);
  const auto end = static_cast<std::uint32_t>(order.size());
  if (event.kind == EventKind::write) {
    event.place = end - distance;
    return graph_.add(thread, event);
  }
  event.reads_from = order[end - 1 - distance];
  const EventLabel label = graph_.add(thread, event);
  if (graph_[label].of_update) graph_.add(thread, write_of_update(graph_, label));
  if (falls_asleep(graph_[label])) add(thread, sleep_of(graph_, label), 0);
  return label;
}

bool GraphWalk::is_possible(std::uint16_t thread, const Event& event, std::uint32_t distance) {
  const std::span<const EventLabel> order = graph_.writes(event.location);
  const bool updated = distance > 0 && graph_[order[order.size() - distance]].of_update;
  if (event.kind == EventKind::write && updated) return false;
  const std::size_t before = graph_.executed().size();
  bool possible = !(graph_[add(thread, event, distance)].of_update && updated);
  for (; graph_.executed().size() > before; graph_.remove_last())
    possible = possible && consistent(model_, graph_);
  return possible;
}

EventLabel GraphWalk::perform(std::uint16_t thread, const Event& performed) {
  Event event = performed;
  if (thread < creations_.size() && graph_.length(thread) == 0) event.after = creations_[thread];
  if (event.kind != EventKind::read && event.kind != EventKind::write) return add(thread, event, 0);
  const auto end = static_cast<std::uint32_t>(graph_.writes(event.location).size());
  const std::uint32_t earliest = graph_.earliest_place(thread, event.location, event.after);
  distances_.clear();
  for (std::uint32_t distance = 0; distance < end - earliest; ++distance) {
    if (event.waits && distance > 0) break;  // its thread has waited for its turn, and now finds the last
    if (distance == 0 || is_possible(thread, event, distance)) distances_.push_back(distance);
  }
  const EventLabel label = add(thread, event, distances_.size() == 1 ? 0 : strategy_.look_back(distances_));
  if (const std::uint32_t outcomes = outcomes_of(graph_[label], graph_[label].value); outcomes > 1) {
    graph_.remove_last();
    graph_.add(thread, write_of_update(graph_, label, strategy_.choose(outcomes)));
  }
  return label;
}

}  // namespace linnet
