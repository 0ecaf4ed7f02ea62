// The files to which a result is written in addition to the terminal. All of them are made from its JSON.
#pragma once

#include <string>

namespace linnet {

struct ResultFiles {
  std::string json, html, sarif;  // paths; empty: not wanted

  bool wanted() const { return !(json.empty() && html.empty() && sarif.empty()); }
};

// Throws InputError if a file cannot be written.
void write_result_files(const ResultFiles& files, const std::string& json);
void write_file(const std::string& path, const std::string& text);

}  // namespace linnet
