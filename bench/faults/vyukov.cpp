// Vyukov's bounded queue for many producers and consumers: every cell has a sequence number that says whose turn it is.
//   1  enq stores the sequence number before the value
//   2  enq takes its position with a store instead of a compare-exchange
//   3  deq gives the cell back before it reads the value
#include "fault.hpp"

constexpr std::uint32_t kCells = 2;
struct Cell {
  std::atomic<std::uint32_t> sequence{0};
  std::atomic<int> value{0};
};
Cell cells[kCells];
std::atomic<std::uint32_t> enq_position{0}, deq_position{0};

bool enq(int v) {
  std::uint32_t position = enq_position.load();
  for (;;) {
    Cell& cell = cells[position % kCells];
    const auto ahead = static_cast<std::int32_t>(cell.sequence.load() - position);
    if (ahead == 0) {
#if FAULT == 2
      if (enq_position.load() == position) {
        enq_position.store(position + 1);
#else
      if (enq_position.compare_exchange_strong(position, position + 1)) {
#endif
#if FAULT == 1
        cell.sequence.store(position + 1);
        cell.value.store(v);
#else
        cell.value.store(v);
        cell.sequence.store(position + 1);
#endif
        return true;
      }
#if FAULT == 2
      position = enq_position.load();
#endif
    } else if (ahead < 0) {
      return false;
    } else {
      position = enq_position.load();
    }
  }
}

int deq() {
  std::uint32_t position = deq_position.load();
  for (;;) {
    Cell& cell = cells[position % kCells];
    const auto ahead = static_cast<std::int32_t>(cell.sequence.load() - position - 1);
    if (ahead == 0) {
      if (deq_position.compare_exchange_strong(position, position + 1)) {
#if FAULT == 3
        cell.sequence.store(position + kCells);
        return cell.value.load();
#else
        const int v = cell.value.load();
        cell.sequence.store(position + kCells);
        return v;
#endif
      }
    } else if (ahead < 0) {
      return 0;
    } else {
      position = deq_position.load();
    }
  }
}

int main() {
  for (std::uint32_t i = 0; i < kCells; ++i) cells[i].sequence = i;
  std::atomic<int> put[6] = {}, got[6] = {};
  const auto add = [&](int v) { put[v].fetch_add(enq(v) ? 1 : 0); };
  const auto take = [&] { got[deq()].fetch_add(1); };
  together(
      [=] {
        add(1);
        add(2);
        take();
      },
      [=] {
        add(3);
        take();
      },
      [=] {
        take();
        add(4);
      });
  while (const int v = deq()) got[v].fetch_add(1);
  for (int v = 1; v <= 4; ++v) assert(put[v] == got[v]);
}
