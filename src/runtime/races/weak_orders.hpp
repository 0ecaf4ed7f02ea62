// Where the program uses a memory order weaker than seq_cst while other threads may run.
//
// Interleavings are sequentially consistent: every order is run as if it were seq_cst, and what a weaker one allows besides is not
// tried. The result says so, and where. Nothing is slower for it but such an access, by a look into a table.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "runtime/execution.hpp"
#include "runtime/hooks/location.hpp"

namespace linnet::runtime {

class WeakOrders {
 public:
  void note(const Thread& thread, const volatile void* location, const void* pc) {
    if (current.execution->is_alone(thread)) return;  // nobody is there to see the difference
    // Without optimization, std::atomic is a function: its caller tells places apart.
    const std::uint64_t place = mix(address_of(pc), thread.calls.caller());
    std::uint64_t& latest = latest_[place % latest_.size()];
    if (latest == place) [[likely]]
      return;
    latest = place;
    add(thread, place, address_of(location), address_of(pc));
  }
  // Compilers look at the guard of a static variable with acquire, which is nothing that the program says.
  void is_guard(const volatile void* location);
  bool is_known_guard(std::uint64_t location) const;
  // The calls that led to each place.
  std::vector<CallStack> places() const;
  // Grows when they change.
  std::size_t size() const { return places_.size() + guards_.size(); }
  // Those that another process met.
  void join(const std::vector<CallStack>& places);

 private:
  struct Place {
    std::uint64_t key;
    std::uint64_t location;
    CallStack calls;
  };
  void add(const Thread& thread, std::uint64_t key, std::uint64_t location, std::uint64_t pc);

  std::array<std::uint64_t, 256> latest_{};  // by hash: found without a search
  std::vector<Place> places_;
  std::vector<std::uint64_t> guards_;
};

// Those of all executions of this process.
WeakOrders& weak_orders();
// Those with the order consume. It is run as acquire under every model, as compilers have it, and the result says where.
WeakOrders& consumes();

inline void note_if_consume(int order, const Thread& thread, const volatile void* location, const void* pc) {
  if (order == __ATOMIC_CONSUME) [[unlikely]]
    consumes().note(thread, location, pc);
}

}  // namespace linnet::runtime
