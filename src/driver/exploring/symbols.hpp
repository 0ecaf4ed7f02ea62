// Names for addresses of this process, asked of `linnet symbols` (why not here: cli/symbols_command.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "verdict/code_place.hpp"

namespace linnet {

class Symbols {
 public:
  // All that will be asked, gathered so that the other process is started once.
  void want_code(std::uint64_t address) { code_.try_emplace(address); }
  void want_data(std::uint64_t address) { data_.emplace(address, ""); }
  // Where there is no `linnet` to ask, or it has no answer, exported names are all there is: missing() says why.
  void look_up();
  const std::string& missing() const { return missing_; }

  // Innermost first: functions that were inlined there, and the one they are in. Empty for code of ours.
  const std::vector<CodePlace>& code(std::uint64_t address) const { return code_.at(address); }
  // Empty if it is no variable.
  const std::string& data(std::uint64_t address) const { return data_.at(address); }

 private:
  std::map<std::uint64_t, std::vector<CodePlace>> code_;
  std::map<std::uint64_t, std::string> data_;
  std::string missing_;
};

}  // namespace linnet
