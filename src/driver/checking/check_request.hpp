// What a user asks about a history.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "history/formats/format.hpp"
#include "linnet/spec.hpp"

namespace linnet {

enum class CriterionKind : std::uint8_t {
  linearizable,
  stuck,
  weak,
  quasi,
  safe,
  strict,
  persistent,
  recoverable,
  transient,
  durable,
  nesting_safe
};

inline constexpr Named<CriterionKind> kCriteria[] = {
    {CriterionKind::linearizable, "linearizable",
     "every operation seems to happen at one instant between its call and its return"},
    {CriterionKind::stuck, "stuck", "every pending call is one that may wait for ever"},
    {CriterionKind::weak, "weak",
     "every result is explained by the operations it sees; axioms say which it must see"},
    {CriterionKind::quasi, "quasi",
     "linearizable after operations are moved, none further than its factor allows"},
    {CriterionKind::safe, "safe",
     "linearizable, but for operations that only look and overlap a change: they may return anything"},
    {CriterionKind::strict, "strict",
     "across crashes: linearizable; what a crash cut off took effect before the crash or never"},
    {CriterionKind::persistent, "persistent",
     "across crashes: linearizable; what a crash cut off took effect before the next call of its thread or "
     "never"},
    {CriterionKind::recoverable, "recoverable",
     "across crashes: linearizable; what a crash cut off took effect before its thread went on with that "
     "object or never"},
    {CriterionKind::transient, "transient",
     "across crashes: linearizable; what a crash cut off took effect before the next write of its thread "
     "returned or never"},
    {CriterionKind::durable, "durable",
     "across crashes: linearizable; what a crash cut off took effect at any later time or never"},
    {CriterionKind::nesting_safe, "nesting-safe",
     "across crashes: linearizable; the recovery completes what a crash cut off before its thread goes on"},
};

constexpr std::string_view name_of(CriterionKind kind) {
  return name_in(kCriteria, kind);
}

struct CheckRequest {
  std::string spec;  // empty: the one named in the file's first line
  CriterionKind criterion = CriterionKind::linearizable;
  std::string model, axioms;  // for criterion weak: at most one of them
  std::string strength;       // of single methods, in addition to the model or instead of it
  std::string quasi;          // for criterion quasi: the factors
  std::optional<Value> initial;
  std::optional<std::uint32_t> out_of_order, lateness;  // for a relaxed specification
  ReadOptions reading;
  std::string algorithm;  // empty: the fastest that can decide
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory;  // bytes; absent: most of the machine's memory
  unsigned jobs = 1;
  bool want_witness = false;
  bool explain = true;          // explain a violation, which may take longer than finding it
  std::vector<Spec> own_specs;  // in addition to the built-in ones
};

}  // namespace linnet
