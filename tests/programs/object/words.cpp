// Multi-word primitives that cannot be driven, or not for long; and one that can.
#include <linnet/test.hpp>

#include <mutex>
#include <vector>

namespace {

// Right, with one lock for all.
class LockedWords {
 public:
  std::vector<long> read(const std::vector<long>& where) {
    const std::scoped_lock lock(mutex_);
    return values(where);
  }
  std::vector<long> swap(const std::vector<long>& where, const std::vector<long>& values_to_be) {
    const std::scoped_lock lock(mutex_);
    std::vector<long> found = values(where);
    for (std::size_t k = 0; k < where.size(); ++k) words_[where[k]] = values_to_be[k];
    return found;
  }

 private:
  std::vector<long> values(const std::vector<long>& where) const {
    std::vector<long> found;
    for (const long location : where) found.push_back(words_[location]);
    return found;
  }

  std::mutex mutex_;
  long words_[4] = {5, 5, 5, 5};
};

struct Nothing {};
using Longs = std::vector<long>;
using Shorts = std::vector<short>;

}  // namespace

LINNET_TEST(locked) {
  linnet::object<LockedWords>()
      .operation("read", &LockedWords::read)
      .operation("swap", &LockedWords::swap)
      .spec("mwcas", 5)
      .scenario("swap([3],[1]) | swap([2],[2])");
}
LINNET_TEST(never_returns) {
  linnet::object<Nothing>()
      .operation("swap",
                 [](Nothing&, const Longs& where, const Longs&) {
                   for (volatile bool waiting = true; waiting;) {
                   }
                   return where;
                 })
      .spec("mwcas")
      .scenario("swap([0,1],[1,2])");
}
LINNET_TEST(too_few_results) {
  linnet::object<Nothing>()
      .operation("swap", [](Nothing&, const Longs&, const Longs&) { return Longs{}; })
      .spec("mwcas")
      .scenario("swap([0,1],[1,2])");
}
LINNET_TEST(too_short) {
  linnet::object<Nothing>()
      .operation("swap", [](Nothing&, const Shorts& where, const Shorts&) { return where; })
      .spec("mwcas")
      .scenario("swap([0,1],[1,2])");
}
LINNET_TEST(only_reads) {
  linnet::object<Nothing>()
      .operation("read", [](Nothing&, const Longs& where) { return where; })
      .spec("mwcas")
      .scenario("read([0,1])");
}
