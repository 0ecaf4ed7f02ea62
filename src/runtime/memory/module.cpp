// Reads what the loader knows of each module.
#include "runtime/memory/module.hpp"

#include <link.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "runtime/memory/module_symbols.hpp"

namespace linnet::runtime {

struct TlsIndex {
  unsigned long module, offset;
};
extern "C" void* __tls_get_addr(TlsIndex* index);

namespace {

constexpr std::uint64_t kPage = 4096;

bool covers(const dl_phdr_info& module, std::uint64_t address) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& segment = module.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - (module.dlpi_addr + segment.p_vaddr) < segment.p_memsz) {
      return true;
    }
  }
  return false;
}

bool is_ground(const dl_phdr_info& module) {
  if (covers(module, reinterpret_cast<std::uint64_t>(&is_ground_code))) return true;
  const std::string_view name = module.dlpi_name;
  for (const std::string_view part : {"/libc.so", "/ld-linux", "linux-vdso", "/libgcc_s.so"}) {
    if (name.find(part) != name.npos) return true;
  }
  return false;
}

template <class Function>
void for_each_module(Function function) {
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* f) {
        (*static_cast<Function*>(f))(*module);
        return 0;
      },
      &function);
}

bool imports(const dl_phdr_info& module, std::string_view function) {
  const ModuleSymbols symbols(module);
  for (std::uint32_t i = 1; i < symbols.first_export(); ++i) {
    if (symbols.name(i) == function) return true;
  }
  return false;
}

template <class Function>
void for_each_code_segment(const dl_phdr_info& module, Function function) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& segment = module.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    const std::uint64_t low = module.dlpi_addr + segment.p_vaddr;
    function(MemoryRange{low, low + segment.p_memsz});
  }
}

// Filled on the first allocation of the process, long before constructors; so it is no vector.
struct GroundCode {
  std::array<MemoryRange, 8> ranges{};
  unsigned count = 0;
};
constinit GroundCode ground_code;

void find_ground_code() {
  for_each_module([](const dl_phdr_info& module) {
    if (!is_ground(module) || ground_code.count == ground_code.ranges.size()) return;
    for_each_code_segment(module,
                          [](const MemoryRange& range) { ground_code.ranges[ground_code.count++] = range; });
  });
}

std::string_view name_of_file(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_of_language(std::string_view file) {
  const std::string_view name = name_of_file(file);
  return name.starts_with("libstdc++") || name.starts_with("libc++");
}

}  // namespace

bool is_ground_code(const void* return_address) {
  if (ground_code.count == 0) find_ground_code();
  for (unsigned i = 0; i < ground_code.count; ++i) {
    if (ground_code.ranges[i].contains(reinterpret_cast<std::uint64_t>(return_address))) return true;
  }
  return false;
}

bool program_imports(std::string_view function) {
  bool found = false;
  for_each_module([&](const dl_phdr_info& module) {
    found = found || (!is_ground(module) && imports(module, function));
  });
  return found;
}

bool all_imports_of_program(bool (*are_such)(std::string_view name)) {
  bool all = true;
  for_each_module([&](const dl_phdr_info& module) {
    if (is_ground(module) || is_of_language(module.dlpi_name)) return;
    const ModuleSymbols symbols(module);
    for (std::uint32_t i = 1; i < symbols.first_export(); ++i) all = all && are_such(symbols.name(i));
    // A table that says of no symbol that it is imported may be one that says nothing.
    if (symbols.first_export() == 1)
      symbols.for_each_slot([&](std::string_view, std::uint64_t) { all = false; });
  });
  return all;
}

bool is_code_of_executable(std::uint64_t address) {
  bool found = false, first = true;
  for_each_module([&](const dl_phdr_info& module) {
    if (std::exchange(first, false)) found = covers(module, address);
  });
  return found;
}

std::string_view unwatched_library(std::uint64_t pc) {
  std::string_view found;
  for_each_module([&](const dl_phdr_info& module) {
    if (!covers(module, pc) || is_ground(module) || imports(module, "__tsan_init")) return;
    found = module.dlpi_name;  // empty for the executable
  });
  return is_of_language(found) ? std::string_view() : name_of_file(found);
}

