// A long history of multi-word primitives (specification mwcas) in little memory: what each operation did to
// which versions.
//
// A *version* is a location with one of the values it had, and is a number here: the names of locations and
// values do not matter to whether the history is consistent (check/multiword/sweep.hpp), only to the
// explanation.
//
//   mwcas([x,y], [0,0], [1,2]) → true    overwrites x0, y0 with x1, y2
//   read([x]) → [1]                      reads x1
//   mwcas([x], [0], [5]) → "x"           finds that one of {x0} is not there
//
// An operation takes 16 bytes, and 4 for each of its versions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

using VersionId = std::uint32_t;

struct MultiwordLog {
  enum class Role : std::uint8_t {
    reads,       // all of `before`
    overwrites,  // all of `before` by all of `after`
    misses,      // at least one of `before`
    perhaps,     // never returned: overwrites, or did nothing
  };
  struct Operation {
    Rank call = 0, ret = kNever;
    std::uint32_t begin = 0;  // of its versions
    std::uint16_t size = 0;
    Role role = Role::perhaps;
  };

  std::vector<Operation> operations;  // in the order of their calls
  std::vector<VersionId> versions;    // of each operation `before`, then, if it overwrites, `after`
  std::vector<bool> initial;          // by version: it was there at the beginning
  std::size_t threads = 0;

  std::span<const VersionId> before(const Operation& op) const {
    return std::span(versions).subspan(op.begin, op.size);
  }
  std::span<const VersionId> after(const Operation& op) const {
    return std::span(versions).subspan(op.begin + op.size, op.size);
  }
};

static_assert(sizeof(MultiwordLog::Operation) == 16);

}  // namespace linnet
