// Implements the second half of HistoryBuilder: it converts times, or an explicit order, to ranks.
#include "history/model/history_builder.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/model/lanes.hpp"

namespace linnet {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};  // no operation

}  // namespace

// A call or a return, for sorting. At one instant calls come first, so that the operations overlap, or with
// Ties::ordered returns do; an operation that takes no time is still called before it returns.
struct HistoryBuilder::Moment {
  enum Phase : std::uint32_t { kReturnFirst = 1, kCall = 2, kReturnLast = 3 };
  std::int64_t time;
  std::uint32_t phase;
  std::uint32_t operation;

  static Moment of_call(const Times& t, std::uint32_t operation) { return {t.call, kCall, operation}; }
  static Moment of_return(const Times& t, std::uint32_t operation, Ties ties) {
    return {t.ret, ties == Ties::ordered && t.call < t.ret ? kReturnFirst : kReturnLast, operation};
  }
  bool before(const Moment& other) const { return std::tie(time, phase) < std::tie(other.time, other.phase); }
  friend bool operator<(const Moment& a, const Moment& b) {
    return a.before(b) || (!b.before(a) && a.operation < b.operation);
  }
};

namespace {

// Stable sort by the bits from `low` on, least significant digit first. Both buffers have the same size; the
// result is in `keys`.
void radix_sort(std::span<std::uint64_t> keys, std::span<std::uint64_t> buffer, int low, int high) {
  constexpr int kDigit = 11;
  constexpr std::uint64_t kMask = (1u << kDigit) - 1;
  std::span<std::uint64_t> from = keys, to = buffer;
  for (int shift = low; shift < high; shift += kDigit) {
    std::array<std::uint32_t, kMask + 1> next = {};
    for (const std::uint64_t key : from) ++next[key >> shift & kMask];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    for (const std::uint64_t key : from) to[next[key >> shift & kMask]++] = key;
    std::swap(from, to);
  }
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

}  // namespace

// Ranks all calls and returns by time. Returns false if a thread calls while its previous call has not
// returned: either the call came at the very instant of that return, and then the thread's own order is more
// than ranks by time can express, or this is no history.
bool HistoryBuilder::rank_by_times(Ties ties) {
  const auto n = static_cast<std::uint32_t>(operations_.size());
  places_.resize(n);
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = Times::kNone;
  for (const Times& t : times_) {
    first = std::min(first, t.call);
    last = std::max({last, t.call, t.ret});
  }
  const std::uint64_t range = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  if (range != 0 && std::bit_width(n) + 2 + std::bit_width(range) <= 64)
    return rank_packed(first, range, ties);
  std::vector<Moment> moments;
  for (std::uint32_t i = 0; i < n; ++i) {
    moments.push_back(Moment::of_call(times_[i], i));
    if (times_[i].has_ret()) moments.push_back(Moment::of_return(times_[i], i, ties));
  }
  std::sort(moments.begin(), moments.end());
  return std::all_of(moments.begin(), moments.end(),
                     [&](const Moment& m) { return rank_next(m.phase == Moment::kCall, m.operation); });
}

// The same if time, phase and operation fit one word together, as they do for all but absurd clocks. The
// words are sorted by radix in the memory that held the times: 16 bytes per operation more, and a few
// nanoseconds.
bool HistoryBuilder::rank_packed(std::int64_t first, std::uint64_t range, Ties ties) {
  const auto n = static_cast<std::uint32_t>(operations_.size());
  const int index_bits = std::bit_width(n), time_shift = index_bits + 2;
  const std::uint64_t index_mask = (std::uint64_t{1} << index_bits) - 1;
  const auto pack = [&](const Moment& m) {
    const std::uint64_t time = static_cast<std::uint64_t>(m.time) - static_cast<std::uint64_t>(first);
    return (time << 2 | m.phase) << index_bits | m.operation;
  };
  const std::uint64_t never = range << time_shift;  // later than everything
  const std::span<std::uint64_t> keys(reinterpret_cast<std::uint64_t*>(times_.data()), 2 * std::size_t{n});
  for (std::uint32_t i = 0; i < n; ++i) {
    const Times t = times_[i];
    keys[2 * i] = pack(Moment::of_call(t, i));
    keys[2 * i + 1] = t.has_ret() ? pack(Moment::of_return(t, i, ties)) : never;
  }
  std::vector<std::uint64_t> buffer(keys.size());
  radix_sort(keys, buffer, index_bits, time_shift + std::bit_width(range));
  bool good = true;
  for (const std::uint64_t key : keys) {
    if (key >= never || !good) break;
    good = rank_next((key >> index_bits & 3) == Moment::kCall, static_cast<std::uint32_t>(key & index_mask));
  }
  if (good) return true;
  std::vector<Times> times(n);
  for (const std::uint64_t key : keys) {
    if (key >= never) break;
    Times& t = times[key & index_mask];
    const auto time = static_cast<std::int64_t>((key >> time_shift) + static_cast<std::uint64_t>(first));
    ((key >> index_bits & 3) == Moment::kCall ? t.call : t.ret) = time;
  }
  times_.swap(times);
  return false;
}

bool HistoryBuilder::rank_next(bool is_call, std::uint32_t operation) {
  Operation& op = operations_[operation];
  (is_call ? op.call : op.ret) = next_rank_++;
  if (is_call) places_[operation] = next_place_++;
  if (words_.lanes) return true;
  std::uint32_t& open = threads_[op.thread.value].open;
  if (is_call && open != ThreadState::kIdle) return false;
  open = is_call ? operation : ThreadState::kIdle;
  return true;
}

// The operations of each thread with times, in their order.
std::vector<std::uint32_t> HistoryBuilder::timed_by_thread() const {
  std::vector<std::uint32_t> sorted;
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (times_[i].has_call()) sorted.push_back(i);
  }
  // A pending operation is the last of its thread.
  const auto key = [&](std::uint32_t i) {
    const std::int64_t ret = times_[i].has_ret() ? times_[i].ret : std::numeric_limits<std::int64_t>::max();
    return std::tuple(operations_[i].thread, times_[i].call, ret, i);
  };
  std::sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return key(a) < key(b); });
  return sorted;
}

