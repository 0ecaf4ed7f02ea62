// The code of an executable or library file: its functions, what it may write, and which functions of others it calls.
//
// Addresses are those in the file, as if it were loaded at 0.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linnet {

struct FunctionCode {
  std::uint64_t address = 0;
  std::span<const std::uint8_t> bytes;
};

class CodeFile {
 public:
  // If the file cannot be read, it has no functions.
  explicit CodeFile(const std::string& path);

  // By address. The tables for unwinding, which stripped files have as well, and the symbols say where each function begins. A
  // function ends where the next one begins.
  const std::vector<FunctionCode>& functions() const { return functions_; }
  // The name of the function that is called through this address, if it is known: an imported function, whose address the
  // loader wrote into a table.
  const std::string* called_through_slot(std::uint64_t slot) const;
  // The same for a call of a stub that jumps through such a table.
  const std::string* called_directly(std::uint64_t target) const;
  bool imports(std::string_view prefix) const;
  // Whether this is an instruction of inline assembly, as far as the assembler said so (cmake/flags/assembler).
  bool is_assembly(std::uint64_t address) const { return lies_in(assembly_, address); }
  bool has_assembly(const FunctionCode& function) const;
  // Whether the address is in data that are still writable when the program runs.
  bool is_writable(std::uint64_t address) const { return lies_in(writable_, address); }
  // The bytes from the address to the end of its section, if the section has code or constant data; otherwise nothing.
  std::span<const std::uint8_t> constant_bytes(std::uint64_t address) const;
  bool is_code(std::uint64_t address) const;
  // The table for unwinding with this name; empty if there is none.
  const FunctionCode& unwinding_index() const { return unwinding_index_; }
  // The beginning of the function with this name, according to the symbols.
  std::optional<std::uint64_t> function_named(std::string_view name) const;

 private:
  struct Section {
    std::uint64_t address = 0;
    std::span<const std::uint8_t> bytes;
  };
  using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  static bool lies_in(const Ranges& ranges, std::uint64_t address);
  void read(int descriptor);
  void add_functions(std::vector<std::uint64_t> starts);

  std::vector<std::uint8_t> contents_;  // of the sections that are kept, one after the other
  std::vector<FunctionCode> functions_;
  std::vector<Section> code_, stubs_, constants_;
  FunctionCode unwinding_index_;
  std::map<std::string, std::uint64_t, std::less<>> names_;
  std::map<std::uint64_t, std::string> slots_;
  Ranges writable_, assembly_;
};

}  // namespace linnet
