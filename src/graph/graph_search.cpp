// GraphSearch: branches, and the revisits of reads.
#include "graph/graph_search.hpp"

#include <bit>
#include <span>
#include <utility>

namespace linnet {

bool GraphSearch::next() {
  repeated_ = 0;
  if (std::exchange(again_, false)) return true;
  ended_.fill(0);
  if (!started_) {
    started_ = true;
    push_frame().graph.clear();
  }
  while (depth_ != 0) {
    Frame& frame = *frames_[depth_ - 1];
    if (frame.is_new) {
      frame.is_new = false;
      if (completes_sleep()) return true;
      continue;
    }
    if (frame.branches.empty()) {
      --depth_;
      continue;
    }
    const Branch branch = frame.branches.back();
    frame.branches.pop_back();
    while (frame.graph.executed().size() > branch.length) frame.graph.remove_last();
    if (take(branch)) return true;
  }
  return false;
}

GraphSearch::Frame& GraphSearch::push_frame() {
  if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
  Frame& frame = *frames_[depth_++];
  frame.is_new = true;
  frame.branches.clear();
  deepest_ = std::max(deepest_, depth_);
  return frame;
}

// What a thread does for others besides its event, as creating them or waking them at a barrier, is done after the event: it cannot be left out.
bool GraphSearch::end_thread(std::uint16_t thread) {
  std::uint32_t length = 0;
  for (const EventLabel label : performed()) length += label.thread == thread ? 1 : 0;
  if (length == 0 || length != graph().length(thread)) return false;
  const EventLabel last{thread, static_cast<std::uint16_t>(length - 1)};
  const bool arrives = length > 1 && graph().thread(thread)[length - 2].change == Change::arrive;
  const bool joins = length > 1 && graph()[last].after != kInitialWrite;
  if (is_ended(last) || arrives || (graph()[last].kind == EventKind::other && !joins)) return false;
  ended_[thread] = length;
  return again_ = true;
}

// True if the graph is now one to go on from.
bool GraphSearch::take(const Branch& branch) {
  switch (branch.kind) {
    case Branch::Kind::reads_from: return take_read(branch.event) && completes_sleep();
    case Branch::Kind::place: return take_place(branch.number);
    case Branch::Kind::outcome: return take_outcome(branch.number);
    case Branch::Kind::revisit: revisit(branch.event); return false;
  }
  __builtin_unreachable();
}

bool GraphSearch::take_read(EventLabel write) {
  growing().read_instead(write);
  if (!consistent(model_, graph())) return false;
  const EventLabel label = graph().executed().back();
  const Event& read = graph()[label];
  if (!read.of_update || !graph().has_update(read.location, write)) return true;
  // Another update has read this write, so both cannot be. But the other one may read something else instead: what this one writes.
  add_write_of_update(label);
  return false;
}

bool GraphSearch::take_place(std::uint32_t place) {
  const EventLabel label = graph().executed().back();
  Event event = graph()[label];
  event.place = place;
  growing().remove_last();
  growing().add(label.thread, event);
  return consistent(model_, graph());
}

bool GraphSearch::take_outcome(std::uint32_t outcome) {
  const EventLabel label = graph().executed().back();
  Event event = graph()[label];
  event.value = outcome;
  event.first_choice = false;
  growing().remove_last();
  if (event.kind == EventKind::choice) {
    growing().add(label.thread, event);
    return true;
  }
  const EventLabel read = graph().executed().back();
  const bool conflicts = graph().has_update(event.location, graph()[read].reads_from);
  growing().add(label.thread, write_of_update(graph(), read, outcome));
  leave_revisits();
  return !conflicts;
}

// If the last event is a read that falls asleep, its thread takes a place in the queue before any other thread goes on. True if the
// graph is one to go on from.
bool GraphSearch::completes_sleep() {
  if (graph().executed().empty()) return true;
  const EventLabel label = graph().executed().back();
  if (is_sleep(graph(), label)) {
    add_write_of_update(label);
  } else if (falls_asleep(graph()[label])) {
    add_read(label.thread, sleep_of(graph(), label));
  } else {
    return true;
  }
  return consistent(model_, graph());
}

void GraphSearch::begin_location(Location location, std::uint64_t value) {
  if (!graph().has_events(location)) {
    growing().begin_location(location, value);
  } else if (graph().value(location, kInitialWrite) != value) {
    diverged_ = true;
  }
}

void GraphSearch::begin_thread(std::uint16_t thread, EventLabel creation) {
  if (thread >= creations_.size()) creations_.resize(thread + 1u);
  creations_[thread] = creation;
}

std::optional<std::uint16_t> GraphSearch::pick(std::uint64_t ready) const {
  if (repeats()) return repeated_thread();
  for (; ready != 0; ready &= ready - 1) {
    const auto first = static_cast<std::uint16_t>(std::countr_zero(ready));
    if (!is_waiting(first)) return first;
  }
  return std::nullopt;
}

bool GraphSearch::is_waiting(std::uint16_t thread) const {
  if (graph().length(thread) == 0) return false;
  const Event& last = graph().thread(thread).back();
  return last.kind == EventKind::read && !goes_on(last, last.value);
}

EventLabel GraphSearch::perform(std::uint16_t thread, const Event& performed) {
  if (repeats()) return repeat(thread, performed);
  Event event = performed;
  if (thread < creations_.size() && graph().length(thread) == 0) event.after = creations_[thread];
  EventLabel label;
  switch (event.kind) {
    case EventKind::read: label = add_read(thread, event); break;
    case EventKind::write: label = add_write(thread, event); break;
    case EventKind::fence:
    case EventKind::choice:
    case EventKind::other:
    case EventKind::woken: label = growing().add(thread, event); break;
  }
  repeated_ = graph().executed().size();
  return label;
}

// What the graph has already. A read that was revisited may begin an update now.
EventLabel GraphSearch::repeat(std::uint16_t thread, const Event& event) {
  const EventLabel label = graph().executed()[repeated_++];
  const Event& known = graph()[label];
  if (label.thread != thread || known.kind != event.kind || known.location != event.location ||
      (event.kind == EventKind::write && known.value != event.value)) {
    diverged_ = true;
  }
  if (falls_asleep(known)) repeated_ += 2;
  if (!known.of_update) return label;
  if (repeated_ == graph().executed().size()) {
    add_write_of_update(label);
  }
  repeated_ = std::min(repeated_ + 1, graph().executed().size());
  return label;
}

EventLabel GraphSearch::add_read(std::uint16_t thread, Event event) {
  const std::span<const EventLabel> order = graph().writes(event.location);
  const auto last = static_cast<std::uint32_t>(order.size() - 1);
  const std::uint32_t earliest = graph().earliest_place(thread, event.location, event.after);
  event.reads_from = order[last];
  const EventLabel label = growing().add(thread, event);
  for (std::uint32_t i = earliest; i < last; ++i) {
    // A read that waits would wait for ever for what comes after a write that is not the last: the last one serves for that.
    const EventLabel write = graph().writes(event.location)[i];
    if (goes_on(event, graph().value(event.location, write))) leave(Branch::Kind::reads_from, write);
  }
  if (graph()[label].of_update) add_write_of_update(label);
  if (falls_asleep(graph()[label])) add_read(thread, sleep_of(graph(), label));
  return label;
}

EventLabel GraphSearch::add_write(std::uint16_t thread, Event event) {
  const std::span<const EventLabel> order = graph().writes(event.location);
  const auto end = static_cast<std::uint32_t>(order.size());
  const std::uint32_t earliest = graph().earliest_place(thread, event.location, event.after) + 1;
  event.place = end;
  const EventLabel label = growing().add(thread, event);
  for (std::uint32_t i = earliest; i < end; ++i) {
    if (!graph()[graph().writes(event.location)[i]].of_update) leave(Branch::Kind::place, label, i);
  }
  leave_revisits();
  return label;
}

void GraphSearch::add_write_of_update(EventLabel read) {
  const EventLabel write = growing().add(read.thread, write_of_update(graph(), read));
  for (std::uint32_t i = outcomes_of(graph()[read], graph()[read].value) - 1; i > 0; --i)
    leave(Branch::Kind::outcome, write, i);
  leave_revisits();
}

void GraphSearch::leave(Branch::Kind kind, EventLabel event, std::uint32_t number) {
  frames_[depth_ - 1]->branches.push_back(
      {kind, static_cast<std::uint32_t>(graph().executed().size()), event, number});
}

std::uint32_t GraphSearch::choose(std::uint16_t thread, std::uint32_t alternatives) {
  const Event event{.kind = EventKind::choice, .operand = alternatives};
  const bool is_new = !repeats();
  const EventLabel label = perform(thread, event);
  for (std::uint32_t i = alternatives - 1; is_new && i > 0; --i) leave(Branch::Kind::outcome, label, i);
  return static_cast<std::uint32_t>(graph()[label].value);
}

// The last event is a write: which reads before it could read from it instead? A revisit of a read loses the read as it was, and all that was
// added after it, but for what the write depends on. All of that must have been added maximally.
void GraphSearch::leave_revisits() {
  const ExecutionGraph& graph = this->graph();
  const EventLabel write = graph.executed().back();
  const std::span<const EventLabel> reads = graph.reads(graph[write].location);
  const ExecutionGraph::Clock* const prefix = graph.prefix(write);
  const auto is_kept = [&](EventLabel label) { return prefix[label.thread] > label.index; };
  std::uint32_t first = UINT32_MAX;
  for (const EventLabel read : reads) {
    if (!is_kept(read)) first = std::min(first, graph.stamp(read));
  }
  if (first == UINT32_MAX) return;
  // The last that was added, but not maximally. Most of those that were added late were executed late.
  std::uint32_t last_other = 0;
  const std::span<const EventLabel> executed = graph.executed();
  for (std::size_t i = executed.size(); i-- > 0;) {
    const EventLabel label = executed[i];
    const std::uint32_t stamp = graph.stamp(label);
    if (stamp >= first && stamp > last_other && !is_kept(label) && !is_maximal(label, write))
      last_other = stamp;
  }
  for (const EventLabel read : reads) {
    if (!is_kept(read) && graph.stamp(read) > last_other) leave(Branch::Kind::revisit, read);
  }
}

bool GraphSearch::is_maximal(EventLabel label, EventLabel write) const {
  const ExecutionGraph& graph = this->graph();
  const Event& event = graph[label];
  if (!event.first_choice) return false;
  if (event.kind != EventKind::read && event.kind != EventKind::write) return true;
  const ExecutionGraph::Clock* const prefix = graph.prefix(write);
  const auto was_there = [&](EventLabel other) {
    return other == kInitialWrite || graph.stamp(other) <= event.stamp ||
           (other != write && prefix[other.thread] > other.index);
  };
  if (event.kind == EventKind::write) {
    for (const EventLabel read : graph.reads(event.location)) {
      if (graph[read].reads_from == label && was_there(read)) return false;
    }
  }
  const EventLabel seen = event.kind == EventKind::read ? event.reads_from : label;
  if (!was_there(seen)) return false;
  return std::ranges::none_of(graph.writes(event.location).subspan(graph.place(seen) + 1), was_there);
}

void GraphSearch::revisit(EventLabel read) {
  const ExecutionGraph& from = graph();
  const EventLabel label = from.executed().back();
  const Event write = from[label];
  Event again = from[read];
  again.reads_from = label;
  std::array<std::uint32_t, ExecutionGraph::kMostThreads> lengths;
  const ExecutionGraph::Clock* const prefix = from.prefix(label);
  for (std::uint16_t t = 0; t < from.threads(); ++t) {
    lengths[t] = prefix[t];
    while (lengths[t] < from.length(t) && from.thread(t)[lengths[t]].stamp < again.stamp) ++lengths[t];
  }
  lengths[label.thread] = label.index;
  lengths[read.thread] = is_sleep(from, read) ? read.index - 1u : read.index;
  ExecutionGraph* base = &push_frame().graph;
  base->copy_prefix(from, lengths);
  const auto end = static_cast<std::uint32_t>(base->writes(write.location).size());
  std::uint32_t first = base->earliest_place(label.thread, write.location, write.after) + 1, last = end;
  if (write.of_update)
    first = last =
        base->place((*base)[{label.thread, static_cast<std::uint16_t>(label.index - 1)}].reads_from) + 1;
  bool taken = false;
  for (std::uint32_t place = first; place <= last; ++place) {
    if (taken) {
      base = &push_frame().graph;
      base->copy_prefix(from, lengths);
    }
    Event placed = write;
    placed.place = place;
    const bool follows_update = place < end && (*base)[base->writes(write.location)[place]].of_update;
    taken = !follows_update && grows_by({label, placed}, {read, again}, from, *base);
  }
  if (!taken) --depth_;
}

// Whether a graph is consistent with the write, and the read that reads from it. Then it has both. What fell asleep by the read does so
// after the write, too.
bool GraphSearch::grows_by(const Labelled& write, const Labelled& read, const ExecutionGraph& from,
                           ExecutionGraph& base) const {
  const std::size_t before = base.executed().size();
  const auto grows = [&](std::uint16_t thread, const Event& event) {
    base.add(thread, event);
    return consistent(model_, base);
  };
  const auto falls_asleep_again = [&] {
    const auto looked = static_cast<std::uint16_t>(read.label.index - 1);
    return !is_sleep(from, read.label) || grows(read.label.thread, from[{read.label.thread, looked}]);
  };
  if (grows(write.label.thread, write.event) && falls_asleep_again() &&
      write.event.place >= base.earliest_place(read.label.thread, write.event.location, read.event.after) &&
      grows(read.label.thread, read.event))
    return true;
  while (base.executed().size() > before) base.remove_last();
  return false;
}

}  // namespace linnet
