// Persistence: decides when a crash is worth trying, and what it leaves behind.
#include "runtime/persistence/persistence.hpp"

#include <algorithm>
#include <utility>

#include "runtime/execution.hpp"
#include "runtime/hooks/location.hpp"

namespace linnet::runtime {

void Persistence::execution_starts() {
  lines_.clear();
  failures_.clear();
  begun_ = false;
}

void Persistence::may_crash(Thread& thread, std::uint64_t pc) {
  if (crashes() == most_crashes_) return;
  const bool calls = std::exchange(thread.calls_operation, false);
  current.execution->fresh_step(thread, pc);
  thread.may_crash = true;
  current.execution->take_turn(thread);
  thread.may_crash = false;
  if (current.execution->choose(2) == 1) current.execution->crash(thread, is_worthwhile(thread));
  thread.calls_operation = calls;
}

// If several threads are at steps where a crash may happen, the first thread has it.
bool Persistence::is_worthwhile(const Thread& thread) const {
  if (all_crashes_) return true;
  for (const Thread* other : current.execution->live()) {
    if (other == &thread || !current.execution->can_go_on(*other)) continue;
    if (!other->may_crash || other->number < thread.number) return false;
  }
  return true;
}

void Persistence::power_fails(const Thread& thread) {
  failures_.push_back({thread.number, thread.calls.innermost_first(thread.pc), {}, {}});
  if (note_lines_) failures_.back().lines = lines_.written();
  lines_.crash();
}

// Records it for the last crash that found stores to this line: a later crash may have come before any
// access.
void Persistence::note_found(std::uint64_t line, std::uint32_t stores) {
  for (auto crash = failures_.rbegin(); crash != failures_.rend(); ++crash) {
    const auto met = std::ranges::find(crash->lines, line, &LineAtCrash::address);
    if (met == crash->lines.end()) continue;
    met->found = stores;
    return;
  }
}

void Persistence::decide_open_lines(std::uint64_t address, std::uint64_t size, std::uint64_t pc) {
  while (const auto line = lines_.open_line(address, size)) {
    Thread& thread = self();
    current.execution->next_step(thread, pc, Drains::no).touch(*line, CacheLines::kSize, false);
    thread.looks = true;
    take_turn();
    thread.looks = false;
    ++thread.progress;
    std::uint32_t content = current.execution->choose(lines_.contents(*line));
    const PersistentLine asked{crashes(), *line};
    if (std::ranges::find(as_if_persistent_, asked) != as_if_persistent_.end()) content = 0;
    CacheLines::Loss loss = lines_.decide(*line, content);
    const OutsideProgram outside;
    if (note_lines_) note_found(*line, loss.kept);
    if (!loss.stores.empty()) failures_.back().lost.push_back({asked, std::move(loss.stores)});
  }
}

void Persistence::flush(Thread& thread, std::uint64_t address, std::uint64_t pc) {
  if (!PersistentHeap::covers(address)) return;
  const std::uint64_t line = CacheLines::line_of(address);
  current.execution->next_step(thread, pc, Drains::no).touch(line, CacheLines::kSize, false);
  current.execution->take_turn(thread);
  lines_.flush(thread.number, line);
}

void Persistence::flush_at_once(Thread& thread, std::uint64_t address, std::uint64_t pc) {
  if (!PersistentHeap::covers(address)) return;
  const std::uint64_t line = CacheLines::line_of(address);
  lines_.stored(thread.number);
  may_crash(thread, pc);
  current.execution->fresh_step(thread, pc).touch(line, CacheLines::kSize, false);
  current.execution->take_turn(thread);
  lines_.flush_at_once(line);
}

// Without a flush before it, a fence does nothing here.
void Persistence::fence(Thread& thread, std::uint64_t pc) {
  lines_.stored(thread.number);
  if (!lines_.has_unfenced(thread.number)) return;
  current.execution->next_step(thread, pc);
  current.execution->take_turn(thread);
}

}  // namespace linnet::runtime
