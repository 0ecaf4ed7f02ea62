// Implements Words.
#include "driver/naming/words.hpp"

#include <algorithm>
#include <csignal>

#include <fmt/format.h>

namespace linnet {

std::string Words::value(std::uint64_t value, std::uint32_t size) const {
  constexpr std::uint64_t kSmall = 1 << 16;
  if (size < sizeof(void*)) {
    const unsigned unused = 64 - 8 * size;
    const auto number = static_cast<std::int64_t>(value << unused) >> unused;
    return fmt::to_string(number);
  }
  if (value < kSmall) return fmt::to_string(value);
  if (static_cast<std::int64_t>(value) < 0 &&
      static_cast<std::int64_t>(value) > -static_cast<std::int64_t>(kSmall)) {
    return fmt::to_string(static_cast<std::int64_t>(value));
  }
  if (const std::string name = memory_.target(value); !name.empty()) return "&" + name;
  return fmt::format("{:#x}", value);
}

std::string Words::beside_block(const runtime::MemoryMisuse& m) const {
  if (m.block == 0) return "at " + object(m.address) + ", which is of no block";
  const std::string block = fmt::format("{}, which has {} bytes", memory_.block(m.block), m.block_size);
  if (m.address < m.block) return fmt::format("{} bytes before {}", m.block - m.address, block);
  const std::uint64_t end = m.block + m.block_size;
  if (m.address < end) return "across the end of " + block;
  if (m.address == end) return "just behind the end of " + block;
  return fmt::format("{} bytes behind the end of {}", m.address - end, block);
}

std::vector<CodePlace> Words::places(const runtime::ExecutionEnding& ending) const {
  const auto* crash = std::get_if<runtime::Crash>(&ending.what);
  return places(ending.where, crash != nullptr && crash->signal != SIGABRT);
}

runtime::CallStack Words::stack_of(const runtime::StoreBeforeCrash& store) const {
  const auto made = std::ranges::find_if(trace_.steps, [&](const TracedStep& step) {
    if (step.thread != store.thread || step.where.empty() || step.where.front() != store.pc) return false;
    return std::ranges::any_of(step.accesses, [&](const TracedAccess& traced) {
      return traced.access.writes && overlap(traced.access, store.access);
    });
  });
  return made == trace_.steps.end() ? runtime::CallStack{store.pc} : made->where;
}

std::string at(const std::vector<CodePlace>& where) {
  const CodePlace* own = own_place(where);
  if (own == nullptr) return "";
  const CodePlace& place = *own;
  std::string text = place.function.empty() ? "" : " in " + short_function(place.function);
  if (!place.file.empty())
    text += fmt::format(" at {}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
  return text;
}

}  // namespace linnet
