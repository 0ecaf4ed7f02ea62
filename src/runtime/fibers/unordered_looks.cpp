// UnorderedLooks: each place and each pair of places once.
#include "runtime/fibers/unordered_looks.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "runtime/fibers/current.hpp"

namespace linnet::runtime {
namespace {

// What a program has more of is not told apart: that there are some is told all the same.
constexpr std::size_t kMostPlaces = 1024, kMostPairs = 4096, kMostCalls = 8;

constinit UnorderedLooks the_unordered_looks;

}  // namespace

UnorderedLooks& unordered_looks() {
  return the_unordered_looks;
}

std::uint32_t UnorderedLooks::place(const Thread& thread, std::uint64_t pc) {
  const std::uint64_t key = mix(pc, thread.calls.caller());
  const auto same = std::ranges::find(places_, key, &Place::key);
  if (same != places_.end()) return static_cast<std::uint32_t>(same - places_.begin());
  if (places_.size() == kMostPlaces) return kMostPlaces - 1;
  const OutsideProgram outside;
  CallStack calls = thread.calls.innermost_first(pc);
  calls.resize(std::min(calls.size(), kMostCalls));
  places_.push_back({key, std::move(calls)});
  return static_cast<std::uint32_t>(places_.size() - 1);
}

void UnorderedLooks::note(std::uint32_t one, std::uint32_t other) {
  const std::pair<std::uint32_t, std::uint32_t> pair = std::minmax(one, other);
  if (noted_.size() == kMostPairs || std::ranges::find(noted_, pair) != noted_.end()) return;
  const OutsideProgram outside;
  noted_.push_back(pair);
}

std::vector<UnorderedLooks::Pair> UnorderedLooks::pairs() const {
  std::vector<Pair> pairs = joined_;
  for (const auto& [one, other] : noted_) pairs.emplace_back(places_[one].calls, places_[other].calls);
  return pairs;
}

void UnorderedLooks::join(const std::vector<Pair>& pairs) {
  for (const Pair& pair : pairs) {
    if (std::ranges::find(joined_, pair) == joined_.end()) joined_.push_back(pair);
  }
}

}  // namespace linnet::runtime
