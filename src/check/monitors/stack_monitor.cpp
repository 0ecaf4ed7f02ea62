// Decides stacks with unique values in O(n log n): push, pop and peek, empty results.
//
// Idea. Some value is at the very bottom, pushed on an empty stack. When it is pushed, peeked at or popped,
// nothing else is on the stack: each of its operations has a gap that no other value's critical interval
// covers. Conversely, if v is such a value, the history is linearizable iff it is without v: a gap that no
// other value covers splits the others into those that can come and go before it and those that can do so
// after it, so that v's operations can be inserted there into any order of the rest. So bottoms are taken
// away, in any order, until none is left (linearizable) or none can be taken (not). An empty call needs a gap
// that no value covers at all, and splits the history likewise.
//
//   fine: 1 is the bottom, then 2          not: 2 is critical during pop → 1, and 1 during push(2)
//   push(1) |--|                           push(1) |--|
//   push(2)      |--|                      push(2)      |--|
//   pop → 2           |--|                 pop → 1           |--|
//   pop → 1                |--|            pop → 2                |--|
//
// How it is found fast: the gaps that matter (CallGaps) are kept with the number of critical intervals that cover them
// (CoverTree).
//   - A gap that nothing covers serves every operation that runs in it (RunningOperations).
//   - A gap that only v covers serves the operations of v, and waits until v is gone.
//   - When all operations of v are served, v is a bottom: its critical interval is taken away, and with it the
//     waiting gaps of v become free, and others may come down to one or none.
// Each gap is handed out once and waits once, and each operation is served once. The order in which values go
// is an order of depth (nested_lives.hpp), from which the witness is made.
//
// Values never popped have critical intervals that never end. For pending pops, see container_monitor.hpp.
//
// After Lee and Mathur, "Efficient Decrease-and-Conquer Linearizability Monitoring" (2024).
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/container_monitor.hpp"
#include "check/monitors/nested_lives.hpp"
#include "check/monitors/value_lives.hpp"

namespace linnet {

namespace {

// Gaps numbered by calls: half as many as there are events, and all that matter.
//
// What is wanted of a gap is that many operations run in it and few critical intervals cover it. Operations begin with
// calls and end with returns, critical intervals begin with returns and end with calls. So a gap that follows a
// return is never better than the one before that return, and an operation that can have its point there can
// have it in that one too, if its gaps begin with a call. What remains is one gap per call: gap k is the one right after
// the call of operation k.
class CallGaps {
 public:
  explicit CallGaps(const History& history, Rank ranks) : words_(ranks / 64 + 1) {
    for (const Operation& op : history.operations) {
      words_[op.call / 64].calls |= std::uint64_t{1} << op.call % 64;
    }
    for (std::size_t w = 1; w < words_.size(); ++w) {
      words_[w].before = words_[w - 1].before + static_cast<Rank>(std::popcount(words_[w - 1].calls));
    }
  }

  // The gaps of that range which follow a call, by the number of the call.
  GapRange within(GapRange ranks) const { return {calls_before(ranks.begin), calls_before(ranks.end)}; }

 private:
  Rank calls_before(Rank rank) const {
    if (rank / 64 >= words_.size()) return words_.back().before + count(words_.back().calls);
    const Word& word = words_[rank / 64];
    return word.before + count(word.calls & ((std::uint64_t{1} << rank % 64) - 1));
  }
  static Rank count(std::uint64_t bits) { return static_cast<Rank>(std::popcount(bits)); }

  // For 64 ranks: which of them are calls, and how many calls were before.
  struct Word {
    std::uint64_t calls = 0;
    Rank before = 0;
  };
  std::vector<Word> words_;
};

// How many intervals cover each gap, and by which one if it is only one, while intervals are taken away.
//
// Gaps come in blocks of 32 with plain counters; a segment tree over the blocks adds to ranges of them and
// knows the least count below every node. Beside the count there is the exclusive or of the numbers of the
// covering intervals, which for a count of one is the number of that interval. A gap that has been handed out
// is never looked at again.
class CoverTree {
 public:
  // All gaps below `gaps`, none covered; add() intervals, then build().
  explicit CoverTree(Rank gaps)
      : blocks_((gaps + kBlock - 1) / kBlock),
        leaves_(std::bit_ceil(std::max<std::size_t>(blocks_, 1))),
        count_(blocks_ * kBlock, 0),
        names_(blocks_ * kBlock, 0),
        least_(2 * leaves_, kHandedOut),
        change_(2 * leaves_, 0),
        tag_(2 * leaves_, 0),
        gaps_(gaps) {}

  void add(GapRange range, std::uint32_t name) {
    ++count_[range.begin], names_[range.begin] ^= name;
    if (range.end < gaps_) --count_[range.end], names_[range.end] ^= name;
  }

