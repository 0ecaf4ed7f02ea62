// The kinds of failures, by the names that the JSON result promises (violation.kind).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace linnet {

enum class FailureKind : std::uint8_t {
  inconsistent,
  nondeterministic_specification,
  data_race,
  deadlock,
  stuck,
  use_after_free,
  double_free,
  invalid_free,
  leak,
  crash,
  assertion,
  exception,
  exit,
  nondeterminism,
};

inline constexpr std::array kFailureKinds = {
    std::pair{FailureKind::inconsistent, std::string_view("inconsistent")},
    std::pair{FailureKind::nondeterministic_specification, std::string_view("nondeterministic-specification")},
    std::pair{FailureKind::data_race, std::string_view("data-race")},
    std::pair{FailureKind::deadlock, std::string_view("deadlock")},
    std::pair{FailureKind::stuck, std::string_view("stuck")},
    std::pair{FailureKind::use_after_free, std::string_view("use-after-free")},
    std::pair{FailureKind::double_free, std::string_view("double-free")},
    std::pair{FailureKind::invalid_free, std::string_view("invalid-free")},
    std::pair{FailureKind::leak, std::string_view("leak")},
    std::pair{FailureKind::crash, std::string_view("crash")},
    std::pair{FailureKind::assertion, std::string_view("assertion")},
    std::pair{FailureKind::exception, std::string_view("exception")},
    std::pair{FailureKind::exit, std::string_view("exit")},
    std::pair{FailureKind::nondeterminism, std::string_view("nondeterminism")},
};

constexpr std::string_view name_of(FailureKind kind) {
  return kFailureKinds[static_cast<std::size_t>(kind)].second;
}

constexpr std::optional<FailureKind> failure_kind(std::string_view name) {
  for (const auto& [kind, its_name] : kFailureKinds) {
    if (its_name == name) return kind;
  }
  return std::nullopt;
}

}  // namespace linnet
