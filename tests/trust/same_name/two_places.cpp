// Two tests of one name: which of them a result, a replay or --test would mean cannot be said.
// exit: 2
// says: two_places\.cpp:11: test cell is also declared at .*two_places\.cpp:8
// never: pass
#include <linnet/test.hpp>

struct Cell { int get() { return 0; } };
namespace first { LINNET_TEST(cell) { linnet::object<Cell>().operation("get", &Cell::get).scenario("get() | get()"); } }
namespace second {
// Without a scenario: tests of it are generated.
LINNET_TEST(cell) { linnet::object<Cell>().operation("get", &Cell::get); }
}