  void build() {
    for (Rank g = 1; g < gaps_; ++g) count_[g] += count_[g - 1], names_[g] ^= names_[g - 1];
    std::fill(count_.begin() + gaps_, count_.end(), kHandedOut);
    for (std::size_t b = 0; b < blocks_; ++b) least_[leaves_ + b] = least_in(b);
    for (std::size_t node = leaves_; node-- > 1;)
      least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }

  // REQUIRES: the interval was added, and not removed since.
  void remove(GapRange range, std::uint32_t name) {
    const std::size_t first = range.begin / kBlock, last = (range.end - 1) / kBlock;
    if (first == last) {
      remove_in_block(first, range.begin, range.end, name);
      pull(leaves_ + first);
      return;
    }
    remove_in_block(first, range.begin, static_cast<Rank>((first + 1) * kBlock), name);
    remove_in_block(last, static_cast<Rank>(last * kBlock), range.end, name);
    for (std::size_t l = leaves_ + first + 1, r = leaves_ + last; l < r; l /= 2, r /= 2) {
      if (l % 2 == 1) remove_at(l++, name);
      if (r % 2 == 1) remove_at(--r, name);
    }
    pull_both(leaves_ + first, leaves_ + last);
  }

  // Hands out all gaps that are covered at most once: visit(gap, count, name of the covering interval if it
  // is one).
  template <class Visit>
  void hand_out(const Visit& visit) {
    if (least_[1] <= 1) hand_out(1, 0, 0, visit);
  }

 private:
  static constexpr std::size_t kBlock = 32;
  static constexpr std::int32_t kHandedOut = std::int32_t{1} << 30;

  std::int32_t least_in(std::size_t block) const {
    std::int32_t least = kHandedOut;
    for (std::size_t i = 0; i < kBlock; ++i) least = std::min(least, count_[block * kBlock + i]);
    return least;
  }

  void remove_in_block(std::size_t block, Rank begin, Rank end, std::uint32_t name) {
    for (Rank g = begin; g < end; ++g) --count_[g], names_[g] ^= name;
    least_[leaves_ + block] = least_in(block) + change_[leaves_ + block];
  }

  void remove_at(std::size_t node, std::uint32_t name) {
    --least_[node], --change_[node], tag_[node] ^= name;
  }

  void pull_one(std::size_t node) {
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]) + change_[node];
  }
  void pull(std::size_t node) {
    while ((node /= 2) != 0) pull_one(node);
  }
  void pull_both(std::size_t left, std::size_t right) {
    for (left /= 2, right /= 2; left != right; left /= 2, right /= 2) pull_one(left), pull_one(right);
    for (; left != 0; left /= 2) pull_one(left);
  }

  // `change` and `tag` are those of all nodes above.
  template <class Visit>
  void hand_out(std::size_t node, std::int32_t change, std::uint32_t tag, const Visit& visit) {
    if (least_[node] + change > 1) return;
    change += change_[node], tag ^= tag_[node];
    if (node < leaves_) {
      hand_out(2 * node, change, tag, visit);
      hand_out(2 * node + 1, change, tag, visit);
      pull_one(node);
      return;
    }
    const std::size_t begin = (node - leaves_) * kBlock;
    for (std::size_t g = begin; g < begin + kBlock; ++g) {
      if (count_[g] + change > 1) continue;
      visit(static_cast<Rank>(g), count_[g] + change, names_[g] ^ tag);
      count_[g] = kHandedOut;
    }
    least_[node] = least_in(node - leaves_) + change_[node];
  }

  std::size_t blocks_, leaves_;
  std::vector<std::int32_t> count_;   // by gap, without the changes of the nodes above
  std::vector<std::uint32_t> names_;  // likewise
  std::vector<std::int32_t> least_;   // by node, with its own change
  std::vector<std::int32_t> change_;
  std::vector<std::uint32_t> tag_;
  Rank gaps_;
};

// Which operations run in a gap, while operations are taken away.
//
// Those that run in gap k (CallGaps) are among the first k + 1, in the order of their calls, and end after it. A
// segment tree knows the greatest end below every node; its leaves are blocks of operations, which keeps it small.
class RunningOperations {
 public:
  // None runs: set_end() those that do, then build().
  explicit RunningOperations(std::size_t operations)
      : blocks_(operations / kBlock + 1),
        leaves_(std::bit_ceil(blocks_)),
        end_(blocks_ * kBlock, 0),
        latest_(2 * leaves_, 0) {}

