// The symbol table of an ELF file.
#include "cli/object_file.hpp"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace linnet {

namespace {

template <class Entry>
std::vector<Entry> read_table(std::ifstream& file, std::uint64_t offset, std::uint64_t size) {
  std::vector<Entry> table(size / sizeof(Entry));
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(table.data()),
            static_cast<std::streamsize>(table.size() * sizeof(Entry)));
  return table;
}

bool begins_a_program(std::string_view name, const Elf64_Sym& symbol) {
  const bool defined = symbol.st_shndx != SHN_UNDEF;
  return ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && name == (defined ? "main" : "linnet_add_test");
}

}  // namespace

bool is_program_of_its_own(const std::string& object) {
  std::ifstream file(object, std::ios::binary);
  const auto header = read_table<Elf64_Ehdr>(file, 0, sizeof(Elf64_Ehdr)).front();
  if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    throw InputError(object + ": the compiler made something that is no object file");
  const auto sections =
      read_table<Elf64_Shdr>(file, header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& strings = sections[section.sh_link];
    auto names = read_table<char>(file, strings.sh_offset, strings.sh_size);
    names.push_back('\0');
    for (const Elf64_Sym& symbol : read_table<Elf64_Sym>(file, section.sh_offset, section.sh_size)) {
      if (symbol.st_name < names.size() && begins_a_program(names.data() + symbol.st_name, symbol))
        return true;
    }
  }
  return false;
}

}  // namespace linnet
