// Implements PartialOrder: computes its closure by rows of bits, and recognises interval orders.
#include "history/model/partial_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace linnet {

void PartialOrder::close() const {
  if (words_ != 0 || size() == 0) return;
  words_ = (size() + 63) / 64;
  rows_.assign(size() * words_, 0);
  for (std::uint32_t b = 0; b < size(); ++b) {
    std::uint64_t* const row = &rows_[b * words_];
    for (const std::uint32_t a : predecessors(b)) {
      for (std::size_t w = 0; w < words_; ++w) row[w] |= rows_[a * words_ + w];
      row[a / 64] |= std::uint64_t{1} << (a % 64);
    }
  }
}

bool PartialOrder::precedes(std::uint32_t a, std::uint32_t b) const {
  if (size() <= kLargestClosure) {
    close();
    return reaches(a, b);
  }
  // Backwards from b through everything not before a.
  std::vector<std::uint32_t> stack = {b};
  std::vector<bool> seen(b + 1);
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    for (const std::uint32_t p : predecessors(at)) {
      if (p == a) return true;
      if (p > a && !seen[p]) seen[p] = true, stack.push_back(p);
    }
  }
  return false;
}

PartialOrder PartialOrder::select(std::span<const std::uint32_t> indices) const {
  std::vector<Edge> edges;
  for (std::uint32_t b = 0; b < indices.size(); ++b) {
    for (std::uint32_t a = 0; a < b; ++a) {
      if (precedes(indices[a], indices[b])) edges.emplace_back(a, b);
    }
  }
  return PartialOrder(indices.size(), edges);
}

// An order is an interval order iff its predecessor sets form a chain under inclusion (Fishburn). Then the
// k-th smallest distinct predecessor set is the k-th moment: b is called at the moment of its own set, and a
// returns just before the first moment whose set has a in it.
std::vector<PartialOrder::Interval> PartialOrder::intervals() const {
  const std::size_t n = size();
  if (n > kLargestClosure) return {};
  close();
  const auto row = [&](std::uint32_t i) { return std::span(rows_).subspan(i * words_, words_); };
  std::vector<std::uint32_t> count(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const std::uint64_t w : row(i)) count[i] += static_cast<std::uint32_t>(std::popcount(w));
  }
  std::vector<std::uint32_t> by_count(n);
  std::iota(by_count.begin(), by_count.end(), 0);
  std::ranges::sort(by_count, {}, [&](std::uint32_t i) { return std::pair(count[i], i); });
  // moment[i]: of the call of i; last[i]: the moment before which i returns.
  constexpr std::uint32_t kEnd = ~0u;
  std::vector<std::uint32_t> moment(n), last(n, kEnd);
  std::uint32_t moments = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t i = by_count[k];
    if (k > 0) {
      const auto smaller = row(by_count[k - 1]), larger = row(i);
      for (std::size_t w = 0; w < words_; ++w) {
        if ((smaller[w] & ~larger[w]) != 0) return {};
      }
      if (count[by_count[k - 1]] < count[i]) {
        ++moments;
        for (std::size_t w = 0; w < words_; ++w) {
          for (std::uint64_t fresh = larger[w] & ~smaller[w]; fresh != 0; fresh &= fresh - 1) {
            last[w * 64 + static_cast<std::size_t>(std::countr_zero(fresh))] = moments;
          }
        }
      }
    }
    moment[i] = moments;
  }
  // All returns before moment m, then all calls of moment m.
  std::vector<std::uint32_t> by_last(n);
  std::iota(by_last.begin(), by_last.end(), 0);
  std::ranges::sort(by_last, {}, [&](std::uint32_t i) { return std::pair(last[i], i); });
  std::vector<Interval> result(n);
  std::uint32_t rank = 0;
  std::size_t next_return = 0, next_call = 0;
  for (std::uint32_t m = 0; m <= moments; ++m) {
    while (next_return < n && last[by_last[next_return]] == m) result[by_last[next_return++]].ret = rank++;
    while (next_call < n && moment[by_count[next_call]] == m) result[by_count[next_call++]].call = rank++;
  }
  while (next_return < n) result[by_last[next_return++]].ret = rank++;
  return result;
}

}  // namespace linnet
