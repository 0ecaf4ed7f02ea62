// Looks up the functions, and writes the jumps.
#include "runtime/libraries/redirect.hpp"

#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "base/raw_syscall.hpp"
#include "runtime/memory/module_symbols.hpp"

namespace linnet::runtime {
namespace {

// Calls visit(name, address, size) for all functions that libraries of that name export.
template <class Visit>
void for_each_function(std::string_view library, Visit visit) {
  struct Search {
    std::string_view library;
    Visit& visit;
  } search{library, visit};
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* argument) {
        const auto& wanted = *static_cast<Search*>(argument);
        if (std::string_view(module->dlpi_name).find(wanted.library) == std::string_view::npos) return 0;
        const ModuleSymbols symbols(*module);
        for (std::uint32_t i = symbols.first_export(); i < symbols.end(); ++i) {
          const ElfW(Sym)& symbol = symbols[i];
          if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
            wanted.visit(symbols.name(i), module->dlpi_addr + symbol.st_value, symbol.st_size);
        }
        return 0;
      },
      &search);
}

bool is_meant(std::string_view exported, std::string_view name) {
  return name.ends_with('*') ? exported.starts_with(name.substr(0, name.size() - 1)) : exported == name;
}

// jmp *0(%rip), and the address after it.
constexpr std::array<unsigned char, 6> kJump = {0xff, 0x25, 0, 0, 0, 0};
constexpr std::size_t kJumpSize = kJump.size() + sizeof(void*);

// A function of a few bytes has room for the jump if the assembler added padding before the next one.
std::uint64_t room_of(std::uint64_t function, std::uint64_t size) {
  constexpr std::array<unsigned char, 9> kNothing = {0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0};
  constexpr std::uint64_t kAlignment = 16;
  const bool filled =
      size % kAlignment == kAlignment - kNothing.size() && function % kAlignment == 0 &&
      std::memcmp(reinterpret_cast<const void*>(function + size), kNothing.data(), kNothing.size()) == 0;
  return filled ? size + kNothing.size() : size;
}

void write_jump(std::uint64_t from, const void* to) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t low = from & ~(kPage - 1);
  const std::uint64_t size = ((from + kJumpSize + kPage - 1) & ~(kPage - 1)) - low;
  const auto protect = [&](int protection) {
    return raw_syscall(SYS_mprotect, static_cast<long>(low), static_cast<long>(size), protection) == 0;
  };
  if (!protect(PROT_READ | PROT_WRITE | PROT_EXEC)) return;
  auto* code = reinterpret_cast<unsigned char*>(from);
  std::memcpy(code, kJump.data(), kJump.size());
  std::memcpy(code + kJump.size(), &to, sizeof to);
  protect(PROT_READ | PROT_EXEC);
}

}  // namespace

void redirect(std::string_view library, std::span<const StandIn> functions,
              std::string_view (*rename)(std::string_view)) {
  for_each_function(library, [&](std::string_view name, std::uint64_t address, std::uint64_t size) {
    if (room_of(address, size) < kJumpSize) return;
    if (rename != nullptr) name = rename(name);
    for (const StandIn& ours : functions) {
      if (is_meant(name, ours.name)) write_jump(address, ours.function);
    }
  });
}

const void* find_in_library(std::string_view library, std::string_view name,
                            std::string_view (*rename)(std::string_view)) {
  const void* found = nullptr;
  for_each_function(library, [&](std::string_view exported, std::uint64_t address, std::uint64_t) {
    if (rename(exported) == name) found = reinterpret_cast<const void*>(address);
  });
  return found;
}

}  // namespace linnet::runtime
