// Escapes text for XML, and reads it back.
#pragma once

#include <string>
#include <string_view>

namespace linnet {

inline std::string to_xml(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      case '\n':
      case '\t': result += c; break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;  // XML has no other control characters
    }
  }
  return result;
}

// Text that is no entity stays as it is.
inline std::string from_xml(std::string_view xml) {
  struct Entity {
    std::string_view name;
    char meaning;
  };
  static constexpr Entity kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string result;
  while (!xml.empty()) {
    std::size_t size = 1;
    char meaning = xml.front();
    for (const Entity& entity : kEntities) {
      if (xml.substr(0, entity.name.size()) == entity.name) {
        size = entity.name.size();
        meaning = entity.meaning;
      }
    }
    result += meaning;
    xml.remove_prefix(size);
  }
  return result;
}

}  // namespace linnet
