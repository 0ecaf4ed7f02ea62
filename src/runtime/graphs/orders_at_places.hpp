// The memory orders of the program by place: which there are, and others that are tried there without compiling it again.
//
// A place is told by the calls that led to it. Without optimization std::atomic is made of functions, and it is their caller that the
// program's order belongs to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/order_changes.hpp"
#include "runtime/fibers/thread.hpp"

namespace linnet::runtime {

class OrdersAtPlaces {
 public:
  // Without changes nothing is noted, either.
  void start(const std::optional<std::vector<OrderChange>>& changes);
  bool is_used() const { return used_; }

  // An access of the thread that is about to be made: the orders that it is to have. If a fence is to come before it, that is made.
  AtomicOrders at(Thread& thread, const OrderSite& site, const void* pc);

  // Those that ran since start(), each once.
  std::vector<OrderSite> sites() const;
  std::size_t size() const { return sites_.size(); }

 private:
  static constexpr std::size_t kMostCalls = 6, kMostSites = 4096;
  struct Known {
    std::uint64_t key;
    OrderSite site;
  };

  void note(const Thread& thread, const OrderSite& site, std::uint64_t pc);
  const OrderChange* change_at(const Thread& thread, AtomicAccess access, std::uint64_t pc) const;

  bool used_ = false;
  std::vector<OrderChange> changes_;         // sorted by their innermost address
  std::array<std::uint64_t, 256> latest_{};  // keys of sites, by hash: found without a search
  std::vector<Known> sites_;
};

OrdersAtPlaces& orders_at_places();

}  // namespace linnet::runtime
