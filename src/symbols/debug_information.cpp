// Implements DebugInformation by libdw: units by their ranges, inlined functions, variables by address.
#include "symbols/debug_information.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/demangle.hpp"

namespace linnet {

namespace {

// Calls visit(child) for each child until it returns true, and says whether it did.
bool for_each_child(Dwarf_Die parent, const auto& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return false;
  do {
    if (visit(child)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

std::optional<Dwarf_Die> type_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type, plain;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr) return std::nullopt;
  if (dwarf_formref_die(&attribute, &type) == nullptr) return std::nullopt;
  if (dwarf_peel_type(&type, &plain) != 0) return std::nullopt;  // typedef, const, volatile, atomic
  return plain;
}

std::uint64_t number_of(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_attr(&die, name, &attribute) != nullptr) dwarf_formudata(&attribute, &number);
  return number;
}

std::uint64_t size_of(Dwarf_Die type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

struct Member {
  std::string name;  // empty for a base class or an unnamed part
  Dwarf_Die type;
  std::uint64_t offset;
};

std::optional<Member> member_at(Dwarf_Die type, std::uint64_t offset) {
  std::optional<Member> found;
  for_each_child(type, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return false;
    const auto member_type = type_of(child);
    const std::uint64_t start = number_of(child, DW_AT_data_member_location);
    if (!member_type || dwarf_hasattr(&child, DW_AT_external)) return false;
    if (offset < start || offset - start >= std::max<std::uint64_t>(1, size_of(*member_type))) return false;
    const char* name = tag == DW_TAG_member ? dwarf_diename(&child) : nullptr;
    found = Member{name != nullptr ? name : "", *member_type, start};
    return true;
  });
  return found;
}

// What the standard library calls its insides is of no use to a reader.
bool is_internal(const std::string& name) {
  return name.starts_with("_M_") || name.starts_with("__");
}

// The part of a variable that lies at an offset, as one would write it in C: ".head", "[2].next". It is found by going down
// through members and elements; where the debug information ends, "+N" stands for what is left.
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

// "void std::push<int>(int&)" → "std::push<int>": arguments and results are in the way, the line says which overload
// it is.
std::string without_signature(const std::string& text) {
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '{') ++depth;
    if (c == '>' || c == '}') --depth;
    if (depth != 0) continue;
    if (c == ' ') start = i + 1;
    if (c != '(') continue;
    constexpr std::string_view kCall = "operator";
    const bool is_name =
        std::string_view(text).substr(0, i).ends_with(kCall) && text.compare(i, 3, "()(") == 0;
    if (!is_name) return text.substr(start, i - start);
    ++i;
  }
  return text;
}

// A name that no C++ compiler made may look like the code of a type: `f` is a function, and not float.
std::string readable(const char* name) {
  return std::string_view(name).starts_with("_Z") ? without_signature(demangled(name)) : name;
}

// Where an inlined function was called.
CodePlace caller_of(Dwarf_Die inlined, Dwarf_Die* unit) {
  CodePlace place;
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(unit, &files, nullptr) == 0) {
    const std::uint64_t number = number_of(inlined, DW_AT_call_file);
    if (const char* file = dwarf_filesrc(files, number, nullptr, nullptr)) place.file = file;
  }
  place.line = static_cast<unsigned>(number_of(inlined, DW_AT_call_line));
  return place;
}

// The inlined functions that have the address, outermost first; false if there is none.
bool gather_inlined(Dwarf_Die parent, std::uint64_t address, std::vector<Dwarf_Die>& found) {
  return for_each_child(parent, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    const bool is_here = tag == DW_TAG_inlined_subroutine && dwarf_haspc(&child, address) > 0;
    if (is_here) found.push_back(child);
    return (is_here || tag == DW_TAG_lexical_block) && (gather_inlined(child, address, found) || is_here);
  });
}

std::optional<std::uint64_t> fixed_address(Dwarf_Die variable) {
  Dwarf_Attribute attribute;
  Dwarf_Op* expression = nullptr;
  std::size_t length = 0;
  if (dwarf_attr_integrate(&variable, DW_AT_location, &attribute) == nullptr) return std::nullopt;
  if (dwarf_getlocation(&attribute, &expression, &length) != 0 || length != 1) return std::nullopt;
  if (expression[0].atom == DW_OP_addr) return expression[0].number;
  Dwarf_Attribute address;  // an index into a table of addresses, in DWARF 5
  Dwarf_Addr found = 0;
  if (dwarf_getlocation_attr(&attribute, expression, &address) != 0 ||
      dwarf_formaddr(&address, &found) != 0) {
    return std::nullopt;
  }
  return found;
}

}  // namespace

struct DebugInformation::Session {
  Dwfl_Callbacks callbacks{};
  Dwfl* dwfl = nullptr;
  Dwfl_Module* module = nullptr;
  Dwarf_Addr bias = 0;
  struct Range {
    std::uint64_t begin, end;
    Dwarf_Die die;
  };
  std::vector<Range> units;                           // by begin
  std::map<Dwarf_Off, std::vector<Range>> functions;  // by unit, of those that were asked for; each by begin
  bool variables_gathered = false;
  std::unordered_map<std::uint64_t, Dwarf_Die> variables;  // by address

