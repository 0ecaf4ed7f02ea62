// Sections, tables for unwinding, symbols and relocations, read with libelf.
#include "machine_code/code_file.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <optional>
#include <string_view>

namespace linnet {

namespace {

std::int32_t number_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  std::int32_t number = 0;
  if (offset + sizeof number <= bytes.size()) std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

// The section .eh_frame_hdr has a version, three encodings, the place of .eh_frame, the number of entries, and the entries, which
// are sorted: the beginning of each function and the place of its entry, as distances from the section. Linkers write it only
// in this form.
void add_unwound(std::uint64_t section, std::span<const std::uint8_t> bytes,
                 std::vector<std::uint64_t>& starts) {
  constexpr std::size_t kHeader = 12, kEntry = 8;
  constexpr std::uint8_t kCount = 0x03, kDistances = 0x3b;  // udata4; datarel and sdata4
  if (bytes.size() < kHeader || bytes[0] != 1 || bytes[2] != kCount || bytes[3] != kDistances) return;
  const auto count = static_cast<std::size_t>(number_at(bytes, 8));
  for (std::size_t i = 0; i < count && kHeader + (i + 1) * kEntry <= bytes.size(); ++i) {
    starts.push_back(section +
                     static_cast<std::uint64_t>(std::int64_t{number_at(bytes, kHeader + i * kEntry)}));
  }
}

// Each piece of assembly has two distances, which count from their own places.
std::vector<std::pair<std::uint64_t, std::uint64_t>> marked_ranges(std::uint64_t section,
                                                                   std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kDistance = 4;
  const auto address_at = [&](std::size_t offset) {
    return section + offset + static_cast<std::uint64_t>(std::int64_t{number_at(bytes, offset)});
  };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (std::size_t i = 0; i + 2 * kDistance <= bytes.size(); i += 2 * kDistance)
    ranges.emplace_back(address_at(i), address_at(i + kDistance));
  return ranges;
}

class ElfFile {
 public:
  explicit ElfFile(int descriptor) {
    elf_version(EV_CURRENT);
    elf_ = elf_begin(descriptor, ELF_C_READ, nullptr);
  }
  ~ElfFile() { elf_end(elf_); }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  void for_each_section(const auto& visit) const {
    if (elf_ == nullptr || elf_kind(elf_) != ELF_K_ELF) return;
    std::size_t names = 0;
    elf_getshdrstrndx(elf_, &names);
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_, section)) != nullptr;) {
      GElf_Shdr header;
      Elf_Data* data = elf_getdata(section, nullptr);
      if (gelf_getshdr(section, &header) == nullptr || data == nullptr) continue;
      const char* name = elf_strptr(elf_, names, header.sh_name);
      visit(header, std::string_view(name != nullptr ? name : ""), data);
    }
  }
  void for_each_segment(const auto& visit) const {
    std::size_t count = 0;
    if (elf_ == nullptr || elf_getphdrnum(elf_, &count) != 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Phdr segment;
      if (gelf_getphdr(elf_, static_cast<int>(i), &segment) != nullptr) visit(segment);
    }
  }
  std::string text(std::size_t table, std::size_t offset) const {
    const char* found = elf_strptr(elf_, table, offset);
    return found != nullptr ? found : "";
  }
  std::string symbol_name(std::size_t table, std::size_t index) const {
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Scn* section = elf_getscn(elf_, table);
    if (section == nullptr || gelf_getshdr(section, &header) == nullptr) return "";
    if (gelf_getsym(elf_getdata(section, nullptr), static_cast<int>(index), &symbol) == nullptr) return "";
    return text(header.sh_link, symbol.st_name);
  }

 private:
  Elf* elf_ = nullptr;
};

// visit(where it begins, which symbol), for every function of a table of symbols.
void for_each_function(Elf_Data* data, std::size_t count, const auto& visit) {
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) return;
    if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
      visit(symbol.st_value, symbol.st_name);
  }
}

// The debug information is left out, because there is much of it.
bool is_constant(const GElf_Shdr& header) {
  return (header.sh_flags & SHF_ALLOC) != 0 && (header.sh_flags & SHF_WRITE) == 0 &&
         header.sh_type == SHT_PROGBITS;
}

}  // namespace

CodeFile::CodeFile(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  read(descriptor);
  close(descriptor);
}

