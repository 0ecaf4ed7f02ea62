// Concurrent containers of oneTBB, which several threads may grow at once and which never shrink:
//   linnet stress examples/tbb_containers_test.cpp --generate 20 -- -ltbb
//
// Insertions and look-ups of single keys are atomic. Operations that walk over the container (size, containsValue) read one
// element after the other, and may return a result that was true at no instant. That is by design; the test shows how weak it is.
#include <linnet/test.hpp>

#include <tbb/concurrent_map.h>
#include <tbb/concurrent_set.h>
#include <tbb/concurrent_unordered_map.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <string>

template <class Container>
class Map {
 public:
  std::optional<int> put(int key, int value) {
    const auto [at, fresh] = items_.emplace(key, value);
    return fresh ? std::nullopt : std::optional(at->second.exchange(value));
  }
  std::optional<int> get(int key) const {
    const auto at = items_.find(key);
    return at == items_.end() ? std::nullopt : std::optional(at->second.load());
  }
  bool contains_key(int key) const { return items_.find(key) != items_.end(); }
  bool contains_value(int value) const {
    return std::any_of(items_.begin(), items_.end(),
                       [&](const auto& item) { return item.second.load() == value; });
  }
  int size() const { return static_cast<int>(std::distance(items_.begin(), items_.end())); }

 private:
  Container items_;
};

template <class Object>
void declare_map() {
  linnet::object<Object>()
      .operation("put", &Object::put)
      .operation("get", &Object::get)
      .operation("containsKey", &Object::contains_key)
      .operation("containsValue", &Object::contains_value)
      .operation("size", &Object::size)
      .spec("map")
      .scenario("put(1, 1) put(3, 3) | put(2, 2) put(3, 1) | size() containsValue(3) size()");
}

LINNET_TEST(concurrent_map) {
  declare_map<Map<tbb::concurrent_map<int, std::atomic<int>>>>();
}

LINNET_TEST(concurrent_unordered_map) {
  declare_map<Map<tbb::concurrent_unordered_map<int, std::atomic<int>>>>();
}

using Set = tbb::concurrent_set<int>;

LINNET_TEST(concurrent_set) {
  linnet::object<Set>()
      .operation("add", [](Set& set, int value) { return set.insert(value).second; })
      .operation("contains", [](const Set& set, int value) { return set.contains(value); })
      .spec("set")
      .scenario("add(1) contains(2) | add(2) contains(1) | add(1) add(2)");
}

// The built-in set has no size. This specification has one, and says how weak it is: size() sees what happened before it.
struct Members {
  std::set<std::int64_t> values;
  bool operator==(const Members&) const = default;
  std::string describe() const {
    std::string text = "{";
    for (const std::int64_t value : values) text += (text.size() > 1 ? ", " : "") + std::to_string(value);
    return text + "}";
  }
};

linnet::Spec set_with_size() {
  return linnet::specify("set_with_size", Members{})
      .method("add", [](Members& set, std::int64_t value) { return set.values.insert(value).second; })
      .method("contains", [](const Members& set, std::int64_t value) { return set.values.contains(value); })
      .method("size", [](const Members& set) { return static_cast<std::int64_t>(set.values.size()); })
      .strength("hb");
}

LINNET_TEST(concurrent_set_with_size) {
  linnet::object<Set>()
      .operation("add", [](Set& set, int value) { return set.insert(value).second; })
      .operation("contains", [](const Set& set, int value) { return set.contains(value); })
      .operation("size",
                 [](const Set& set) { return static_cast<int>(std::distance(set.begin(), set.end())); })
      .spec(set_with_size())
      .scenario("add(2) add(1) | add(1) add(3) | size() size()");
}
