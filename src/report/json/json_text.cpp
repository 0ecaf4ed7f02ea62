// How every JSON result is written.
#include "report/json/json_text.hpp"

#include <nlohmann/json.hpp>

namespace linnet {

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace linnet
