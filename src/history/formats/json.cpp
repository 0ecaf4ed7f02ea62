// Converts simdjson's elements to values, and finds the first fault in a text with a plain walk over the
// grammar.
#include "history/formats/json.hpp"

#include <vector>

#include <fmt/format.h>

namespace linnet {

simdjson::dom::parser make_json_parser() {
  simdjson::dom::parser parser;
  constexpr std::size_t kFirstCapacity = 4096;
  if (parser.allocate(kFirstCapacity, kDeepestNesting) != simdjson::SUCCESS) throw std::bad_alloc();
  return parser;
}

namespace {

Value to_array(simdjson::dom::array json) {
  std::vector<Value> items;
  items.reserve(json.size());
  for (const simdjson::dom::element item : json) items.push_back(to_value(item));
  return Value::array(items);
}

Value to_object(simdjson::dom::object json) {
  std::vector<Value::Member> members;
  for (const auto& [name, value] : json) members.emplace_back(name, to_value(value));
  return Value::object(members);
}

}  // namespace

Value to_value(simdjson::dom::element json) {
  using simdjson::dom::element_type;
  switch (json.type()) {
    case element_type::ARRAY: return to_array(json.get_array().value_unsafe());
    case element_type::OBJECT: return to_object(json.get_object().value_unsafe());
    case element_type::INT64: return Value(json.get_int64().value_unsafe());
    case element_type::UINT64: return Value(json.get_uint64().value_unsafe());
    case element_type::DOUBLE: return Value(json.get_double().value_unsafe());
    case element_type::STRING: return Value(json.get_string().value_unsafe());
    case element_type::BOOL: return Value(json.get_bool().value_unsafe());
    case element_type::NULL_VALUE: return Value();
  }
  return Value();
}

namespace {

bool is_json_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A recursive descent over the grammar that stops at the first fault.
class JsonWalker {
 public:
  explicit JsonWalker(std::string_view text) : text_(text) {}

  bool document() { return value() && (blanks(), at_end() || fail("the end of the line")); }

  // Calls `member(name)` before each value of the object that begins here.
  template <class Visit>
  bool object(Visit member) {
    if (!take('{', "'{'")) return false;
    if (blanks(), peek() == '}') return ++at_, true;
    do {
      blanks();
      const std::size_t begin = at_ + 1;
      if (!string("a name in quotes")) return false;
      const std::string_view name = text_.substr(begin, at_ - begin - 1);
      if (!take(':', "':'")) return false;
      blanks();
      member(name);
      if (!value()) return false;
    } while (take_comma());
    return take('}', "',' or '}'");
  }

  std::size_t at() const { return at_; }
  const std::string& expected() const { return expected_; }
  bool at_end() const { return at_ == text_.size(); }

 private:
  bool fail(std::string expected) {
    expected_ = std::move(expected);
    return false;
  }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  void blanks() {
    while (!at_end() && is_json_blank(peek())) ++at_;
  }
  bool take(char c, const char* expected) {
    blanks();
    if (peek() != c) return fail(expected);
    ++at_;
    return true;
  }
  bool take_comma() {
    blanks();
    if (peek() != ',') return false;
    ++at_;
    return true;
  }

  bool value() {
    blanks();
    if (depth_ >= kDeepestNesting) return fail(fmt::format("at most {} levels of nesting", kDeepestNesting));
    ++depth_;
    const bool good = value_here();
    --depth_;
    return good;
  }
  bool value_here() {
    switch (peek()) {
      case '{': return object([](std::string_view) {});
      case '[': return array();
      case '"': return string("a value");
      case 'n': return word("null");
      case 't': return word("true");
      case 'f': return word("false");
      default: return number();
    }
  }

  bool array() {
    ++at_;
    if (blanks(), peek() == ']') return ++at_, true;
    do {
      if (!value()) return false;
    } while (take_comma());
    return take(']', "',' or ']'");
  }

  bool word(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return fail("a value");
    at_ += expected.size();
    return true;
  }

  bool string(const char* expected) {
    if (peek() != '"') return fail(expected);
    for (++at_; peek() != '"'; ++at_) {
      if (at_end()) return fail("'\"' at the end of the string");
      if (static_cast<unsigned char>(peek()) < 0x20) return fail("no control character in a string");
      if (peek() == '\\' && (++at_, std::string_view("\"\\/bfnrtu").find(peek()) == std::string_view::npos)) {
        return fail("one of \" \\ / b f n r t u after the backslash");
      }
    }
    ++at_;
    return true;
  }

  bool digits(const char* expected) {
    if (!is_digit(peek())) return fail(expected);
    while (is_digit(peek())) ++at_;
    return true;
  }
  bool number() {
    if (peek() == '-') ++at_;
    const char first = peek();
    const std::size_t begin = at_;
    if (!digits(begin > 0 && text_[begin - 1] == '-' ? "a digit" : "a value")) return false;
    if (first == '0' && at_ > begin + 1) return at_ = begin, fail("a number without leading zeros");
    if (peek() == '.' && (++at_, !digits("a digit"))) return false;
    if (peek() != 'e' && peek() != 'E') return true;
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    return digits("a digit");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::string expected_;
};

}  // namespace

std::size_t find_bad_utf8(std::string_view text) {
  if (simdjson::validate_utf8(text.data(), text.size())) return text.size();
  std::size_t at = 0;
  while (at < text.size()) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (at + size > text.size() || (first >= 0x80 && !simdjson::validate_utf8(text.data() + at, size))) break;
    at += size;
  }
  return at;
}

std::string describe_bad_utf8(char byte) {
  return fmt::format("found the byte 0x{:02x}, expected UTF-8", static_cast<unsigned char>(byte));
}

JsonFault explain_json_error(std::string_view text, simdjson::error_code error) {
  if (error == simdjson::UTF8_ERROR) {
    const std::size_t at = find_bad_utf8(text);
    return {at, describe_bad_utf8(at < text.size() ? text[at] : '\0')};
  }
  JsonWalker walker(text);
  if (!walker.document()) {
    if (walker.at_end())
      return {walker.at(), fmt::format("the line ends here, expected {}", walker.expected())};
    return {walker.at(),
            fmt::format("found {}, expected {}", excerpt(text.substr(walker.at(), 12)), walker.expected())};
  }
  // The grammar is satisfied: it is a number that fits no machine word, or a bad \u escape.
  return {0, fmt::format("cannot read this JSON: {}", simdjson::error_message(error))};
}

std::size_t find_member(std::string_view text, std::string_view name, int n) {
  JsonWalker walker(text);
  std::size_t found = 0;
  walker.object([&](std::string_view member) {
    if (member == name && n-- == 0) found = walker.at();
  });
  return found;
}

std::string excerpt(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c >= 0x20 && c < 0x7f) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out + "'";
}

}  // namespace linnet
