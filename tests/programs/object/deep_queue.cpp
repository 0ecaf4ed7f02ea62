// A Michael-Scott queue whose nodes come from a list of free ones, with a fault of boost's lock-free queue up to 1.73.
//
// A node that is used again gets the version of its link from nothing: the constructor sets it to 0, and then counts it up.
// A push that has read the link of the last node, version 0, and comes back while that node is being made anew finds what it
// expected, hangs its element there, and the maker then wipes it out. It takes four preemptions, one of them between two writes
// that no atomic operation separates: the first is plain, and a race.
#include <linnet/test.hpp>

#include <atomic>
#include <cstdint>
#include <new>
#include <optional>

class DeepQueue {
 public:
  DeepQueue() {
    for (std::uint32_t i = kNodes; i-- > 1;) give_back(i);
    new (&nodes_[0].next) std::atomic<Link>(Link{kNone, 0});
  }

  void push(int value) {
    const std::uint32_t node = take();
    make(nodes_[node], value);
    for (;;) {
      Link tail = tail_;
      Link next = nodes_[tail.node].next;
      if (tail_.load() != tail) continue;
      if (next.node != kNone) {
        tail_.compare_exchange_strong(tail, {next.node, tail.version + 1});
      } else if (nodes_[tail.node].next.compare_exchange_strong(next, {node, next.version + 1})) {
        tail_.compare_exchange_strong(tail, {node, tail.version + 1});
        return;
      }
    }
  }

  std::optional<int> pop() {
    for (;;) {
      Link head = head_, tail = tail_;
      const Link next = nodes_[head.node].next;
      if (head_.load() != head) continue;
      if (head.node == tail.node) {
        if (next.node == kNone) return std::nullopt;
        tail_.compare_exchange_strong(tail, {next.node, tail.version + 1});
      } else if (next.node != kNone) {
        const int value = nodes_[next.node].value.load(std::memory_order_relaxed);
        if (head_.compare_exchange_strong(head, {next.node, head.version + 1})) {
          give_back(head.node);
          return value;
        }
      }
    }
  }

 private:
  static constexpr std::uint32_t kNodes = 5, kNone = kNodes;
  struct Link {
    std::uint32_t node = 0, version = 0;
    bool operator==(const Link&) const = default;
  };
  struct Node {
    std::atomic<Link> next;
    std::atomic<int> value;
    std::atomic<std::uint32_t> next_free;
  };

  static void make(Node& node, int value) {
    new (&node.next) std::atomic<Link>(Link{kNone, 0});
    node.value.store(value, std::memory_order_relaxed);
    const Link old = node.next.load(std::memory_order_relaxed);
    node.next.store({kNone, old.version + 1}, std::memory_order_release);
  }

  // There are more nodes than a test pushes elements.
  std::uint32_t take() {
    Link first = free_;
    while (!free_.compare_exchange_strong(first, {nodes_[first.node].next_free, first.version + 1})) {
    }
    return first.node;
  }
  void give_back(std::uint32_t node) {
    Link first = free_;
    do {
      nodes_[node].next_free = first.node;
    } while (!free_.compare_exchange_strong(first, {node, first.version + 1}));
  }

  Node nodes_[kNodes + 1];
  std::atomic<Link> free_{Link{kNone, 0}}, head_{}, tail_{};
};

LINNET_TEST(deep_queue) {
  linnet::object<DeepQueue>()
      .operation("enq", &DeepQueue::push)
      .operation("deq", &DeepQueue::pop)
      .spec("queue")
      .scenario("enq(1) enq(2) | enq(3) | deq() deq()");
}
