// The orders of operations that clients of an object can bring about around a graph of its events.
//
// Under a weak memory model threads share no clock, so "a returned before b was called" needs a meaning. It is what a client
// could bring about: a caller that tells another thread, through a flag or a message, that a has returned, before that thread calls
// b. A set C of such pairs is possible if the graph is still consistent when everything up to the return of a happens before
// everything from the call of b on, for each pair of C. An object is linearizable if for every possible C some order of its
// operations agrees with C and explains the results. It is enough to look at the largest sets.
//
// Which sets are possible depends on the graph only through which return can be reached from which call:
//   sc, tso   C may close no cycle in the order that has none; cycles alternate between pairs of C and such paths
//   c11       C is part of happens-before and of program order with reads-from; what is forbidden there is looked at anew. What C++20
//             forbids besides (cpp20.hpp) is not possible either
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graph/memory_model.hpp"

namespace linnet {

// A call of one thread: its events [first, end), which may be none. A call that has not returned comes before no other.
struct OperationInGraph {
  std::uint16_t thread = 0;
  std::uint32_t first = 0, end = 0;
  bool returned = true;
};

// Bit a of entry b: operation a returned before operation b was called.
using OperationOrder = std::vector<std::uint64_t>;

inline constexpr std::size_t kMostOperationsInGraph = 64;

// What is so whatever a client does: the return of a happens before the call of b, or both are calls of one thread.
OperationOrder order_without_client(const ExecutionGraph& graph,
                                    std::span<const OperationInGraph> operations);

// Bit a of entry b: what the thread of a did before it called a happens before what the thread of b does after b has returned.
OperationOrder visible_after(const ExecutionGraph& graph, std::span<const OperationInGraph> operations);

// The orders by all largest possible sets C, each with the order of every thread, sorted. There is none if C++20 forbids the graph. Nothing
// if there are more than `most` steps to find them. REQUIRES: the graph is consistent, there are at most 64 operations, and those of one
// thread are in its order.
std::optional<std::vector<OperationOrder>> client_orders(MemoryModel model, const ExecutionGraph& graph,
                                                         std::span<const OperationInGraph> operations,
                                                         std::uint64_t most = 1'000'000);

}  // namespace linnet
