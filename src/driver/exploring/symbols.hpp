// Names for addresses of a process, by the debug information of the files that it has loaded.
#pragma once

#include <cstdint>
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
  const std::vector<CodePlace>& code(std::uint64_t address) const;
  // Empty if it is no variable.
  const std::string& data(std::uint64_t address) const;

 private:
  const LoadedModule* module_of(std::uint64_t address) const;

  std::vector<LoadedModule> modules_;
  mutable std::map<std::uint64_t, std::vector<CodePlace>> code_;
  mutable std::map<std::uint64_t, std::string> data_;
};

}  // namespace linnet
