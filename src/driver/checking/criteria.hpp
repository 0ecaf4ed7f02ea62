// How each criterion is decided.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/linearizability/linearizable.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

struct Criterion {
  CheckResult (*check)(const History&, const Spec&, const CheckRequest&, const Budget&);
  // Decides parts of the history while a violation is being explained, unless the result brings its own
  // explanation. A part of a stuck history may have nothing pending, which `stuck` refuses; `linearizable`,
  // which honours History::stuck, accepts it. A weak violation without an explanation is a violation of
  // linearizability; quasi explains its own.
  CheckResult (*decide_part)(const History&, const Spec&, const CheckOptions&, const Budget&);
  // Only for criteria that say when an operation must have taken effect, beyond precedence; null for the
  // others.
  bool (*too_late)(const History&, const Spec&, OperationIndex, const std::vector<bool>& placed) = nullptr;
  std::string_view of_cut_off = {};  // what it says about operations that a crash cut off, in one sentence
};

const Criterion& criterion_of(CriterionKind kind);
// The name is as in --criterion. Throws InputError for an unknown name.
CriterionKind criterion_named(const std::string& name);
// Throws InputError for options that only other criteria have.
void refuse_options_of_others(const CheckRequest& request);
// Whether the request asks only for the default promise.
bool asks_for_the_usual(const CheckRequest& request);

}  // namespace linnet
