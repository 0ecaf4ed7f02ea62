// How far out of order an object may work: groups of methods, and a factor for each (Round-Up, Definition 3).
//
//   2              one group of all methods, factor 2
//   enq=0,deq=2    two groups: the enq keep their order among themselves, each deq is at most 2 from its
//                  place among the deq; how enq and deq are ordered relative to each other is not bounded at all
//   enq+deq=2      one group of two methods; other methods are in no group, and their order is not bounded
//
// Groups may overlap: `enq+deq=2,deq=0`. A name stands for all methods of that name, whatever their arity.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linnet/spec.hpp"

namespace linnet {

struct QuasiGroup {
  std::vector<MethodIndex> methods;  // increasing
  std::uint32_t factor = 0;

  bool has(MethodIndex method) const;
  // "enq+deq", or "all methods".
  std::string name(const Spec& spec) const;
};

struct QuasiBounds {
  std::vector<QuasiGroup> groups;

  // One group of all methods.
  static QuasiBounds uniform(const Spec& spec, std::uint32_t factor);
  // Throws InputError for names that the specification does not have, and if a factor is not a number.
  static QuasiBounds parse(std::string_view text, const Spec& spec);

  // The names of methods that are in no group, each once. Nothing bounds when they take effect, and the user
  // should be warned of that.
  std::vector<std::string> unbounded_methods(const Spec& spec) const;
  // The factor, if this is one group of all methods.
  std::optional<std::uint32_t> uniform_factor(const Spec& spec) const;
};

// Far beyond any history: displacements are below the number of operations.
inline constexpr std::uint32_t kLargestFactor = 1'000'000'000;
inline constexpr std::size_t kMostGroups = 64;

}  // namespace linnet
