// Writes each file that is wanted, and reports those that could not be written.
#include "report/json/result_files.hpp"

#include <fstream>

#include "base/error.hpp"
#include "report/json/sarif_report.hpp"
#include "report/page/html_report.hpp"

namespace linnet {

void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  out.close();
  if (!out) throw InputError(Place{path, 0, 0}, "cannot write the result");
}

void write_result_files(const ResultFiles& files, const std::string& json) {
  if (!files.json.empty()) write_file(files.json, json);
  if (!files.html.empty()) write_file(files.html, to_html(json));
  if (!files.sarif.empty()) write_file(files.sarif, to_sarif(json));
}

}  // namespace linnet
