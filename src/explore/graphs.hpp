// Visits every execution graph of a program once: the search of graph/ as a strategy.
//
// It decides whose turn it is, and also what reads read: it is the memory of the executions that it chooses. A thread whose read waits is
// given its turn all the same, and stays where it is.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph_search.hpp"
#include "graph/modelled_memory.hpp"
#include "schedule/schedule.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class GraphStrategy final : public Strategy, public ModelledMemory {
 public:
  explicit GraphStrategy(MemoryModel model) : search_(model) {}

  bool next_execution() override;
  ThreadNumber pick(std::span<const Ready> ready) override;
  ThreadNumber repeats() override;
  std::uint32_t choose(std::uint32_t alternatives) override;
  void finished(Ending ending) override;
  Coverage coverage() const override;
  std::optional<std::string> save() const override;
  void load(std::string_view text) override;

  Names& names() override { return names_; }
  void begin_location(Location location, std::uint64_t value) override {
    search_.begin_location(location, value);
  }
  void begin_thread(std::uint16_t thread, EventLabel creation) override {
    search_.begin_thread(thread, creation);
  }
  EventLabel perform(std::uint16_t thread, const Event& event) override;
  const ExecutionGraph& graph() const override { return search_.graph(); }
  std::span<const EventLabel> performed() const override { return search_.performed(); }
  bool ends_thread(EventLabel label) const override { return search_.is_ended(label); }
  bool waits_in_graph() const override { return true; }

  ModelledMemory* memory() override { return this; }
  std::optional<std::vector<Choice>> choices() const override;

 private:
  GraphSearch search_;
  Names names_;
  ThreadNumber turn_ = 0;
  bool performed_ = true;  // the turn that was given last led to an event
  std::uint64_t executions_ = 0, blocked_ = 0;
  bool complete_ = false, cut_short_ = false;
};

}  // namespace linnet
