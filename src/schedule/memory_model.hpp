// The names of the memory models. graph/ says what each of them allows.
#pragma once

#include <cstdint>

#include "base/named.hpp"

namespace linnet {

enum class MemoryModel : std::uint8_t { sc, tso, c11, last = c11 };

inline constexpr Named<MemoryModel> kMemoryModels[] = {
    {MemoryModel::sc, "sc", "interleavings: all accesses of all threads are in one order"},
    {MemoryModel::tso, "tso", "x86: a store may become visible after later loads of its thread"},
    {MemoryModel::c11, "c11", "C++ as it is written, without load buffering (RC11)"},
};

constexpr std::string_view name_of(MemoryModel model) {
  return name_in(kMemoryModels, model);
}

}  // namespace linnet
