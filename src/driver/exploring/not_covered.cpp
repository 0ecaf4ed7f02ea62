// By the lines of the user.
#include "driver/exploring/not_covered.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>

#include "driver/naming/place_of_user.hpp"
#include "driver/naming/symbols.hpp"

namespace linnet {

namespace {

auto order_of(const CodePlace& place) {
  return std::tie(place.file, place.line, place.function);
}

void sort_and_keep_one_of_each(std::vector<CodePlace>& places) {
  std::ranges::sort(places, {}, order_of);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
}

// In its headers, or in its library, which has no lines. The caller of now() wants to know the time.
bool looks_for_standard_library(const CodePlace& innermost) {
  if (!innermost.file.empty()) return is_of_standard_library(innermost);
  return innermost.function.starts_with("std::") && !innermost.function.starts_with("std::chrono");
}

// Returns nothing for the standard library's own readings: timeouts.
std::optional<CodePlace> place_of_look(const std::vector<CodePlace>& innermost_first) {
  if (innermost_first.empty()) return CodePlace{};
  if (looks_for_standard_library(innermost_first.front())) return std::nullopt;
  return *own_place(innermost_first);
}

}  // namespace

std::vector<CodePlace> weak_order_places(const std::vector<runtime::CallStack>& calls,
                                         const std::vector<LoadedModule>& modules) {
  const Symbols symbols(modules);
  std::vector<CodePlace> places;
  for (const runtime::CallStack& stack : calls) {
    if (const auto place = place_of_user(symbols.places(stack))) places.push_back(*place);
  }
  sort_and_keep_one_of_each(places);
  return places;
}

std::vector<CodePlace> unseen_places(const runtime::NotCovered& not_covered,
                                     const std::vector<LoadedModule>& modules) {
  const Symbols symbols(modules);
  std::vector<CodePlace> places;
  for (const runtime::CallStack& calls : not_covered.unseen_code) {
    const std::vector<CodePlace>& innermost = symbols.code(calls.front() - 1);
    CodePlace place = innermost.empty() ? CodePlace{} : innermost.front();
    if (place.file.empty()) place.file = symbols.module(calls.front());
    places.push_back(std::move(place));
  }
  for (const std::string& file : not_covered.unseen_files) places.push_back({.function = "", .file = file});
  sort_and_keep_one_of_each(places);
  return places;
}

std::vector<CodePlace> unordered_look_places(
    const std::vector<std::pair<runtime::CallStack, runtime::CallStack>>& calls,
    const std::vector<LoadedModule>& modules) {
  const Symbols symbols(modules);
  std::vector<CodePlace> places;
  for (const auto& [one, other] : calls) {
    const auto first = place_of_look(symbols.places(one)), second = place_of_look(symbols.places(other));
    if (first && second) places.insert(places.end(), {*first, *second});
  }
  sort_and_keep_one_of_each(places);
  return places;
}

std::vector<CutLoop> cut_loops(const std::map<runtime::CallStack, std::uint64_t>& calls,
                               const std::vector<LoadedModule>& modules) {
  if (calls.empty()) return {};
  const Symbols symbols(modules);
  std::vector<CutLoop> loops;
  for (const auto& [stack, times] : calls) {
    const std::vector<CodePlace> ways = symbols.places(stack);
    const CodePlace* own = own_place(ways);
    const CodePlace place = own == nullptr ? CodePlace{} : *own;
    const auto known = std::ranges::find(loops, place, &CutLoop::place);
    if (known == loops.end()) {
      loops.push_back({place, times});
    } else {
      known->times += times;
    }
  }
  std::ranges::sort(loops, {}, [](const CutLoop& loop) {
    return std::tuple(~loop.times, loop.place.file, loop.place.line);
  });
  return loops;
}

}  // namespace linnet
