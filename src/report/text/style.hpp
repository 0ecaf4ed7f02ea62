// How text reports look: the width they may use, colour, and whether box characters can be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace linnet {

struct Style {
  std::size_t width = 100;
  bool colour = false;  // reports can be read without it
  bool unicode = true;  // box characters and arrows; otherwise ASCII

  // Emphasis is a code between two marks, which are not UTF-8. visible() turns them into escapes for a
  // terminal.
  static constexpr char kMark = '\xff';
  static constexpr std::string_view kCodes[] = {"0", "1", "2", "31", "32", "33"};

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string faint(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("31", text); }
  std::string green(std::string_view text) const { return wrap("32", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const {
    if (!colour) return std::string(text);
    const auto mark = [](std::string_view of) { return kMark + std::string(of) + kMark; };
    return mark(code).append(text).append(mark("0"));
  }
};

}  // namespace linnet