  void for_each_unit(const auto& visit) {
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;)
      visit(*unit);
  }

  static void add_ranges(Dwarf_Die die, std::vector<Range>& to) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&die, next, &base, &begin, &end)) > 0;)
      to.push_back({begin, end, die});
  }

  // Gathers the functions of the unit, its namespaces and classes. For those of a local class, the name in the symbol table has
  // to do.
  static void gather_functions(Dwarf_Die parent, std::vector<Range>& to) {
    for_each_child(parent, [&](Dwarf_Die child) {
      switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram: add_ranges(child, to); break;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type: gather_functions(child, to); break;
        default: break;
      }
      return false;
    });
  }

  // Gathers the variables of the unit and of its namespaces and functions: static variables may be anywhere.
  void gather_variables(Dwarf_Die parent) {
    for_each_child(parent, [&](Dwarf_Die child) {
      switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
          if (const auto address = fixed_address(child)) variables.emplace(*address, child);
          break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block: gather_variables(child); break;
        default: break;
      }
      return false;
    });
  }

  // The one that has the address. REQUIRES: by begin.
  static Dwarf_Die* find(std::vector<Range>& ranges, std::uint64_t address) {
    const auto after = std::ranges::upper_bound(ranges, address, {}, &Range::begin);
    if (after == ranges.begin()) return nullptr;
    Range& range = *std::prev(after);
    return address < range.end ? &range.die : nullptr;
  }

  // A table for all addresses of a unit: libdw's own search goes through the unit again for each.
  Dwarf_Die* function_at(Dwarf_Die unit, std::uint64_t address) {
    const auto [of_unit, is_new] = functions.try_emplace(dwarf_dieoffset(&unit));
    if (is_new) {
      gather_functions(unit, of_unit->second);
      std::ranges::sort(of_unit->second, {}, &Range::begin);
    }
    return find(of_unit->second, address);
  }

  // The one that begins there, if any. All entries of all units are gone through, which is long for large programs: not
  // before one is asked for.
  Dwarf_Die* variable_at(std::uint64_t address) {
    if (!std::exchange(variables_gathered, true))
      for_each_unit([this](Dwarf_Die unit) { gather_variables(unit); });
    const auto found = variables.find(address);
    return found == variables.end() ? nullptr : &found->second;
  }
};

DebugInformation::DebugInformation(const std::string& file) : session_(std::make_unique<Session>()) {
  session_->callbacks.find_elf = dwfl_build_id_find_elf;
  session_->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
  session_->callbacks.section_address = dwfl_offline_section_address;
  session_->dwfl = dwfl_begin(&session_->callbacks);
  if (session_->dwfl == nullptr) return;
  dwfl_report_begin(session_->dwfl);
  session_->module = dwfl_report_elf(session_->dwfl, file.c_str(), file.c_str(), -1, 0, false);
  dwfl_report_end(session_->dwfl, nullptr, nullptr);
  if (session_->module == nullptr) return;
  // libdw looks units up in .debug_aranges, which clang does not write.
  session_->for_each_unit([this](Dwarf_Die unit) { Session::add_ranges(unit, session_->units); });
  std::ranges::sort(session_->units, {}, &Session::Range::begin);
}

DebugInformation::~DebugInformation() {
  if (session_->dwfl != nullptr) dwfl_end(session_->dwfl);
}

std::vector<CodePlace> DebugInformation::code(std::uint64_t address) const {
  std::vector<CodePlace> places;
  if (session_->module == nullptr) return places;
  CodePlace place;
  const std::uint64_t in_unit = address - session_->bias;
  Dwarf_Die* unit = Session::find(session_->units, in_unit);
  if (Dwarf_Line* line = unit == nullptr ? nullptr : dwarf_getsrc_die(unit, in_unit)) {
    int number = 0;
    if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) place.file = file;
    dwarf_lineno(line, &number);
    place.line = static_cast<unsigned>(number);
  }
  std::vector<Dwarf_Die> inlined;
  if (Dwarf_Die* function = unit == nullptr ? nullptr : session_->function_at(*unit, in_unit))
    gather_inlined(*function, in_unit, inlined);
  for (Dwarf_Die& one : inlined | std::views::reverse) {
    if (const char* name = dwarf_diename(&one)) place.function = name;
    places.push_back(place);
    place = caller_of(one, unit);
  }
  if (const char* name = dwfl_module_addrname(session_->module, address)) place.function = readable(name);
  if (!place.function.empty() || !place.file.empty()) places.push_back(place);
  return places;
}

std::string DebugInformation::data(std::uint64_t address) const {
  if (session_->module == nullptr) return "";
  GElf_Off offset = 0;
  GElf_Sym symbol{};
  const char* name =
      dwfl_module_addrinfo(session_->module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT) return "";
  Dwarf_Die* variable = session_->variable_at(address - offset);
  if (variable == nullptr) {
    return readable(name) + (offset == 0 ? "" : "+" + std::to_string(offset));
  }
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  const char* written = dwarf_diename(variable);
  std::string text = written != nullptr ? written : readable(name);
  if (dwarf_attr_integrate(variable, DW_AT_type, &attribute) != nullptr &&
      dwarf_formref_die(&attribute, &type) != nullptr) {
    text += path_within(type, offset);
  }
  return text;
}

}  // namespace linnet
