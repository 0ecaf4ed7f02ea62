// Names for addresses of a process, from the debug information of the files that it has loaded. Each address
// is looked up once, and each file is read once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "protocol/trace.hpp"
#include "symbols/debug_information.hpp"
#include "verdict/code_place.hpp"

namespace linnet {

using BlockPlace = DebugInformation::Place;
struct BlockType : DebugInformation::BlockType {
  const DebugInformation* file = nullptr;
  friend bool operator==(const BlockType& a, const BlockType& b) {
    return a.file == b.file && a.entry == b.entry;
  }
};

class Symbols {
 public:
  explicit Symbols(std::vector<LoadedModule> modules) : modules_(std::move(modules)) {}

  // Innermost first: functions that were inlined there, and the function that contains them. Empty for our
  // own code.
  const std::vector<CodePlace>& code(std::uint64_t address) const {
    const auto [known, is_new] = code_.try_emplace(address);
    const LoadedModule* module = is_new ? module_of(address) : nullptr;
    if (module != nullptr && !module->ours)
      known->second = information_of(module->file).code(address - module->base);
    return known->second;
  }
  // All places of a call stack, innermost first. A return address lies behind the call it belongs to; with
  // `exact`, the innermost address is the instruction itself.
  std::vector<CodePlace> places(const std::vector<std::uint64_t>& stack, bool exact = false) const {
    std::vector<CodePlace> places;
    for (std::size_t i = 0; i < stack.size(); ++i) {
      const std::vector<CodePlace>& inlined = code(exact && i == 0 ? stack[i] : stack[i] - 1);
      places.insert(places.end(), inlined.begin(), inlined.end());
    }
    return places;
  }
  // The file from which the code at an address was loaded; empty if it was not loaded from a file.
  std::string module(std::uint64_t address) const {
    const LoadedModule* module = module_of(address);
    return module == nullptr ? "" : module->file;
  }
  // The part of a variable that has at least `size` bytes. Empty if the address is in no variable.
  const std::string& data(std::uint64_t address, std::uint64_t size) const {
    const auto [known, is_new] = data_.try_emplace({address, size});
    const LoadedModule* module = is_new ? module_of(address) : nullptr;
    if (module != nullptr) known->second = information_of(module->file).data(address - module->base, size);
    return known->second;
  }
  // A variable of the function that contains `code`, by its offset from the start of the function's frame.
  // Empty if there is none.
  std::string local(std::uint64_t code, std::int64_t offset, std::uint64_t size) const {
    const LoadedModule* module = module_of(code);
    return module == nullptr ? "" : information_of(module->file).local(code - module->base, offset, size);
  }

  // The type of a heap block, according to the code that allocated it or uses it.
  std::optional<BlockType> block_type(BlockPlace place, std::uint64_t code, std::uint64_t size) const {
    const auto [known, is_new] = types_.try_emplace({place, code, size});
    const LoadedModule* module = is_new ? module_of(code) : nullptr;
    if (module == nullptr || module->ours) return known->second;
    const DebugInformation& information = information_of(module->file);
    if (const auto type = information.block_type(place, code - module->base, size))
      known->second = BlockType{*type, &information};
    return known->second;
  }
  std::string part_of(const BlockType& type, std::uint64_t offset, std::uint64_t size) const {
    return type.file->part_of(type, offset, size);
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

  // Reading debug information takes long, and tests of one program need it again and again.
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
  mutable std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> data_;
  mutable std::map<std::tuple<BlockPlace, std::uint64_t, std::uint64_t>, std::optional<BlockType>> types_;
};

}  // namespace linnet
