// Pieces of a log of multi-word primitives: what is parsed on one thread, and put together on another.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "history/multiword/log_builder.hpp"

namespace linnet {

struct MultiwordEvents {
  struct Event {
    enum class Kind : std::uint8_t { call, list, scalar } kind;  // the latter two are returns
    MultiwordLogBuilder::Method method;
    std::uint16_t size;  // of the list, or each of the lists
    std::uint32_t thread;
  };
  static constexpr std::size_t kMostLocations = 1 << 15;

  std::vector<Event> events;
  std::vector<Value> values;  // of all of them, one after the other

  void clear() {
    events.clear();
    values.clear();
  }
};

// Gives the builder all events of the piece; false if it refuses one.
inline bool apply(const MultiwordEvents& piece, MultiwordLogBuilder& builder) {
  using Kind = MultiwordEvents::Event::Kind;
  std::span<const Value> values(piece.values);
  const auto next = [&](std::size_t n) {
    const auto first = values.first(n);
    values = values.subspan(n);
    return first;
  };
  return std::ranges::all_of(piece.events, [&](const MultiwordEvents::Event& event) {
    switch (event.kind) {
      case Kind::call:
        return builder.call(event.thread, event.method, event.size,
                            next(event.size * MultiwordLogBuilder::lists(event.method)));
      case Kind::list: return builder.ret_list(event.thread, next(event.size));
      case Kind::scalar: return builder.ret(event.thread, next(1)[0]);
    }
    return false;
  });
}

}  // namespace linnet
