// Two tests of different names: nothing is wrong.
// exit: 0
// says: pass .*first
// says: pass .*second
#include <linnet/test.hpp>

struct Cell {
  int get() { return 0; }
};

LINNET_TEST(first) { linnet::object<Cell>().operation("get", &Cell::get).scenario("get() | get()"); }
LINNET_TEST(second) { linnet::object<Cell>().operation("get", &Cell::get).scenario("get()"); }
