// Memory under a model, where strategies may take turns: that of the strategy whose turn it is, or else a graph that is built as the strategy
// chooses. Each has names of its own for what an execution has.
#pragma once

#include "graph/graph_walk.hpp"
#include "graph/modelled_memory.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class MemoryInTurns final : public ModelledMemory {
 public:
  // `asked` is the strategy, or what passes questions on to it. REQUIRES: both outlive it.
  MemoryInTurns(MemoryModel model, Strategy& strategy, Strategy& asked)
      : strategy_(strategy), walk_(model, asked) {}

  void start_execution() override {
    ModelledMemory* const own = strategy_.memory();
    now_ = own != nullptr ? own : &walk_;
    now_->start_execution();
  }
  Names& names() override { return now_->names(); }
  void begin_location(Location location, std::uint64_t value) override {
    now_->begin_location(location, value);
  }
  void begin_thread(std::uint16_t thread, EventLabel creation) override {
    now_->begin_thread(thread, creation);
  }
  EventLabel perform(std::uint16_t thread, const Event& event) override {
    return now_->perform(thread, event);
  }
  const ExecutionGraph& graph() const override { return now_->graph(); }
  std::span<const EventLabel> performed() const override { return now_->performed(); }
  bool ends_thread(EventLabel label) const override { return now_->ends_thread(label); }
  bool waits_in_graph() const override { return now_->waits_in_graph(); }

 private:
  Strategy& strategy_;
  GraphWalk walk_;
  ModelledMemory* now_ = &walk_;
};

}  // namespace linnet
