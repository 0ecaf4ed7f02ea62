// The queue lock of Mellor-Crummey and Scott, with threads that take it twice.
//   1  unlock does not wait for a successor that has not linked itself yet
//   2  lock sets its flag after it has linked itself, and may miss that it was woken
#include "fault.hpp"

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> locked{false};
};
std::atomic<Node*> tail{nullptr};
std::atomic<int> inside{0}, sum{0};

void lock(Node& self) {
  self.next.store(nullptr);
#if FAULT != 2
  self.locked.store(true);
#endif
  Node* before = tail.exchange(&self);
  if (before == nullptr) return;
  before->next.store(&self);
#if FAULT == 2
  self.locked.store(true);
#endif
  while (self.locked.load()) {
  }
}

void unlock(Node& self) {
  if (self.next.load() == nullptr) {
    Node* expected = &self;
    if (tail.compare_exchange_strong(expected, nullptr)) return;
#if FAULT == 1
    if (self.next.load() == nullptr) return;
#else
    while (self.next.load() == nullptr) {
    }
#endif
  }
  self.next.load()->locked.store(false);
}

int main() {
  const auto work = [] {
    Node node;
    for (int i = 0; i < 2; ++i) {
      lock(node);
      assert(inside.fetch_add(1) == 0);
      sum.store(sum.load() + 1);
      inside.fetch_sub(1);
      unlock(node);
    }
  };
  together(work, work, work);
  assert(sum == 6);
}
