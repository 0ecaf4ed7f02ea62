// ConcurrentDictionary with the granularity of .NET 4.0: lists of nodes in buckets, and a lock for every
// second bucket. A thread that changes a key takes the lock of its stripe, a look-up takes none, and an
// operation on all keys takes all locks. Nodes do not change except for their links: a new value is a new
// node. They are freed with the dictionary: the original leaves that to the garbage collector.
//
// The wrong one looks for the key before it takes the lock, and not again.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

namespace classes {

template <bool correct>
class StripedDictionary {
 public:
  ~StripedDictionary() {
    for (const Stripe& stripe : stripes_) {
      for (const Node* node : stripe.all) delete node;
    }
  }

  bool try_add(int key, int value) { return change(key, value, false) == nullptr; }
  void set(int key, int value) { change(key, value, true); }
  std::optional<int> try_remove(int key) {
    const std::scoped_lock lock(stripe_of(key).mutex);
    std::atomic<Node*>& link = link_to(key);
    const Node* const found = link.load();
    if (found == nullptr) return std::nullopt;
    link.store(found->next.load());
    --stripe_of(key).count;
    return found->value;
  }
  std::optional<int> try_get(int key) {
    const Node* const found = link_to(key).load();
    return found == nullptr ? std::nullopt : std::optional(found->value);
  }
  int get(int key) {
    const std::optional<int> value = try_get(key);
    return value ? *value : throw std::out_of_range("no such key");
  }
  bool try_update(int key, int value, int expected) {
    const std::scoped_lock lock(stripe_of(key).mutex);
    std::atomic<Node*>& link = link_to(key);
    const Node* const found = link.load();
    if (found == nullptr || found->value != expected) return false;
    link.store(make(key, value, found->next.load()));
    return true;
  }
  bool contains_key(int key) { return try_get(key).has_value(); }

  int count() {
    const std::scoped_lock all(stripes_[0].mutex, stripes_[1].mutex);
    return stripes_[0].count + stripes_[1].count;
  }
  bool is_empty() { return count() == 0; }
  void clear() {
    const std::scoped_lock all(stripes_[0].mutex, stripes_[1].mutex);
    for (std::atomic<Node*>& bucket : buckets_) bucket.store(nullptr);
    for (Stripe& stripe : stripes_) stripe.count = 0;
  }

 private:
  static constexpr std::size_t kBuckets = 2, kStripes = 2;

  struct Node {
    const int key, value;
    std::atomic<Node*> next;
  };
  struct Stripe {
    std::mutex mutex;
    int count = 0;
    std::vector<const Node*> all;
  };

  static std::size_t bucket_of(int key) { return static_cast<std::size_t>(key) / 10 % kBuckets; }
  Stripe& stripe_of(int key) { return stripes_[bucket_of(key) % kStripes]; }
  // The link to the node of the key, or where it would be.
  std::atomic<Node*>& link_to(int key) {
    std::atomic<Node*>* link = &buckets_[bucket_of(key)];
    for (Node* node = link->load(); node != nullptr && node->key != key; node = link->load())
      link = &node->next;
    return *link;
  }
  Node* make(int key, int value, Node* next) {
    Node* const node = new Node{key, value, {next}};
    stripe_of(key).all.push_back(node);
    return node;
  }
  // The node that was there.
  const Node* change(int key, int value, bool overwrites) {
    std::unique_lock lock(stripe_of(key).mutex, std::defer_lock);
    if (correct) lock.lock();
    std::atomic<Node*>& link = link_to(key);
    const Node* const found = link.load();
    if (!correct) lock.lock();
    if (found == nullptr) ++stripe_of(key).count;
    if (found == nullptr || overwrites)
      link.store(make(key, value, found == nullptr ? nullptr : found->next.load()));
    return found;
  }

  std::array<std::atomic<Node*>, kBuckets> buckets_{};
  std::array<Stripe, kStripes> stripes_;
};

}  // namespace classes
