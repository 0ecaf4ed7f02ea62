// A specification that lives in the program under test, as one of ours.
#pragma once

#include "linnet/detail/border.h"
#include "linnet/spec.hpp"

namespace linnet {

// States, descriptions and keys are asked for across the border. REQUIRES: `own` outlives the specification, and
// whoever uses it does so where the program's code may be called.
Spec make_own_spec(const linnet_own_spec& own);

}  // namespace linnet
