// The other way round: an add of a set says whether the value was new, and this one says nothing.
// exit: 2
// says: operation add that returns nothing, and add of set returns something: write \.operation\("add", \[\]\(Object& object, int a\) \{ return object.add\(a\); \}\)
// never: violation
#include <linnet/test.hpp>

#include <mutex>
#include <set>

struct Set {
  void add(int value) {
    const std::lock_guard lock(mutex);
    values.insert(value);
  }
  std::mutex mutex;
  std::set<int> values;
};

LINNET_TEST(set) {
  linnet::object<Set>().operation("add", &Set::add).spec("set").scenario("add(1) | add(2)");
}
