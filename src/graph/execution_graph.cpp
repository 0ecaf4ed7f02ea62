// ExecutionGraph: adding and taking back events, and their clocks.
#include "graph/execution_graph.hpp"

#include <algorithm>
#include <array>

namespace linnet {

namespace {

bool begins_phase(const Event& arrival) {
  return arrival.value % arrival.expected == 0;
}
bool ends_phase(const Event& arrival) {
  return (arrival.value + 1) % arrival.expected == 0;
}

// An update is known by the value that it reads.
void settle(Event& read, std::uint64_t value) {
  read.value = value;
  if (read.change == Change::none) return;
  std::uint64_t written;
  read.of_update = changed(read, value, written);
  read.order = read.of_update ? read.order_of_update : read.order_of_failure;
  // The last one to arrive at a barrier does not wait, and learns of the others at once.
  if (read.change == Change::arrive && ends_phase(read) && !begins_phase(read))
    read.order = MemoryOrder::acquire_release;
}

// Which ones are kept is hard to foresee, so there is no branch.
template <class Kept>
void copy_kept(const std::vector<EventLabel>& from, std::vector<EventLabel>& to, const Kept& kept) {
  to.resize(from.size());
  std::size_t size = 0;
  for (const EventLabel label : from) {
    to[size] = label;
    size += kept(label) ? 1 : 0;
  }
  to.resize(size);
}

}  // namespace

void ExecutionGraph::clear() {
  for (auto& events : threads_) events.clear();
  for (auto& clocks : clocks_) clocks.clear();
  for (AtLocation& at : locations_) at.writes.clear(), at.reads.clear();
  executed_.clear();
  next_stamp_ = 1;
}

void ExecutionGraph::copy_prefix(const ExecutionGraph& from, std::span<const std::uint32_t> lengths) {
  const auto kept = [&](EventLabel label) {
    return label == kInitialWrite || label.index < lengths[label.thread];
  };
  stride_ = from.stride_;
  next_stamp_ = from.next_stamp_;
  threads_.resize(from.threads_.size());
  clocks_.resize(from.threads_.size());
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    threads_[t].assign(from.threads_[t].begin(), from.threads_[t].begin() + lengths[t]);
    clocks_[t].assign(from.clocks_[t].begin(), from.clocks_[t].begin() + lengths[t] * kClocks * stride_);
  }
  copy_kept(from.executed_, executed_, kept);
  locations_.resize(from.locations_.size());
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    AtLocation& at = locations_[i];
    at.initial = from.locations_[i].initial;
    copy_kept(from.locations_[i].reads, at.reads, kept);
    copy_kept(from.locations_[i].writes, at.writes, kept);
    for (std::uint32_t place = 1; place < at.writes.size(); ++place)
      threads_[at.writes[place].thread][at.writes[place].index].place = place;
  }
}

void ExecutionGraph::begin_location(Location location, std::uint64_t value) {
  if (location >= locations_.size()) locations_.resize(location + 1);
  locations_[location].writes.assign(1, kInitialWrite);
  locations_[location].initial = value;
}

EventLabel ExecutionGraph::add(std::uint16_t thread, Event event) {
  make_room(thread);
  const EventLabel label{thread, static_cast<std::uint16_t>(threads_[thread].size())};
  if (event.stamp == 0) event.stamp = next_stamp_++;
  event.release_fence = label.index == 0 ? -1 : threads_[thread].back().release_fence;
  if (event.kind == EventKind::fence && releases(event.order)) event.release_fence = label.index;
  if (event.kind == EventKind::read) settle(event, value(event.location, event.reads_from));
  threads_[thread].push_back(event);
  clocks_[thread].resize(clocks_[thread].size() + kClocks * stride_);
  executed_.push_back(label);
  if (event.kind == EventKind::read) locations_[event.location].reads.push_back(label);
  if (event.kind == EventKind::write) insert_write(label);
  compute_clocks(label);
  return label;
}

void ExecutionGraph::remove_last() {
  const EventLabel label = executed_.back();
  const Event& event = (*this)[label];
  if (event.kind == EventKind::read) locations_[event.location].reads.pop_back();
  if (event.kind == EventKind::write) {
    std::vector<EventLabel>& order = locations_[event.location].writes;
    order.erase(order.begin() + event.place);
    for (std::size_t i = event.place; i < order.size(); ++i)
      --threads_[order[i].thread][order[i].index].place;
  }
  executed_.pop_back();
  threads_[label.thread].pop_back();
  clocks_[label.thread].resize(clocks_[label.thread].size() - kClocks * stride_);
}

void ExecutionGraph::read_instead(EventLabel write) {
  const EventLabel label = executed_.back();
  Event& event = threads_[label.thread][label.index];
  event.reads_from = write;
  settle(event, value(event.location, write));
  compute_clocks(label);
}

void ExecutionGraph::insert_write(EventLabel label) {
  const Event& event = (*this)[label];
  std::vector<EventLabel>& order = locations_[event.location].writes;
  for (std::size_t i = event.place; i < order.size(); ++i) ++threads_[order[i].thread][order[i].index].place;
  order.insert(order.begin() + event.place, label);
}

