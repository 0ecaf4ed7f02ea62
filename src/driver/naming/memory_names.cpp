// A block gets the type that the allocating code wants, or else the type by which it was first used. If
// neither is known, its name is a letter.
#include "driver/naming/memory_names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "symbols/type_path.hpp"

namespace linnet {

MemoryNames::MemoryNames(const Trace& trace, const std::vector<HeapBlock>& more, const Symbols& symbols)
    : trace_(trace), symbols_(symbols) {
  add(trace.blocks);
  add(more);
  for (const std::uint64_t address : met_) {
    Block& block = blocks_[address];
    add_type(address, block, trace.blocks);
    if (!block.type) add_type(address, block, more);
    if (!block.type) add_type_by_use(address, block);
  }
  give_names();
}

void MemoryNames::add(const std::vector<HeapBlock>& blocks) {
  for (const HeapBlock& block : blocks) {
    const auto [known, is_new] = blocks_.try_emplace(block.address);
    if (is_new) met_.push_back(block.address);
    known->second.size = std::max({known->second.size, block.size, std::uint64_t{1}});
  }
}

// Freed memory may have been given out again for something else: then it has no type.
void MemoryNames::add_type(std::uint64_t address, Block& block, const std::vector<HeapBlock>& blocks) const {
  bool is_first = true;
  for (const HeapBlock& met : blocks) {
    if (met.address != address || met.where.empty()) continue;
    const auto type = symbols_.block_type(BlockPlace::asks, met.where.front() - 1, met.size);
    if (is_first) block.type = type;
    if (block.type != type || met.size != block.size) block.type.reset();
    is_first = false;
  }
}

void MemoryNames::add_type_by_use(std::uint64_t address, Block& block) const {
  constexpr std::size_t kFrames = 4;  // a member function, and what it calls of the standard library
  for (const TracedStep& step : trace_.steps) {
    const bool uses = std::ranges::any_of(step.accesses, [&](const TracedAccess& traced) {
      return traced.access.address - address < block.size && traced.access.size <= 8;
    });
    for (std::size_t i = 0; uses && i < std::min(kFrames, step.where.size()); ++i) {
      block.type = symbols_.block_type(BlockPlace::uses, step.where[i] - 1, block.size);
      if (block.type) return;
    }
  }
}

void MemoryNames::give_names() {
  std::map<std::string, std::size_t> count;
  std::size_t letters = 0;
  for (const std::uint64_t address : met_) {
    Block& block = blocks_[address];
    if (block.type && block.type->is_class) {
      if (address != trace_.object)
        block.name = fmt::format("{}#{}", block.type->name, ++count[block.type->name]);
    } else {
      const std::size_t n = letters++;
      block.name = n < 26 ? fmt::format("block {}", static_cast<char>('A' + n)) : fmt::format("block A{}", n);
    }
  }
}

std::map<std::uint64_t, MemoryNames::Block>::const_iterator MemoryNames::block_of(
    std::uint64_t address) const {
  constexpr std::uint64_t kHeader = 32;  // at least the header of the next block: an access there is wrong
  auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return blocks_.end();
  --after;
  return address - after->first < after->second.size + kHeader ? after : blocks_.end();
}

std::string MemoryNames::part_of(const Block& block, std::uint64_t offset, std::uint64_t size) const {
  if (!block.type || offset >= block.size)
    return block.name + (offset == 0 ? "" : fmt::format("+{}", offset));
  if (offset == 0 && size == kLargestPart) return block.name.empty() ? block.type->name : block.name;
  std::string path;
  if (block.size != block.type->element) path = fmt::format("[{}]", offset / block.type->element);
  path += symbols_.part_of(*block.type, offset % block.type->element, size);
  if (!block.name.empty()) return block.name + path;
  return path.starts_with('.') ? path.substr(1) : block.type->name + path;
}

// A local variable of a function whose frame is known.
std::string MemoryNames::local(std::uint64_t address, std::uint64_t size) const {
  const auto frame = std::ranges::find(trace_.frames, address, &StackFrame::address);
  if (frame != trace_.frames.end()) {
    const auto offset = static_cast<std::int64_t>(address - frame->begins);
    if (const std::string name = symbols_.local(frame->pc - 1, offset, size); !name.empty()) return name;
  }
  for (const auto& [thread, low, high] : trace_.stacks) {
    if (address - low < high - low) return fmt::format("a local of thread {}", thread);
  }
  return "";
}

std::string MemoryNames::object(std::uint64_t address, std::uint64_t size) const {
  if (address >= kNoMemory) return "";
  if (const auto found = block_of(address); found != blocks_.end())
    return part_of(found->second, address - found->first, size);
  if (std::string name = symbols_.data(address, size); !name.empty()) return name;
  if (std::string name = local(address, size); !name.empty()) return name;
  return fmt::format("{:#x}", address);
}

std::string MemoryNames::target(std::uint64_t address) const {
  if (const auto found = block_of(address); found != blocks_.end()) {
    const std::string part = part_of(found->second, address - found->first, kLargestPart);
    return part.starts_with("block ") ? part.substr(6) : part;
  }
  return symbols_.data(address, kLargestPart);
}

std::string MemoryNames::block(std::uint64_t address) const {
  const auto found = block_of(address);
  return found == blocks_.end() ? object(address)
                                : part_of(found->second, address - found->first, kLargestPart);
}

}  // namespace linnet
