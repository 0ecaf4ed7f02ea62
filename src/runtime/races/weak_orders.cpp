// WeakOrders: each place once.
#include "runtime/races/weak_orders.hpp"

#include <algorithm>
#include <utility>

namespace linnet::runtime {
namespace {

constinit WeakOrders the_weak_orders, the_consumes;

}  // namespace

WeakOrders& weak_orders() {
  return the_weak_orders;
}

WeakOrders& consumes() {
  return the_consumes;
}

void WeakOrders::add(const Thread& thread, std::uint64_t key, std::uint64_t location, std::uint64_t pc) {
  constexpr std::size_t kMost = 1024, kMostCalls = 8;
  if (places_.size() == kMost || std::ranges::find(places_, key, &Place::key) != places_.end()) return;
  const OutsideProgram outside;
  CallStack calls = thread.calls.innermost_first(pc);
  calls.resize(std::min(calls.size(), kMostCalls));
  places_.push_back({key, location, std::move(calls)});
}

void WeakOrders::is_guard(const volatile void* location) {
  if (std::ranges::find(guards_, address_of(location)) != guards_.end()) return;
  const OutsideProgram outside;
  guards_.push_back(address_of(location));
}

bool WeakOrders::is_known_guard(std::uint64_t location) const {
  return std::ranges::find(guards_, location) != guards_.end();
}

std::vector<CallStack> WeakOrders::places() const {
  std::vector<CallStack> calls;
  for (const Place& place : places_) {
    if (!is_known_guard(place.location)) calls.push_back(place.calls);
  }
  return calls;
}

void WeakOrders::join(const std::vector<CallStack>& places) {
  for (const CallStack& calls : places) {
    if (std::ranges::find(places_, calls, &Place::calls) == places_.end()) places_.push_back({0, 0, calls});
  }
}

}  // namespace linnet::runtime
