// Small integers that cannot be mistaken for one another: a ThreadId is not an ObjectId.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace linnet {

template <class Tag>
struct StrongId {
  std::uint32_t value = 0;

  constexpr StrongId() = default;
  constexpr explicit StrongId(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

}  // namespace linnet

template <class Tag>
struct std::hash<linnet::StrongId<Tag>> {
  std::size_t operator()(linnet::StrongId<Tag> id) const noexcept {
    return std::hash<std::uint32_t>()(id.value);
  }
};
