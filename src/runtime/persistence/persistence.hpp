// Crashes on purpose: where the power may fail, what is left then, and how the program continues.
//
// A crash is the second outcome of a step that is made for it: in the first, nothing happens. The step comes
// before everything that changes the possible results of a crash: a flush that takes effect (a fence after a
// flush, clflush, a locked instruction), because stores may be lost only until then; and the call of an
// operation, because a crash before it leaves nothing to explain. Between two such steps of a thread, a later
// crash allows everything that an earlier one does: stores only add to the possible contents, and an
// operation that has returned must be explained, while one that has not returned may be. So a crash counts
// only when every thread that can continue is at such a step (is_worthwhile); all other crashes are ended at
// once.
//
// After the crash all threads are gone, ordinary memory is as at the start, and main begins again. Persistent
// memory holds one of the contents that CacheLines allows; the content is chosen when a line is first
// accessed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "protocol/execution_ending.hpp"
#include "runtime/fibers/thread.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/persistence/cache_lines.hpp"
#include "runtime/persistence/persistent_heap.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {

class Persistence {
 public:
  Persistence(std::uint32_t most_crashes, const RuntimeOptions& options)
      : most_crashes_(most_crashes),
        all_crashes_(options.all_crashes),
        note_lines_(options.note_lines),
        as_if_persistent_(options.as_if_persistent) {}

  void execution_starts();
  // Everything that was stored so far counts as the initial content of the machine.
  void begin_with_memory_as_it_is() {
    lines_.clear();
    begun_ = true;
  }

  // Called before every step of the thread. `drains`: the step has a locked instruction or a fence.
  void before_step(Thread& thread, std::uint64_t pc, bool drains) {
    lines_.stored(thread.number);
    if ((all_crashes_ && begun_) || thread.calls_operation || (drains && lines_.has_unfenced(thread.number)))
      may_crash(thread, pc);
  }
  // Called when the step was chosen.
  void in_step(const Thread& thread) {
    if (thread.drains) lines_.fence(thread.number);
  }
  void thread_ends(const Thread& thread) { lines_.stored(thread.number); }
  // The step of a possible crash. Returns if there is none.
  void may_crash(Thread& thread, std::uint64_t pc);

  // Called before an access: chooses the content, if that is still open.
  void look(std::uint64_t address, std::uint64_t size, std::uint64_t pc) {
    if (crashes() != 0 && PersistentHeap::covers(address)) [[unlikely]]
      decide_open_lines(address, size, pc);
  }
  void look_at_all(std::uint64_t pc) { decide_open_lines(0, UINT64_MAX, pc); }
  // Called before a store that is made in a step.
  void storing(const Thread& thread, const Access& access, std::uint64_t pc) {
    if (PersistentHeap::covers(access.address)) lines_.storing({thread.number, access, pc});
  }
  // Stores to different words of a line do not commute: a crash leaves a prefix of all of them.
  void touch_order(Step& step, std::uint64_t address, std::uint64_t size) const {
    if (crashes() == most_crashes_ || !PersistentHeap::covers(address)) return;
    const std::uint64_t first = CacheLines::line_of(address);
    const std::uint64_t end = CacheLines::line_of(address + size - 1) + CacheLines::kSize;
    step.touch(kLineOrders + first, static_cast<std::uint32_t>(end - first), true);
  }
  // The step has stored nothing there.
  static void leave_out_order(Step& step, std::uint64_t address) {
    const std::uint64_t order = kLineOrders + CacheLines::line_of(address);
    const auto found = std::ranges::find(step.touched(), order, &Access::address);
    if (found != step.touched().end())
      step.leave_out(static_cast<std::size_t>(found - step.touched().begin()));
  }
  void flush(Thread& thread, std::uint64_t address, std::uint64_t pc);
  void flush_at_once(Thread& thread, std::uint64_t address, std::uint64_t pc);
  void fence(Thread& thread, std::uint64_t pc);

  // For Execution: the power fails, and comes back.
  void power_fails(const Thread& thread);
  std::uint32_t crashes() const { return static_cast<std::uint32_t>(failures_.size()); }
  std::uint32_t most_crashes() const { return most_crashes_; }
  // The crashes of this execution so far.
  const std::vector<PowerFailure>& power_failures() const { return failures_; }

 private:
  void decide_open_lines(std::uint64_t address, std::uint64_t size, std::uint64_t pc);
  bool is_worthwhile(const Thread& thread) const;
  void note_found(std::uint64_t line, std::uint32_t stores);

  std::uint32_t most_crashes_;
  bool all_crashes_, note_lines_;
  bool begun_ = false;  // the object is made
  const std::vector<PersistentLine>& as_if_persistent_;
  CacheLines lines_;
  std::vector<PowerFailure> failures_;
};

}  // namespace linnet::runtime
