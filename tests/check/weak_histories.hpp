// Generates histories for tests of weak models, for which the calling threads matter.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/weak/model.hpp"
#include "histories.hpp"

namespace linnet::testing {

// A model with the text it is known by.
struct TriedModel {
  std::string name;
  WeakModel model;
};
// Every named model, and axioms that compose every relation with every other, to some depth.
const std::vector<TriedModel>& tried_models();

// Calls `visit` with the history for every way to assign its operations to threads: those of one thread do
// not overlap.
void for_each_assignment_of_threads(const History& history, const std::function<void(const History&)>& visit);

// Operations with labels drawn from the specification's alphabet, at random times: most are no recording of
// any correct object.
History random_labels(Random& rng, const Spec& spec, std::size_t operations);

// As random_partial_order_history, with threads whose operations are ordered.
History random_ordered_threads(Random& rng, const Spec& spec, const Shape& shape);

}  // namespace linnet::testing
