// Whose an order is: the user's, or the standard library's own.
#include "driver/exploring/not_covered.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>

#include "driver/exploring/symbols.hpp"

namespace linnet {

namespace {

bool is_of_standard_library(const CodePlace& place) {
  return place.file.find("/include/c++/") != std::string::npos;
}

// What std::atomic does, its caller asked for.
bool is_of_std_atomic(const CodePlace& place) {
  const std::string_view file = place.file;
  return is_of_standard_library(place) && (file.ends_with("/atomic") || file.ends_with("/atomic_base.h") ||
                                           file.find("/__atomic/") != file.npos);
}

// Nothing for the standard library's own: reference counts, semaphores.
std::optional<CodePlace> place_of_user(const std::vector<CodePlace>& innermost_first) {
  const auto asked = std::ranges::find_if_not(innermost_first, is_of_std_atomic);
  if (asked == innermost_first.end()) return CodePlace{};
  return is_of_standard_library(*asked) ? std::nullopt : std::optional(*asked);
}

auto order_of(const CodePlace& place) {
  return std::tie(place.file, place.line, place.function);
}

}  // namespace

std::vector<CodePlace> weak_order_places(const std::vector<runtime::CallStack>& calls,
                                         const std::vector<LoadedModule>& modules) {
  const Symbols symbols(modules);
  std::vector<CodePlace> places;
  for (const runtime::CallStack& stack : calls) {
    if (const auto place = place_of_user(symbols.places(stack))) places.push_back(*place);
  }
  std::ranges::sort(places, {}, order_of);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  return places;
}

}  // namespace linnet
