// Jepsen and Knossos histories in EDN: one map per line, a vector or list of maps, maps over several lines.
// The key-value logs of Porcupine are the same with a :key.
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kEdnFormat;

}  // namespace linnet
