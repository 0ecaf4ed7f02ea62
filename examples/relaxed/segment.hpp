// K + 1 places whose order does not matter: k-FIFO queues and k-stacks are made of these.
//
// A place holds a value and a version that grows with every change, so that a compare-exchange never mistakes a place
// that was emptied and filled again for an unchanged one.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "random_place.hpp"

struct Item {
  int value = 0;  // 0: empty
  unsigned version = 0;

  bool operator==(const Item&) const = default;
  Item with(int other) const { return {other, version + 1}; }
};
using Place = std::atomic<Item>;

template <unsigned kPlaces>
class Places {
 public:
  struct Found {
    Place* place;
    Item item;
  };

  // From a random place on, the first that is empty; if none is, any.
  Found find_empty() {
    return find([](const Item& item) { return item.value == 0; });
  }
  // The first that is not empty; if all are, any.
  Found find_item() {
    return find([](const Item& item) { return item.value != 0; });
  }

  // Whether all were empty at one instant: read twice, and again until both readings agree.
  bool empty() const {
    std::array<Item, kPlaces> before = read(), after = read();
    while (before != after) {
      before = after;
      after = read();
    }
    for (const Item& item : after) {
      if (item.value != 0) return false;
    }
    return true;
  }

 private:
  template <class Wanted>
  Found find(const Wanted& wanted) {
    const unsigned start = random_place(kPlaces);
    Found found{};
    for (unsigned i = 0; i < kPlaces; ++i) {
      Place& place = places_[(start + i) % kPlaces];
      found = {&place, place};
      if (wanted(found.item)) break;
    }
    return found;
  }

  std::array<Item, kPlaces> read() const {
    std::array<Item, kPlaces> items;
    for (unsigned i = 0; i < kPlaces; ++i) items[i] = places_[i];
    return items;
  }

  std::array<Place, kPlaces> places_{};
};

// A pointer with a version in the bits that addresses do not use.
template <class T>
class Versioned {
 public:
  Versioned() = default;
  Versioned(T* pointer, std::uintptr_t version)
      : bits_(reinterpret_cast<std::uintptr_t>(pointer) | version << kAddressBits) {}

  T* get() const { return reinterpret_cast<T*>(bits_ & ((std::uintptr_t{1} << kAddressBits) - 1)); }
  T* operator->() const { return get(); }
  // The next version with this pointer.
  Versioned with(T* other) const { return {other, (bits_ >> kAddressBits) + 1}; }
  bool operator==(const Versioned&) const = default;

 private:
  static constexpr unsigned kAddressBits = 48;
  std::uintptr_t bits_ = 0;
};
