// A result as one HTML file that needs nothing else: the static page of src/report/page with the JSON result
// inside.
//
// The page draws everything from the JSON, so a saved result is enough to make it again. Nothing in a result
// can become markup or script: inside the page the JSON has no `<` (it is written \u003c), and the script
// only makes text of it.
#pragma once

#include <string>
#include <string_view>

namespace linnet {

// REQUIRES: `json` is JSON.
std::string to_html(std::string_view json);

}  // namespace linnet
