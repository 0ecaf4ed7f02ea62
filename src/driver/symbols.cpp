#include "driver/symbols.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/child_process.hpp"

namespace linnet {

namespace {

namespace fs = std::filesystem;

// Beside the library in a build folder, or in its place below an installation prefix.
std::optional<std::string> find_linnet() {
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&find_linnet), &library) == 0) return std::nullopt;
  const fs::path folder = fs::path(library.dli_fname).parent_path();
  for (const char* place : {"../bin/linnet", "linnet", "../../bin/linnet"}) {
    std::error_code error;
    if (fs::exists(folder / place, error)) return (folder / place).string();
  }
  return std::nullopt;
}

struct Module {
  std::string file;
  std::uint64_t base = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
};

std::vector<Module> loaded_modules() {
  std::vector<Module> modules;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        Module module{info->dlpi_name, info->dlpi_addr, {}};
        std::error_code error;
        if (module.file.empty()) module.file = fs::read_symlink("/proc/self/exe", error).string();
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD) continue;
          const std::uint64_t low = info->dlpi_addr + segment.p_vaddr;
          module.ranges.emplace_back(low, low + segment.p_memsz);
        }
        static_cast<std::vector<Module>*>(result)->push_back(std::move(module));
        return 0;
      },
      &modules);
  return modules;
}

const Module* module_of(const std::vector<Module>& modules, std::uint64_t address) {
  for (const Module& module : modules) {
    for (const auto& [low, high] : module.ranges) {
      if (address >= low && address < high) return &module;
    }
  }
  return nullptr;
}

CodePlace parse_place(const std::string& line) {
  CodePlace place;
  std::istringstream words(line);
  std::string number;
  std::getline(words, place.function, '\t');
  std::getline(words, place.file, '\t');
  std::getline(words, number);
  if (!number.empty()) place.line = static_cast<unsigned>(std::stoul(number));
  return place;
}

}  // namespace

void Symbols::look_up() {
  const auto linnet = find_linnet();
  const std::vector<Module> modules = loaded_modules();
  std::string questions;
  std::vector<CodePlace*> code_asked;
  std::vector<std::string*> data_asked;
  const auto ask = [&](const char* kind, std::uint64_t address) {
    const Module* module = module_of(modules, address);
    if (module == nullptr) return false;
    questions += fmt::format("{} {:x} {}\n", kind, address - module->base, module->file);
    return true;
  };
  for (auto& [address, place] : code_) {
    Dl_info symbol{};
    if (dladdr(reinterpret_cast<const void*>(address), &symbol) != 0 && symbol.dli_sname != nullptr) {
      place.function = symbol.dli_sname;
    }
    if (ask("code", address)) code_asked.push_back(&place);
  }
  for (auto& [address, name] : data_) {
    if (ask("data", address)) data_asked.push_back(&name);
  }
  if (!linnet || questions.empty()) return;
  std::istringstream answers(run_child({*linnet, "symbols"}, questions, STDOUT_FILENO).output);
  std::string line;
  for (CodePlace* place : code_asked) {
    if (std::getline(answers, line)) *place = parse_place(line);
  }
  for (std::string* name : data_asked) {
    if (std::getline(answers, line)) *name = line;
  }
}

}  // namespace linnet
