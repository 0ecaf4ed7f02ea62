// Looks up each address once, and reads each file once.
#include "driver/exploring/symbols.hpp"

#include <filesystem>

namespace linnet {

namespace {

// Reading debug information takes long, and tests of one program ask for it again and again.
const DebugInformation& information_of(const std::string& file) {
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

}  // namespace

const LoadedModule* Symbols::module_of(std::uint64_t address) const {
  for (const LoadedModule& module : modules_) {
    for (const auto& [low, high] : module.ranges) {
      if (address >= low && address < high) return &module;
    }
  }
  return nullptr;
}

const std::vector<CodePlace>& Symbols::code(std::uint64_t address) const {
  const auto [known, is_new] = code_.try_emplace(address);
  const LoadedModule* module = is_new ? module_of(address) : nullptr;
  if (module != nullptr && !module->ours)
    known->second = information_of(module->file).code(address - module->base);
  return known->second;
}

const std::string& Symbols::data(std::uint64_t address) const {
  const auto [known, is_new] = data_.try_emplace(address);
  const LoadedModule* module = is_new ? module_of(address) : nullptr;
  if (module != nullptr) known->second = information_of(module->file).data(address - module->base);
  return known->second;
}

}  // namespace linnet
