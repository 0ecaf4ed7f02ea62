// ConcurrentQueue with the granularity of .NET 4.0: a list of segments, each an array in which enqueuers take
// the next place with one atomic addition, and dequeuers the first one with a compare-exchange. No thread
// takes a lock; a dequeuer waits until the value of its place is there. Segments are freed with the queue:
// the original leaves that to the garbage collector.
//
// The wrong one reports an empty queue where it should wait for the value.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace classes {

template <bool correct>
class SegmentedQueue {
 public:
  SegmentedQueue() : first_(new Segment(0)), head_(first_), tail_(first_) {}
  ~SegmentedQueue() {
    for (Segment* segment = first_; segment != nullptr;) {
      Segment* const next = segment->next.load();
      delete segment;
      segment = next;
    }
  }
  SegmentedQueue(const SegmentedQueue&) = delete;
  SegmentedQueue& operator=(const SegmentedQueue&) = delete;

  void enqueue(int value) {
    while (!append(*tail_.load(), value)) std::this_thread::yield();
  }
  std::optional<int> try_dequeue() {
    while (!is_empty()) {
      bool taken = false;
      const std::optional<int> value = remove(*head_.load(), taken);
      if (taken) return value;
    }
    return std::nullopt;
  }
  std::optional<int> try_peek() {
    while (!is_empty()) {
      Segment& head = *head_.load();
      const int low = head.first_full();
      if (low <= head.last_taken()) return head.value_at(low);
    }
    return std::nullopt;
  }
  bool is_empty() {
    for (Segment* head = head_.load(); head->first_full() > head->last_taken(); head = head_.load()) {
      if (head->next.load() == nullptr) return true;
      std::this_thread::yield();
    }
    return false;
  }
  int count() {
    const Extent extent = all();
    return static_cast<int>(extent.end() - extent.begin());
  }
  std::vector<int> to_array() {
    const Extent extent = all();
    std::vector<int> values;
    const Segment* segment = extent.head;
    for (long at = extent.begin(); at < extent.end(); ++at) {
      while (at / kPlaces != segment->index) segment = segment->next.load();
      values.push_back(segment->value_at(static_cast<int>(at % kPlaces)));
    }
    return values;
  }

 private:
  static constexpr int kPlaces = 2;  // few, so that small tests come to the next segment

  struct Segment {
    explicit Segment(long number) : index(number) {}
    int first_full() const { return std::min(low.load(), kPlaces); }
    int last_taken() const { return std::min(high.load(), kPlaces - 1); }
    int value_at(int place) const {
      while (!there[place].load()) std::this_thread::yield();
      return values[place];
    }

    const long index;
    std::atomic<int> low{0}, high{-1};
    std::array<int, kPlaces> values{};
    std::array<std::atomic<bool>, kPlaces> there{};
    std::atomic<Segment*> next{nullptr};
  };

  // Both ends at one moment.
  struct Extent {
    const Segment *head, *tail;
    int low, high;
    long begin() const { return head->index * kPlaces + low; }
    long end() const { return tail->index * kPlaces + high + 1; }
    bool operator==(const Extent& other) const {
      return head == other.head && tail == other.tail && low == other.low && high == other.high;
    }
  };

  bool append(Segment& segment, int value) {
    if (segment.high.load() >= kPlaces - 1) return false;
    const int place = segment.high.fetch_add(1) + 1;
    if (place >= kPlaces) return false;
    segment.values[place] = value;
    segment.there[place].store(true);
    if (place == kPlaces - 1) {
      Segment* const next = new Segment(segment.index + 1);
      segment.next.store(next);
      tail_.store(next);
    }
    return true;
  }

  std::optional<int> remove(Segment& segment, bool& taken) {
    for (int low = segment.first_full(); low <= segment.last_taken(); low = segment.first_full()) {
      if (!correct && !segment.there[low].load()) {
        taken = true;
        return std::nullopt;
      }
      if (!segment.low.compare_exchange_strong(low, low + 1)) continue;
      const int value = segment.value_at(low);
      if (low + 1 == kPlaces) {
        while (segment.next.load() == nullptr) std::this_thread::yield();
        head_.store(segment.next.load());
      }
      taken = true;
      return value;
    }
    return std::nullopt;
  }

  Extent look() const {
    const Segment *head = head_.load(), *tail = tail_.load();
    return {head, tail, head->first_full(), tail->last_taken()};
  }
  Extent all() const {
    for (;;) {
      const Extent extent = look();
      if (extent == look() && extent.head->index <= extent.tail->index) return extent;
      std::this_thread::yield();
    }
  }

  Segment* const first_;
  std::atomic<Segment*> head_, tail_;
};

}  // namespace classes
