// A hash map with two stripes of locks, and a table that is replaced by a larger one when a bucket is full.
//   1  after it has the lock, put does not look whether the table is still the same
//   2  growing takes one of the two locks
//   3  growing does not look whether another thread has done it meanwhile
#include <mutex>
#include <vector>

#include "fault.hpp"

struct Bucket {
  std::atomic<int> count{0};
  std::atomic<int> keys[2] = {};
};
struct Table {
  explicit Table(std::size_t n) : buckets(n) {}
  std::vector<Bucket> buckets;
  Bucket& at(int key) { return buckets[static_cast<std::size_t>(key) % buckets.size()]; }
};
std::atomic<Table*> table;
std::mutex locks[2];

void insert(Bucket& bucket, int key) {
  const int n = bucket.count.load();
  bucket.keys[n].store(key);
  bucket.count.store(n + 1);
}

void grow(Table* full) {
  const std::lock_guard first(locks[0]);
#if FAULT != 2
  const std::lock_guard second(locks[1]);
#endif
#if FAULT == 3
  Table* old = full;
#else
  Table* old = table.load();
  if (old != full) return;
#endif
  Table* larger = new Table(old->buckets.size() * 2);
  for (Bucket& bucket : old->buckets) {
    for (int i = 0; i < bucket.count.load(); ++i)
      insert(larger->at(bucket.keys[i].load()), bucket.keys[i].load());
  }
  table.store(larger);
}

void put(int key) {
  for (;;) {
    Table* now = table.load();
    {
      const std::lock_guard lock(locks[key % 2]);
#if FAULT != 1
      if (table.load() != now) continue;
#endif
      Bucket& bucket = now->at(key);
      if (bucket.count.load() < 2) return insert(bucket, key);
    }
    grow(now);
  }
}

bool contains(int key) {
  Bucket& bucket = table.load()->at(key);
  for (int i = 0; i < bucket.count.load(); ++i) {
    if (bucket.keys[i].load() == key) return true;
  }
  return false;
}

int main() {
  table = new Table(2);
  put(2);
  put(3);
  together(
      [] {
        put(4);
        put(6);
      },
      [] {
        put(5);
        put(7);
      },
      [] { put(9); });
  for (const int key : {2, 3, 4, 5, 6, 7, 9}) assert(contains(key));
}
