// What the operations of a container do to its contents, as a search along time sees it.
#pragma once

#include <cstdint>

#include "check/monitors/value_ids.hpp"
#include "history/model/operation.hpp"

namespace linnet {

struct Deed {
  enum class Kind : std::uint8_t { add, remove, peek, find_empty };

  Kind kind = Kind::add;
  bool back = false;         // at which end: of a deque, or the greatest of a priority queue
  ValueId value = kNoValue;  // none of a removal that never returned: it may have taken anything
  std::uint32_t priority = 0;

  bool looks() const { return kind == Kind::peek || kind == Kind::find_empty; }
  bool operator==(const Deed&) const = default;
  template <class H>
  friend H AbslHashValue(H h, const Deed& d) {
    return H::combine(std::move(h), d.kind, d.back, d.value, d.priority);
  }
};

}  // namespace linnet
