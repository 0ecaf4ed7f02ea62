// Puts style, script and data into the page, in such a way that nothing in the data can end the script.
#include "report/page/html_report.hpp"

#include "report/page_text.hpp"

namespace linnet {

namespace {

constexpr std::string_view kLineSeparator = "\u2028", kParagraphSeparator = "\u2029";

// JSON without blanks between its parts, in which no string can end the element that contains it: a `<` can
// occur only in strings, where it may be written as an escape. Line separators were not always allowed in
// scripts.
std::string embedded(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  bool in_string = false, escaped = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (!in_string && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
    if (c == '"' && !escaped) in_string = !in_string;
    escaped = c == '\\' && !escaped;
    const std::string_view rest = json.substr(i, kLineSeparator.size());
    if (c == '<') {
      text += "\\u003c";
    } else if (rest == kLineSeparator || rest == kParagraphSeparator) {
      text += rest == kLineSeparator ? "\\u2028" : "\\u2029";
      i += rest.size() - 1;
    } else {
      text += c;
    }
  }
  return text;
}

void fill(std::string& page, std::string_view mark, std::string_view text) {
  page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

std::string to_html(std::string_view json) {
  std::string script;
  for (const std::string_view part : kScripts) script += part;
  std::string page(kPage);
  fill(page, "@LINNET_PAGE_STYLE@", kStyle);
  fill(page, "@LINNET_PAGE_SCRIPT@", script);
  fill(page, "@LINNET_PAGE_RESULT@", embedded(json));
  return page;
}

}  // namespace linnet
