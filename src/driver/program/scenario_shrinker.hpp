// Finds a scenario with fewer operations, or fewer threads, that fails in the same way.
//
// Whole threads are taken away, then one operation after the other, the last ones first; what still fails without it is
// kept, until nothing more can be taken away. A thread that is left without operations goes, too. Then one thread does what two did, one's
// calls after the other's, as long as that fails. Every scenario is a fair question to an
// object, so whatever fails in the smaller one is a fault, and what fails in the same way is for the caller to say, by
// exploring it.
//
// Example: enq(1) ; enq(2) deq() | deq() enq(3) ; deq(), where two deq() return the same, becomes enq(1) ; deq() | deq().
#pragma once

#include <cstdint>
#include <functional>

#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

Scenario without_call(const Scenario& scenario, std::uint32_t call);

// Threads are parts of it, from 1 on.
Scenario without_thread(const Scenario& scenario, std::size_t thread);
// The calls of thread `second` come after those of thread `first`.
Scenario with_joined_threads(const Scenario& scenario, std::size_t first, std::size_t second);

// At most so many scenarios are tried.
Scenario shrink(Scenario scenario, const std::function<bool(const Scenario&)>& fails,
                std::uint32_t most_tries);

}  // namespace linnet