// The edges from each timed operation to those it precedes by time, without those that follow by
// transitivity.
//
// Let L be the latest call of an operation that precedes b. Whatever returned before L precedes that
// operation, and b through it. So b's direct predecessors are those that returned from L on and before b was
// called, and as b moves on, both ends of that range only move forwards.
void HistoryBuilder::add_edges_by_time(Ties ties, std::vector<PartialOrder::Edge>& edges) const {
  std::vector<Moment> calls, returns;
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (times_[i].has_call()) calls.push_back(Moment::of_call(times_[i], i));
    if (times_[i].has_ret()) returns.push_back(Moment::of_return(times_[i], i, ties));
  }
  std::sort(calls.begin(), calls.end());
  std::sort(returns.begin(), returns.end());
  std::size_t begin = 0, end = 0;
  std::optional<Moment> latest;
  for (const Moment& b : calls) {
    for (; end < returns.size() && returns[end].before(b); ++end) {
      const Moment call = Moment::of_call(times_[returns[end].operation], returns[end].operation);
      if (!latest || latest->before(call)) latest = call;
    }
    while (begin < end && returns[begin].before(*latest)) ++begin;
    for (std::size_t a = begin; a < end; ++a) edges.emplace_back(returns[a].operation, b.operation);
  }
}

// The edges of the order, which is then closed transitively: `after` lists, the order of each thread (by
// time, or by lines if one of two operations has no times), and the times.
std::vector<PartialOrder::Edge> HistoryBuilder::explicit_edges(Ties ties) const {
  std::vector<PartialOrder::Edge> edges;
  for (const auto& [operation, id] : after_) {
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) {
      fail(operations_[operation].line,
           fmt::format("found \"after\" id {}, but no operation has that id", id));
    }
    edges.emplace_back(found->second, operation);
  }
  std::vector<std::uint32_t> last(threads_.size(), kNone);
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    std::uint32_t& previous = last[operations_[i].thread.value];
    if (previous != kNone && !(times_[previous].has_call() && times_[i].has_call())) {
      edges.emplace_back(previous, i);
    }
    previous = i;
  }
  add_edges_within_threads(edges);
  add_edges_by_time(ties, edges);
  return edges;
}

