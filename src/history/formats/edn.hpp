// Reads and prints the part of EDN, Clojure's notation for data, in which histories are written.
//
//   nil true false 12 1.5 "text" :keyword symbol \c [1 2] (1 2) #{1 2} {:k 1} #tag form #_ignored ; comment
//
// Keywords and symbols become text without the colon, as in Clojure's own JSON writers; lists, vectors and
// sets become arrays; maps become objects; tags are ignored.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "history/formats/json.hpp"
#include "linnet/value.hpp"

namespace linnet {

struct EdnFault {
  std::size_t offset;
  std::string what;
};

// Thrown where the text ends, if more of it may come.
struct EdnIncomplete {};

class EdnCursor {
 public:
  // `complete` says that nothing follows the text.
  EdnCursor(std::string_view text, bool complete) : text_(text), complete_(complete) {}

  // Skips blanks, commas, comments, ignored forms and tags. Returns true if a form or a closing bracket
  // follows.
  bool find_form() {
    for (;;) {
      while (at_ < text_.size() && is_edn_blank(text_[at_])) ++at_;
      if (at_ == text_.size()) {
        if (!complete_) throw EdnIncomplete();
        return false;
      }
      if (peek() == ';') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (peek() == '#' && at_ + 1 < text_.size() && text_[at_ + 1] != '{') {
        ++at_;
        if (peek() == '_') {
          ++at_;
          require_form("a form to ignore after #_");
          skip();
        } else if (token().empty()) {
          fail("a tag, { or _ after #");
        }
      } else {
        if (peek() == '#' && at_ + 1 == text_.size()) {
          ++at_;
          fail("a tag, { or _ after #");
        }
        return true;
      }
    }
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::size_t offset() const { return at_; }
  void take_bracket() { ++at_; }  // REQUIRES: peek() is one

  // The next form. REQUIRES: find_form() was true.
  Value value() { return value(0); }
  void skip() { skip(0); }
  // The next form if it is a keyword, symbol or string without escapes: a view of its text.
  std::string_view name() {
    if (peek() == '"') {
      const std::size_t begin = at_ + 1, end = text_.find_first_of("\"\\", begin);
      if (end == std::string_view::npos) at_ = text_.size();
      if (end == std::string_view::npos || text_[end] != '"') fail("a name");
      at_ = end + 1;
      return text_.substr(begin, end - begin);
    }
    const std::size_t begin = at_;
    std::string_view word = token();
    if (word.starts_with(':')) word.remove_prefix(1);
    if (word.empty() || is_integer(word)) {
      at_ = begin;
      fail("a keyword");
    }
    return word;
  }

  // Throws EdnFault, or EdnIncomplete if the text ends too early.
  [[noreturn]] void fail(std::string_view expected) const {
    if (at_ >= text_.size()) {
      if (!complete_) throw EdnIncomplete();
      throw EdnFault{at_, fmt::format("the text ends here, expected {}", expected)};
    }
    throw EdnFault{at_, fmt::format("found {}, expected {}", excerpt(text_.substr(at_, 12)), expected)};
  }

 private:
  static bool fits_64_bits(std::string_view digits) {
    const char* const end = digits.data() + digits.size();
    std::int64_t negative;
    std::uint64_t positive;
    return (digits.starts_with('-') ? std::from_chars(digits.data(), end, negative).ec
                                    : std::from_chars(digits.data(), end, positive).ec) == std::errc();
  }

  static bool is_edn_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == ',';
  }
  static bool ends_token(char c) {
    return is_edn_blank(c) || c == '\0' || std::string_view("()[]{}\";").find(c) != std::string_view::npos;
  }
  static bool is_integer(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  static void append_utf8(std::string& out, unsigned code) {
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xc0 | code >> 6);
      out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      out += static_cast<char>(0xe0 | code >> 12);
      out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (code & 0x3f));
    }
  }

  Value value(std::size_t depth) {
    check_depth(depth);
    switch (peek()) {
      case '[': return ++at_, sequence(']', depth);
      case '(': return ++at_, sequence(')', depth);
      case '{': return ++at_, map(depth);
      case '#': return at_ += 2, sequence('}', depth);  // find_form() stops only at #{
      case '"': return text();
      default: return atom();
    }
  }

  void skip(std::size_t depth) {
    check_depth(depth);
    const char open = peek();
    if (open == '"') {
      for (++at_; peek() != '"'; ++at_) {
        if (peek() == '\\') ++at_;
        if (at_ >= text_.size()) fail("'\"' at the end of the string");
      }
      ++at_;
      return;
    }
    const std::string_view opening = "[({#";
    const std::size_t which = opening.find(open);
    if (which == std::string_view::npos || open == '\0') {
      atom();
      return;
    }
    const char close = "])}}"[which];
    at_ += open == '#' ? 2 : 1;
    for (;;) {
      require_form(fmt::format("'{}'", close));
      if (peek() == close) break;
      skip(depth + 1);
    }
    ++at_;
  }

  Value sequence(char close, std::size_t depth) {
    std::vector<Value> items;
    for (;;) {
      require_form(fmt::format("'{}'", close));
      if (peek() == close) break;
      items.push_back(value(depth + 1));
    }
    ++at_;
    return Value::array(items);
  }

  Value map(std::size_t depth) {
    std::vector<Value::Member> members;
    for (;;) {
      require_form("'}'");
      if (peek() == '}') break;
      const Value key = value(depth + 1);
      require_form("a value for this key");
      if (peek() == '}') fail("a value for this key");
      members.emplace_back(key.is_text() ? std::string(key.as_text()) : key.to_json(), value(depth + 1));
    }
    ++at_;
    return Value::object(members);
  }

  Value text() {
    std::string out;
    for (++at_;; ++at_) {
      const std::size_t stop = std::min(text_.find_first_of("\"\\", at_), text_.size());
      out += text_.substr(at_, stop - at_);
      at_ = stop;
      if (at_ == text_.size()) fail("'\"' at the end of the string");
      if (peek() == '"') break;
      ++at_;
      append_escape(out);
    }
    ++at_;
    return Value(out);
  }

  void append_escape(std::string& out) {
    switch (peek()) {
      case 'n': out += '\n'; return;
      case 't': out += '\t'; return;
      case 'r': out += '\r'; return;
      case 'b': out += '\b'; return;
      case 'f': out += '\f'; return;
      case '"':
      case '\\': out += peek(); return;
      default: break;
    }
    constexpr std::string_view kExpected = "one of n t r b f \" \\ or u and four hexadecimal digits";
    if (peek() != 'u') fail(kExpected);
    unsigned code = 0;
    const std::string_view hex = text_.substr(at_ + 1, 4);
    const char* const end = hex.data() + hex.size();
    if (const bool digits = std::from_chars(hex.data(), end, code, 16).ptr == end;
        !digits || hex.size() < 4) {
      if (digits) at_ = text_.size();
      fail(kExpected);
    }
    append_utf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
    at_ += 4;
  }

  Value atom() {
    const std::size_t begin = at_;
    if (peek() == '\\') {  // a character may be a bracket or a quote
      ++at_;
      if (at_ == text_.size()) fail("a character");
      ++at_;
      token();
      return Value(text_.substr(begin + 1, at_ - begin - 1));
    }
    std::string_view word = token();
    if (word == "nil") return Value();
    if (word == "true" || word == "false") return Value(word == "true");
    if (word.starts_with(':') && word.size() > 1) return Value(word.substr(1));
    std::string_view number = word;
    if (number.starts_with('+')) number.remove_prefix(1);
    const std::string_view digits = number.substr(0, number.size() - number.ends_with('N'));
    if (is_integer(digits)) {
      // As in JSON: we do not write what simdjson cannot read.
      if (!fits_64_bits(digits)) {
        at_ = begin;
        fail("an integer of at most 64 bits");
      }
      return Value::big_integer(digits);
    }
    if (number.ends_with('M')) number.remove_suffix(1);
    double real = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), real);
    if (error == std::errc() && end == number.data() + number.size() && real - real == 0) return Value(real);
    if (word.empty() || word == ":") {
      at_ = begin;
      fail("a value");
    }
    return Value(word);
  }

  std::string_view token() {
    const std::size_t begin = at_;
    while (!ends_token(peek()) && at_ < text_.size()) ++at_;
    if (at_ == text_.size() && !complete_) throw EdnIncomplete();
    return text_.substr(begin, at_ - begin);
  }

  void require_form(std::string_view expected) {
    if (!find_form()) fail(expected);
  }

  void check_depth(std::size_t depth) const {
    if (depth > kDeepestNesting) fail(fmt::format("at most {} levels of nesting", kDeepestNesting));
  }

  std::string_view text_;
  bool complete_;
  std::size_t at_ = 0;
};

}  // namespace linnet
