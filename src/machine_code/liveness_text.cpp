// Liveness for people: a line for each call of a function.
#include <cstdio>

#include "machine_code/liveness.hpp"

namespace linnet {

std::string liveness_text(const std::string& path, std::string_view function) {
  FileLiveness file(path);
  const auto begin = file.file().function_named(function);
  if (!begin) return "";
  static constexpr const char* kNames[FrameFacts::kRegisters] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
  std::string text;
  for (const FrameFacts& facts : file.facts_at(*begin)) {
    char line[64];
    std::snprintf(line, sizeof line, "+%#llx", static_cast<unsigned long long>(facts.address - *begin));
    text += line;
    if (!facts.known) text += " not known";
    for (std::size_t i = 0; facts.known && i < FrameFacts::kRegisters; ++i) {
      if ((facts.registers >> i & 1) != 0) text += std::string(" ") + kNames[i];
    }
    if (facts.known && facts.reads_result) text += " rax";
    for (const auto& [place, size] : facts.known ? facts.slots : decltype(facts.slots)()) {
      std::snprintf(line, sizeof line, " %u(rsp):%u", place, size);
      text += line;
    }
    if (facts.loops) text += ", in a loop";
    if (facts.unseen) text += " with unseen calls";
    if (facts.reads_unseen) text += ", after unseen reads";
    text += '\n';
  }
  return text;
}

}  // namespace linnet
