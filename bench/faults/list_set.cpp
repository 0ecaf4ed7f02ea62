// Harris's sorted list as a set: a link has a mark, and a node whose link is marked is no longer in the list.
//   1  remove takes the node out without marking it first
//   2  remove marks with a store instead of a compare-exchange
//   3  add does not look for the mark of the node that it links behind
#include "fault.hpp"

constexpr std::uint32_t kMark = 1u << 31;
constexpr int kNodes = 8;
std::atomic<std::uint32_t> next[kNodes];  // 0 is the head, 1 the end
std::atomic<int> key[kNodes];
std::atomic<std::uint32_t> allocated{2};

struct Place {
  std::uint32_t before, at;
};

Place find(int k) {
  for (;;) {
    std::uint32_t before = 0, at = next[0].load();
    bool again = false;
    while (at != 1 && !again) {
      std::uint32_t after = next[at].load();
      if ((after & kMark) != 0) {
        std::uint32_t expected = at;
        if (!next[before].compare_exchange_strong(expected, after & ~kMark)) again = true;
        at = after & ~kMark;
      } else if (key[at].load() >= k) {
        break;
      } else {
        before = at;
        at = after;
      }
    }
    if (!again) return {before, at};
  }
}

bool add(int k) {
  const std::uint32_t node = allocated.fetch_add(1);
  key[node].store(k);
  for (;;) {
    const auto [before, at] = find(k);
    if (at != 1 && key[at].load() == k) return false;
    next[node].store(at);
    std::uint32_t expected = at;
#if FAULT == 3
    std::uint32_t now = next[before].load();
    if ((now & ~kMark) != at) continue;
    expected = now;
#endif
    if (next[before].compare_exchange_strong(expected, node)) return true;
  }
}

bool remove(int k) {
  for (;;) {
    const auto [before, at] = find(k);
    if (at == 1 || key[at].load() != k) return false;
    std::uint32_t after = next[at].load();
    if ((after & kMark) != 0) continue;
#if FAULT == 1
    std::uint32_t expected = at;
    if (next[before].compare_exchange_strong(expected, after)) return true;
#else
#if FAULT == 2
    next[at].store(after | kMark);
#else
    if (!next[at].compare_exchange_strong(after, after | kMark)) continue;
#endif
    std::uint32_t expected = at;
    if (!next[before].compare_exchange_strong(expected, after)) find(k);
    return true;
#endif
  }
}

bool contains(int k) {
  std::uint32_t at = next[0].load();
  while (at != 1 && key[at].load() < k) at = next[at].load() & ~kMark;
  return at != 1 && key[at].load() == k && (next[at].load() & kMark) == 0;
}

int main() {
  next[0] = 1;
  add(1);
  add(3);
  std::atomic<int> balance[5] = {};
  balance[1] = balance[3] = 1;
  const auto put = [&](int k) { balance[k].fetch_add(add(k) ? 1 : 0); };
  const auto drop = [&](int k) { balance[k].fetch_sub(remove(k) ? 1 : 0); };
  together(
      [=] {
        drop(1);
        drop(3);
      },
      [=] {
        put(2);
        drop(3);
      },
      [=] {
        drop(1);
        put(4);
      });
  for (int k = 1; k <= 4; ++k) {
    assert(balance[k] == 0 || balance[k] == 1);
    assert(contains(k) == (balance[k] == 1));
  }
}
