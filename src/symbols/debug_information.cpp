// Implements DebugInformation by libdw: units by their ranges, inlined functions, variables by address.
#include "symbols/debug_information.hpp"

#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/demangle.hpp"
#include "symbols/block_type.hpp"
#include "symbols/dwarf.hpp"
#include "symbols/type_path.hpp"

namespace linnet {

namespace {

using dwarf::for_each_child;
using dwarf::number_of;

std::size_t behind_parameters(const std::string& text, std::size_t at) {
  int open = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++open;
    if (text[at] == ')' && --open == 0) return at + 1;
  }
  return at;
}

// "void std::push<int>(int&)" → "std::push<int>": arguments and results are in the way, and the line tells
// the overload. "f(int)::{lambda()#1}::operator()() const" → "f::{lambda()#1}::operator()".
std::string without_signature(std::string text) {
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
    const std::size_t end = behind_parameters(text, i);
    if (text.compare(i, end - i, "(anonymous namespace)") == 0) {
      text.erase(i, end + 2 - i);
      --i;  // begins again behind it
      continue;
    }
    const bool is_outer = text.compare(end, 2, "::") == 0;
    if (!is_name && !is_outer) return text.substr(start, i - start);
    if (is_name) ++i;
    if (is_outer) text.erase(i, end - i);
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

// The inlined functions that contain the address, outermost first; false if there is none.
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

// The distance of a variable from the start of its function's frame: gcc counts from there, clang from the
// frame pointer, below which are the return address and its own saved value.
std::optional<std::int64_t> offset_in_frame(Dwarf_Die function, Dwarf_Die variable, std::uint64_t address) {
  Dwarf_Attribute attribute;
  Dwarf_Op* expression = nullptr;
  std::size_t length = 0;
  if (dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &expression, &length) != 0 || length != 1) {
    return std::nullopt;
  }
  const bool from_beginning = expression[0].atom == DW_OP_call_frame_cfa;
  if (!from_beginning && expression[0].atom != DW_OP_reg6) return std::nullopt;
  if (dwarf_attr_integrate(&variable, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation_addr(&attribute, address, &expression, &length, 1) != 1 || length != 1 ||
      expression[0].atom != DW_OP_fbreg) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(expression[0].number) - (from_beginning ? 0 : 16);
}

// Finds the variable of the function, or of one inlined into it, that contains the bytes at that distance.
// Calls visit(it, its type, the distance in it).
void find_in_frame(Dwarf_Die function, Dwarf_Die scope, std::uint64_t address, std::int64_t distance,
                   const auto& visit) {
  for_each_child(scope, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    const bool is_scope = tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine;
    if (is_scope && dwarf_haspc(&child, address) > 0)
      find_in_frame(function, child, address, distance, visit);
    const auto type =
        tag == DW_TAG_variable || tag == DW_TAG_formal_parameter ? dwarf::type_of(child) : std::nullopt;
    const auto begins = type ? offset_in_frame(function, child, address) : std::nullopt;
    if (!begins || distance < *begins) return false;
    const auto inside = static_cast<std::uint64_t>(distance - *begins);
    if (inside < dwarf::size_of(*type)) visit(child, *type, inside);
    return false;
  });
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
  std::map<Dwarf_Off, std::vector<Range>> functions;  // by unit, for those that were asked for; each by begin
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

  // Collects the functions of the unit, its namespaces and classes, also those of classes inside functions,
  // such as lambdas.
  static void gather_functions(Dwarf_Die parent, std::vector<Range>& to) {
    for_each_child(parent, [&](Dwarf_Die child) {
      switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
          add_ranges(child, to);
          gather_functions(child, to);
          break;
        case DW_TAG_namespace:
        case DW_TAG_lexical_block:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type: gather_functions(child, to); break;
        default: break;
      }
      return false;
    });
  }

  // Collects the variables of the unit and of its namespaces and functions: static variables may be anywhere.
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

  // The range that contains the address. REQUIRES: sorted by begin.
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

  // The function at an address of the file, in any unit.
  Dwarf_Die* function_at(std::uint64_t address) {
    Dwarf_Die* unit = find(units, address);
    return unit == nullptr ? nullptr : function_at(*unit, address);
  }

