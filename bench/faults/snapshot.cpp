// A snapshot of two registers by collecting twice: if both times it saw the same, that was there at once. Registers carry
// numbers that every write increases.
//   1  only the values are compared, not the numbers
//   2  it collects once
#include "fault.hpp"

struct Register {
  std::int32_t value = 0;
  std::uint32_t number = 0;
  bool operator==(const Register& other) const {
    return value == other.value && (FAULT == 1 || number == other.number);
  }
};
std::atomic<Register> left, right;

// The sum of both; 0 if it did not succeed in two tries.
int scan() {
  for (int tries = 0; tries < 2; ++tries) {
    const Register a = left.load(), b = right.load();
    if (FAULT == 2 || (left.load() == a && right.load() == b)) return a.value + b.value;
  }
  return 0;
}

int main() {
  // At every instant at most one of them is 1.
  const auto move = [] {
    std::uint32_t number = 0;
    for (int i = 0; i < 2; ++i) {
      for (std::atomic<Register>* one : {&left, &right}) {
        one->store({1, ++number});
        one->store({0, ++number});
      }
    }
  };
  const auto look = [] { assert(scan() != 2); };
  together(move, look, look);
}
