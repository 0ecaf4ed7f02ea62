// A vector that is nearly always empty, and is assigned often: then that costs nothing.
#pragma once

#include <vector>

namespace linnet {

template <typename T>
class MostlyEmpty : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  MostlyEmpty() = default;
  MostlyEmpty(const MostlyEmpty&) = default;
  MostlyEmpty(MostlyEmpty&&) noexcept = default;
  ~MostlyEmpty() = default;
  MostlyEmpty& operator=(MostlyEmpty&&) noexcept = default;
  MostlyEmpty& operator=(const MostlyEmpty& other) {
    if (this->empty() && other.empty()) return *this;
    std::vector<T>::operator=(other);
    return *this;
  }
};

}  // namespace linnet
