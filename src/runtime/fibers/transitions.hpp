// What loads were seen to lead to: from which state of a thread, with which value, to which state at its next step.
//
//   t = top.load(); do { n->next = t; } while (!top.compare_exchange(t, n));
//
// A compare-exchange that failed brings the thread to where the load would have brought it, had it been made now with this value. That
// is a fact about the program if the load was ever seen to do so: what a thread does between two steps depends on its state, on what
// the step found, and on memory that it reads on the way. All of that is kept, and compared byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace linnet::runtime {

// What a hook was called with: what it does depends on nothing else.
using HookArguments = std::array<std::uint64_t, 7>;

// Where a thread is, and all that it may still read of its registers and its stack.
struct ThreadPoint {
  std::uint64_t place = 0;
  HookArguments arguments{};
  std::vector<unsigned char> state;

  friend bool operator==(const ThreadPoint&, const ThreadPoint&) = default;
};

struct KnownBytes {
  static constexpr std::uint32_t kMostSize = 16;

  std::uint64_t address = 0;
  std::uint32_t size = 0;
  std::array<unsigned char, kMostSize> bytes{};

  // Whether it is memory that is there in every execution: a block of the heap, or data of the program.
  static bool can_be(std::uint64_t address, std::uint64_t size);
  // What memory holds now. REQUIRES: they can be.
  static KnownBytes at(std::uint64_t address, std::uint32_t size);
  bool are_there() const;
  friend bool operator==(const KnownBytes&, const KnownBytes&) = default;
};

struct Transition {
  ThreadPoint from;
  std::uint64_t found = 0;  // by the load
  ThreadPoint to;
  std::vector<KnownBytes> read;     // outside the thread's stack, and not written before
  std::vector<KnownBytes> written;  // outside the thread's stack, with what they hold in the end
};

class Transitions {
 public:
  // From one state with one value, different contents of memory may lead to different states.
  void learn(const Transition& transition);
  // Those from this state with this value.
  std::span<const Transition> from(const ThreadPoint& point, std::uint64_t found) const;

 private:
  // They share a hash; all but a few in a million share the state.
  std::unordered_map<std::uint64_t, std::vector<Transition>> known_;
  std::size_t bytes_ = 0;
};

Transitions& transitions();

}  // namespace linnet::runtime
