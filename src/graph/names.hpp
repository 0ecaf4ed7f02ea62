// The numbers by which a graph names threads, locations and wide values, in the order in which they were first met.
//
// They are the same in all executions of a search, also where another process continues it: a checkpoint has them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "graph/execution_graph.hpp"
#include "schedule/numbers.hpp"
#include "schedule/step.hpp"

namespace linnet {

class Names {
 public:
  // An address in one life of its memory.
  struct Life {
    std::uint64_t address = 0;
    std::uint32_t number = 0;
    bool operator==(const Life&) const = default;
  };
  using Bytes = std::vector<std::uint8_t>;

  // kTooMany if there are more threads than a graph can have.
  static constexpr std::uint16_t kTooMany = ExecutionGraph::kMostThreads;
  std::uint16_t index_of(ThreadNumber thread) {
    if (thread < indices_.size() && indices_[thread] != 0) [[likely]]
      return static_cast<std::uint16_t>(indices_[thread] - 1);
    return add_thread(thread);
  }
  std::span<const ThreadNumber> threads() const { return threads_; }

  Location location_of(const Life& life) {
    Recent& recent = recent_[mix(life.address) % recent_.size()];
    if (recent.location == kNowhere || recent.life != life) recent = {life, find_location(life)};
    return recent.location;
  }
  std::size_t locations() const { return lives_.size(); }

  // A value that does not fit into a word has a number instead.
  std::uint64_t number_of(Bytes value) {
    const auto [at, is_new] = numbers_of_wide_.try_emplace(std::move(value), wide_.size());
    if (is_new) wide_.push_back(&at->first);
    return at->second;
  }
  // REQUIRES: number_of() has returned it.
  const Bytes& wide(std::uint64_t number) const { return *wide_[number]; }

  void save(NumberWriter& out) const;
  // REQUIRES: nothing was named yet.
  void load(NumberReader& in);

 private:
  std::uint16_t add_thread(ThreadNumber thread);
  Location find_location(const Life& life) {
    const auto [at, is_new] = locations_.try_emplace(life, static_cast<Location>(lives_.size()));
    if (is_new) lives_.push_back(life);
    return at->second;
  }

  struct HashOfLife {
    std::size_t operator()(const Life& life) const { return mix(life.address, life.number); }
  };

  std::vector<std::uint16_t> indices_;  // by thread: index plus one, or 0
  std::vector<ThreadNumber> threads_;
  std::unordered_map<Life, Location, HashOfLife> locations_;
  std::vector<Life> lives_;  // by location
  // Locations that were asked for last: an execution asks for those of the one before.
  struct Recent {
    Life life;
    Location location = kNowhere;
  };
  std::array<Recent, 64> recent_;
  std::map<Bytes, std::uint64_t> numbers_of_wide_;
  std::vector<const Bytes*> wide_;  // by number
};

}  // namespace linnet
