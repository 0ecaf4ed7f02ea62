// An unconditional swap of several words, made of compare-and-swaps.
//
// The stale one tries again with the values that it finds, but returns those that it found first: a value that another
// thread swapped in meanwhile is then returned twice, or never.
#pragma once

#include "mwcas.hpp"

template <bool stale, std::size_t locations = 3>
class MultiWordSwap {
 public:
  std::vector<int> swap(const std::vector<int>& where, const std::vector<int>& values) {
    std::vector<int> found = read(where);
    const std::vector<int> at_first = found;
    while (!words_.mwcas(where, found, values)) found = read(where);
    return stale ? at_first : found;
  }
  void recover() { words_.recover(); }

 private:
  std::vector<int> read(const std::vector<int>& where) {
    std::vector<int> values;
    for (const int location : where) values.push_back(words_.read(location));
    return values;
  }

  PersistentMwcas<Flaw::none, locations> words_;
};
