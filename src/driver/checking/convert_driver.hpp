// read → write, for one history.
#pragma once

#include <string>

#include "history/formats/format.hpp"

namespace linnet {

struct ConvertRequest {
  std::string in, out;
  std::string to;  // empty: by the name of `out`
  ReadOptions reading;
};

// Throws InputError.
void convert(const ConvertRequest& request);

}  // namespace linnet
