// Tests of the multi-word swap: linnet run examples/persistent/swap.cpp
#include "swap.hpp"

#include <linnet/test.hpp>

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
