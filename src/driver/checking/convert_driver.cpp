// Translation of history files.
#include "driver/checking/convert_driver.hpp"

#include "history/formats/writer.hpp"

namespace linnet {

void convert(const ConvertRequest& request) {
  write_history(read_history(request.in, request.reading), request.out, request.to);
}

}  // namespace linnet
