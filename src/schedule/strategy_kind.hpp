// The names of the strategies.
#pragma once

#include <cstdint>

#include "base/named.hpp"

namespace linnet {

enum class StrategyKind : std::uint8_t {
  automatic,
  dpor,
  bounded,
  random,
  pct,
  pos,
  surw,
  guided,
  graphs,
  serial
};

inline constexpr Named<StrategyKind> kStrategyKinds[] = {
    {StrategyKind::automatic, "auto", "bounded, guided, pos and dpor take turns"},
    {StrategyKind::dpor, "dpor", "every execution once, up to the order of independent steps"},
    {StrategyKind::bounded, "bounded", "those with at most 0, 1, 2, ... preemptions"},
    {StrategyKind::random, "random", "uniformly at random"},
    {StrategyKind::pct, "pct", "by random priorities"},
    {StrategyKind::pos, "pos", "by random priorities of steps, drawn again at conflicts"},
    {StrategyKind::surw, "surw", "at random, all orders at one location equally likely"},
    {StrategyKind::guided, "guided", "at random, guided by what executions before showed to be contended"},
    {StrategyKind::graphs, "graphs", "every execution graph of a memory model once"},
    {StrategyKind::serial, "serial", "one operation after the other"},
};

// Those that take turns in `auto` (explore/turns.hpp). docs/faults.md has the measurements by which they
// were chosen.
inline constexpr StrategyKind kTakeTurns[] = {StrategyKind::bounded, StrategyKind::guided, StrategyKind::pos,
                                              StrategyKind::dpor};

constexpr std::string_view name_of(StrategyKind kind) {
  return name_in(kStrategyKinds, kind);
}

}  // namespace linnet
