// Small helpers for debug information that several files here use.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>

namespace linnet::dwarf {

// Calls visit(child) for each child until it returns true. Returns whether it did.
bool for_each_child(Dwarf_Die parent, const auto& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return false;
  do {
    if (visit(child)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

// The type without typedef, const, volatile and atomic.
inline std::optional<Dwarf_Die> plain(Dwarf_Die type) {
  Dwarf_Die found;
  return dwarf_peel_type(&type, &found) == 0 ? std::optional(found) : std::nullopt;
}

// The type of a variable, a member or a result; the target of a pointer; the element of an array.
inline std::optional<Dwarf_Die> type_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr) return std::nullopt;
  if (dwarf_formref_die(&attribute, &type) == nullptr) return std::nullopt;
  return plain(type);
}

inline std::uint64_t number_of(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_attr_integrate(&die, name, &attribute) != nullptr) dwarf_formudata(&attribute, &number);
  return number;
}

inline std::uint64_t size_of(Dwarf_Die type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

inline bool is_class(Dwarf_Die type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

// "Node<int>" → "Node".
inline std::string name_of(Dwarf_Die die) {
  const char* written = dwarf_diename(&die);
  const std::string name = written != nullptr ? written : "";
  return name.substr(0, name.find('<'));
}

}  // namespace linnet::dwarf
