// A position in JSON text, for hand-written parsers that know what comes next and give up on everything else.
//
// REQUIRES: the text ends with a byte that no step takes ("\n" or 0), and Input::kPadding bytes after it are
// readable.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "linnet/value.hpp"

namespace linnet {

class JsonCursor {
 public:
  explicit JsonCursor(const char* at) : at_(at) {}

  const char* at() const { return at_; }
  void skip_blanks() {
    while (*at_ == ' ') ++at_;
  }
  // Each of these skips blanks and takes what its name says, or returns false.
  bool take(char c) {
    skip_blanks();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view expected) {
    skip_blanks();
    if (std::memcmp(at_, expected.data(), expected.size()) != 0) return false;
    at_ += expected.size();
    return true;
  }
  // Takes text without escapes, as a view.
  bool text(std::string_view& out) {
    if (!take('"')) return false;
    const char* const begin = at_;
    while (is_plain(*at_)) ++at_;
    out = {begin, static_cast<std::size_t>(at_ - begin)};
    return *at_ == '"' ? (++at_, true) : false;
  }
  // Takes at most 18 digits, which always fit.
  bool integer(std::int64_t& out) {
    skip_blanks();
    const bool negative = *at_ == '-';
    if (negative) ++at_;
    const char* const begin = at_;
    std::int64_t n = 0;
    if (std::uint32_t eight; eight_digits(eight)) n = eight, at_ += 8;
    for (; *at_ >= '0' && *at_ <= '9' && at_ - begin < 18; ++at_) n = n * 10 + (*at_ - '0');
    if (at_ == begin || (*begin == '0' && at_ - begin > 1)) return false;
    out = negative ? -n : n;
    return true;
  }
  // Takes a value that is neither an array nor an object.
  bool scalar(Value& out) {
    skip_blanks();
    switch (*at_) {
      case 'n': return out = Value(), word("null");
      case 't': return out = Value(true), word("true");
      case 'f': return out = Value(false), word("false");
      case '"': {
        std::string_view view;
        if (!text(view)) return false;
        out = Value(view);
        return true;
      }
      default: {
        std::int64_t n;
        if (!integer(n)) return false;
        out = Value(n);
        return true;
      }
    }
  }
  template <class Item, class Parse>
  bool items(std::vector<Item>& out, Parse parse) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      Item item;
      if (!parse(item)) return false;
      out.push_back(item);
    } while (take(','));
    return take(']');
  }
  void skip(std::size_t bytes) { at_ += bytes; }

 private:
  // ASCII that stands for itself in a JSON string. 0, which follows the last line, does not.
  static constexpr bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

  // The number of the next eight bytes, if they are digits: three multiplications instead of eight.
  bool eight_digits(std::uint32_t& out) const {
    std::uint64_t bytes;
    std::memcpy(&bytes, at_, sizeof bytes);
    constexpr std::uint64_t kHigh = 0xf0f0f0f0f0f0f0f0u, kZeros = 0x3030303030303030u,
                            kSix = 0x0606060606060606u;
    if ((bytes & kHigh) != kZeros || ((bytes + kSix) & kHigh) != kZeros) return false;
    bytes -= kZeros;
    bytes = (bytes * 10) + (bytes >> 8);  // pairs, in every other byte
    constexpr std::uint64_t kPairs = 0x000000ff000000ffu;
    out = static_cast<std::uint32_t>(
        ((bytes & kPairs) * (100 + (1000000ULL << 32)) + ((bytes >> 16) & kPairs) * (1 + (10000ULL << 32))) >>
        32);
    return true;
  }

  const char* at_;
};

}  // namespace linnet
