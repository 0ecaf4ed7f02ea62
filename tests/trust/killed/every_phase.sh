# Whatever linnet does when it is killed, its program ends: generated tests, native runs, and a program that hangs before its main.
# exit: 0
# says: nothing is left
cat > left_$$.cpp <<'END'
#include <linnet/test.hpp>
#include <cstdlib>
struct Counter {
  void inc() { __atomic_fetch_add(&n, 1, 5); }
  int get() { return __atomic_load_n(&n, 5); }
  int n = 0;
};
LINNET_TEST(counter) {
  linnet::object<Counter>().operation("inc", &Counter::inc).operation("get", &Counter::get).spec("counter").scenario("inc() | get()");
}
#ifdef HANGS
static const bool hangs = [] { for (;;) asm volatile(""); return true; }();
#endif
END
killed() {  # WORDS OF linnet
  linnet "$@" > out 2>&1 &
  until grep -qs "^left_$$" /proc/[0-9]*/comm; do sleep 0.05; kill -0 $! || { cat out; exit 20; }; done
  kill -9 $!; wait $! 2> /dev/null
  for ((i = 0; i < 600; ++i)); do grep -qs "^left_$$" /proc/[0-9]*/comm || return 0; sleep 0.1; done
  echo "left: $(grep -s "^left_$$" /proc/[0-9]*/comm)"; exit 21
}
killed run --generate all --calls 4 left_$$.cpp
killed stress --duration 10m left_$$.cpp
killed run left_$$.cpp -- -DHANGS
echo "nothing is left"
