// Converts JSON text to values with simdjson, and says what is wrong with text that is not JSON.
#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "linnet/value.hpp"

namespace linnet {

// Every reader refuses nesting beyond this, because values are processed recursively.
inline constexpr std::size_t kDeepestNesting = 500;

// A parser that refuses deeper nesting.
simdjson::dom::parser make_json_parser();

Value to_value(simdjson::dom::element json);

// A place in a text, and what is wrong there.
struct JsonFault {
  std::size_t offset;
  std::string what;
};

// simdjson says that a text is bad, but not where. This walks it again, slowly, to find the place.
// REQUIRES: simdjson refused the text with this error.
JsonFault explain_json_error(std::string_view text, simdjson::error_code error);

// Where the n-th (from 0) value of this member of the outermost object begins; 0 if there is none.
// REQUIRES: the text is JSON.
std::size_t find_member(std::string_view text, std::string_view name, int n);

// The first byte that begins no character in UTF-8; the size of the text if there is none.
std::size_t find_bad_utf8(std::string_view text);
std::string describe_bad_utf8(char byte);

// A short piece of text for messages: quoted, control characters and bytes that are not ASCII escaped.
std::string excerpt(std::string_view text);

}  // namespace linnet
