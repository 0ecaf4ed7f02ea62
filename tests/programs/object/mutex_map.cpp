// A map under a lock, with text, optional and pairs across the border.
#include <linnet/test.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

class MutexMap {
 public:
  std::optional<std::string> put(const std::string& key, const std::string& value) {
    const std::scoped_lock lock(mutex_);
    const auto old = find(key);
    items_[key] = value;
    return old;
  }
  std::optional<std::string> get(const std::string& key) const {
    const std::scoped_lock lock(mutex_);
    return find(key);
  }
  std::size_t size() const noexcept {
    const std::scoped_lock lock(mutex_);
    return items_.size();
  }

 private:
  std::optional<std::string> find(const std::string& key) const {
    const auto found = items_.find(key);
    return found == items_.end() ? std::nullopt : std::optional(found->second);
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::string> items_;
};

LINNET_TEST(mutex_map) {
  linnet::object<MutexMap>()
      .operation("put", &MutexMap::put)
      .operation("get", &MutexMap::get)
      .operation("size", &MutexMap::size)
      .spec("map")
      .scenario(R"(put("a", "long enough to live on the heap") | put("a", "x") get("a") ; size())");
}
