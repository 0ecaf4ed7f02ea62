// Frames from the hook up, and a table of what is known of them.
#include "runtime/fibers/live_state.hpp"

#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/fibers/current.hpp"

namespace linnet::runtime {
namespace {

// Facts by return address: every hook looks up each frame above it.
class FrameTable {
 public:
  void set_source(FrameSource source) { source_ = std::move(source); }

  const FrameFacts& at(std::uint64_t address) {
    for (std::size_t i = slot(address);; i = (i + 1) % slots_.size()) {
      if (slots_[i].facts == nullptr) break;
      if (slots_[i].address == address) return *slots_[i].facts;
    }
    return ask(address);
  }

 private:
  struct Slot {
    std::uint64_t address = 0;  // of the facts
    const FrameFacts* facts = nullptr;
  };

  std::size_t slot(std::uint64_t address) const { return (address * 0x9e3779b97f4a7c15) >> (64 - bits_); }

  const FrameFacts& ask(std::uint64_t address) {
    const OutsideProgram outside;
    if (source_) {
      for (FrameFacts& facts : source_(address)) add(std::move(facts));
    }
    FrameFacts unknown;
    unknown.address = address;
    unknown.loops = unknown.unseen = unknown.calls_unseen = unknown.reads_unseen = true;
    return *add(std::move(unknown));
  }
  // What is there already stays.
  const FrameFacts* add(FrameFacts facts) {
    if (4 * known_.size() >= slots_.size()) grow();
    std::size_t i = slot(facts.address);
    for (; slots_[i].facts != nullptr; i = (i + 1) % slots_.size()) {
      if (slots_[i].address == facts.address) return slots_[i].facts;
    }
    known_.push_back(std::make_unique<FrameFacts>(std::move(facts)));
    slots_[i] = {known_.back()->address, known_.back().get()};
    return slots_[i].facts;
  }
  void grow() {
    ++bits_;
    slots_.assign(std::size_t{1} << bits_, {});
    for (const auto& facts : known_) {
      std::size_t i = slot(facts->address);
      while (slots_[i].facts != nullptr) i = (i + 1) % slots_.size();
      slots_[i] = {facts->address, facts.get()};
    }
  }

  FrameSource source_;
  unsigned bits_ = 8;
  std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << 8);
  std::vector<std::unique_ptr<FrameFacts>> known_;
};

FrameTable& frame_table() {
  static FrameTable table;
  return table;
}

class StateWriter {
 public:
  StateWriter(unsigned char* to, std::size_t room) : begin_(to), at_(to), left_(room) {}
  void bytes(std::uint64_t from, std::size_t size) {
    if (size > left_) {
      fits_ = false;
      return;
    }
    std::memcpy(at_, reinterpret_cast<const void*>(from), size);
    at_ += size;
    left_ -= size;
  }
  void word(std::uint64_t value) { bytes(reinterpret_cast<std::uint64_t>(&value), sizeof value); }
  bool fits() const { return fits_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(at_ - begin_); }

 private:
  unsigned char *begin_, *at_;
  std::size_t left_;
  bool fits_ = true;
};

std::uint64_t word_at(std::uint64_t address) {
  std::uint64_t word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

}  // namespace

void set_frame_source(FrameSource source) {
  frame_table().set_source(std::move(source));
}

const FrameFacts& frame_facts_at(std::uint64_t return_address) {
  return frame_table().at(return_address);
}

bool may_have_read_unseen(std::uint64_t return_address) {
  return frame_facts_at(return_address).reads_unseen;
}

bool NextFrames::see_way_to(const NextFrames& there) const {
  bool unseen = false;
  for (std::size_t i = 0; i < count && !unseen; ++i) {
    unseen = frames[i].calls_unseen;
    bool unseen_there = unseen;
    for (std::size_t j = 0; j < there.count && !unseen_there; ++j) {
      unseen_there = there.frames[j].calls_unseen;
      if (!unseen_there && there.frames[j].end == frames[i].end) return true;
    }
  }
  return false;
}

LiveState write_live_state(std::uint64_t stack_high, unsigned char* to, std::size_t room) {
  StateWriter writer(to, room);
  LiveState state;
  std::array<std::uint64_t, FrameFacts::kRegisters> registers{linnet_caller.rbx, linnet_caller.rbp,
                                                              linnet_caller.r12, linnet_caller.r13,
                                                              linnet_caller.r14, linnet_caller.r15};
  std::uint64_t stack = linnet_caller.rsp, place = linnet_caller.return_address;
  std::uint32_t read_by_callee = 0;
  for (;;) {
    const FrameFacts& facts = frame_table().at(place);
    state.loops |= facts.loops;
    state.unseen |= facts.unseen;
    if (!facts.known || stack + facts.size > stack_high) break;
    state.frames.add(stack + facts.size, facts.calls_unseen);
    writer.word(place);
    writer.bytes(stack, read_by_callee);
    for (std::size_t i = 0; i < registers.size(); ++i) {
      if ((facts.registers >> i & 1) != 0) writer.word(registers[i]);
      if (facts.saved[i] != FrameFacts::kInRegister)
        registers[i] = word_at(stack + static_cast<std::uint32_t>(facts.saved[i]));
    }
    for (const auto& [begin, size] : facts.slots) writer.bytes(stack + begin, size);
    stack += facts.size;
    place = word_at(stack - sizeof place);
    read_by_callee = facts.incoming;
  }
  writer.word(place);
  for (const std::uint64_t value : registers) writer.word(value);
  writer.bytes(stack, stack_high - stack);
  state.fits = writer.fits();
  state.size = writer.size();
  return state;
}

}  // namespace linnet::runtime
