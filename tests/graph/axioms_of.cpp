// axioms_of: initial writes first, then events in the order of their execution.
#include "axioms_of.hpp"

#include <map>

namespace linnet::testing {

AxiomGraph axioms_of(const ExecutionGraph& graph, const Operations& operations) {
  AxiomGraph axioms;
  std::map<EventLabel, int> numbers;
  const auto locations = static_cast<Location>(graph.locations());
  for (Location x = 0; x < locations; ++x) axioms.events.push_back({.location = x});
  for (const EventLabel label : graph.executed()) numbers.emplace(label, locations + numbers.size());
  const auto number = [&](EventLabel label, Location x) {
    return label == kInitialWrite ? static_cast<int>(x) : numbers.at(label);
  };
  for (const EventLabel label : graph.executed()) {
    const Event& event = graph[label];
    AxiomEvent& axiom = axioms.events.emplace_back();
    axiom = {.thread = label.thread,
             .kind = event.kind,
             .order = event.order,
             .location = event.location,
             .value = event.value};
    axiom.locked = event.of_update || event.change != Change::none;
    if (event.kind == EventKind::read) axiom.reads_from = number(event.reads_from, event.location);
    if (event.kind == EventKind::write && event.of_update)
      axiom.read_of_update = numbers.at({label.thread, static_cast<std::uint16_t>(label.index - 1)});
    if (event.after != kInitialWrite) axiom.after = numbers.at(event.after);
  }
  for (Location x = 0; x < locations; ++x) {
    std::vector<int>& order = axioms.modification.emplace_back();
    for (const EventLabel write : graph.writes(x)) order.push_back(number(write, x));
  }
  for (const OperationInGraph& one : operations)
    axioms.operations.push_back({one.thread, static_cast<int>(one.first), static_cast<int>(one.end)});
  return axioms;
}

}  // namespace linnet::testing
