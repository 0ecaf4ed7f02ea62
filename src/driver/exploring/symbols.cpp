// Asks `linnet symbols` once for all addresses, and reads its answer.
#include "driver/exploring/symbols.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "base/error.hpp"

namespace linnet {

namespace {

namespace fs = std::filesystem;

// Beside the library in a build folder, or in its place below an installation prefix. Throws InputError.
std::string find_linnet() {
  constexpr const char* kPlaces[] = {"../bin/linnet", "linnet", "../../bin/linnet"};
  Dl_info library{};
  dladdr(reinterpret_cast<const void*>(&find_linnet), &library);
  const fs::path file = library.dli_fname == nullptr ? "." : library.dli_fname;
  for (const char* place : kPlaces) {
    std::error_code error;
    if (fs::exists(file.parent_path() / place, error)) return (file.parent_path() / place).string();
  }
  throw InputError(fmt::format("{} has no linnet beside it, which knows them (looked for {})", file.string(),
                               fmt::join(kPlaces, ", ")));
}

// A line for each question. Throws InputError.
std::istringstream ask_linnet(const std::string& questions) {
  const std::string linnet = find_linnet();
  ChildResult result = run_child({linnet, "symbols"}, questions, STDOUT_FILENO);
  if (!result.succeeded()) throw InputError(linnet + " symbols has failed");
  return std::istringstream(std::move(result.output));
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

// FUNCTION<tab>FILE<tab>LINE, for each.
std::vector<CodePlace> parse_places(const std::string& line) {
  std::vector<CodePlace> places;
  std::istringstream words(line);
  CodePlace place;
  std::string number;
  while (std::getline(words, place.function, '\t') && std::getline(words, place.file, '\t') &&
         std::getline(words, number, '\t')) {
    place.line = static_cast<unsigned>(std::strtoul(number.c_str(), nullptr, 10));
    places.push_back(place);
  }
  return places;
}

bool is_ours(const Module& module) {
  Dl_info library{};
  return dladdr(reinterpret_cast<const void*>(&is_ours), &library) != 0 &&
         module.base == reinterpret_cast<std::uint64_t>(library.dli_fbase);
}

}  // namespace

void Symbols::look_up() {
  const std::vector<Module> modules = loaded_modules();
  std::string questions;
  std::vector<std::vector<CodePlace>*> code_asked;
  std::vector<std::string*> data_asked;
  const auto ask = [&](const char* kind, std::uint64_t address) {
    const Module* module = module_of(modules, address);
    if (module == nullptr) return false;
    questions += fmt::format("{} {:x} {}\n", kind, address - module->base, module->file);
    return true;
  };
  for (auto& [address, places] : code_) {
    const Module* module = module_of(modules, address);
    if (module == nullptr || is_ours(*module)) continue;
    Dl_info symbol{};
    if (dladdr(reinterpret_cast<const void*>(address), &symbol) != 0 && symbol.dli_sname != nullptr) {
      places = {CodePlace{symbol.dli_sname, "", 0}};
    }
    if (ask("code", address)) code_asked.push_back(&places);
  }
  for (auto& [address, name] : data_) {
    if (ask("data", address)) data_asked.push_back(&name);
  }
  if (questions.empty()) return;
  std::istringstream answers;
  try {
    answers = ask_linnet(questions);
  } catch (const InputError& error) {
    missing_ = error.what();
    return;
  }
  std::string line;
  for (std::vector<CodePlace>* places : code_asked) {
    if (std::getline(answers, line) && !line.empty()) *places = parse_places(line);
  }
  for (std::string* name : data_asked) {
    if (std::getline(answers, line)) *name = line;
  }
}

}  // namespace linnet
