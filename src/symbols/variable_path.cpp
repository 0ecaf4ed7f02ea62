// Goes down through members and elements to the one at the offset.
#include "symbols/variable_path.hpp"

#include <dwarf.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace linnet {

namespace {

std::optional<Dwarf_Die> type_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr) return std::nullopt;
  if (dwarf_formref_die(&attribute, &type) == nullptr) return std::nullopt;
  Dwarf_Die plain;
  if (dwarf_peel_type(&type, &plain) != 0) return std::nullopt;  // typedef, const, volatile, atomic
  return plain;
}

std::uint64_t size_of(Dwarf_Die type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

std::uint64_t offset_of(Dwarf_Die member) {
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) != nullptr)
    dwarf_formudata(&attribute, &offset);
  return offset;
}

struct Member {
  std::string name;  // empty for a base class or an unnamed part
  Dwarf_Die type;
  std::uint64_t offset;
};

std::optional<Member> member_at(Dwarf_Die type, std::uint64_t offset) {
  Dwarf_Die child;
  if (dwarf_child(&type, &child) != 0) return std::nullopt;
  do {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    const auto member_type = type_of(child);
    const std::uint64_t start = offset_of(child);
    if (!member_type || dwarf_hasattr(&child, DW_AT_external)) continue;
    if (offset < start || offset - start >= std::max<std::uint64_t>(1, size_of(*member_type))) continue;
    const char* name = tag == DW_TAG_member ? dwarf_diename(&child) : nullptr;
    return Member{name != nullptr ? name : "", *member_type, start};
  } while (dwarf_siblingof(&child, &child) == 0);
  return std::nullopt;
}

// What the standard library calls its insides is of no use to a reader.
bool is_internal(const std::string& name) {
  return name.starts_with("_M_") || name.starts_with("__");
}

}  // namespace

std::string path_within(Dwarf_Die variable_type, std::uint64_t offset) {
  std::string path;
  Dwarf_Die plain;
  std::optional<Dwarf_Die> type;
  if (dwarf_peel_type(&variable_type, &plain) == 0) type = plain;
  while (type) {
    const int tag = dwarf_tag(&*type);
    if (tag == DW_TAG_array_type) {
      const auto element = type_of(*type);
      const std::uint64_t size = element ? size_of(*element) : 0;
      if (size == 0) break;
      path += fmt::format("[{}]", offset / size);
      offset %= size;
      type = element;
    } else if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type) {
      const auto member = member_at(*type, offset);
      if (!member || is_internal(member->name)) {
        if (member && offset == member->offset) offset = 0;
        break;
      }
      if (!member->name.empty()) path += "." + member->name;
      offset -= member->offset;
      type = member->type;
    } else {
      break;
    }
  }
  if (offset != 0) path += fmt::format("+{}", offset);
  return path;
}

}  // namespace linnet
