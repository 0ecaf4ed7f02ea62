// Builds one graph, as a strategy chooses: each read picks among the writes that are consistent, each write among the places. For random
// executions under a memory model, and for replay.
#pragma once

#include <vector>

#include "graph/memory_model.hpp"
#include "graph/modelled_memory.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class GraphWalk final : public ModelledMemory {
 public:
  // REQUIRES: the strategy outlives it.
  GraphWalk(MemoryModel model, Strategy& strategy) : model_(model), strategy_(strategy) {}

  void start_execution() override;
  Names& names() override { return names_; }
  void begin_location(Location location, std::uint64_t value) override {
    graph_.begin_location(location, value);
  }
  void begin_thread(std::uint16_t thread, EventLabel creation) override;
  EventLabel perform(std::uint16_t thread, const Event& event) override;
  const ExecutionGraph& graph() const override { return graph_; }
  bool waits_in_graph() const override { return false; }

 private:
  EventLabel add(std::uint16_t thread, Event event, std::uint32_t distance);
  bool is_possible(std::uint16_t thread, const Event& event, std::uint32_t distance);

  MemoryModel model_;
  Strategy& strategy_;
  Names names_;
  ExecutionGraph graph_;
  std::vector<EventLabel> creations_;     // by thread
  std::vector<std::uint32_t> distances_;  // that are possible
};

}  // namespace linnet
