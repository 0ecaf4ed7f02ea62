// The native format: JSON Lines, as events or as whole operations. DESIGN.md section 3 is its definition.
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kNativeFormat;

}  // namespace linnet
