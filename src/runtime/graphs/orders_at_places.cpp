// OrdersAtPlaces: a look into a table for each atomic access, where there is one.
#include "runtime/graphs/orders_at_places.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "runtime/execution.hpp"
#include "runtime/fibers/live_state.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/races/weak_orders.hpp"

namespace linnet::runtime {
namespace {

constinit OrdersAtPlaces the_orders;

// A step of the thread before the one that it is about to take, whose state is in linnet_caller.
void make_fence(Thread& thread, std::uint64_t pc) {
  const CallerRegisters registers = linnet_caller;
  current.execution->next_step(thread, pc);
  current.execution->take_turn(thread);
  current.graph->fence(thread, MemoryOrder::seq_cst);
  linnet_caller = registers;
}

}  // namespace

OrdersAtPlaces& orders_at_places() {
  return the_orders;
}

void OrdersAtPlaces::start(const std::optional<std::vector<OrderChange>>& changes) {
  used_ = changes.has_value();
  changes_ = changes.value_or(std::vector<OrderChange>());
  std::erase_if(changes_, [](const OrderChange& change) { return change.calls.empty(); });
  std::ranges::sort(changes_, {}, [](const OrderChange& change) { return change.calls.front(); });
  latest_ = {};
  sites_.clear();
}

AtomicOrders OrdersAtPlaces::at(Thread& thread, const OrderSite& site, const void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pc);
  note(thread, site, address);
  const OrderChange* const change = change_at(thread, site.access, address);
  if (change == nullptr) return site.orders;
  if (change->fence_before) make_fence(thread, address);
  return change->orders;
}

void OrdersAtPlaces::note(const Thread& thread, const OrderSite& site, std::uint64_t pc) {
  std::uint64_t key = mix(pc, static_cast<std::uint64_t>(site.orders.order) << 8 |
                                  static_cast<std::uint64_t>(site.orders.failure));
  for (std::size_t i = 0; i + 1 < kMostCalls; ++i) key = mix(key, thread.calls.caller(i));
  std::uint64_t& latest = latest_[key % latest_.size()];
  if (latest == key) [[likely]]
    return;
  latest = key;
  if (sites_.size() == kMostSites || std::ranges::find(sites_, key, &Known::key) != sites_.end()) return;
  const OutsideProgram outside;
  Known& known = sites_.emplace_back(key, site);
  known.site.calls = thread.calls.innermost_first(pc);
  known.site.calls.resize(std::min(known.site.calls.size(), kMostCalls));
}

const OrderChange* OrdersAtPlaces::change_at(const Thread& thread, AtomicAccess access,
                                             std::uint64_t pc) const {
  const auto leads_here = [&](const OrderChange& change) {
    for (std::size_t i = 1; i < change.calls.size(); ++i) {
      if (thread.calls.caller(i - 1) != change.calls[i]) return false;
    }
    return change.access == access;
  };
  const auto innermost = [](const OrderChange& change) { return change.calls.front(); };
  for (const OrderChange& change : std::ranges::equal_range(changes_, pc, {}, innermost)) {
    if (leads_here(change)) return &change;
  }
  return nullptr;
}

std::vector<OrderSite> OrdersAtPlaces::sites() const {
  std::vector<OrderSite> sites;
  for (const Known& known : sites_) {
    // Compilers look at the guard of a static variable with acquire, which is nothing that the program says.
    if (known.site.address == 0 || !weak_orders().is_known_guard(known.site.address))
      sites.push_back(known.site);
  }
  return sites;
}

}  // namespace linnet::runtime
