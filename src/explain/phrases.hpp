// Says what a person would say about a violation of a well-known object.
//
// A phrase is said only if each of its facts holds in the history shown, and only if those facts alone are a
// violation: "2 was dequeued before 1, although enq(1) had returned before enq(2) was called". Where no
// phrase fits, the generic sentence says what is true of every minimal core.
#pragma once

#include <optional>
#include <string>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

// What phrases are about.
struct Scene {
  const History& part;  // everything recorded of the object, also after the violation
  const History& core;  // as it is in the shortest prefix
  const Spec& spec;
  std::optional<OperationIndex> culprit;  // in core
  bool minimal;                           // the core is proved to be
};

// Returns nullopt if no phrase fits.
std::optional<std::string> familiar_phrase(const Scene& scene);

// Returns a sentence that is true of every minimal core; `attempts` are those of the core.
std::string generic_phrase(const Scene& scene, const std::vector<Explanation::Attempt>& attempts,
                           bool longest);

}  // namespace linnet