  // The bytes of code from an address on, as far as the section goes.
  std::span<const std::uint8_t> bytes_at(std::uint64_t address) {
    GElf_Addr elf_bias = 0;
    Elf* elf = dwfl_module_getelf(module, &elf_bias);
    for (Elf_Scn* section = nullptr; elf != nullptr && (section = elf_nextscn(elf, section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_PROGBITS) continue;
      if ((header.sh_flags & SHF_EXECINSTR) == 0 || address - header.sh_addr >= header.sh_size) continue;
      const Elf_Data* data = elf_rawdata(section, nullptr);
      if (data == nullptr || data->d_size < header.sh_size) return {};
      return std::span(static_cast<const std::uint8_t*>(data->d_buf), data->d_size)
          .subspan(address - header.sh_addr);
    }
    return {};
  }

  // The functions that the function calls behind the address: e8 and a distance that leads to the beginning
  // of a function.
  std::vector<Dwarf_Die> functions_called(Dwarf_Die function, std::uint64_t address) {
    constexpr std::uint64_t kLength = 5;
    std::vector<Dwarf_Die> called;
    Dwarf_Addr end = 0;
    if (dwarf_highpc(&function, &end) != 0 || end <= address) return called;
    const std::span<const std::uint8_t> code = bytes_at(address);
    for (std::uint64_t at = 0; at + kLength <= std::min<std::uint64_t>(code.size(), end - address); ++at) {
      if (code[at] != 0xe8) continue;
      std::int32_t distance = 0;
      std::memcpy(&distance, &code[at + 1], sizeof distance);
      const std::uint64_t target =
          address + at + kLength + static_cast<std::uint64_t>(std::int64_t{distance});
      Dwarf_Addr entry = 0;
      Dwarf_Die* other = function_at(target);
      if (other != nullptr && dwarf_entrypc(other, &entry) == 0 && entry == target) called.push_back(*other);
    }
    return called;
  }

  PlaceInCode place_at(std::uint64_t address) {
    PlaceInCode place{address, 0, {}, {}};
    Dwarf_Die* unit = find(units, address);
    Dwarf_Die* function = unit == nullptr ? nullptr : function_at(*unit, address);
    if (function == nullptr) return place;
    int line = 0;
    if (Dwarf_Line* found = dwarf_getsrc_die(unit, address)) dwarf_lineno(found, &line);
    place.line = static_cast<unsigned>(line);
    gather_inlined(*function, address, place.functions);
    std::ranges::reverse(place.functions);
    place.functions.push_back(*function);
    return place;
  }

  // The variable that begins there, if any. All entries of all units are visited on the first call, which
  // takes long for large programs.
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

std::string DebugInformation::data(std::uint64_t address, std::uint64_t size) const {
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
    text += path_within(type, offset, size);
  }
  return text;
}

std::string DebugInformation::local(std::uint64_t code, std::int64_t offset, std::uint64_t size) const {
  const std::uint64_t in_unit = code - session_->bias;
  Dwarf_Die* function = session_->module == nullptr ? nullptr : session_->function_at(in_unit);
  std::string name;
  if (function == nullptr) return name;
  find_in_frame(*function, *function, in_unit, offset,
                [&](Dwarf_Die variable, Dwarf_Die type, std::uint64_t inside) {
                  const char* written = dwarf_diename(&variable);
                  if (written != nullptr && name.empty()) name = written + path_within(type, inside, size);
                });
  return name;
}

std::optional<DebugInformation::BlockType> DebugInformation::block_type(Place place, std::uint64_t code,
                                                                        std::uint64_t size) const {
  if (session_->module == nullptr) return std::nullopt;
  PlaceInCode there = session_->place_at(code - session_->bias);
  if (there.functions.empty()) return std::nullopt;
  if (place == Place::asks)
    there.functions_called = session_->functions_called(there.functions.back(), there.address);
  auto type = place == Place::asks ? type_asked_for(there, size) : type_used(there, size);
  if (!type) return std::nullopt;
  return BlockType{dwarf::name_of(*type), dwarf::size_of(*type), dwarf::is_class(*type),
                   dwarf_dieoffset(&*type)};
}

std::string DebugInformation::part_of(const BlockType& type, std::uint64_t offset, std::uint64_t size) const {
  Dwarf* dwarf = dwfl_module_getdwarf(session_->module, &session_->bias);
  Dwarf_Die die;
  if (dwarf == nullptr || dwarf_offdie(dwarf, type.entry, &die) == nullptr)
    return "+" + std::to_string(offset);
  return path_within(die, offset, size);
}

}  // namespace linnet
