// Finds a scenario with fewer operations, or fewer threads, that fails in the same way.
//
// First whole threads are removed, then one operation after the other, the last ones first. Each removal is
// kept if the scenario still fails, until nothing more can be removed. A thread without operations is
// removed, too. Then one thread makes the calls of two, one after the other, as long as that fails. Every
// scenario is a valid test of an object, so a failure of the smaller one is a fault. The caller decides what
// "in the same way" means, by exploring the scenario.
//
// Example: enq(1) ; enq(2) deq() | deq() enq(3) ; deq(), where two deq() return the same, becomes enq(1) ;
// deq() | deq().
#pragma once

#include <cstdint>
#include <functional>

#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

Scenario without_call(const Scenario& scenario, std::uint32_t call);

// Threads are parts of the scenario, from 1 on.
Scenario without_thread(const Scenario& scenario, std::size_t thread);
// The calls of thread `second` come after those of thread `first`.
Scenario with_joined_threads(const Scenario& scenario, std::size_t first, std::size_t second);

// Tries at most this many scenarios.
Scenario shrink(Scenario scenario, const std::function<bool(const Scenario&)>& fails,
                std::uint32_t most_tries);

}  // namespace linnet
