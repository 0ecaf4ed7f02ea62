// Draws random numbers for schedules: small, fast, and the same on every machine, which std distributions are not.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace linnet {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t roll() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  // Draws a number uniformly from [0, n), up to one part in 2^32. REQUIRES: n > 0.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((roll() >> 32) * std::uint64_t{n}) >> 32);
  }
  bool happens(double probability) { return static_cast<double>(roll() >> 11) * 0x1p-53 < probability; }

 private:
  std::uint64_t state_;
};

}  // namespace linnet
