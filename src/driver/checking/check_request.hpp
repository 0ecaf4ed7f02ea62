// What a user asks about a history.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "history/formats/format.hpp"
#include "linnet/spec.hpp"

namespace linnet {

struct CheckRequest {
  std::string spec;  // empty: as the file's first line says
  std::string criterion = "linearizable";
  std::string model, axioms;  // of criterion weak: at most one of them
  std::string strength;       // of single methods, beside it or instead
  std::string quasi;          // of criterion quasi: the factors
  std::optional<Value> initial;
  std::optional<std::uint32_t> out_of_order, lateness;  // of a relaxed specification
  ReadOptions reading;
  std::string algorithm;  // empty: the fastest that can decide
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory;  // bytes; absent: most of what the machine has
  unsigned jobs = 1;
  bool want_witness = false;
  bool explain = true;          // a violation; that may take longer than to find it
  std::vector<Spec> own_specs;  // beside the built-in ones
};

}  // namespace linnet
