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

  // By address. Where a function begins is told by the tables for unwinding, which files have even if they are stripped, and by symbols;
  // it ends where the next one begins.
  const std::vector<FunctionCode>& functions() const { return functions_; }
  // The name that is called through this address, where that is known: the one of an imported function, whose address the
  // loader put into a slot of a table.
  const std::string* called_through_slot(std::uint64_t slot) const;
  // The same for a call of a stub that jumps through a slot.
  const std::string* called_directly(std::uint64_t target) const;
  bool imports(std::string_view prefix) const;
  // Whether this is an instruction of inline assembly, as far as the assembler said so (cmake/flags/assembler).
  bool is_assembly(std::uint64_t address) const { return lies_in(assembly_, address); }
  bool has_assembly(const FunctionCode& function) const;
  // Whether this is in data that stay writable when the program runs.
  bool is_writable(std::uint64_t address) const { return lies_in(writable_, address); }
  // What is there and after it, up to the end of its section, if that is code or data that nobody writes. Nothing: it is neither.
  std::span<const std::uint8_t> constant_bytes(std::uint64_t address) const;
  bool is_code(std::uint64_t address) const;
  // A table for unwinding; empty if there is none.
  const FunctionCode& unwinding_index() const { return unwinding_index_; }
  // Where the function of this name begins, as a symbol says.
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
