// GraphStrategy: turns in the order of the graph, and a graph as choices.
#include "explore/graphs.hpp"

#include <algorithm>

namespace linnet {

namespace {

constexpr std::string_view kGraphsHeading = "linnet-graphs 1";

}  // namespace

bool GraphStrategy::next_execution() {
  performed_ = true;
  complete_ = !search_.next();
  return !complete_;
}

ThreadNumber GraphStrategy::repeats() {
  if (!search_.repeats()) return kNoThread;
  performed_ = false;
  return turn_ = names_.threads()[search_.repeated_thread()];
}

// A step that ends the program comes when there is no other left: whatever goes wrong, can go wrong before it.
ThreadNumber GraphStrategy::pick(std::span<const Ready> ready) {
  std::uint64_t threads = 0;
  for (const Ready& one : ready) {
    const std::uint16_t index = names_.index_of(one.thread);
    if (index != Names::kTooMany && !one.expected.ends) threads |= std::uint64_t{1} << index;
  }
  performed_ = false;
  if (threads == 0 && search_.has_ended_threads()) return kNoThread;
  if (threads == 0) return turn_ = ready.front().thread;
  const std::optional<std::uint16_t> picked = search_.pick(threads);
  if (!picked) return kNoThread;
  return turn_ = names_.threads()[*picked];
}

std::uint32_t GraphStrategy::choose(std::uint32_t alternatives) {
  performed_ = true;
  const std::uint32_t outcome = search_.choose(names_.index_of(turn_), alternatives);
  diverged_ = search_.diverged();
  return outcome;
}

EventLabel GraphStrategy::perform(std::uint16_t thread, const Event& event) {
  performed_ = true;
  const EventLabel label = search_.perform(thread, event);
  diverged_ = search_.diverged();
  return label;
}

void GraphStrategy::finished(Ending ending) {
  // The other threads did not come to what they would have done, and graphs in which this one reads that would be lost. So the same graph is
  // run again without what this thread did then.
  const bool goes_on = ending == Ending::failed && search_.end_thread(names_.index_of(turn_));
  if (ending == Ending::unknown || (ending == Ending::failed && !goes_on)) cut_short_ = true;
  ++(ending == Ending::abandoned ? blocked_ : executions_);
}

Coverage GraphStrategy::coverage() const {
  return {.executions = executions_, .blocked = blocked_, .complete = complete_ && !cut_short_};
}

std::optional<std::string> GraphStrategy::save() const {
  NumberWriter out(kGraphsHeading);
  out.numbers(executions_, blocked_, complete_, cut_short_);
  names_.save(out);
  search_.save(out);
  return out.finish();
}

void GraphStrategy::load(std::string_view text) {
  NumberReader in(kGraphsHeading, text);
  in.numbers(executions_, blocked_, complete_, cut_short_);
  names_.load(in);
  search_.load(in, names_.locations());
}

namespace {

// How many writes that were executed before `label` come behind it, or behind what it reads.
std::uint32_t distance_of(const ExecutionGraph& graph, EventLabel label, std::size_t position) {
  const Event& event = graph[label];
  const EventLabel seen = event.kind == EventKind::read ? event.reads_from : label;
  std::uint32_t distance = 0;
  for (const EventLabel earlier : graph.executed().first(position)) {
    const Event& other = graph[earlier];
    distance +=
        other.kind == EventKind::write && other.location == event.location && other.place > graph.place(seen);
  }
  return distance;
}

}  // namespace

std::optional<std::vector<Choice>> GraphStrategy::choices() const {
  const ExecutionGraph& graph = this->graph();
  std::vector<Choice> choices;
  std::vector<std::uint32_t> last_places(graph.locations());  // of the writes before the event
  for (std::size_t i = 0; i < search_.performed().size(); ++i) {
    const EventLabel label = search_.performed()[i];
    const Event& event = graph[label];
    const bool reads = event.kind == EventKind::read, writes = event.kind == EventKind::write;
    const std::uint32_t place = reads ? graph.place(event.reads_from) : event.place;
    const bool goes_back = (reads || writes) && place < last_places[event.location];
    if (writes && !goes_back) last_places[event.location] = place;
    if ((writes && event.of_update) || (reads && (!goes_on(event, event.value) || is_sleep(graph, label))))
      continue;
    choices.push_back({Choice::Kind::thread, names_.threads()[label.thread]});
    if (event.kind == EventKind::choice && event.operand > 1)
      choices.push_back({Choice::Kind::outcome, static_cast<std::uint32_t>(event.value)});
    if (!reads && !writes) continue;
    if (goes_back) choices.push_back({Choice::Kind::back, distance_of(graph, label, i)});
    if (reads && event.of_update && outcomes_of(event, event.value) > 1) {
      const Event& write = graph[{label.thread, static_cast<std::uint16_t>(label.index + 1)}];
      choices.push_back({Choice::Kind::outcome, static_cast<std::uint32_t>(write.operand)});
    }
  }
  if (!performed_) choices.push_back({Choice::Kind::thread, turn_});
  return choices;
}

}  // namespace linnet