  void set_end(OperationIndex i, Rank end) { end_[i] = end; }
  void build() {
    for (std::size_t block = 0; block < blocks_; ++block) latest_[leaves_ + block] = latest_in(block);
    for (std::size_t node = leaves_; node-- > 1;) pull(node);
  }

  void remove(OperationIndex i) {
    end_[i] = 0;
    std::size_t node = leaves_ + i / kBlock;
    latest_[node] = latest_in(i / kBlock);
    while ((node /= 2) != 0) {
      const Rank before = latest_[node];
      pull(node);
      if (latest_[node] == before) return;
    }
  }

  bool has(OperationIndex i) const { return end_[i] != 0; }

  // Visits those that were called by then and end after the gap, the last one first; visit may remove what it is given.
  template <class Visit>
  void for_each_in(Rank gap, const Visit& visit) const {
    std::size_t node = leaves_ + gap / kBlock;
    visit_block(gap / kBlock, gap % kBlock + 1, gap, visit);
    while (step_left(node)) {
      if (latest_[node] <= gap) continue;
      while (node < leaves_) node = latest_[2 * node + 1] > gap ? 2 * node + 1 : 2 * node;
      visit_block(node - leaves_, kBlock, gap, visit);
    }
  }

 private:
  static constexpr std::size_t kBlock = 16;

  Rank latest_in(std::size_t block) const {
    return *std::max_element(end_.begin() + block * kBlock, end_.begin() + (block + 1) * kBlock);
  }
  void pull(std::size_t node) { latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]); }

  // Visits those among the first `count` operations of the block that end after the gap.
  template <class Visit>
  void visit_block(std::size_t block, std::size_t count, Rank gap, const Visit& visit) const {
    for (std::size_t i = block * kBlock + count; i-- > block * kBlock;) {
      if (end_[i] > gap) visit(static_cast<OperationIndex>(i));
    }
  }

  // The next subtree to the left of everything in this one; false if there is none.
  static bool step_left(std::size_t& node) {
    node >>= std::countr_zero(node);
    if (node == 1) return false;
    --node;
    return true;
  }

  std::size_t blocks_, leaves_;
  std::vector<Rank> end_;     // by operation; 0 if it does not run
  std::vector<Rank> latest_;  // by node
};

constexpr std::array<RoleName, 3> kRoles = {
    {{"push", Role::add}, {"pop", Role::remove}, {"peek", Role::peek}}};

class StackMonitor {
 public:
  StackMonitor(const Question& question, std::span<const Role> roles, const Lives& lives)
      : question_(question),
        history_(question.history),
        roles_(roles),
        lives_(lives),
        gaps_(history_, lives.ranks),
        cover_(static_cast<Rank>(history_.size())),
        running_(history_.size()),
        unserved_(lives.lives.size(), 0),
        unserved_peeks_(lives.lives.size(), 0),
        waiting_(lives.lives.size(), kNever),
        next_waiting_(history_.size(), kNever) {}

  Verdict run() {
    enter();
    while (hand_out()) {
      if (question_.budget.spent(steps_)) return Unknown{question_.budget.reason()};
    }
    if (bottoms_.size() != values_) return question_.want_evidence ? explain() : Violation{};
    return question_.want_witness ? Pass{make_witness()} : Pass{};
  }

