// A map with a lock per stripe, whose size() is not atomic: linnet run examples/striped_map_test.cpp
//
// size() adds up one stripe after the other. If one element is removed and another one put meanwhile, it may count both: two,
// although there was never more than one. As a weaker promise this is fine: everything except size() is linearizable, and
// size() sees at least what had happened before it was called (docs/weak-consistency.md).
#include <linnet/test.hpp>

#include <array>
#include <map>
#include <mutex>
#include <optional>

class StripedMap {
 public:
  std::optional<int> put(int key, int value) {
    Stripe& stripe = stripes_[static_cast<unsigned>(key) % stripes_.size()];
    const std::scoped_lock lock(stripe.mutex);
    const auto [at, added] = stripe.items.try_emplace(key, value);
    return added ? std::nullopt : std::optional(std::exchange(at->second, value));
  }
  std::optional<int> remove(int key) {
    Stripe& stripe = stripes_[static_cast<unsigned>(key) % stripes_.size()];
    const std::scoped_lock lock(stripe.mutex);
    const auto node = stripe.items.extract(key);
    return node.empty() ? std::nullopt : std::optional(node.mapped());
  }
  int size() {
    int sum = 0;
    for (Stripe& stripe : stripes_) {
      const std::scoped_lock lock(stripe.mutex);
      sum += static_cast<int>(stripe.items.size());
    }
    return sum;
  }

 private:
  struct Stripe {
    std::mutex mutex;
    std::map<int, int> items;
  };
  std::array<Stripe, 2> stripes_;
};

auto map_under_test() {
  return linnet::object<StripedMap>()
      .operation("put", &StripedMap::put)
      .operation("remove", &StripedMap::remove)
      .operation("size", &StripedMap::size)
      .spec("map")
      .scenario("put(0, 1) ; remove(0) put(1, 1) | size()");
}

LINNET_TEST(striped_map) {
  map_under_test().strength("size=hb");
}
LINNET_TEST(striped_map_as_if_atomic) {
  map_under_test();
}
