// The conversions of a format for printf or scanf, one after the other.
#pragma once

#include <cstddef>
#include <cstring>

namespace linnet::runtime {

struct Conversion {
  char kind = 0;            // the letter: 'd', 's' and so on; '[' for a set
  char length = 0;          // 'H' for hh, 'q' for ll, and 'h', 'l', 'L', 'j', 'z', 't'; 0: none
  bool star_width = false;  // printf: the width is an argument. scanf: what is read is not stored
  bool star_precision = false;
  bool allocates = false;  // scanf: the room for a text is made by it
  long width = -1, precision = -1;
};

class Format {
 public:
  explicit Format(const char* text) : at_(text) {}

  // The next one. False at the end, and where arguments are told by their numbers: that is not followed.
  bool next(Conversion& found) {
    while (*at_ != 0) {
      if (*at_++ != '%') continue;
      if (*at_ == '%') {
        ++at_;
        continue;
      }
      return read(found);
    }
    return false;
  }

 private:
  bool read(Conversion& found) {
    found = {};
    skip("-+ #0'I");
    found.star_width = star();
    found.width = number();
    if (*at_ == '$') return false;
    if (*at_ == '.') {
      ++at_;
      found.star_precision = star();
      found.precision = number();
      if (found.precision < 0 && !found.star_precision) found.precision = 0;
    }
    if (*at_ == 'm' && at_[1] != 0 && std::strchr("sc[lS", at_[1]) != nullptr) {
      found.allocates = true;
      ++at_;
    }
    read_length(found);
    if (*at_ == 0) return false;
    found.kind = *at_++;
    if (found.kind == '[') skip_set();
    return true;
  }
  void read_length(Conversion& found) {
    if (*at_ == 0 || std::strchr("hlLqjzt", *at_) == nullptr) return;
    found.length = *at_++;
    if (found.length != *at_ || (found.length != 'h' && found.length != 'l')) return;
    found.length = *at_++ == 'h' ? 'H' : 'q';
  }
  // ] right at the beginning is one of the set.
  void skip_set() {
    if (*at_ == '^') ++at_;
    if (*at_ == ']') ++at_;
    while (*at_ != 0 && *at_++ != ']') {
    }
  }
  void skip(const char* any) {
    while (*at_ != 0 && std::strchr(any, *at_) != nullptr) ++at_;
  }
  bool star() {
    const bool found = *at_ == '*';
    at_ += found ? 1 : 0;
    return found;
  }
  long number() {
    if (*at_ < '0' || *at_ > '9') return -1;
    long value = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) value = value * 10 + (*at_ - '0');
    return value;
  }

  const char* at_;
};

}  // namespace linnet::runtime
