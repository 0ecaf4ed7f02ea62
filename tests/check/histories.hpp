// Generates histories for tests: all small ones, and random ones of any size, for every built-in specification.
//
// All are resolved: Operation::method is an index into the specification's methods.
#pragma once

#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "scale.hpp"

namespace linnet::testing {

using Random = std::mt19937_64;

inline std::size_t below(Random& rng, std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(rng);
}

inline bool chance(Random& rng, double probability) {
  return std::uniform_real_distribution<>(0, 1)(rng) < probability;
}

// The words of a generated history; only several objects have names.
std::shared_ptr<const Vocabulary> vocabulary(const Spec& spec, std::size_t threads, std::size_t objects);
void set_call(Operation& op, MethodIndex method, std::span<const Value> args);

// The calls and results that small histories are made of.
struct Alphabet {
  struct Entry {
    std::string method;
    std::vector<Value> args;
    std::vector<Value> results;  // the results that it may be recorded with; pending calls have none
  };
  std::vector<Entry> entries;
  // Exchanging the values 1 and 2 maps the alphabet to itself and allowed histories to allowed ones.
  bool interchangeable = false;
};
const Alphabet& alphabet_of(std::string_view spec);

// Calls `visit` with every history of exactly `operations` operations, at most `threads` of them running at
// once, pending ones included, over the specification's alphabet. Histories that differ only in the names of
// threads, in the order of neighbouring calls or returns, or (where allowed) by exchanging values are visited
// once or a few times, not always once. Under the sanitizers only every 13th of three or more operations is
// visited.
void for_each_small_history(const Spec& spec, std::size_t operations, std::size_t threads,
                            const std::function<void(const History&)>& visit);
// The same over another alphabet.
void for_each_small_history(const Spec& spec, const Alphabet& alphabet, std::size_t operations,
                            std::size_t threads, const std::function<void(const History&)>& visit);

// The properties of a random history.
struct Shape {
  std::size_t operations = 8;
  std::size_t threads = 3;
  double overlap = 0.7;    // 0: one call at a time; 1: threads take turns at random
  double pending = 0.1;    // the share of calls whose thread never appears again
  bool unique = false;     // every value is added at most once
  std::size_t values = 3;  // otherwise: the number of different values; and, in any case, of keys
  std::size_t objects = 1;
  double corrupted =
      0.5;  // the probability that the recording is tampered with (and may still be linearizable)
  bool balanced = false;  // draws calls with and without arguments equally often, rather than methods
};

// A recording of a correct atomic object, perhaps corrupted: results exchanged or replaced, intervals cut.
History random_history(Random& rng, const Spec& spec, const Shape& shape);
// The history with the result of one operation, from the middle third, replaced by another result of the
// method. It may still be linearizable.
History with_one_wrong_result(Random& rng, History history);
// The same recording with precedence as a random partial order (History::order is set).
History random_partial_order_history(Random& rng, const Spec& spec, const Shape& shape);
// A shape of up to `operations` operations with everything else drawn at random.
Shape random_shape(Random& rng, std::size_t operations);

// As a native history file, to be pasted into one when a test fails.
std::string to_json_lines(const History& history, const Spec& spec);

}  // namespace linnet::testing
