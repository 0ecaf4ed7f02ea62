// The same for native runs.
// run: linnet stress --duration 1s {}
// exit: 2
// says: native\.cpp:10: test cell is also declared at .*native\.cpp:9
// never: pass
#include <linnet/test.hpp>

struct Cell { int read() { return 0; } };
namespace first { LINNET_TEST(cell) { linnet::object<Cell>().operation("read", &Cell::read).spec("register").scenario("read() | read()"); } }
namespace second { LINNET_TEST(cell) { linnet::object<Cell>().operation("read", &Cell::read).spec("register").scenario("read()"); } }
