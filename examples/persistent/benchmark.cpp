// The multi-word primitives of this folder, driven on real threads and recorded:
//
//   c++ -std=c++20 -O2 -pthread -I include examples/persistent/benchmark.cpp -o benchmark
//   ./benchmark dirty_is_different --threads 3 > log.jsonl; linnet check log.jsonl
//
// The stale read is found in a log of a second. What `dirty_is_different` does wrong needs a reader between two particular steps:
// `linnet run` finds that, this may not.
#include <linnet/multiword.hpp>

#include <cstdio>
#include <string_view>

#include "swap.hpp"

namespace {

constexpr std::size_t kLocations = 64;

std::vector<int> ints(const auto& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <Flaw flaw>
struct Mwcas {
  explicit Mwcas(std::size_t) {}
  std::uint64_t read(std::size_t location) {
    return static_cast<std::uint64_t>(words.read(static_cast<int>(location)));
  }
  bool mwcas(const std::vector<std::size_t>& where, const std::vector<std::uint64_t>& expected,
             const std::vector<std::uint64_t>& desired) {
    return words.mwcas(ints(where), ints(expected), ints(desired));
  }

  PersistentMwcas<flaw, kLocations> words;
};

template <bool stale>
struct Swap {
  explicit Swap(std::size_t) {}
  std::vector<std::uint64_t> swap(const std::vector<std::size_t>& where,
                                  const std::vector<std::uint64_t>& values) {
    const std::vector<int> found = words.swap(ints(where), ints(values));
    return {found.begin(), found.end()};
  }

  MultiWordSwap<stale, kLocations> words;
};

}  // namespace

int main(int count, char** arguments) {
  const std::string_view name = count > 1 ? arguments[1] : "";
  --count, ++arguments;
  using linnet::multiword::drive;
  if (name == "mwcas") return drive<Mwcas<Flaw::none>>(count, arguments);
  if (name == "dirty_is_different") return drive<Mwcas<Flaw::dirty_is_different>>(count, arguments);
  if (name == "swap") return drive<Swap<false>>(count, arguments);
  if (name == "stale_swap") return drive<Swap<true>>(count, arguments);
  std::fputs(
      "usage: benchmark mwcas|dirty_is_different|swap|stale_swap OPTIONS: up to 64 locations, 2 words\n",
      stderr);
  return 2;
}
