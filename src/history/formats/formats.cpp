// The table of formats, and the choice among them.
#include <algorithm>
#include <array>
#include <ranges>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

// The special ones come first: a file that begins like JSON is native unless it begins like a violat
// document.
constexpr std::array<const Format*, 9> kFormats = {&kViolatFormat,  &kNativeFormat,  &kBinaryFormat,
                                                   &kEdnFormat,     &kLimoFormat,    &kFptlinFormat,
                                                   &kPolylinFormat, &kFastlinFormat, &kJepsenLogFormat};

std::string names() {
  return fmt::format("{}", fmt::join(kFormats | std::views::transform(&Format::name), ", "));
}

const Format& find_format(std::string_view name) {
  for (const Format* f : kFormats) {
    if (f->name == name) return *f;
  }
  throw InputError(fmt::format("found the format {}, expected one of {}", name, names()));
}

const Format& recognise(const Input& input, std::string_view head) {
  for (const Format* f : kFormats) {
    if (f->recognises(head)) return *f;
  }
  const std::size_t begin = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const std::string_view line = head.substr(begin, head.find('\n', begin) - begin);
  throw InputError(Place{input.name(), 1, 0},
                   fmt::format("found {}, expected a history in one of the formats {}",
                               excerpt(line.substr(0, 60)), names()));
}

}  // namespace

std::span<const Format* const> all_formats() {
  return kFormats;
}

History read_history(Input& input, const ReadOptions& options) {
  constexpr std::size_t kHead = std::size_t{64} << 10;
  const std::string_view head = input.peek(kHead);
  if (head.find_first_not_of(" \t\r\n") == std::string_view::npos && head.size() < kHead) {
    throw InputError(Place{input.name(), 0, 0}, "is empty, expected a history");
  }
  const Format& format = options.format.empty() ? recognise(input, head) : find_format(options.format);
  return format.read(input, options);
}

History read_history(const std::string& path, const ReadOptions& options, const Budget* budget) {
  Input input = Input::open(path, budget);
  return read_history(input, options);
}

}  // namespace linnet
