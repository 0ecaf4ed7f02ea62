// Numbers as text.
#include "report/text/units.hpp"

#include <fmt/format.h>

namespace linnet {

std::string with_thousands(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, " ");
  return text;
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 120) return fmt::format("{:.2f} s", seconds);
  return fmt::format("{:.1f} min", seconds / 60);
}

std::string counted(std::uint64_t n, const std::string& noun) {
  const std::string count = with_thousands(n) + " ";
  if (n == 1) return count + noun;
  if (noun.ends_with('y')) return count + noun.substr(0, noun.size() - 1) + "ies";
  return count + noun + (noun.ends_with('s') ? "es" : "s");
}

}  // namespace linnet
