// Four philosophers with a fork between each two.
//   1  all of them take the left fork first
#include <mutex>

#include "fault.hpp"

constexpr int kPhilosophers = 4;
std::mutex forks[kPhilosophers];
std::atomic<int> meals{0};

void dine(int self) {
  int first = self, second = (self + 1) % kPhilosophers;
  if (FAULT != 1 && first > second) std::swap(first, second);
  const std::lock_guard one(forks[first]);
  meals.fetch_add(1);
  const std::lock_guard other(forks[second]);
  meals.fetch_add(1);
}

int main() {
  together([] { dine(0); }, [] { dine(1); }, [] { dine(2); }, [] { dine(3); });
}
