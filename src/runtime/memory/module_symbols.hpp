// The symbols of a loaded module: first those that it imports, then those that it exports.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <string_view>
#include <utility>

namespace linnet::runtime {

class ModuleSymbols {
 public:
  explicit ModuleSymbols(const dl_phdr_info& module) {
    for (int i = 0; i < module.dlpi_phnum; ++i) {
      if (module.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
      const auto* entry = reinterpret_cast<const Entry*>(module.dlpi_addr + module.dlpi_phdr[i].p_vaddr);
      for (; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_SYMTAB) symbols_ = reinterpret_cast<const Symbol*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_STRTAB) names_ = reinterpret_cast<const char*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_JMPREL) calls_ = reinterpret_cast<const Slot*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_PLTRELSZ) calls_count_ = entry->d_un.d_val / sizeof(Slot);
        if (entry->d_tag == DT_RELA) others_ = reinterpret_cast<const Slot*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_RELASZ) others_count_ = entry->d_un.d_val / sizeof(Slot);
        if (entry->d_tag == DT_GNU_HASH) hash_ = reinterpret_cast<const std::uint32_t*>(entry->d_un.d_ptr);
      }
    }
    if (symbols_ != nullptr && names_ != nullptr && hash_ != nullptr) measure();
  }

  using Symbol = ElfW(Sym);
  using Slot = ElfW(Rela);
  // Symbols have the numbers from 1 on. Without a hash table, which current linkers always make, there are
  // none.
  std::uint32_t first_export() const { return first_export_; }
  std::uint32_t end() const { return end_; }
  const Symbol& operator[](std::uint32_t number) const { return symbols_[number]; }
  std::string_view name(std::uint32_t number) const { return names_ + symbols_[number].st_name; }

  // Calls visit(name, offset) for all slots that hold the address of an imported function, relative to the
  // address at which the module was loaded.
  void for_each_slot(auto visit) const {
    if (symbols_ == nullptr || names_ == nullptr) return;
    for (const auto& [slots, count] : {std::pair(calls_, calls_count_), std::pair(others_, others_count_)}) {
      for (std::uint64_t i = 0; slots != nullptr && i < count; ++i) {
        const auto type = ELF64_R_TYPE(slots[i].r_info);
        if (type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT)
          visit(name(static_cast<std::uint32_t>(ELF64_R_SYM(slots[i].r_info))), slots[i].r_offset);
      }
    }
  }

 private:
  using Entry = ElfW(Dyn);

  // The chain of the last bucket ends with the last symbol.
  void measure() {
    const std::uint32_t buckets = hash_[0], filters = hash_[2];
    first_export_ = end_ = hash_[1];
    const std::uint32_t* bucket = hash_ + 4 + std::size_t{2} * filters;  // a filter is 64 bits
    const std::uint32_t* chain = bucket + buckets;
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < buckets; ++i) last = bucket[i] > last ? bucket[i] : last;
    if (last < first_export_) return;
    while ((chain[last - first_export_] & 1) == 0) ++last;
    end_ = last + 1;
  }

  const Symbol* symbols_ = nullptr;
  const char* names_ = nullptr;
  const std::uint32_t* hash_ = nullptr;
  const Slot *calls_ = nullptr, *others_ = nullptr;
  std::uint64_t calls_count_ = 0, others_count_ = 0;
  std::uint32_t first_export_ = 1, end_ = 1;
};

}  // namespace linnet::runtime