 private:
  void enter() {
    for (ValueId v = 0; v < lives_.lives.size(); ++v) {
      if (!lives_.lives[v].added()) continue;
      ++values_;
      const GapRange gaps = critical_gaps(v);
      if (gaps.begin < gaps.end) cover_.add(gaps, v);
    }
    cover_.build();
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const ValueId v = lives_.value_of[i];
      if (v == kNoValue || !lives_.lives[v].added()) continue;
      running_.set_end(i, gaps_.within(ranks_of(i)).end);
      ++unserved_[v];
      if (is_peek(i)) ++unserved_peeks_[v];
    }
    running_.build();
  }

  bool is_peek(OperationIndex i) const { return roles_[history_.operations[i].method] == Role::peek; }
  GapRange critical_gaps(ValueId v) const { return gaps_.within(critical(lives_.lives[v], lives_.ranks)); }
  GapRange ranks_of(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    return linnet::gaps_of(op, roles_[op.method], lives_.lives[lives_.value_of[i]]);
  }

  // Takes gaps that are covered at most once, and all bottoms that follow; false if that changed nothing.
  bool hand_out() {
    const std::size_t before = bottoms_.size();
    cover_.hand_out([this](Rank gap, std::int32_t count, ValueId only) {
      if (count == 0) {
        free_.push_back(gap);
      } else {
        next_waiting_[gap] = waiting_[only];
        waiting_[only] = gap;
        if (unserved_peeks_[only] != 0) serve(gap, only);
      }
    });
    // A bottom frees the gaps that wait for it, which may make more bottoms.
    std::size_t next = before;
    while (!free_.empty() || next < bottoms_.size()) {
      while (!free_.empty()) {
        const Rank gap = free_.back();
        free_.pop_back();
        serve(gap, kNoValue);
      }
      if (next < bottoms_.size()) take_away(bottoms_[next++]);
    }
    return bottoms_.size() != before;
  }

  // Serves the operations that run in the gap: all, or only those of one value.
  void serve(Rank gap, ValueId only) {
    running_.for_each_in(gap, [&](OperationIndex i) {
      const ValueId v = lives_.value_of[i];
      if ((only != kNoValue && v != only) || !has_begun(i, gap)) return;
      running_.remove(i);
      if (is_peek(i)) --unserved_peeks_[v];
      if (--unserved_[v] == 0) bottoms_.push_back(v);
    });
  }

  // The gaps in which an operation can have its point may begin after its own call, with that of its value's push.
  bool has_begun(OperationIndex i, Rank gap) const {
    return ranks_of(i).begin <= history_.operations[gap].call;
  }

  void take_away(ValueId v) {
    const GapRange gaps = critical_gaps(v);
    if (gaps.begin < gaps.end) cover_.remove(gaps, v);
    for (Rank gap = waiting_[v]; gap != kNever; gap = next_waiting_[gap]) free_.push_back(gap);
    waiting_[v] = kNever;
  }

  Witness make_witness() const {
    NestedPlacement placement(history_, roles_, lives_, true);
    for (std::size_t k = bottoms_.size(); k-- > 0;) placement.place(std::span(&bottoms_[k], 1));
    return placement.finish();
  }

  // Values of which none can be a bottom, as each has an operation during which others of them are critical
  // all the while: one value, those that block it, those that block these, and so on.
  Violation explain() const {
    constexpr std::size_t kMost = 100;
    std::vector<OperationIndex> blocked(lives_.lives.size(), kNever);
    ValueId start = kNoValue;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!running_.has(i)) continue;
      const ValueId v = lives_.value_of[i];
      if (blocked[v] == kNever) blocked[v] = i;
      if (start == kNoValue) start = v;
    }
    const auto cover_of = [&](ValueId v) {
      return covering_values(lives_, ranks_of(blocked[v]),
                             [&](ValueId u) { return u != v && blocked[u] != kNever; });
    };
    std::vector<ValueId> core = {start};
    for (std::size_t k = 0; k < core.size() && core.size() <= kMost; ++k) {
      for (const ValueId u : cover_of(core[k])) {
        if (std::ranges::find(core, u) == core.end()) core.push_back(u);
      }
    }
    Violation violation;
    if (core.size() <= kMost) {
      for (const ValueId v : core) add_suspects(history_, lives_, v, violation.suspects);
    }
    violation.sentence =
        fmt::format("{} cannot come first or last among the values that cross: all the while there was {}",
                    history_.describe(history_.operations[blocked[start]]),
                    describe_values(history_, lives_, cover_of(start)));
    return violation;
  }

  const Question& question_;
  const History& history_;
  std::span<const Role> roles_;
  const Lives& lives_;
  CallGaps gaps_;
  CoverTree cover_;
  RunningOperations running_;
  std::vector<std::uint32_t> unserved_;  // by value: how many of its operations
  std::vector<std::uint32_t> unserved_peeks_;
  std::vector<Rank> waiting_;       // by value: the first gap that waits for it to go
  std::vector<Rank> next_waiting_;  // by gap
  std::vector<Rank> free_;          // gaps that nothing covers, not yet looked at
  std::vector<ValueId> bottoms_;    // in the order in which they were found
  std::size_t values_ = 0;
  std::uint32_t steps_ = 0;
};

Verdict run(const Question& question, std::span<const Role> roles, Lives lives, Leftovers policy) {
  settle_leftovers(question.history, policy, lives);
  if (!lives.empties.empty()) {
    GapSet uncovered(lives.ranks, GapSet::Directions::up);
    if (const auto empty = find_misplaced_empty(question.history, lives, uncovered))
      return question.want_evidence ? explain_empty(question.history, lives, *empty) : Violation{};
  }
  if (question.budget.measure()) return Unknown{question.budget.reason()};
  return StackMonitor(question, roles, lives).run();
}

constexpr ContainerMonitor kMonitor = {"stack", kRoles, false, run};

}  // namespace

const Algorithm kStackMonitor = {"stack-monitor", "stacks with unique values, bottom by bottom",
                                 [](const Question& question) { return obstacle_to(kMonitor, question); },
                                 [](const Question& question) { return decide_with(kMonitor, question); }};

}  // namespace linnet
