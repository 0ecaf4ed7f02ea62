// A place in the code of a program under test.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace linnet {

// As far as symbols and debug information tell.
struct CodePlace {
  std::string function;  // empty if not known
  std::string file;      // empty if not known
  unsigned line = 0;

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

// "queue_test.cpp:13"; empty if the file is not known.
inline std::string line_of(const CodePlace& place) {
  if (place.file.empty()) return "";
  return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
}

// Neighbouring lines of a source file, as they were when the program was compiled.
struct SourceExcerpt {
  std::string file;
  unsigned first = 1;  // the number of the first line
  std::vector<std::string> lines;
};

// Code in the standard library or in one of our headers works for its caller.
inline bool is_own(const CodePlace& place) {
  return !place.file.empty() && !place.file.starts_with("/usr/include") &&
         !place.file.starts_with("/usr/lib") && place.file.find("include/linnet/") == std::string::npos;
}

// The innermost place that is the user's own code. Null only if there are none.
inline const CodePlace* own_place(const std::vector<CodePlace>& innermost_first) {
  const auto own = std::ranges::find_if(innermost_first, is_own);
  if (own != innermost_first.end()) return &*own;
  return innermost_first.empty() ? nullptr : &innermost_first.front();
}

// "Queue<int, std::allocator<int> >::push" → "Queue<…>::push": a reader seldom needs the template arguments.
inline std::string short_function(const std::string& function) {
  std::string text;
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    const char c = function[i];
    // operator<, operator<<, operator->: these are no brackets.
    const bool of_operator = text.ends_with("operator") || text.ends_with("operator<") ||
                             text.ends_with("operator-") || text.ends_with("operator>");
    const bool opens = c == '<' && !of_operator, closes = c == '>' && !of_operator && depth > 0;
    if (opens && depth++ == 0) text += "<…";
    if (closes && --depth > 0) continue;
    if (depth == 0) text += c;
  }
  return text;
}

}  // namespace linnet
