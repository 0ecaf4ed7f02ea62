// The options for files that a result is written to.
#pragma once

#include <string>
#include <vector>

#include "cli/option_list.hpp"
#include "report/json/result_files.hpp"

namespace linnet {

inline void add_result_file_options(OptionList& options, ResultFiles& files) {
  options.add("--html", &files.html, "Also write the result as a page to look at.")
      .takes("FILE")
      .in_short_help();
  options.add("--sarif", &files.sarif, "Also write the result for code-scanning services.").takes("FILE");
  options.add("--save", &files.json, "Also write the JSON object to a file, for linnet report.")
      .takes("FILE");
}

}  // namespace linnet
