// The table of transitions, which all executions of the process share.
#include "runtime/fibers/transitions.hpp"

#include <algorithm>
#include <cstring>

#include "base/hash.hpp"
#include "runtime/memory/arena.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {
namespace {

// What does not fit is not learnt, and then explored.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::size_t kMostOfOneState = 8;

std::uint64_t hash_of(const ThreadPoint& point, std::uint64_t found) {
  std::uint64_t hash = mix(point.place, found);
  for (const std::uint64_t argument : point.arguments) hash = mix(hash, argument);
  std::size_t i = 0;
  for (; i + sizeof hash <= point.state.size(); i += sizeof hash) {
    std::uint64_t word;
    std::memcpy(&word, point.state.data() + i, sizeof word);
    hash = mix(hash, word);
  }
  for (; i < point.state.size(); ++i) hash = mix(hash, point.state[i]);
  return hash;
}

}  // namespace

bool KnownBytes::can_be(std::uint64_t address, std::uint64_t size) {
  if (size > kMostSize) return false;
  if (Arena::covers(address)) return Arena::is_surely_in_block(address, size);
  static const std::vector<MemoryRange> data = writable_data_of_program();
  return std::ranges::any_of(data, [&](const MemoryRange& range) {
    return range.contains(address) && range.contains(address + size - 1);
  });
}

KnownBytes KnownBytes::at(std::uint64_t address, std::uint32_t size) {
  KnownBytes known{address, size, {}};
  std::memcpy(known.bytes.data(), reinterpret_cast<const void*>(address), size);
  return known;
}

bool KnownBytes::are_there() const {
  return can_be(address, size) &&
         std::memcmp(bytes.data(), reinterpret_cast<const void*>(address), size) == 0;
}

void Transitions::learn(const Transition& transition) {
  std::vector<Transition>& same = known_[hash_of(transition.from, transition.found)];
  const auto is_known = [&](const Transition& one) {
    return one.to == transition.to && one.read == transition.read && one.written == transition.written &&
           one.from == transition.from && one.found == transition.found;
  };
  const std::size_t size = sizeof(Transition) + transition.from.state.size() + transition.to.state.size() +
                           sizeof(KnownBytes) * (transition.read.size() + transition.written.size());
  if (same.size() == kMostOfOneState || bytes_ + size > kMostBytes || std::ranges::any_of(same, is_known))
    return;
  bytes_ += size;
  same.push_back(transition);
}

std::span<const Transition> Transitions::from(const ThreadPoint& point, std::uint64_t found) const {
  const auto same = known_.find(hash_of(point, found));
  return same == known_.end() ? std::span<const Transition>() : std::span<const Transition>(same->second);
}

Transitions& transitions() {
  static Transitions all;
  return all;
}

}  // namespace linnet::runtime
