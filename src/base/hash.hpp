// Mixes 64-bit words: this is the one place that decides how things are hashed.
#pragma once

#include <cstdint>
#include <string_view>

namespace linnet {

// The finaliser of splitmix64: every input bit flips every output bit with probability near one half.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t x) {
  return mix(seed ^ mix(x));
}

inline std::uint64_t hash_text(std::string_view text) {
  std::uint64_t h = mix(text.size());
  while (text.size() >= 8) {
    std::uint64_t word;
    __builtin_memcpy(&word, text.data(), 8);
    h = mix(h, word);
    text.remove_prefix(8);
  }
  std::uint64_t word = 0;
  __builtin_memcpy(&word, text.data(), text.size());
  return mix(h, word);
}

}  // namespace linnet
