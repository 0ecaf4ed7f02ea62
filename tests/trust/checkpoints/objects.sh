# Nearly the same run: each scenario has its own place in the file, another promise or seed is another run, and so it is with generated tests.
# exit: 0
# says: pass +test.cpp: register/1 .*complete
# says: pass +test.cpp: register/2 .*complete
# says: register.state: this checkpoint is of a run that differs in its --promise
# says: generated.state: this checkpoint is of a run that differs in its --seed
# says: generated.state: this checkpoint is of a run that differs in its --races
# says: generated.state: this checkpoint is of a run that differs in its --executions
# says: 4 passed .* 0 failed
# never: nothing to reorder
cat > test.cpp <<'END'
#include <linnet/test.hpp>
struct Register {
  void write(int v) { __atomic_store_n(&value, v, 5); }
  int read() { return __atomic_load_n(&value, 5); }
  int value = 0;
};
LINNET_TEST(register) {
  linnet::object<Register>().operation("write", &Register::write).operation("read", &Register::read).spec("register")
      .scenario("write(1) write(2) | read() read() | read()").scenario("write(1) | write(2) read() | read()");
}
END
refused() { "$@"; [ $? = 2 ] || { echo "accepted: $*"; exit 11; }; }
# One program, so that it is compiled once.
linnet run test.cpp --strategy dpor --executions 20 --checkpoint register.state
[ $? = 3 ] || exit 10
linnet run test.cpp --strategy dpor --checkpoint register.state || exit 12
refused linnet run test.cpp --strategy dpor --checkpoint register.state --test register/1 --promise causal
generate="linnet run test.cpp --generate 4 --threads 2 --calls 1 --checkpoint generated.state"
$generate || exit 13
for option in --seed=2 --races=off --executions=5; do refused $generate $option; done
$generate
