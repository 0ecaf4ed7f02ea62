// The options for files that a result is written to.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "report/json/result_files.hpp"

namespace linnet {

inline void add_result_file_options(CLI::App& app, ResultFiles& files) {
  app.add_option("--html", files.html, "write the result as a page to look at, too")->type_name("FILE");
  app.add_option("--sarif", files.sarif, "write it for code-scanning services, too")->type_name("FILE");
  app.add_option("--save", files.json, "write the JSON object to this file, too, for linnet report")
      ->type_name("FILE");
}

}  // namespace linnet
