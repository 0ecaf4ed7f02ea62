// Reads and prints EDN, Clojure's notation for data: as much of it as histories are written in.
//
//   nil true false 12 1.5 "text" :keyword symbol \c [1 2] (1 2) #{1 2} {:k 1} #tag form #_ignored ; comment
//
// Keywords and symbols become text without the colon, as Clojure's own JSON writers have it; lists, vectors
// and sets become arrays; maps become objects; tags are ignored.
#pragma once

#include <string>
#include <string_view>

#include "linnet/value.hpp"

namespace linnet {

struct EdnFault {
  std::size_t offset;
  std::string what;
};

// Thrown where the text ends and more of it may come.
struct EdnIncomplete {};

class EdnCursor {
 public:
  // `complete` says that nothing follows the text.
  EdnCursor(std::string_view text, bool complete) : text_(text), complete_(complete) {}

  // Skips blanks, commas, comments, ignored forms and tags; true if a form or a closing bracket follows.
  bool find_form();
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::size_t offset() const { return at_; }
  void take_bracket() { ++at_; }  // REQUIRES: peek() is one

  // The next form. REQUIRES: find_form() was true.
  Value value() { return value(0); }
  void skip() { skip(0); }
  // The next form if it is a keyword, symbol or string without escapes: a view of its text.
  std::string_view name();

  // Throws EdnFault, or EdnIncomplete where the text ends too early.
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  Value value(std::size_t depth);
  void skip(std::size_t depth);
  Value sequence(char close, std::size_t depth);
  Value map(std::size_t depth);
  Value text();
  void append_escape(std::string& out);
  Value atom();
  std::string_view token();
  void require_form(std::string_view expected);
  void check_depth(std::size_t depth) const;

  std::string_view text_;
  bool complete_;
  std::size_t at_ = 0;
};

void append_edn(std::string& out, Value value);

}  // namespace linnet
