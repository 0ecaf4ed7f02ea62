// Leftovers before each instruction: what all that lead to it have in common.
#include "machine_code/kept_registers.hpp"

#include <algorithm>

#include "protocol/watched_instruction.hpp"

namespace linnet {

namespace {

using Watched = WatchedInstruction;
constexpr std::uint32_t kResults = 1u << 0 | 1u << 2 | Watched::kVectors;  // rax, rdx, xmm0
constexpr std::uint32_t kScratch =
    1u << 1 | 1u << 6 | 1u << 7 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 11 | Watched::kFlags;

}  // namespace

void KeptRegisters::add(const cs_insn& code, std::uint32_t written, bool is_void) {
  Node& node = nodes_.emplace_back();
  node.address = code.address;
  node.written = written;
  const auto groups = std::span(code.detail->groups, code.detail->groups_count);
  const auto is_in = [&](unsigned group) { return std::ranges::find(groups, group) != groups.end(); };
  if (is_in(X86_GRP_CALL)) {
    node.left_by_call = is_void ? kScratch | kResults : kScratch;
    has_calls_ = true;
  } else if (is_in(X86_GRP_JUMP)) {
    const cs_x86_op& target = code.detail->x86.operands[0];
    node.goes_on = code.id != X86_INS_JMP;
    if (target.type == X86_OP_IMM) {
      node.target = static_cast<std::uint64_t>(target.imm);
    } else {
      has_unknown_jumps_ = true;
    }
  } else if (is_in(X86_GRP_RET) || code.id == X86_INS_UD2 || code.id == X86_INS_HLT) {
    node.goes_on = false;
  }
}

KeptRegisters::Node* KeptRegisters::find(std::uint64_t address) {
  const auto found = std::ranges::lower_bound(nodes_, address, {}, &Node::address);
  return found != nodes_.end() && found->address == address ? &*found : nullptr;
}

bool KeptRegisters::flow(Node& to, std::uint32_t leftovers) {
  const std::uint32_t before = to.leftovers;
  to.leftovers = to.entered ? before & leftovers : leftovers;
  return !std::exchange(to.entered, true) || to.leftovers != before;
}

void KeptRegisters::finish() {
  if (nodes_.empty() || has_unknown_jumps_) return;
  // An instruction to which no known path leads may be reached with every register kept. So may the first one.
  std::vector<bool> known(nodes_.size(), false);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].goes_on && i + 1 < nodes_.size()) known[i + 1] = true;
    if (Node* target = nodes_[i].target != 0 ? find(nodes_[i].target) : nullptr)
      known[static_cast<std::size_t>(target - nodes_.data())] = true;
  }
  known[0] = false;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!known[i]) flow(nodes_[i], 0);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      if (!node.entered) continue;
      const std::uint32_t after = node.left_by_call != 0 ? node.left_by_call : node.leftovers & ~node.written;
      if (node.goes_on && i + 1 < nodes_.size()) changed |= flow(nodes_[i + 1], after);
      if (Node* target = node.target != 0 ? find(node.target) : nullptr) changed |= flow(*target, after);
    }
  }
}

std::uint32_t KeptRegisters::at(std::uint64_t address) const {
  constexpr std::uint32_t kAll = 0xffff | Watched::kVectors | Watched::kFlags;
  const Node* node = const_cast<KeptRegisters*>(this)->find(address);
  // Only functions that make no calls keep something below their stack pointer.
  const std::uint32_t below = has_calls_ ? 0 : Watched::kRedZone;
  return below | (node == nullptr || !node->entered ? kAll : kAll & ~node->leftovers);
}

}  // namespace linnet
