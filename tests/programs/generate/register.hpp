// A register that threads share: what `linnet init` is tried with.
#pragma once

#include <atomic>

class Register {
 public:
  void write(int value) { value_.store(value); }
  int read() const { return value_.load(); }

 private:
  std::atomic<int> value_{0};
};