void CodeFile::read(int descriptor) {
  const ElfFile elf(descriptor);
  std::vector<std::uint64_t> starts;
  struct Kept {
    std::uint64_t address;
    std::size_t offset, size;
    std::vector<Section>* kind;
  };
  std::vector<Kept> kept;
  const auto keep = [&](const GElf_Shdr& header, Elf_Data* data, std::vector<Section>& kind) {
    const auto* bytes = static_cast<const std::uint8_t*>(data->d_buf);
    kept.push_back({header.sh_addr, contents_.size(), data->d_size, &kind});
    contents_.insert(contents_.end(), bytes, bytes + data->d_size);
  };
  elf.for_each_section([&](const GElf_Shdr& header, std::string_view name, Elf_Data* data) {
    const auto* bytes = static_cast<const std::uint8_t*>(data->d_buf);
    if (bytes == nullptr) return;
    if ((header.sh_flags & SHF_EXECINSTR) != 0) {
      keep(header, data, name.starts_with(".plt") ? stubs_ : code_);
    } else if (name == "linnet_assembly") {
      assembly_ = marked_ranges(header.sh_addr, {bytes, data->d_size});
    } else if (name == ".eh_frame_hdr") {
      add_unwound(header.sh_addr, {bytes, data->d_size}, starts);
      unwinding_index_.address = header.sh_addr;
      keep(header, data, constants_);
    } else if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) {
      for_each_function(data, header.sh_size / header.sh_entsize, [&](std::uint64_t start, std::size_t text) {
        starts.push_back(start);
        names_.emplace(elf.text(header.sh_link, text), start);
      });
    } else if (header.sh_type == SHT_RELA) {
      for (std::size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
        GElf_Rela relocation;
        if (gelf_getrela(data, static_cast<int>(i), &relocation) == nullptr) break;
        const auto type = GELF_R_TYPE(relocation.r_info);
        if (type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT)
          slots_[relocation.r_offset] = elf.symbol_name(header.sh_link, GELF_R_SYM(relocation.r_info));
      }
    } else if (is_constant(header)) {
      keep(header, data, constants_);
    }
  });
  std::uint64_t protected_end = 0;
  elf.for_each_segment([&](const GElf_Phdr& segment) {
    if (segment.p_type == PT_GNU_RELRO) protected_end = segment.p_vaddr + segment.p_memsz;
  });
  elf.for_each_segment([&](const GElf_Phdr& segment) {
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0)
      writable_.emplace_back(std::max<std::uint64_t>(segment.p_vaddr, protected_end),
                             segment.p_vaddr + segment.p_memsz);
  });
  for (const Kept& section : kept)
    section.kind->push_back({section.address, std::span(contents_).subspan(section.offset, section.size)});
  if (unwinding_index_.address != 0) unwinding_index_.bytes = constant_bytes(unwinding_index_.address);
  add_functions(std::move(starts));
}

void CodeFile::add_functions(std::vector<std::uint64_t> starts) {
  std::ranges::sort(starts);
  const auto repeated = std::ranges::unique(starts);
  starts.erase(repeated.begin(), repeated.end());
  for (const Section& section : code_) {
    const std::uint64_t section_end = section.address + section.bytes.size();
    for (auto at = std::ranges::lower_bound(starts, section.address); at != starts.end() && *at < section_end;
         ++at) {
      const std::uint64_t end =
          std::next(at) == starts.end() ? section_end : std::min(*std::next(at), section_end);
      functions_.push_back({*at, section.bytes.subspan(*at - section.address, end - *at)});
    }
  }
}

const std::string* CodeFile::called_through_slot(std::uint64_t slot) const {
  const auto found = slots_.find(slot);
  return found == slots_.end() ? nullptr : &found->second;
}

// jmp *distance(%rip), after what marks a target of indirect jumps or a prefix.
const std::string* CodeFile::called_directly(std::uint64_t target) const {
  constexpr std::size_t kLongest = 16, kJump = 6;
  for (const Section& section : stubs_) {
    if (target - section.address >= section.bytes.size()) continue;
    const auto stub = section.bytes.subspan(target - section.address);
    for (std::size_t i = 0; i + kJump <= std::min(kLongest, stub.size()); ++i) {
      if (stub[i] != 0xff || stub[i + 1] != 0x25) continue;
      return called_through_slot(target + i + kJump +
                                 static_cast<std::uint64_t>(std::int64_t{number_at(stub, i + 2)}));
    }
  }
  return nullptr;
}

std::span<const std::uint8_t> CodeFile::constant_bytes(std::uint64_t address) const {
  for (const std::vector<Section>* sections : {&code_, &constants_}) {
    for (const Section& section : *sections) {
      if (address - section.address < section.bytes.size())
        return section.bytes.subspan(address - section.address);
    }
  }
  return {};
}

bool CodeFile::is_code(std::uint64_t address) const {
  return std::ranges::any_of(
      code_, [&](const Section& section) { return address - section.address < section.bytes.size(); });
}

std::optional<std::uint64_t> CodeFile::function_named(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

bool CodeFile::imports(std::string_view prefix) const {
  return std::ranges::any_of(slots_, [&](const auto& slot) { return slot.second.starts_with(prefix); });
}

bool CodeFile::lies_in(const Ranges& ranges, std::uint64_t address) {
  return std::ranges::any_of(
      ranges, [&](const auto& range) { return address >= range.first && address < range.second; });
}

bool CodeFile::has_assembly(const FunctionCode& function) const {
  return std::ranges::any_of(
      assembly_, [&](const auto& range) { return range.first - function.address < function.bytes.size(); });
}

}  // namespace linnet