void ExecutionGraph::make_room(std::uint16_t thread) {
  if (thread >= threads_.size()) {
    threads_.resize(thread + 1u);
    clocks_.resize(thread + 1u);
  }
  if (thread < stride_) return;
  const std::uint32_t wider = (thread / kLanes + 1) * kLanes;
  for (std::vector<Clock>& clocks : clocks_) {
    std::vector<Clock> roomy(clocks.size() / stride_ * wider);
    for (std::size_t i = 0; i < clocks.size() / stride_; ++i) {
      std::copy_n(&clocks[i * stride_], stride_, &roomy[i * wider]);
    }
    clocks = std::move(roomy);
  }
  stride_ = wider;
}

void ExecutionGraph::join(Clock* clock, const Clock* other) const {
  for (std::uint32_t t = 0; t < stride_; t += kLanes) {
    std::array<Clock, kLanes> now, more;
    std::copy_n(clock + t, kLanes, now.begin());
    std::copy_n(other + t, kLanes, more.begin());
    for (std::uint32_t i = 0; i < kLanes; ++i) now[i] = std::max(now[i], more[i]);
    std::copy_n(now.begin(), kLanes, clock + t);
  }
}

void ExecutionGraph::compute_clocks(EventLabel label) {
  const Event& event = (*this)[label];
  Clock* const happened = clocks(label);
  Clock* const prefix = happened + stride_;
  if (label.index > 0) {
    std::copy_n(happened - kClocks * stride_, 2 * stride_, happened);
  } else {
    std::fill_n(happened, 2 * stride_, 0);
  }
  std::fill_n(happened + 2 * stride_, stride_, 0);
  if (event.after != kInitialWrite) {
    join(prefix, this->prefix(event.after));
    if (event.kind != EventKind::woken)
      join(happened, clocks(event.after));
    else if (acquires(event.order))
      join(happened, learned(event.after));
  }
  happened[label.thread] = prefix[label.thread] = static_cast<Clock>(label.index + 1);
  if (event.kind == EventKind::read && event.reads_from != kInitialWrite) {
    join(prefix, this->prefix(event.reads_from));
    if (const EventLabel source = released_to(event); acquires(event.order) && source != kInitialWrite)
      join(happened, learned(source));
  }
  if (event.kind == EventKind::fence && acquires(event.order)) learn_from_reads(label);
  if (event.kind == EventKind::write) publish(label);
}

// Whose release a read acquires: readers are not ordered among each other, so a reader goes back to what a writer wrote.
EventLabel ExecutionGraph::released_to(const Event& read) const {
  EventLabel source = read.reads_from;
  if (read.change != Change::enter) return source;
  while (source != kInitialWrite) {
    const Event& other = threads_[source.thread][source.index - 1u];
    if (other.change != Change::enter && other.change != Change::subtract) break;
    source = other.reads_from;
  }
  return source;
}

// A fence that acquires does it for all atomic reads of its thread before it.
void ExecutionGraph::learn_from_reads(EventLabel fence) {
  for (std::uint16_t i = 0; i < fence.index; ++i) {
    const Event& read = threads_[fence.thread][i];
    if (read.kind == EventKind::read && read.order != MemoryOrder::plain &&
        read.reads_from != kInitialWrite) {
      join(clocks(fence), learned(read.reads_from));
    }
  }
}

// What a write releases: all that happened before it, or before the last fence that releases; an update passes on what it read,
// but for one that begins a phase of a barrier.
void ExecutionGraph::publish(EventLabel write) {
  const Event& event = (*this)[write];
  Clock* const learned = clocks(write) + 2 * stride_;
  if (event.order == MemoryOrder::plain) return;
  if (releases(event.order)) {
    join(learned, clocks(write));
  } else if (event.release_fence >= 0) {
    join(learned, clocks({write.thread, static_cast<std::uint16_t>(event.release_fence)}));
  }
  if (!event.of_update) return;
  const Event& read = threads_[write.thread][write.index - 1u];
  if (read.change == Change::arrive && begins_phase(read)) return;
  if (read.reads_from != kInitialWrite) join(learned, this->learned(read.reads_from));
}

std::uint32_t ExecutionGraph::earliest_place(std::uint16_t thread, Location location,
                                             EventLabel after) const {
  const std::uint32_t count = length(thread);
  const Clock* own = count == 0 ? nullptr : clocks({thread, static_cast<std::uint16_t>(count - 1)});
  const Clock* other = after == kInitialWrite ? nullptr : clocks(after);
  const auto happened = [&](EventLabel label) {
    return label == kInitialWrite || (own != nullptr && own[label.thread] > label.index) ||
           (other != nullptr && other[label.thread] > label.index);
  };
  const std::vector<EventLabel>& order = locations_[location].writes;
  std::uint32_t earliest = static_cast<std::uint32_t>(order.size()) - 1;
  while (!happened(order[earliest])) --earliest;
  for (const EventLabel read : locations_[location].reads) {
    if (happened(read)) earliest = std::max(earliest, place((*this)[read].reads_from));
  }
  return earliest;
}

Event write_of_update(const ExecutionGraph& graph, EventLabel read, std::uint32_t outcome) {
  const Event& begun = graph[read];
  Event event{.kind = EventKind::write,
              .order = begun.order,
              .of_update = true,
              .first_choice = outcome == 0,
              .size = begun.size,
              .location = begun.location,
              .operand = outcome};
  changed(begun, begun.value, event.value, outcome);
  event.place = graph.place(begun.reads_from) + 1;
  return event;
}

Event sleep_of(const ExecutionGraph& graph, EventLabel read) {
  return {.kind = EventKind::read,
          .change = Change::disjunction,
          .location = graph[read].sleeps_at,
          .operand = std::uint64_t{1} << read.thread};
}

}  // namespace linnet
