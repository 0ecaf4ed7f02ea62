// Two threads that meet exchange values through one slot: it is empty, or holds the offer of a thread that waits, or the
// answer to it. A thread that waits for too long takes its offer back.
//   1  the offer is taken back with a store instead of a compare-exchange
#include "fault.hpp"

struct Slot {
  std::int16_t offer = 0, answer = 0;
  std::uint32_t number = 0;
};
std::atomic<Slot> slot{Slot{}};
std::atomic<int> given[5], taken[5];

// What another thread gave for it; 0 if none came.
int exchange(int value) {
  Slot before = slot.load();
  const auto mine = static_cast<std::int16_t>(value);
  const std::uint32_t number = before.number + 1;
  if (before.offer == 0) {
    Slot offered{mine, 0, number};
    if (!slot.compare_exchange_strong(before, offered)) return 0;
    for (int patience = 0; patience < 2; ++patience) {
      const Slot now = slot.load();
      if (now.answer == 0) continue;
      slot.store({0, 0, number});
      return now.answer;
    }
#if FAULT == 1
    slot.store({0, 0, number});
    return 0;
#else
    if (slot.compare_exchange_strong(offered, {0, 0, number})) return 0;
    slot.store({0, 0, number});
    return offered.answer;
#endif
  }
  if (before.answer != 0) return 0;
  const int theirs = before.offer;
  return slot.compare_exchange_strong(before, {before.offer, mine, before.number}) ? theirs : 0;
}

int main() {
  const auto meet = [](int value, int other) {
    for (const int v : {value, other}) {
      if (v == 0) continue;
      const int got = exchange(v);
      if (got == 0) continue;
      given[v].fetch_add(1);
      taken[got].fetch_add(1);
    }
  };
  together([=] { meet(1, 1); }, [=] { meet(2, 0); }, [=] { meet(3, 4); });
  for (int v = 1; v <= 4; ++v) assert(given[v] == taken[v]);
}
