// Text within XML: JUnit files and pictures.
#pragma once

#include <string>
#include <string_view>

namespace linnet {

inline std::string xml_text(std::string_view text) {
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

}  // namespace linnet
