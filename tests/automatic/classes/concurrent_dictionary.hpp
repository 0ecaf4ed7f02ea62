// ConcurrentDictionary: keys in two halves with a lock each; an operation on all keys takes both locks.
//
// The wrong one checks whether a key is there and adds it afterwards, with the lock released in between.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace classes {

template <bool correct>
class ConcurrentDictionary {
 public:
  bool try_add(int key, int value) {
    Half& half = half_of(key);
    if (correct) {
      const std::scoped_lock lock(half.mutex);
      return half.items.emplace(key, value).second;
    }
    if (contains_key(key)) return false;
    set(key, value);
    return true;
  }
  std::optional<int> try_remove(int key) {
    Half& half = half_of(key);
    const std::scoped_lock lock(half.mutex);
    const auto node = half.items.extract(key);
    return node.empty() ? std::nullopt : std::optional(node.mapped());
  }
  std::optional<int> try_get(int key) {
    Half& half = half_of(key);
    const std::scoped_lock lock(half.mutex);
    const auto found = half.items.find(key);
    return found == half.items.end() ? std::nullopt : std::optional(found->second);
  }
  int get(int key) {
    const std::optional<int> value = try_get(key);
    return value ? *value : throw std::out_of_range("no such key");
  }
  void set(int key, int value) {
    Half& half = half_of(key);
    const std::scoped_lock lock(half.mutex);
    half.items[key] = value;
  }
  bool try_update(int key, int value, int expected) {
    Half& half = half_of(key);
    const std::scoped_lock lock(half.mutex);
    const auto found = half.items.find(key);
    if (found == half.items.end() || found->second != expected) return false;
    found->second = value;
    return true;
  }
  bool contains_key(int key) { return try_get(key).has_value(); }

  int count() {
    const std::scoped_lock lock(halves_[0].mutex, halves_[1].mutex);
    return static_cast<int>(halves_[0].items.size() + halves_[1].items.size());
  }
  bool is_empty() { return count() == 0; }
  void clear() {
    const std::scoped_lock lock(halves_[0].mutex, halves_[1].mutex);
    for (Half& half : halves_) half.items.clear();
  }

 private:
  struct Half {
    std::mutex mutex;
    std::map<int, int> items;
  };
  Half& half_of(int key) { return halves_[static_cast<unsigned>(key) / 10 % 2]; }

  std::array<Half, 2> halves_;
};

}  // namespace classes
