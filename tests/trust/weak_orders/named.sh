#!/usr/bin/env bash
# Interleavings alone do not show what weaker orders allow: JSON names the lines, with and without optimization.
# exit: 0
# says: -O0 counted.cpp 3 counted.cpp 4
# says: -O2 counted.cpp 3 counted.cpp 4
cat > counted.cpp <<'END'
#include <atomic>
#include <thread>
void add(std::atomic<int>& n) { n.fetch_add(1, std::memory_order_relaxed); }
int get(std::atomic<int>& n) { return n.load(std::memory_order_acquire) + n.load(); }
int main() {
  std::atomic<int> n{0};
  std::thread other([&] { add(n); });
  int found = get(n);
  other.join();
  return found > 2;
}
END
for level in -O0 -O2; do
  linnet run counted.cpp --strategy dpor --json -- $level > result.json || exit 1
  echo "$level" $(grep -A 100 weaker_orders result.json | grep -oE 'counted.cpp|"line": [0-9]+' | sed 's/"line": //' | head -4)
done
