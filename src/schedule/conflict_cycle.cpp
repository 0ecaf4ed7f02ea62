// Builds the graph from the last write of each byte and the reads since, and finds a shortest cycle that
// contains an operation.
#include "schedule/conflict_cycle.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace linnet {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// The last writer of a range of bytes, and its readers since then. All earlier accesses come before these.
struct Range {
  std::uint64_t end = 0;
  std::size_t writer = kNone;
  std::vector<std::size_t> readers = {};
};

class ConflictGraph {
 public:
  explicit ConflictGraph(std::span<const Step> steps) {
    for (const Step& step : steps) {
      const std::size_t now = transaction_of(step);
      for (const Access& access : step.touched()) touch(access, now);
    }
  }

  // Every cycle contains an operation: steps outside of operations are in the order of time.
  std::optional<std::vector<std::size_t>> shortest_cycle() const {
    const std::vector<bool> in_question = on_cycles_or_between();
    std::vector<std::size_t> shortest;
    for (std::size_t start = 0; start < operation_.size(); ++start) {
      if (operation_[start] == kNoOperation || !in_question[start]) continue;
      std::vector<std::size_t> cycle = cycle_through(start, in_question);
      if (!cycle.empty() && (shortest.empty() || cycle.size() < shortest.size())) shortest = std::move(cycle);
    }
    if (shortest.empty()) return std::nullopt;
    for (std::size_t& transaction : shortest) transaction = operation_[transaction];
    return shortest;
  }

 private:
  struct InThread {
    std::size_t last = kNone;  // its transaction
    bool inside = false;       // it is inside an operation
  };

  std::size_t transaction_of(const Step& step) {
    InThread& thread = threads_[step.thread];
    if (step.calls || !thread.inside) {
      const std::size_t begun = operation_.size();
      operation_.push_back(step.calls ? operations_++ : kNoOperation);
      after_.emplace_back();
      add_edge(thread.last, begun);
      thread.last = begun;
    }
    thread.inside = (thread.inside || step.calls) && !step.returns;
    return thread.last;
  }

  void add_edge(std::size_t from, std::size_t to) {
    if (from == kNone || from == to) return;
    std::vector<std::size_t>& after = after_[from];
    if (std::ranges::find(after, to) == after.end()) after.push_back(to);
  }

  // Makes a range begin here, if one range has bytes before and behind.
  void split_at(std::uint64_t address) {
    const auto next = ranges_.upper_bound(address);
    if (next == ranges_.begin()) return;
    const auto here = std::prev(next);
    if (here->first == address || here->second.end <= address) return;
    ranges_.emplace_hint(next, address, here->second);
    here->second.end = address;
  }

  void touch(const Access& access, std::size_t now) {
    const std::uint64_t end = access.address + access.size;
    split_at(access.address);
    split_at(end);
    std::uint64_t done = access.address;
    for (auto at = ranges_.lower_bound(done); done < end; ++at) {
      if (at == ranges_.end() || at->first > done) {
        const std::uint64_t gap_end = at == ranges_.end() ? end : std::min(end, at->first);
        at = ranges_.emplace_hint(at, done, Range{gap_end});
      }
      touch(at->second, access.writes, now);
      done = at->second.end;
    }
  }

  void touch(Range& range, bool writes, std::size_t now) {
    add_edge(range.writer, now);
    if (!writes) {
      if (std::ranges::find(range.readers, now) == range.readers.end()) range.readers.push_back(now);
      return;
    }
    for (const std::size_t reader : range.readers) add_edge(reader, now);
    range.readers.clear();
    range.writer = now;
  }

  // The transactions that remain after removing, again and again, those without a predecessor.
  std::vector<bool> on_cycles_or_between() const {
    std::vector<std::size_t> before(after_.size()), free;
    for (const std::vector<std::size_t>& after : after_) {
      for (const std::size_t next : after) ++before[next];
    }
    std::vector<bool> left(after_.size(), true);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] == 0) free.push_back(i);
    }
    while (!free.empty()) {
      const std::size_t taken = free.back();
      free.pop_back();
      left[taken] = false;
      for (const std::size_t next : after_[taken]) {
        if (--before[next] == 0) free.push_back(next);
      }
    }
    return left;
  }

  std::vector<std::size_t> cycle_through(std::size_t start, const std::vector<bool>& allowed) const {
    std::vector<std::size_t> came_from(after_.size(), kNone), queue{start};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::size_t next : after_[queue[i]]) {
        if (next == start) return path_to(queue[i], start, came_from);
        if (!allowed[next] || came_from[next] != kNone) continue;
        came_from[next] = queue[i];
        queue.push_back(next);
      }
    }
    return {};
  }

  static std::vector<std::size_t> path_to(std::size_t end, std::size_t start,
                                          const std::vector<std::size_t>& came_from) {
    std::vector<std::size_t> path{end};
    while (path.back() != start) path.push_back(came_from[path.back()]);
    std::ranges::reverse(path);
    return path;
  }

  // By transaction, in the order in which they begin.
  std::vector<std::size_t> operation_;
  std::vector<std::vector<std::size_t>> after_;
  std::size_t operations_ = 0;
  std::map<ThreadNumber, InThread> threads_;
  std::map<std::uint64_t, Range> ranges_;  // by where they begin; they do not overlap
};

}  // namespace

std::optional<std::vector<std::size_t>> conflict_cycle(std::span<const Step> steps) {
  return ConflictGraph(steps).shortest_cycle();
}

}  // namespace linnet
