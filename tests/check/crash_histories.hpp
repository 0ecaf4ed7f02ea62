// Histories with crashes for tests: all small ones, and random ones.
#pragma once

#include <functional>
#include <string>

#include "histories.hpp"

namespace linnet::testing {

// Calls `visit` with every history of for_each_small_history, under every assignment of threads to operations,
// with every set of one to `crashes` crashes, system-wide or of one thread, that leaves it well-formed.
// Histories that differ only in the names of threads are visited once.
void for_each_small_crash_history(const Spec& spec, std::size_t operations, std::size_t threads,
                                  std::size_t crashes, const std::function<void(const History&)>& visit);

// A random history with `crashes` crashes: what runs at that moment is cut off, whatever it did later.
History random_crash_history(Random& rng, const Spec& spec, const Shape& shape, std::size_t crashes);
History with_random_crashes(Random& rng, History history, std::size_t crashes);

// As a native history file of events.
std::string to_event_lines(const History& history, const Spec& spec);

}  // namespace linnet::testing
