// DebugInformation, by libdw: units by their ranges, inlined functions, variables by address.
#include "symbols/debug_information.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "symbols/variable_path.hpp"

namespace linnet {

namespace {

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

std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? without_signature(text) : name;
  std::free(text);
  return result;
}

unsigned number_of(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_attr(&die, name, &attribute) != nullptr) dwarf_formudata(&attribute, &number);
  return static_cast<unsigned>(number);
}

// Where an inlined function was called.
CodePlace caller_of(Dwarf_Die inlined, Dwarf_Die* unit) {
  CodePlace place;
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(unit, &files, nullptr) == 0) {
    if (const char* file = dwarf_filesrc(files, number_of(inlined, DW_AT_call_file), nullptr, nullptr))
      place.file = file;
  }
  place.line = number_of(inlined, DW_AT_call_line);
  return place;
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
  struct UnitRange {
    std::uint64_t begin, end;
    Dwarf_Die unit;
  };
  std::vector<UnitRange> code;  // by begin
  bool variables_gathered = false;
  std::unordered_map<std::uint64_t, Dwarf_Die> variables;  // by address

  template <typename Visit>
  void for_each_unit(Visit&& visit);
  void gather_code(Dwarf_Die unit);
  void gather_variables(Dwarf_Die parent);
  // The one that begins there, if any.
  Dwarf_Die* variable_at(std::uint64_t address);
  Dwarf_Die* unit_of(std::uint64_t address);
};

template <typename Visit>
void DebugInformation::Session::for_each_unit(Visit&& visit) {
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) visit(*unit);
}

// libdw looks units up in .debug_aranges, which clang does not write.
void DebugInformation::Session::gather_code(Dwarf_Die unit) {
  Dwarf_Addr base = 0, begin = 0, end = 0;
  for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&unit, next, &base, &begin, &end)) > 0;)
    code.push_back({begin, end, unit});
}

Dwarf_Die* DebugInformation::Session::unit_of(std::uint64_t address) {
  const auto after = std::ranges::upper_bound(code, address, {}, &UnitRange::begin);
  if (after == code.begin()) return nullptr;
  UnitRange& range = *std::prev(after);
  return address < range.end ? &range.unit : nullptr;
}

// Of the unit and of its namespaces and functions: static variables may be anywhere.
void DebugInformation::Session::gather_variables(Dwarf_Die parent) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable:
        if (const auto address = fixed_address(child)) variables.emplace(*address, child);
        break;
      case DW_TAG_namespace:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block: gather_variables(child); break;
      default: break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

// All entries of all units are gone through, which is long for large programs: not before one is asked for.
Dwarf_Die* DebugInformation::Session::variable_at(std::uint64_t address) {
  if (!std::exchange(variables_gathered, true))
    for_each_unit([this](Dwarf_Die unit) { gather_variables(unit); });
  const auto found = variables.find(address);
  return found == variables.end() ? nullptr : &found->second;
}

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
  session_->for_each_unit([this](Dwarf_Die unit) { session_->gather_code(unit); });
  std::ranges::sort(session_->code, {}, &Session::UnitRange::begin);
}

DebugInformation::~DebugInformation() {
  if (session_->dwfl != nullptr) dwfl_end(session_->dwfl);
}

std::vector<CodePlace> DebugInformation::code(std::uint64_t address) const {
  std::vector<CodePlace> places;
  if (session_->module == nullptr) return places;
  CodePlace place;
  const std::uint64_t in_unit = address - session_->bias;
  Dwarf_Die* unit = session_->unit_of(in_unit);
  if (Dwarf_Line* line = unit == nullptr ? nullptr : dwarf_getsrc_die(unit, in_unit)) {
    int number = 0;
    if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) place.file = file;
    dwarf_lineno(line, &number);
    place.line = static_cast<unsigned>(number);
  }
  Dwarf_Die *scopes = nullptr, *chain = nullptr;
  int count = unit == nullptr ? 0 : dwarf_getscopes(unit, in_unit, &scopes);
  if (count > 0) count = dwarf_getscopes_die(&scopes[0], &chain);
  for (int i = 0; i < count; ++i) {
    if (dwarf_tag(&chain[i]) != DW_TAG_inlined_subroutine) continue;
    if (const char* name = dwarf_diename(&chain[i])) place.function = name;
    places.push_back(place);
    place = caller_of(chain[i], unit);
  }
  std::free(scopes);
  std::free(chain);
  if (const char* name = dwfl_module_addrname(session_->module, address)) place.function = demangled(name);
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
    return demangled(name) + (offset == 0 ? "" : "+" + std::to_string(offset));
  }
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  const char* written = dwarf_diename(variable);
  std::string text = written != nullptr ? written : demangled(name);
  if (dwarf_attr_integrate(variable, DW_AT_type, &attribute) != nullptr &&
      dwarf_formref_die(&attribute, &type) != nullptr) {
    text += path_within(type, offset);
  }
  return text;
}

}  // namespace linnet
