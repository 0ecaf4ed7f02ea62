// Says which types a scenario can give and a history can keep, and small values of them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "generate/class_description.hpp"

namespace linnet::generate {

// Whether it is recorded as it is, and can be made from an argument in a scenario.
bool is_plain(const Type& type);
// Two or three small values of a plain type.
std::vector<std::string> samples(const Type& type);
// The automatic mode knows no small values of these, or none that mean something.
bool needs_samples(const Type& type);
// Whether a person gave the type its name, not the inside of a library or a template: then it is worth writing in a test.
bool has_good_name(const Type& type);

constexpr const char* kShortTime = "std::chrono::milliseconds(1)";

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace linnet::generate
