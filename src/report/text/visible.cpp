// Goes through UTF-8 character by character.
#include "report/text/visible.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "report/text/style.hpp"

namespace linnet {

namespace {

// The length of the UTF-8 character at the beginning of the text, and its number; length 0 if there is none.
struct Character {
  std::size_t length = 0;
  std::uint32_t number = 0;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t length = lead >= 0xc2 && lead < 0xe0   ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t number = lead & (0xff >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    number = number << 6 | (byte(i) & 0x3f);
  }
  return {length, number};
}

bool is_obeyed(std::uint32_t c) {
  if (c == '\n' || c == '\t') return false;
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool turns_direction = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return control || turns_direction;
}

// The emphasis at the beginning of the text, between its marks; empty if there is none.
std::string_view first_emphasis(std::string_view text) {
  if (text[0] != Style::kMark) return {};
  const std::string_view code = text.substr(1, text.substr(1).find(Style::kMark));
  for (const std::string_view known : Style::kCodes) {
    if (code == known) return code;
  }
  return {};
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    std::size_t taken = 1;
    if (const std::string_view code = first_emphasis(text); !code.empty()) {
      fmt::format_to(std::back_inserter(shown), "\x1b[{}m", code);
      taken = code.size() + 2;
    } else if (const Character c = first_character(text); c.length == 0) {
      fmt::format_to(std::back_inserter(shown), "\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else {
      taken = c.length;
      if (!is_obeyed(c.number))
        shown += text.substr(0, taken);
      else
        fmt::format_to(
            std::back_inserter(shown), "\\{}",
            c.number < 0x100 ? fmt::format("x{:02x}", c.number) : fmt::format("u{:04x}", c.number));
    }
    text.remove_prefix(taken);
  }
  return shown;
}

}  // namespace linnet