// The timed operations of a thread follow one another; this finds out if one was called before the previous
// one returned.
void HistoryBuilder::add_edges_within_threads(std::vector<PartialOrder::Edge>& edges) const {
  const std::vector<std::uint32_t> sorted = timed_by_thread();
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const std::uint32_t a = sorted[k - 1], b = sorted[k];
    if (operations_[a].thread != operations_[b].thread) continue;
    if (!times_[a].has_ret() || times_[a].ret > times_[b].call) {
      fail(operations_[b].line,
           fmt::format("thread {} calls {} at {}, while its call of {} (line {}) has not returned",
                       name_of(operations_[b].thread), words_.methods[operations_[b].method], times_[b].call,
                       words_.methods[operations_[a].method], operations_[a].line));
    }
    edges.emplace_back(a, b);
  }
}

namespace {

// Kahn's algorithm, earliest line first. Returns fewer than n operations if there is a cycle.
std::vector<std::uint32_t> topological_order(std::size_t n, const std::vector<PartialOrder::Edge>& edges) {
  std::vector<std::uint32_t> waiting(n);
  for (const auto& [a, b] : edges) ++waiting[b];
  const Groups targets(n, edges, &PartialOrder::Edge::first, &PartialOrder::Edge::second);
  std::vector<std::uint32_t> ready, sorted;  // `ready` is a heap with the smallest first
  for (std::uint32_t i = static_cast<std::uint32_t>(n); i-- > 0;) {
    if (waiting[i] == 0) ready.push_back(i);
  }
  std::make_heap(ready.begin(), ready.end(), std::greater<>());
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>());
    const std::uint32_t i = ready.back();
    ready.pop_back();
    sorted.push_back(i);
    for (const std::uint32_t target : targets[i]) {
      if (--waiting[target] == 0)
        ready.push_back(target), std::push_heap(ready.begin(), ready.end(), std::greater<>());
    }
  }
  return sorted;
}

}  // namespace

void HistoryBuilder::rank_by_order(History& history, Ties ties) {
  std::vector<PartialOrder::Edge> edges = explicit_edges(ties);
  const std::vector<std::uint32_t> sorted = topological_order(operations_.size(), edges);
  std::vector<std::uint32_t> position(operations_.size(), kNone);
  for (std::uint32_t i = 0; i < sorted.size(); ++i) position[sorted[i]] = i;
  if (sorted.size() < operations_.size()) {
    const auto stuck = std::find(position.begin(), position.end(), kNone) - position.begin();
    fail(operations_[stuck].line,
         "this operation comes before itself: \"after\", times and the order of threads form a cycle");
  }
  for (const auto& [a, b] : edges) {
    // A pending operation has no return, so nothing can come after it.
    if (!operations_[a].completed()) {
      fail(operations_[b].line,
           fmt::format("this operation is after that of line {}, which never returned", operations_[a].line));
    }
  }
  for (auto& [a, b] : edges) a = position[a], b = position[b];
  std::vector<Operation> reordered;
  reordered.reserve(operations_.size());
  for (const std::uint32_t i : sorted) reordered.push_back(operations_[i]);
  operations_.swap(reordered);

  PartialOrder order(operations_.size(), edges);
  const std::vector<PartialOrder::Interval> intervals = order.intervals();
  const bool is_interval_order = !intervals.empty();
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    operations_[i].call = is_interval_order ? intervals[i].call : 2 * i;
    if (operations_[i].completed()) operations_[i].ret = is_interval_order ? intervals[i].ret : 2 * i + 1;
  }
  if (!is_interval_order) history.order = std::move(order);
}

// Puts the operations where places_ says, following the cycles of that permutation.
void HistoryBuilder::move_to_places() {
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    while (places_[i] != i) {
      const std::uint32_t to = places_[i];
      std::swap(operations_[i], operations_[to]);
      std::swap(places_[i], places_[to]);
    }
  }
}

// REQUIRES: the operations are in the order of their calls.
void HistoryBuilder::assign_lanes() {
  Lanes lanes;
  for (Operation& op : operations_) op.thread = ThreadId(lanes.take(op));
  words_.threads.clear();
  for (std::uint32_t lane = 0; lane < lanes.used(); ++lane) words_.threads.push_back(Value(lane));
}

}  // namespace linnet
