// The unbounded k-FIFO queue (Kirsch, Lippautz, Payer, PaCT 2013): the bounded one with a list of segments instead of a
// ring.
//
//   linnet run examples/relaxed/unbounded_k_fifo.cpp --promise quasi:enq=0,deq=2,enq+deq=3
//
// A segment that is left behind is marked before the head moves on, so that a late enq into it knows. Segments are
// never freed: when that is safe is another subject.
#include <linnet/test.hpp>

#include <optional>

#include "reference.hpp"
#include "segment.hpp"

template <unsigned K>
class UnboundedKFifo {
 public:
  void enq(int value) {
    while (true) {
      const Link tail = tail_;
      auto [place, found] = tail->places.find_empty();
      if (tail != tail_.load()) continue;
      if (found.value != 0) {
        advance_tail(tail);
        continue;
      }
      const Item filled = found.with(value);
      if (place->compare_exchange_strong(found, filled) && committed(tail.get(), *place, filled)) return;
    }
  }

  std::optional<int> deq() {
    while (true) {
      const Link head = head_;
      auto [place, found] = head->places.find_item();
      const Link tail = tail_;
      if (head != head_.load()) continue;
      const bool last = head.get() == tail.get();
      if (found.value != 0) {
        if (last) advance_tail(tail);
        const int value = found.value;
        if (place->compare_exchange_strong(found, found.with(0))) return value;
      } else {
        if (last && tail == tail_.load()) return std::nullopt;
        advance_head(head);
      }
    }
  }

 private:
  struct Segment {
    Places<K + 1> places;
    std::atomic<bool> left{false};
    std::atomic<Segment*> next{nullptr};
  };
  using Link = Versioned<Segment>;

  void advance_tail(Link tail) {
    Segment* next = tail->next;
    if (next == nullptr) {
      Segment* const fresh = new Segment;
      if (tail->next.compare_exchange_strong(next, fresh)) next = fresh;
    }
    tail_.compare_exchange_strong(tail, tail.with(next));
  }

  void advance_head(Link head) {
    if (const Link tail = tail_; tail.get() == head.get()) advance_tail(tail);
    head->left = true;
    head_.compare_exchange_strong(head, head.with(head->next));
  }

  // Whether the element stays in the queue, or was in it until another thread took it.
  bool committed(Segment* where, Place& place, Item filled) {
    if (place.load() != filled) return true;
    Link head = head_;
    const bool at_head = head.get() == where;
    if (!where->left) {
      if (!at_head) return true;
      // A deq may be about to leave this segment. If the head changes, it cannot.
      if (head_.compare_exchange_strong(head, head.with(where))) return true;
    }
    return !place.compare_exchange_strong(filled, filled.with(0));
  }

  std::atomic<Link> head_{Link(new Segment, 0)};
  std::atomic<Link> tail_{head_.load()};
};

LINNET_TEST(unbounded_k_fifo) {
  using Queue = UnboundedKFifo<2>;
  is_queue(linnet::object<Queue>()
               .operation("enq", &Queue::enq)
               .operation("deq", &Queue::deq)
               .scenario("enq(1) enq(2) enq(3) ; enq(4) | deq() ; deq() deq() deq()"));
}
