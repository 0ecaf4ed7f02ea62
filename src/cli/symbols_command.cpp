// linnet symbols: names for addresses. Not for people: programs under test ask it, because a library that reads debug
// information must not live in their own process, whose memory is restored again and again.
//
// A question is a line `code ADDRESS FILE` or `data ADDRESS FILE`, the address in hexadecimal; the answer to the
// first is `FUNCTION<tab>FILE<tab>LINE<tab>` for each function inlined there, innermost first, to the second a name, which may be empty.
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "symbols/debug_information.hpp"

namespace linnet {

namespace {

ExitStatus answer_questions() {
  std::map<std::string, DebugInformation> files;
  std::string kind, file;
  std::uint64_t address = 0;
  while (std::cin >> kind >> std::hex >> address && std::getline(std::cin >> std::ws, file)) {
    const DebugInformation& information = files.try_emplace(file, file).first->second;
    if (kind == "code") {
      for (const CodePlace& place : information.code(address)) {
        fmt::print("{}\t{}\t{}\t", place.function, place.file, place.line);
      }
      fmt::print("\n");
    } else {
      fmt::print("{}\n", information.data(address));
    }
  }
  return ExitStatus::pass;
}

}  // namespace

Command symbols_command() {
  return {"symbols", "", "", [](OptionList&) { return answer_questions; }};
}

}  // namespace linnet
