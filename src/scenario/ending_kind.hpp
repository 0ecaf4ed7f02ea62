// How an execution ended, in one word.
#pragma once

#include <cstdint>

#include "base/named.hpp"

namespace linnet {

enum class EndingKind : std::uint8_t {
  completed,
  // These are failures, by the names that the JSON result promises (violation.kind).
  inconsistent,
  nondeterministic_specification,
  data_race,
  deadlock,
  stuck,
  use_after_free,
  use_after_return,
  heap_overflow,
  uninitialized_read,
  double_free,
  invalid_free,
  bad_allocation,
  leak,
  lock_misuse,
  crash,
  assertion,
  exception,
  exit,
  nondeterminism,
  // These say that there is no result.
  limit,
  unsupported,
  abandoned,
  misfit,  // the schedule does not fit the program
};

inline constexpr Named<EndingKind> kEndingKinds[] = {
    {EndingKind::completed, "completed"},
    {EndingKind::inconsistent, "inconsistent"},
    {EndingKind::nondeterministic_specification, "nondeterministic-specification"},
    {EndingKind::data_race, "data-race"},
    {EndingKind::deadlock, "deadlock"},
    {EndingKind::stuck, "stuck"},
    {EndingKind::use_after_free, "use-after-free"},
    {EndingKind::use_after_return, "use-after-return"},
    {EndingKind::heap_overflow, "heap-overflow"},
    {EndingKind::uninitialized_read, "uninitialized-read"},
    {EndingKind::double_free, "double-free"},
    {EndingKind::invalid_free, "invalid-free"},
    {EndingKind::bad_allocation, "bad-allocation"},
    {EndingKind::leak, "leak"},
    {EndingKind::lock_misuse, "lock-misuse"},
    {EndingKind::crash, "crash"},
    {EndingKind::assertion, "assertion"},
    {EndingKind::exception, "exception"},
    {EndingKind::exit, "exit"},
    {EndingKind::nondeterminism, "nondeterminism"},
    {EndingKind::limit, "limit"},
    {EndingKind::unsupported, "unsupported"},
    {EndingKind::abandoned, "abandoned"},
    {EndingKind::misfit, "misfit"},
};

constexpr std::string_view name_of(EndingKind kind) {
  return name_in(kEndingKinds, kind);
}
constexpr bool is_failure(EndingKind kind) {
  return kind > EndingKind::completed && kind < EndingKind::limit;
}

}  // namespace linnet
