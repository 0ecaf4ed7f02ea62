# Nearly wrong: two files have a test of one name, but they are two programs.
# exit: 1
# says: pass +a_test.cpp: cell
# says: violation +b_test.cpp: cell
# says: Replay: linnet replay \S+ b_test.cpp
cat > a_test.cpp <<'END'
#include <linnet/test.hpp>
struct Counter {
  void inc() { __atomic_fetch_add(&n, 1, 5); }
  int get() { return __atomic_load_n(&n, 5); }
  int n = 0;
};
LINNET_TEST(cell) {
  linnet::object<Counter>().operation("inc", &Counter::inc).operation("get", &Counter::get).spec("counter").scenario("inc() | inc() ; get()");
}
END
sed 's/__atomic_fetch_add(&n, 1, 5)/__atomic_store_n(\&n, __atomic_load_n(\&n, 5) + 1, 5)/' a_test.cpp > b_test.cpp
linnet run a_test.cpp b_test.cpp
