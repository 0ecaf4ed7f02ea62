// The state of a thread at a hook: the registers that calls keep and the stack, without what nobody will read any more.
//
// What that is `linnet` finds in the machine code, and is asked for each function once (FrameFacts). The frames are gone through
// from the hook up. From the first one that is not known on, all of the stack counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "protocol/frame_facts.hpp"

namespace linnet::runtime {

// The registers of the program at a hook, filled by hook_entry.S (which knows the layout).
struct CallerRegisters {
  std::uint64_t rbx, rbp, r12, r13, r14, r15;
  std::uint64_t rsp;  // before the call
  std::uint64_t return_address;
  friend bool operator==(const CallerRegisters&, const CallerRegisters&) = default;
};
extern "C" CallerRegisters linnet_caller;

// Who knows the facts; without one, nothing is known. Asked in the midst of an execution, outside the program.
using FrameSource = std::function<std::vector<FrameFacts>(std::uint64_t return_address)>;
void set_frame_source(FrameSource source);

// The frames next to the hook.
struct NextFrames {
  struct Frame {
    std::uint64_t end = 0;
    bool calls_unseen = false;  // its function calls what is not seen
  };
  static constexpr std::size_t kMost = 8;
  std::array<Frame, kMost> frames;
  std::size_t count = 0;

  NextFrames() = default;
  NextFrames(const NextFrames& other) { *this = other; }
  // Only those that there are.
  NextFrames& operator=(const NextFrames& other) {
    count = other.count;
    std::copy_n(other.frames.begin(), count, frames.begin());
    return *this;
  }
  void add(std::uint64_t end, bool calls_unseen) {
    if (count < kMost) frames[count++] = {end, calls_unseen};
  }
  // Whether the thread has been in nothing but seen functions, on its way from here to there.
  bool see_way_to(const NextFrames& there) const;
};

struct LiveState {
  NextFrames frames;
  std::uint32_t size = 0;  // bytes that were written
  bool fits = true;        // or there was no room for them
  bool loops = false;      // a function of the stack may come to where it is again
  bool unseen = false;     // and on the way call what is not seen
};

// What is known of a frame; asked for if that is new.
const FrameFacts& frame_facts_at(std::uint64_t return_address);

// Whether the code that called a hook may have read memory since its call before, without telling of it.
bool may_have_read_unseen(std::uint64_t return_address);

// Writes the state of the calling thread, as far as linnet_caller does not have it in the place of the call, to `to`.
LiveState write_live_state(std::uint64_t stack_high, unsigned char* to, std::size_t room);

}  // namespace linnet::runtime
