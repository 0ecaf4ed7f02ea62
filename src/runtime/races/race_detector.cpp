// RaceDetector: order first, then the access, then what it publishes.
#include "runtime/races/race_detector.hpp"

#include <bit>

namespace linnet::runtime {

void RaceDetector::mark() {
  constexpr std::size_t kMostKept = 1 << 16;  // in an execution, so that a long one does not fill the memory
  if (forgot_marks_) return;
  if (order_.kept() + history_.kept() > kMostKept) {
    forgot_marks_ = true;
    marks_.clear();
    order_.keep_no_longer();
    history_.keep_no_longer();
    return;
  }
  Mark& now = marks_.emplace_back();
  now.order = order_.mark();
  now.history = history_.mark();
}

bool RaceDetector::take_back(std::size_t mark) {
  if (mark >= marks_.size()) return false;
  marks_.resize(mark + 1);
  order_.take_back(marks_[mark].order);
  history_.take_back(marks_[mark].history);
  return true;
}

void RaceDetector::keep(const AccessRecord& earlier) {
  earlier_ = {order_.thread_at(earlier.thread()),
              {history_.racing_word() + static_cast<unsigned>(std::countr_zero(earlier.bytes)),
               static_cast<std::uint32_t>(std::popcount(earlier.bytes)), earlier.kind().writes},
              earlier.kind(),
              earlier.place()};
}

// Where there are several words, each may also be accessed by itself.
constexpr std::uint32_t kWordWithClock = 8;

inline void RaceDetector::learn(std::uint32_t thread, const Access& access, AtomicKind kind, int order) {
  if (kind == AtomicKind::store) return;
  for (std::uint32_t at = 0; at < access.size; at += kWordWithClock)
    order_.reads(thread, access.address + at, order);
}

inline void RaceDetector::publish(std::uint32_t thread, const Access& access, AtomicKind kind, int order) {
  if (kind == AtomicKind::load) return;
  for (std::uint32_t at = 0; at < access.size; at += kWordWithClock) {
    order_.writes(thread, access.address + at, kind, order);
  }
}

bool RaceDetector::atomic(ThreadNumber thread, const Access& access, AtomicKind kind, int order,
                          AccessPlace place) {
  const std::uint32_t index = order_.index_of(thread);
  learn(index, access, kind, order);
  if (this->access(index, access, {.writes = access.writes, .atomic = true}, place)) return true;
  publish(index, access, kind, order);
  return false;
}

void RaceDetector::atomic_order(ThreadNumber thread, const Access& access, AtomicKind kind, int order) {
  const std::uint32_t index = order_.index_of(thread);
  learn(index, access, kind, order);
  publish(index, access, kind, order);
}

}  // namespace linnet::runtime
