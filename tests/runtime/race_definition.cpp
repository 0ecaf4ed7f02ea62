// Implements the definition of a race word by word, slowly.
#include "runtime/race_definition.hpp"

namespace linnet::runtime {
namespace {

using Kind = RaceEvent::Kind;
using Events = std::vector<RaceEvent>;

bool is_acquire(const RaceEvent& e) {
  return e.order == __ATOMIC_ACQUIRE || e.order == __ATOMIC_ACQ_REL || e.order == __ATOMIC_SEQ_CST;
}

bool is_release(const RaceEvent& e) {
  return e.order == __ATOMIC_RELEASE || e.order == __ATOMIC_ACQ_REL || e.order == __ATOMIC_SEQ_CST;
}

bool is_atomic(const RaceEvent& e) {
  return e.kind == Kind::load || e.kind == Kind::store || e.kind == Kind::read_modify_write;
}

bool writes_atomically(const RaceEvent& e) {
  return e.kind == Kind::store || e.kind == Kind::read_modify_write;
}

bool reads_atomically(const RaceEvent& e) {
  return e.kind == Kind::load || e.kind == Kind::read_modify_write;
}

bool is_access(const RaceEvent& e) {
  return is_atomic(e) || e.kind == Kind::plain_read || e.kind == Kind::plain_write || e.kind == Kind::free;
}

bool writes(const RaceEvent& e) {
  return writes_atomically(e) || e.kind == Kind::plain_write || e.kind == Kind::free;
}

bool overlap(const RaceEvent& a, const RaceEvent& b) {
  return a.object < b.object + b.size && b.object < a.object + a.size;
}

// The write that the atomic read sees: the last one, or none if a plain one came after it.
std::optional<std::size_t> seen_by(const Events& events, std::size_t read) {
  for (std::size_t i = read; i-- > 0;) {
    if (!is_access(events[i]) || !writes(events[i]) || !overlap(events[i], events[read])) continue;
    return is_atomic(events[i]) ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

// Whether `write` is in the release sequence of `head`: it is `head`, or follows it by read-modify-writes
// alone.
bool in_sequence(const Events& events, std::size_t head, std::size_t write) {
  while (write != head) {
    if (events[write].kind != Kind::read_modify_write) return false;
    const auto before = seen_by(events, write);
    if (!before || *before < head) return false;
    write = *before;
  }
  return true;
}

bool touches(const RaceEvent& e, std::uint64_t byte) {
  return byte - e.object < e.size;
}

// Whether they share a byte that was not freed between them. A byte that was freed has begun another life.
bool share_a_byte(const Events& events, std::size_t a, std::size_t b) {
  for (std::uint64_t byte = events[a].object; touches(events[a], byte); ++byte) {
    if (!touches(events[b], byte)) continue;
    bool freed = false;
    for (std::size_t i = a; i < b; ++i) freed |= events[i].kind == Kind::free && touches(events[i], byte);
    if (!freed) return true;
  }
  return false;
}

bool same_thread_later(const Events& events, std::size_t a, std::size_t b) {
  return a < b && events[a].thread == events[b].thread;
}

// Whether the release side `a` synchronizes with another event through the atomic write `head`.
bool releases_at(const Events& events, std::size_t a, std::size_t head) {
  if (!is_release(events[a])) return false;
  return a == head || (events[a].kind == Kind::fence && same_thread_later(events, a, head));
}

bool acquires_at(const Events& events, std::size_t b, std::size_t read) {
  if (!is_acquire(events[b])) return false;
  return b == read || (events[b].kind == Kind::fence && same_thread_later(events, read, b));
}

bool synchronizes_by_atomics(const Events& events, std::size_t a, std::size_t b) {
  for (std::size_t head = a; head < b; ++head) {
    if (!writes_atomically(events[head]) || !releases_at(events, a, head)) continue;
    for (std::size_t read = head + 1; read <= b; ++read) {
      if (!reads_atomically(events[read]) || !acquires_at(events, b, read)) continue;
      const auto write = seen_by(events, read);
      if (write && *write >= head && in_sequence(events, head, *write)) return true;
    }
  }
  return false;
}

bool synchronizes_with(const Events& events, std::size_t a, std::size_t b) {
  const RaceEvent& x = events[a];
  const RaceEvent& y = events[b];
  if (x.kind == Kind::unlock && y.kind == Kind::lock) return x.object == y.object;
  if (x.kind == Kind::start) return y.thread == x.object;
  if (y.kind == Kind::join) return x.thread == y.object;
  return synchronizes_by_atomics(events, a, b);
}

}  // namespace

std::optional<std::size_t> first_race(const Events& events) {
  const std::size_t n = events.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n));
  for (std::size_t b = 0; b < n; ++b) {
    for (std::size_t a = b; a-- > 0;) {
      if (before[a][b] || !(events[a].thread == events[b].thread || synchronizes_with(events, a, b)))
        continue;
      before[a][b] = true;
      for (std::size_t c = 0; c < a; ++c) {
        if (before[c][a]) before[c][b] = true;
      }
    }
    if (!is_access(events[b])) continue;
    for (std::size_t a = 0; a < b; ++a) {
      const bool conflict = is_access(events[a]) && share_a_byte(events, a, b) &&
                            (writes(events[a]) || writes(events[b])) &&
                            !(is_atomic(events[a]) && is_atomic(events[b]));
      if (conflict && !before[a][b]) return b;
    }
  }
  return std::nullopt;
}

}  // namespace linnet::runtime
