// The bounded k-FIFO queue (Kirsch, Lippautz, Payer: Fast and scalable, lock-free k-FIFO queues, PaCT 2013): a ring of
// segments. enq fills any place of the tail segment, deq empties any place of the head segment, and each moves on when
// there is none.
//
//   linnet run examples/relaxed/bounded_k_fifo.cpp --promise quasi:enq=0,deq=2,enq+deq=3
//
// The difficult part is an enq into a segment that a deq finds empty and leaves behind at the same time: `committed`
// either keeps the deq from leaving, or takes the element back.
#include <linnet/test.hpp>

#include <optional>
#include <stdexcept>

#include "reference.hpp"
#include "segment.hpp"

template <unsigned K>
class BoundedKFifo {
 public:
  void enq(int value) {
    while (true) {
      const Position tail = tail_, head = head_;
      auto [place, found] = segment(tail).find_empty();
      if (tail != tail_.load()) continue;
      if (found.value == 0) {
        const Item filled = found.with(value);
        if (place->compare_exchange_strong(found, filled) && committed(tail, *place, filled)) return;
        continue;
      }
      if (tail.number - head.number == kSegments - 1) {
        if (!segment(head).empty() && head == head_.load()) throw std::length_error("the queue is full");
        advance(head_, head);
      }
      advance(tail_, tail);
    }
  }

  std::optional<int> deq() {
    while (true) {
      const Position head = head_;
      auto [place, found] = segment(head).find_item();
      const Position tail = tail_;
      if (head != head_.load()) continue;
      const bool last = head.number == tail.number;
      if (found.value != 0) {
        if (last) advance(tail_, tail);
        const int value = found.value;
        if (place->compare_exchange_strong(found, found.with(0))) return value;
      } else {
        if (last && tail == tail_.load()) return std::nullopt;
        advance(head_, head);
      }
    }
  }

 private:
  static constexpr unsigned kSegments = 4;
  struct Position {
    unsigned number = 0;  // of a segment, counted for ever
    unsigned version = 0;
    bool operator==(const Position&) const = default;
  };

  Places<K + 1>& segment(Position position) { return segments_[position.number % kSegments]; }

  static void advance(std::atomic<Position>& end, Position from) {
    end.compare_exchange_strong(from, {from.number + 1, from.version + 1});
  }

  // Whether the element stays in the queue, or was in it until another thread took it.
  bool committed(Position where, Place& place, Item filled) {
    if (place.load() != filled) return true;
    Position head = head_;
    if (where.number > head.number) return true;
    // A deq may be about to leave this segment. If the head changes, it cannot.
    if (where.number == head.number && head_.compare_exchange_strong(head, {head.number, head.version + 1})) {
      return true;
    }
    return !place.compare_exchange_strong(filled, filled.with(0));
  }

  std::array<Places<K + 1>, kSegments> segments_;
  std::atomic<Position> head_{}, tail_{};
};

LINNET_TEST(bounded_k_fifo) {
  using Queue = BoundedKFifo<2>;
  is_queue(linnet::object<Queue>()
               .operation("enq", &Queue::enq)
               .operation("deq", &Queue::deq)
               .scenario("enq(1) enq(2) enq(3) ; enq(4) | deq() ; deq() deq() deq()"));
}
