// The position of a strategy as text: numbers, separated by blanks, and other positions with their lengths
// before them.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace linnet {

class NumberWriter {
 public:
  explicit NumberWriter(std::string_view heading) : text_(heading) {}

  template <std::integral... Number>
  void numbers(Number... n) {
    ((text_ += ' ', text_ += std::to_string(static_cast<std::uint64_t>(n))), ...);
  }
  void text(const std::string& part) {
    numbers(part.size());
    text_ += ' ' + part;
  }
  std::string finish() { return std::move(text_); }

 private:
  std::string text_;
};

class NumberReader {
 public:
  // Throws InputError, as all of these do, if the text is not what was written.
  NumberReader(std::string_view heading, std::string_view text) : text_(text) {
    if (!text.starts_with(heading)) fail("expected " + std::string(heading));
    at_ = heading.size();
  }

  template <class... Number>
  void numbers(Number&... n) {
    (read(n), ...);
  }
  std::uint64_t at_most(std::uint64_t most) {
    std::uint64_t found = 0;
    read(found);
    if (found > most) fail("expected a number up to " + std::to_string(most));
    return found;
  }
  std::string text() {
    std::size_t size = 0;
    read(size);
    if (at_ == text_.size() || size > text_.size() - at_ - 1) fail("cut off");
    at_ += size + 1;
    return std::string(text_.substr(at_ - size, size));
  }
  // How many characters are left. Each thing that was written has at least one.
  std::size_t left() const { return text_.size() - at_; }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("checkpoint, character " + std::to_string(at_ + 1) + ": " + what);
  }

 private:
  template <class Number>
  void read(Number& n) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    std::uint64_t found = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), found);
    n = static_cast<Number>(found);
    if (error != std::errc() || static_cast<std::uint64_t>(n) != found) fail("expected a number");
    at_ = static_cast<std::size_t>(end - text_.data());
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace linnet
