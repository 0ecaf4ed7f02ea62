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
  // Decides the parts of a violation while it is being explained, unless the result brings its own explanation. A part
  // of a stuck history may have nothing pending, which `stuck` refuses and `linearizable`, which honours
  // History::stuck, does not. A weak violation that is left unexplained is one of linearizability; quasi explains its own.
  CheckResult (*decide_part)(const History&, const Spec&, const CheckOptions&, const Budget&);
  // Only for criteria that say when an operation must have taken effect, if ever, beyond precedence; else null.
  bool (*too_late)(const History&, const Spec&, OperationIndex, const std::vector<bool>& placed) = nullptr;
  std::string_view of_cut_off = {};  // what it says about operations that a crash cut off, in one sentence
};

const Criterion& criterion_of(CriterionKind kind);
// As in --criterion. Throws InputError for a name that there is not.
CriterionKind criterion_named(const std::string& name);
// Throws InputError for options that only other criteria have.
void refuse_options_of_others(const CheckRequest& request);
// Whether nothing but the usual is asked of a history.
bool asks_for_the_usual(const CheckRequest& request);

}  // namespace linnet
