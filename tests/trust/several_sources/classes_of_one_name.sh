# Two tests with classes of one name, the second of which is wrong: linked together, both would run the first.
# exit: 1
# says: pass +right_test.cpp: right
# says: violation +wrong_test.cpp: wrong
# says: linnet replay \S+ wrong_test.cpp
# says: replayed with 1
# says: stressed with 1
# says: json with 1
# says: "right_test.cpp: right"
# says: "wrong_test.cpp: wrong"
write_test() {  # NAME, BODY OF inc
  cat > $1_test.cpp <<END
#include <linnet/test.hpp>
struct Counter {
  void inc() { $2; }
  int get() { return __atomic_load_n(&n, 5); }
  int n = 0;
};
LINNET_TEST($1) {
  linnet::object<Counter>().operation("inc", &Counter::inc).operation("get", &Counter::get).spec("counter").scenario("inc() | inc() ; get()");
}
END
}
write_test right '__atomic_fetch_add(&n, 1, 5)'
write_test wrong '__atomic_store_n(&n, __atomic_load_n(&n, 5) + 1, 5)'
linnet run right_test.cpp wrong_test.cpp > out
status=$?
cat out
bash -c "$(sed -n 's/^Replay: //p' out)" > replayed
echo "replayed with $?"
linnet stress --duration 1s --list right_test.cpp wrong_test.cpp
linnet run right_test.cpp wrong_test.cpp --json > json
echo "json with $?"
grep -o '"\(right\|wrong\)_test.cpp: [a-z]*"' json
# A native run that returns nothing at all is wrong however threads are scheduled.
sed -i 's/return __atomic.*;/return -1;/' wrong_test.cpp
linnet stress --duration 0.1s right_test.cpp wrong_test.cpp
echo "stressed with $?"
exit $status
