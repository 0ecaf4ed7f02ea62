// A bounded k-FIFO queue (Kirsch, Lippautz, Payer, PaCT 2013): a ring of segments, in which enq fills any place of the
// tail's segment and deq empties any place of the head's. An enq that has filled a place decides in `committed` whether
// the place is still in the queue.
//
// The fault is that of two libraries: committed() reads the tail first and the head later. In between the tail moves on, and a
// deq that found the segment empty before sees that and moves the head on as well: it comes to stand behind the segment, one
// round further. The element is believed to be in the queue, and is not.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>

template <unsigned kPlaces, unsigned kSegments>
class BoundedKFifo {
 public:
  void enq(int value) {
    for (;;) {
      const Position tail = tail_, head = head_;
      const Found found = find(tail, false);
      if (tail_.load() != tail) continue;
      if (found.place != nullptr) {
        Item empty = found.item;
        const Item filled{value, empty.version + 1};
        if (found.place->compare_exchange_strong(empty, filled) && committed(tail, *found.place, filled))
          return;
        continue;
      }
      if ((tail.segment + 1) % kSegments == head.segment && head_.load() == head) {
        if (find(head, true).place == nullptr) {
          move_on(head_, head);
        } else if (head_.load() == head) {
          throw std::length_error("the queue is full");
        }
      }
      move_on(tail_, tail);
    }
  }

  std::optional<int> deq() {
    for (;;) {
      const Position head = head_, tail = tail_;
      const Found found = find(head, true);
      if (head_.load() != head) continue;
      if (found.place != nullptr) {
        if (head.segment == tail.segment) move_on(tail_, tail);
        Item filled = found.item;
        if (found.place->compare_exchange_strong(filled, {0, filled.version + 1})) return found.item.value;
      } else {
        if (head.segment == tail.segment && tail_.load() == tail) return std::nullopt;
        move_on(head_, head);
      }
    }
  }

 private:
  struct Position {
    std::uint32_t segment = 0, version = 0;
    bool operator==(const Position&) const = default;
  };
  struct Item {
    int value = 0;  // 0: empty
    std::uint32_t version = 0;
    bool operator==(const Item&) const = default;
  };
  struct Found {
    std::atomic<Item>* place = nullptr;
    Item item{};
  };

  Found find(Position at, bool filled) {
    for (std::atomic<Item>& place : segments_[at.segment]) {
      const Item item = place;
      if ((item.value != 0) == filled) return {&place, item};
    }
    return {};
  }
  static void move_on(std::atomic<Position>& end, Position from) {
    end.compare_exchange_strong(from, {(from.segment + 1) % kSegments, from.version + 1});
  }

  bool committed(Position where, std::atomic<Item>& place, Item filled) {
    if (place.load() != filled) return true;
    const std::uint32_t tail = tail_.load().segment;
    Position head = head_;
    const bool wraps = tail < head.segment;
    const bool after_head = head.segment < where.segment, up_to_tail = where.segment <= tail;
    if (wraps ? after_head || up_to_tail : after_head && up_to_tail) return true;
    const bool outside = wraps ? tail < where.segment && where.segment < head.segment
                               : tail < where.segment || where.segment < head.segment;
    // A deq may be about to leave this segment. It cannot if the head changes.
    if (!outside && head_.compare_exchange_strong(head, {head.segment, head.version + 1})) return true;
    return !place.compare_exchange_strong(filled, {0, filled.version + 1});
  }

  std::array<std::array<std::atomic<Item>, kPlaces>, kSegments> segments_{};
  std::atomic<Position> head_{}, tail_{};
};

template <class Queue>
void test(const char* scenario) {
  linnet::object<Queue>()
      .operation("enq", &Queue::enq)
      .operation("deq", &Queue::deq)
      .spec("queue")
      .scenario(scenario);
}

LINNET_TEST(two_segments) {
  test<BoundedKFifo<1, 2>>("enq(1) deq() ; enq(2) deq() | deq() enq(3) deq() | deq()");
}
LINNET_TEST(three_segments) {
  test<BoundedKFifo<1, 3>>("enq(1) ; enq(2) deq() | deq() enq(3) deq() | deq() enq(4) ; deq() deq() deq()");
}
