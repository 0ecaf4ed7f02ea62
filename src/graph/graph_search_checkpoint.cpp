// The position of a GraphSearch as numbers: the graphs from which something is left to visit, with their branches.
//
// A graph is written as the events that its branches need, in the order in which it was executed; clocks follow from these and are computed
// again. What is read is held to the rules of graphs, so that a damaged text is refused.
#include "graph/graph_search.hpp"

namespace linnet {

namespace {

void save_label(NumberWriter& out, EventLabel label) {
  out.numbers(label.thread, label.index);
}

void save_event(NumberWriter& out, EventLabel label, const Event& e) {
  out.numbers(label.thread, static_cast<int>(e.kind), static_cast<int>(e.order), static_cast<int>(e.change),
              static_cast<int>(e.order_of_update), static_cast<int>(e.order_of_failure), e.of_update, e.waits,
              e.waits_while, e.first_choice, e.size, e.location, e.sleeps_at, e.value, e.operand, e.expected,
              e.stamp, e.place);
  save_label(out, e.reads_from);
  save_label(out, e.after);
}

template <class Enumeration>
void load_enumeration(NumberReader& in, Enumeration last, Enumeration& to) {
  to = static_cast<Enumeration>(in.at_most(static_cast<std::uint64_t>(last)));
}

EventLabel load_label(NumberReader& in) {
  EventLabel label;
  in.numbers(label.thread, label.index);
  return label;
}

bool has_begun(const ExecutionGraph& graph, Location location) {
  return location < graph.locations() && !graph.writes(location).empty();
}
bool is_there(const ExecutionGraph& graph, EventLabel label) {
  return label.index < graph.length(label.thread);
}
bool is_write_at(const ExecutionGraph& graph, EventLabel label, Location location) {
  return label == kInitialWrite || (is_there(graph, label) && graph[label].kind == EventKind::write &&
                                    graph[label].location == location);
}

// Whether the graph can have this as its next event.
bool fits(const ExecutionGraph& graph, std::uint16_t thread, const Event& e) {
  const bool accesses = e.kind == EventKind::read || e.kind == EventKind::write;
  if (e.stamp == 0 || (e.after != kInitialWrite && !is_there(graph, e.after))) return false;
  if (!accesses) return true;
  if (!has_begun(graph, e.location)) return false;
  if (e.kind == EventKind::read)
    return is_write_at(graph, e.reads_from, e.location) && (e.change != Change::arrive || e.expected != 0) &&
           (e.sleeps_at == kNowhere || has_begun(graph, e.sleeps_at));
  if (e.place == 0 || e.place > graph.writes(e.location).size()) return false;
  if (!e.of_update) return true;
  const std::uint32_t length = graph.length(thread);
  return length > 0 && graph.thread(thread)[length - 1].of_update &&
         graph.thread(thread)[length - 1].kind == EventKind::read;
}

std::uint16_t load_event(NumberReader& in, Event& e) {
  const auto thread = static_cast<std::uint16_t>(in.at_most(ExecutionGraph::kMostThreads - 1));
  load_enumeration(in, EventKind::woken, e.kind);
  load_enumeration(in, MemoryOrder::seq_cst, e.order);
  load_enumeration(in, Change::leave, e.change);
  load_enumeration(in, MemoryOrder::seq_cst, e.order_of_update);
  load_enumeration(in, MemoryOrder::seq_cst, e.order_of_failure);
  in.numbers(e.of_update, e.waits, e.waits_while, e.first_choice, e.size, e.location, e.sleeps_at, e.value,
             e.operand, e.expected, e.stamp, e.place);
  e.reads_from = load_label(in);
  e.after = load_label(in);
  return thread;
}

}  // namespace

// Whether the branch is one from the events that it has.
bool GraphSearch::is_possible(const ExecutionGraph& graph, const Branch& branch) {
  if (branch.length == 0) return false;
  const std::span<const EventLabel> before = graph.executed().first(branch.length);
  const Event& last = graph[before.back()];
  const bool is_known =
      branch.event == kInitialWrite || std::ranges::find(before, branch.event) != before.end();
  if (!is_known) return false;
  switch (branch.kind) {
    case Branch::Kind::reads_from:
      return last.kind == EventKind::read && is_write_at(graph, branch.event, last.location);
    case Branch::Kind::place: {
      const auto at_location = [&](EventLabel label) {
        return graph[label].kind == EventKind::write && graph[label].location == last.location;
      };
      return last.kind == EventKind::write && branch.number > 0 &&
             branch.number < std::ranges::count_if(before, at_location);
    }
    case Branch::Kind::outcome:
      return last.kind == EventKind::choice || (last.kind == EventKind::write && last.of_update);
    case Branch::Kind::revisit:
      return last.kind == EventKind::write && branch.event != kInitialWrite &&
             graph[branch.event].kind == EventKind::read && graph[branch.event].location == last.location;
  }
  return false;
}

// Events behind the last branch are not needed, unless the same graph runs again.
void GraphSearch::save_frame(NumberWriter& out, const Frame& frame, bool runs_again) {
  ExecutionGraph graph = frame.graph;
  if (!frame.is_new && !runs_again) {
    while (graph.executed().size() > frame.branches.back().length) graph.remove_last();
  }
  std::vector<Location> locations;
  for (Location x = 0; x < graph.locations(); ++x) {
    if (has_begun(graph, x)) locations.push_back(x);
  }
  out.numbers(frame.is_new, graph.next_stamp(), locations.size());
  for (const Location x : locations) out.numbers(x, graph.value(x, kInitialWrite));
  // A write has, when it is the last event, the place at which it was added.
  std::vector<Labelled> events;
  for (; !graph.executed().empty(); graph.remove_last())
    events.push_back({graph.executed().back(), graph[graph.executed().back()]});
  out.numbers(events.size());
  for (auto one = events.rbegin(); one != events.rend(); ++one) save_event(out, one->label, one->event);
  out.numbers(frame.branches.size());
  for (const Branch& branch : frame.branches) {
    out.numbers(static_cast<int>(branch.kind), branch.length, branch.number);
    save_label(out, branch.event);
  }
}

void GraphSearch::load_frame(NumberReader& in, std::size_t locations, Frame& frame) {
  std::uint32_t next_stamp = 0;
  in.numbers(frame.is_new, next_stamp);
  for (std::uint64_t i = 0, count = in.at_most(locations); i < count; ++i) {
    const auto location = static_cast<Location>(in.at_most(locations - 1));
    std::uint64_t value = 0;
    in.numbers(value);
    frame.graph.begin_location(location, value);
  }
  for (std::uint64_t i = 0, count = in.at_most(in.left()); i < count; ++i) {
    Event event;
    const std::uint16_t thread = load_event(in, event);
    if (!fits(frame.graph, thread, event) || event.stamp >= next_stamp) in.fail("no event of this graph");
    frame.graph.add(thread, event);
  }
  frame.graph.continue_stamps(next_stamp);
  const std::size_t length = frame.graph.executed().size();
  for (std::uint64_t i = 0, count = in.at_most(in.left()); i < count; ++i) {
    Branch branch{};
    load_enumeration(in, Branch::Kind::revisit, branch.kind);
    branch.length = static_cast<std::uint32_t>(in.at_most(length));
    in.numbers(branch.number);
    branch.event = load_label(in);
    if (!frame.branches.empty() && frame.branches.back().length > branch.length)
      in.fail("branches in another order");
    if (!is_possible(frame.graph, branch)) in.fail("no branch of this graph");
    frame.branches.push_back(branch);
  }
}

void GraphSearch::save(NumberWriter& out) const {
  out.numbers(static_cast<int>(model_), started_, again_);
  if (again_) {
    for (const std::uint32_t length : ended_) out.numbers(length);
  }
  std::vector<const Frame*> left;
  for (std::size_t i = 0; i < depth_; ++i) {
    const Frame& frame = *frames_[i];
    if (frame.is_new || !frame.branches.empty() || (again_ && i + 1 == depth_)) left.push_back(&frame);
  }
  out.numbers(left.size());
  for (const Frame* frame : left) save_frame(out, *frame, again_ && frame == left.back());
}

void GraphSearch::load(NumberReader& in, std::size_t locations) {
  if (in.at_most(static_cast<std::uint64_t>(MemoryModel::c11)) != static_cast<std::uint64_t>(model_))
    in.fail("of another memory model");
  in.numbers(started_, again_);
  if (again_) {
    for (std::uint32_t& length : ended_) in.numbers(length);
  }
  for (std::uint64_t i = 0, count = in.at_most(in.left()); i < count; ++i)
    load_frame(in, locations, push_frame());
  if (again_ && depth_ == 0) in.fail("no graph to run again");
}

}  // namespace linnet