void for_each_call_of_program(void (*visit)(std::string_view function, std::uint64_t slot)) {
  for_each_module([&](const dl_phdr_info& module) {
    if (is_ground(module) || is_of_language(module.dlpi_name)) return;
    ModuleSymbols(module).for_each_slot(
        [&](std::string_view name, std::uint64_t offset) { visit(name, module.dlpi_addr + offset); });
  });
}

bool is_code_of_language(const void* function) {
  static const std::vector<MemoryRange> all = [] {
    std::vector<MemoryRange> found;
    for_each_module([&](const dl_phdr_info& module) {
      const std::string_view file = module.dlpi_name;
      if (!is_of_language(file) && !name_of_file(file).starts_with("libc.so")) return;
      for_each_code_segment(module, [&](const MemoryRange& range) { found.push_back(range); });
    });
    return found;
  }();
  return std::ranges::any_of(all, [&](const MemoryRange& range) {
    return range.contains(reinterpret_cast<std::uint64_t>(function));
  });
}

std::vector<std::string> unwatched_files() {
  std::vector<std::string> files;
  for_each_module([&](const dl_phdr_info& module) {
    const std::string_view file = module.dlpi_name;
    if (!file.empty() && !is_ground(module) && !is_of_language(file) && !imports(module, "__tsan_init"))
      files.emplace_back(file);
  });
  return files;
}

bool is_program_code(const void* return_address) {
  static const std::vector<MemoryRange> all = [] {
    std::vector<MemoryRange> found;
    for_each_module([&](const dl_phdr_info& module) {
      if (is_ground(module)) return;
      for_each_code_segment(module, [&](const MemoryRange& range) { found.push_back(range); });
    });
    return found;
  }();
  const auto address = reinterpret_cast<std::uint64_t>(return_address);
  return std::ranges::any_of(all, [&](const MemoryRange& range) { return range.contains(address); });
}

MemoryRange code_of_runtime() {
  MemoryRange ours;
  for_each_module([&](const dl_phdr_info& module) {
    for_each_code_segment(module, [&](const MemoryRange& range) {
      if (range.contains(reinterpret_cast<std::uint64_t>(&is_ground_code))) ours = range;
    });
  });
  return ours;
}

CodeOffset code_place(std::uint64_t pc) {
  static const std::uint64_t base = [] {
    std::uint64_t first = 0;
    bool found = false;
    for_each_module([&](const dl_phdr_info& module) {
      if (!std::exchange(found, true)) first = module.dlpi_addr;  // the executable comes first
    });
    return first;
  }();
  return static_cast<CodeOffset>(pc - base);
}

std::vector<MemoryRange> writable_data_of_program() {
  std::vector<MemoryRange> found;
  for_each_module([&](const dl_phdr_info& module) {
    if (is_ground(module)) return;
    std::uint64_t read_only_end = 0;
    for (int i = 0; i < module.dlpi_phnum; ++i) {
      const auto& segment = module.dlpi_phdr[i];
      if (segment.p_type == PT_GNU_RELRO) {
        read_only_end = (module.dlpi_addr + segment.p_vaddr + segment.p_memsz) & ~(kPage - 1);
      }
    }
    for (int i = 0; i < module.dlpi_phnum; ++i) {
      const auto& segment = module.dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0) continue;
      const std::uint64_t start = module.dlpi_addr + segment.p_vaddr;
      const std::uint64_t end = (start + segment.p_memsz + kPage - 1) & ~(kPage - 1);
      const std::uint64_t low = read_only_end > start ? read_only_end : start & ~(kPage - 1);
      if (low < end) found.push_back({low, end});
    }
  });
  return found;
}

// The TLS block of a library that dlopen has loaded is made on first use.
static void* tls_block(const dl_phdr_info& module) {
  if (module.dlpi_tls_data != nullptr) return module.dlpi_tls_data;
  TlsIndex first{module.dlpi_tls_modid, 0};
  return __tls_get_addr(&first);
}

std::vector<TlsBlock> tls_blocks_of_program() {
  std::vector<TlsBlock> found;
  for_each_module([&](const dl_phdr_info& module) {
    if (is_ground(module)) return;
    for (int i = 0; i < module.dlpi_phnum; ++i) {
      const auto& segment = module.dlpi_phdr[i];
      if (segment.p_type != PT_TLS) continue;
      found.push_back({tls_block(module), segment.p_memsz,
                       reinterpret_cast<const void*>(module.dlpi_addr + segment.p_vaddr), segment.p_filesz});
    }
  });
  return found;
}

}  // namespace linnet::runtime
