// The places of a program that have memory orders: what calls lead to, put together by the line that the user wrote.
#pragma once

#include <span>
#include <vector>

#include "driver/naming/symbols.hpp"
#include "driver/orders/order_search.hpp"
#include "protocol/order_changes.hpp"
#include "verdict/order_changes.hpp"

namespace linnet {

class OrderPlaces {
 public:
  explicit OrderPlaces(std::vector<LoadedModule> modules) : symbols_(std::move(modules)) {}

  // What ran, in any execution. What the standard library does for itself is left out.
  void add(const std::vector<runtime::OrderSite>& sites);

  // In the order of their lines. The numbers of slots stay as they are when more is added.
  std::vector<OrderSlot> slots() const;
  OrderAtPlace describe(std::size_t slot) const;
  // These changes, wherever calls that are known lead to one of their places.
  std::vector<runtime::OrderChange> changes(const SlotChanges& wanted) const;

 private:
  struct Group {
    CodePlace place;
    AtomicAccess access{};
    runtime::AtomicOrders orders;
    std::string object;
    std::vector<runtime::CallStack> calls;

    bool is_same(const Group& other) const {
      return place.file == other.place.file && place.line == other.place.line && access == other.access &&
             orders == other.orders;
    }
  };
  struct Slot {
    std::size_t group = 0;
    bool on_failure = false;
  };

  std::string object_of(const runtime::OrderSite& site) const;
  void add_to_group(Group group);

  Symbols symbols_;
  std::vector<Group> groups_;
  std::vector<Slot> slots_;
};

}  // namespace linnet
