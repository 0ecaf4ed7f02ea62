// Names for addresses of a process, by the debug information of the files that it has loaded. Each address is looked up once,
// and each file is read once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocol/trace.hpp"
#include "symbols/debug_information.hpp"
#include "verdict/code_place.hpp"

namespace linnet {

class Symbols {
 public:
  explicit Symbols(std::vector<LoadedModule> modules) : modules_(std::move(modules)) {}

  // Innermost first: functions that were inlined there, and the one they are in. Empty for code of ours.
  const std::vector<CodePlace>& code(std::uint64_t address) const {
    const auto [known, is_new] = code_.try_emplace(address);
    const LoadedModule* module = is_new ? module_of(address) : nullptr;
    if (module != nullptr && !module->ours)
      known->second = information_of(module->file).code(address - module->base);
    return known->second;
  }
  // All of a stack of calls, innermost first. Return addresses lie behind the call they belong to; with `exact`, the innermost
  // address is the instruction itself.
  std::vector<CodePlace> places(const std::vector<std::uint64_t>& stack, bool exact = false) const {
    std::vector<CodePlace> places;
    for (std::size_t i = 0; i < stack.size(); ++i) {
      const std::vector<CodePlace>& inlined = code(exact && i == 0 ? stack[i] : stack[i] - 1);
      places.insert(places.end(), inlined.begin(), inlined.end());
    }
    return places;
  }
  // The file that the code at an address was loaded from; empty if it is none of a file.
  std::string module(std::uint64_t address) const {
    const LoadedModule* module = module_of(address);
    return module == nullptr ? "" : module->file;
  }
  // Empty if it is no variable.
  const std::string& data(std::uint64_t address) const {
    const auto [known, is_new] = data_.try_emplace(address);
    const LoadedModule* module = is_new ? module_of(address) : nullptr;
    if (module != nullptr) known->second = information_of(module->file).data(address - module->base);
    return known->second;
  }

 private:
  const LoadedModule* module_of(std::uint64_t address) const {
    for (const LoadedModule& module : modules_) {
      for (const auto& [low, high] : module.ranges) {
        if (address >= low && address < high) return &module;
      }
    }
    return nullptr;
  }

  // Reading debug information takes long, and tests of one program ask for it again and again.
  static const DebugInformation& information_of(const std::string& file) {
    struct Read {
      std::filesystem::file_time_type when;
      std::unique_ptr<DebugInformation> information;
    };
    static std::map<std::string, Read> files;
    std::error_code error;
    const auto when = std::filesystem::last_write_time(file, error);
    Read& read = files[file];
    if (read.information == nullptr || read.when != when)
      read = {when, std::make_unique<DebugInformation>(file)};
    return *read.information;
  }

  std::vector<LoadedModule> modules_;
  mutable std::map<std::uint64_t, std::vector<CodePlace>> code_;
  mutable std::map<std::uint64_t, std::string> data_;
};

}  // namespace linnet
