// A table of names for a closed set: one entry for each value.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace linnet {

template <class Value>
struct Named {
  Value value;
  std::string_view name;
  std::string_view meaning = {};  // for help
};

template <class Value, std::size_t n>
constexpr std::string_view name_in(const Named<Value> (&table)[n], Value value) {
  for (const Named<Value>& entry : table) {
    if (entry.value == value) return entry.name;
  }
  return {};
}

template <class Value, std::size_t n>
constexpr std::optional<Value> value_in(const Named<Value> (&table)[n], std::string_view name) {
  for (const Named<Value>& entry : table) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

}  // namespace linnet
