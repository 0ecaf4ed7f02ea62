// A fingerprint is 128 bits of everything that was added. Two things with the same fingerprint count as the
// same.
//
// Every word goes into two sums of 64 bits. A sum takes it in by a step that is a bijection of the sum and of
// the word: things that differ in one word never become the same again, and things that differ in several do
// so in both sums with a probability of about 2^-128. Among ten million different things two have the same
// one with 2^-82.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace linnet {

class Fingerprint {
 public:
  void add(std::uint64_t word) {
    first_ = first_after(first_, word);
    second_ = second_after(second_, word);
  }
  // REQUIRES: `size` is a multiple of 16.
  void add_memory(const void* memory, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(memory);
    Fingerprint odd;  // words in turn, so that the processor works on four sums at once
    for (std::size_t i = 0; i < size; i += 16) {
      add(word_at(bytes + i));
      odd.add(word_at(bytes + i + 8));
    }
    add(odd.first_);
    add(odd.second_);
  }

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Fingerprint& fingerprint) {
    return H::combine(std::move(state), fingerprint.first_);
  }

 private:
  static std::uint64_t first_after(std::uint64_t sum, std::uint64_t word) {
    return std::rotl((sum ^ word) * 0xbf58476d1ce4e5b9u, 29) + 0x9e3779b97f4a7c15u;
  }
  static std::uint64_t second_after(std::uint64_t sum, std::uint64_t word) {
    return std::rotl((sum ^ word) * 0x94d049bb133111ebu, 41) + 0x9e3779b97f4a7c15u;
  }
  static std::uint64_t word_at(const unsigned char* at) {
    std::uint64_t word;
    __builtin_memcpy(&word, at, sizeof word);
    return word;
  }

  std::uint64_t first_ = 1, second_ = 2;
};

}  // namespace linnet
