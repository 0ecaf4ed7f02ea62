// An unconditional swap of several words, made of compare-and-swaps: linnet run examples/persistent/swap.cpp
//
// The stale one tries again with the values that it finds, and returns those that it found at first: what another
// thread swapped in meanwhile is returned by two, or by nobody.
#include "mwcas.hpp"

#include <linnet/test.hpp>

template <bool stale>
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

  PersistentMwcas<Flaw::none> words_;
};

template <bool stale>
void test_swap() {
  using Swap = MultiWordSwap<stale>;
  linnet::object<Swap>()
      .operation("swap", &Swap::swap)
      .recover(&Swap::recover)
      .spec("mwcas")
      .crashes(0)  // with --crashes 1 the right one takes minutes
      .scenario("swap([0],[1]) | swap([0],[2])");
}

LINNET_TEST(correct) {
  test_swap<false>();
}
LINNET_TEST(stale) {
  test_swap<true>();
}
