// Descends through members, base classes and elements.
#include "symbols/type_path.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "symbols/dwarf.hpp"

namespace linnet {

namespace {

struct Part {
  std::string name;  // empty for a base class or an unnamed part
  Dwarf_Die type;
  std::uint64_t offset;
};

std::optional<Part> member_at(Dwarf_Die type, std::uint64_t offset) {
  std::optional<Part> found;
  dwarf::for_each_child(type, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return false;
    const auto member_type = dwarf::type_of(child);
    const std::uint64_t start = dwarf::number_of(child, DW_AT_data_member_location);
    if (!member_type || dwarf_hasattr(&child, DW_AT_external)) return false;
    if (offset < start || offset - start >= std::max<std::uint64_t>(1, dwarf::size_of(*member_type)))
      return false;
    const char* name = tag == DW_TAG_member ? dwarf_diename(&child) : nullptr;
    found = Part{name != nullptr ? name : "", *member_type, start};
    return dwarf::size_of(*member_type) > 0;  // an empty base class has no part of it
  });
  return found;
}

std::optional<Part> element_at(Dwarf_Die array, std::uint64_t offset) {
  const auto element = dwarf::type_of(array);
  const std::uint64_t size = element ? dwarf::size_of(*element) : 0;
  if (size == 0) return std::nullopt;
  return Part{fmt::format("[{}]", offset / size), *element, offset / size * size};
}

// Names of the standard library's internals do not help a reader.
bool is_internal(const std::string& name) {
  return name.starts_with("_M_") || name.starts_with("__");
}

}  // namespace

std::string path_within(Dwarf_Die type, std::uint64_t offset, std::uint64_t size) {
  std::string path;
  std::optional<Dwarf_Die> at = dwarf::plain(type);
  while (at) {
    const bool is_array = dwarf_tag(&*at) == DW_TAG_array_type;
    if (!is_array && !dwarf::is_class(*at)) break;
    const auto part = is_array ? element_at(*at, offset) : member_at(*at, offset);
    if (!part) break;
    const std::uint64_t whole = dwarf::size_of(*at);
    const bool is_all_of_it = size != kLargestPart && dwarf::size_of(part->type) == whole;
    if (offset == 0 && whole <= size && !is_all_of_it) break;
    // The elements of a std::array are those of its only member. A sem_t is a union with an array that only makes room.
    const bool makes_room = dwarf_tag(&*at) == DW_TAG_union_type;
    const bool has_elements = dwarf_tag(const_cast<Dwarf_Die*>(&part->type)) == DW_TAG_array_type;
    if (is_internal(part->name) && (makes_room || !has_elements)) {
      if (offset == part->offset) offset = 0;
      break;
    }
    if (!is_internal(part->name)) path += (is_array || part->name.empty() ? "" : ".") + part->name;
    offset -= part->offset;
    at = part->type;
  }
  if (offset != 0) path += fmt::format("+{}", offset);
  return path;
}

}  // namespace linnet
