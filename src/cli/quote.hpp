// Quotes words for a shell, for commands that people copy.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace linnet {

inline std::string quote(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  const bool has_controls =
      std::ranges::any_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (has_controls) {  // so that they can be seen and copied
    std::string seen = "$'";
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      seen += c == '\'' || c == '\\'        ? std::string("\\") + c
              : byte < 0x20 || byte == 0x7f ? fmt::format("\\{:03o}", byte)
                                            : std::string(1, c);
    }
    return seen + "'";
  }
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

inline std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quote(word);
  return text;
}

}  // namespace linnet
