// The common part of all findings of a command, and the exit statuses of the contract.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/named.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

enum class ExitStatus : int { pass = 0, violation = 1, bad_input = 2, unknown = 3 };

inline constexpr Named<ExitStatus> kExitStatuses[] = {{ExitStatus::pass, "pass"},
                                                      {ExitStatus::violation, "violation"},
                                                      {ExitStatus::bad_input, "bad input"},
                                                      {ExitStatus::unknown, "unknown"}};

constexpr std::string_view name_of(ExitStatus status) {
  return name_in(kExitStatuses, status);
}
// The worst of several inputs counts: bad input, then violation, then unknown, then pass.
constexpr ExitStatus worse(ExitStatus a, ExitStatus b) {
  constexpr int kBadness[] = {0, 2, 3, 1};
  return kBadness[static_cast<int>(a)] < kBadness[static_cast<int>(b)] ? b : a;
}
inline ExitStatus status_of(const Verdict& verdict) {
  return passed(verdict) ? ExitStatus::pass : violated(verdict) ? ExitStatus::violation : ExitStatus::unknown;
}

struct Finding {
  std::string subject;           // the file or the program, as the user named it
  std::string spec, criterion;   // empty: there is none
  std::uint64_t operations = 0;  // of the history or the scenario
  double seconds = 0;
  std::string again;  // the command that does it again; empty if there is none
};

}  // namespace linnet
