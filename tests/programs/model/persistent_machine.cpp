// A small machine with persistent memory, whose operations say in numbers what they do: run([code,place,a,b, ...]) makes one
// step for each four of them, and returns what its loads and compare-exchanges found, as digits. Nothing is promised: what
// it does is compared with the model in tests/cli/crash_reduction_test.cpp.
#include <linnet/persistent.hpp>
#include <linnet/test.hpp>

#include <atomic>
#include <vector>

namespace {

// As in crash_reduction_test.cpp.
enum Code { load, store, exchange, cas, clwb, clflush, sfence };
constexpr int kBase = 4;  // of the digits, four at most

class Machine {
 public:
  int run(const std::vector<int>& program) {
    int result = 0;
    for (std::size_t i = 0; i + 3 < program.size(); i += 4) {
      std::atomic<int>& cell = at(program[i + 1]);
      switch (program[i]) {
        case load: result = kBase * result + cell.load(std::memory_order_relaxed); break;
        case store: cell.store(program[i + 2], std::memory_order_relaxed); break;
        case exchange: cell.exchange(program[i + 2]); break;
        case cas: {
          int expected = program[i + 2];
          result = kBase * result + (cell.compare_exchange_strong(expected, program[i + 3]) ? 1 : 0);
          break;
        }
        case clwb: linnet::flush(&cell); break;
        case clflush: linnet_clflush(&cell); break;
        case sfence: linnet::fence(); break;
      }
    }
    return result;
  }
  int get(int place) { return at(place).load(); }
  void recover() {}

 private:
  // The first two share a line.
  std::atomic<int>& at(int place) { return place < 2 ? lines_[0].cells[place] : lines_[1].cells[place - 2]; }

  struct alignas(linnet::kCacheLine) Line {
    std::atomic<int> cells[2] = {};
  };
  Line lines_[2];
};

struct Anything {
  bool operator==(const Anything&) const = default;
  std::uint64_t hash() const { return 0; }
};

linnet::Choices up_to(int most) {
  linnet::Choices all;
  for (int i = 0; i <= most; ++i) all.emplace_back(i);
  return all;
}

linnet::Spec anything() {
  return linnet::specify("anything", Anything{})
      .method("run", [](const Anything&,
                        std::span<const linnet::Value>) { return up_to(kBase * kBase * kBase * kBase); })
      .method("get", [](const Anything&, std::int64_t) { return up_to(kBase); });
}

}  // namespace

LINNET_TEST(machine) {
  linnet::object<Machine>()
      .operation("run", &Machine::run)
      .operation("get", &Machine::get)
      .recover(&Machine::recover)
      .spec(anything())
      .scenario("; run([1,0,1,0]) ; get(0) get(1) get(2)");
}
