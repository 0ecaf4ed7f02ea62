// Where threads looked at clocks while nothing ordered the two looks: either could be earlier, and one of both is what a trace is run with.
//
// The result says so, and where. See thread_time.hpp for what orders.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/fibers/thread.hpp"

namespace linnet::runtime {

class UnorderedLooks {
 public:
  using Pair = std::pair<CallStack, CallStack>;

  // A number for the place, the same every time.
  std::uint32_t place(const Thread& thread, std::uint64_t pc);
  // REQUIRES: both are numbers of places.
  void note(std::uint32_t one, std::uint32_t other);
  // The calls that led to both places of each pair.
  std::vector<Pair> pairs() const;
  std::size_t size() const { return noted_.size() + joined_.size(); }
  // Those that another process met.
  void join(const std::vector<Pair>& pairs);

 private:
  struct Place {
    std::uint64_t key;
    CallStack calls;
  };
  std::vector<Place> places_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> noted_;
  std::vector<Pair> joined_;
};

// Those of all executions of this process.
UnorderedLooks& unordered_looks();

}  // namespace linnet::runtime
