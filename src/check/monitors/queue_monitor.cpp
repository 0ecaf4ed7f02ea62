// Decides queues with unique values in linear time: enq, deq, take and peek, empty results, pending calls.
//
// Idea. In a queue, values leave in the order in which they came. Write u → v if u must come before v,
// because u's enqueue returned before v's was called, or because u was seen at the front (by peek, deq or
// take) by an operation that returned before one that saw v was called. The history is linearizable iff
//   (1) no operation was too early or too late for one value on its own (faults of value_lives.hpp),
//   (2) every call that found the queue empty has a gap that no value's critical interval covers, and
//   (3) → has no cycle.
//
//   fine: 2 → 1 by the deqs, the enqs overlap     not: 1 → 2 by the enqs, 2 → 1 by the deqs
//   enq(1)  |--|                                  enq(1)  |--|
//   enq(2)    |--|                                enq(2)       |--|
//   deq → 2        |--|                           deq → 2            |--|
//   deq → 1             |--|                      deq → 1                 |--|
//
// Without (2), why (3) suffices: line the values up along →, enqueues in that order, fronts in that order,
// and merge the two lines, each enqueue before the fronts of its value. Only real time could forbid it: some
// front of l returns before the enqueue of i is called, where i is due before l. But the enqueue of l begins
// before any front of l returns, so l's first return (hence, by tightening, its enqueue) precedes i's
// enqueue: l → i, a contradiction; the other ways around the merged lines reduce to this one. With (2): a gap
// t that no value covers splits the values into those all of whose operations can happen before t and those
// that can happen after it; no u of the latter has u → v for v of the former, so each side is lined up alone
// and the empty calls stand in between.
//
// (3) is decided by taking heads away: v can be the next head iff no other remaining u has u → v, i.e.
// add_call(v) is less than the least first_ret, and last_call(v) less than the least front return, of the
// others. Taking one head never hurts another. Each of the four conditions is a pointer that only moves
// forward along the ranks.
//
// Values never dequeued have last_call = never: they go last. Pending deqs may have taken some of them. If
// none of these values was peeked at, nothing need be tried: the i-th of them, by first_ret, is given to the
// i-th pending deq, by call. For, when no head can be taken, let w be the value with the least front return.
// Whatever must leave before w includes the value a with the least first_ret (it blocks w, or a value that
// blocks w). a has no front that is called too late (else a → ... → w → a), so only a missing deq holds a
// back: some pending deq called before that front return must have taken a. Hence values are forced out by
// increasing first_ret, any deq called in time will do, and one called in time stays so. Empty calls force
// out, likewise, all values with first_ret before their gap, by deqs called before it. To give a value a deq
// that it does not need only loosens what is known of it.
//
// A value that was peeked at may have to leave before one with a smaller first_ret. For such histories, see
// container_monitor.hpp.
//
// After Lee and Mathur, "Efficient Decrease-and-Conquer Linearizability Monitoring" (2024), who peel heads
// from complete histories, and Emmi, Enea and Hamza, "Monitoring Refinement via Symbolic Reasoning" (PLDI
// 2015), who state the forbidden patterns.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/container_monitor.hpp"
#include "check/monitors/dense_ranks.hpp"
#include "check/monitors/value_lives.hpp"

namespace linnet {

namespace {

constexpr std::array<RoleName, 4> kRoles = {
    {{"enq", Role::add}, {"deq", Role::remove}, {"take", Role::take}, {"peek", Role::peek}}};

class QueueMonitor {
 public:
  QueueMonitor(const Question& question, std::span<const Role> roles, Lives lives, Leftovers policy)
      : question_(question),
        history_(question.history),
        policy_(policy),
        roles_(roles),
        lives_(std::move(lives)),
        values_(static_cast<ValueId>(lives_.lives.size())) {}

  Verdict run() {
    enter_values();
    settle_leftovers();
    if (question_.budget.measure()) return Unknown{question_.budget.reason()};
    if (const auto blocked = place_empties())
      return question_.want_evidence ? explain_empty(history_, lives_, *blocked) : Violation{};
    if (question_.budget.measure()) return Unknown{question_.budget.reason()};
    if (!take_heads()) return question_.want_evidence ? explain_order() : Violation{};
    return question_.want_witness ? Pass{make_witness()} : Pass{};
  }

 private:
  // What happens at a rank: something of a value (which of its four ranks it is, its life tells), the return
  // of an empty call, or nothing of interest.
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  static constexpr std::uint32_t kEmpty = std::uint32_t{1} << 31;  // | an index into lives_.empties

  enum Mark : std::uint8_t { kEnqueueReady = 1, kFrontReady = 2, kTaken = 4 };

  void enter_values() {
    at_.assign(lives_.ranks, kNothing);
    for (ValueId v = 0; v < values_; ++v) {
      const Life& life = lives_.lives[v];
      if (!life.added()) continue;
      at_[life.add_call] = v;
      at_[life.last_call] = v;
      at_[life.first_ret] = v;
      if (lives_.lives[v].seen_ret != kNever) at_[lives_.lives[v].seen_ret] = v;
    }
    for (std::uint32_t k = 0; k < lives_.empties.size(); ++k)
      at_[history_.operations[lives_.empties[k]].ret] = kEmpty | k;
  }

  bool is_value(Rank r) const { return at_[r] < kEmpty; }

  // Decides what becomes of values never dequeued.
  void settle_leftovers() {
    if (policy_ == Leftovers::matched) {
      match_leftovers();
      return;
    }
    linnet::settle_leftovers(history_, policy_, lives_);
    if (policy_ == Leftovers::stay) return;
    release_ = history_.operations[lives_.pending_removes.front()].call;
    for (ValueId v = 0; v < values_; ++v) {
      if (lives_.lives[v].leftover() && lives_.lives[v].last_call == release_) released_.push_back(v);
    }
  }

  void match_leftovers() {
    auto deq = lives_.pending_removes.begin();
    for (Rank r = 0; r < lives_.ranks; ++r) {
      if (!is_value(r)) continue;
      Life& life = lives_.lives[at_[r]];
      if (life.first_ret != r || life.removed()) continue;
      if (deq == lives_.pending_removes.end()) {
        life.last_call = kNever;
        continue;
      }
      const Rank call = history_.operations[*deq].call;
      if (call > life.last_call) {
        life.last_call = call;
        at_[call] = at_[r];
      }
      taker_.push_back({at_[r], *deq++});
    }
  }

  // Finds a gap for every empty call; the first that has none.
  std::optional<OperationIndex> place_empties() {
    if (lives_.empties.empty()) return std::nullopt;
    empty_gap_.resize(lives_.empties.size());
    std::size_t inside = 0;
    Rank last_uncovered = 0;  // nothing is inside after the first event, which is a call
    for (Rank r = 0; r < lives_.ranks; ++r) {
      if (r == release_) {
        inside -= static_cast<std::size_t>(
            std::ranges::count_if(released_, [&](ValueId v) { return lives_.lives[v].first_ret < r; }));
      } else if (is_value(r)) {
        const Life& life = lives_.lives[at_[r]];
        if (life.first_ret < life.last_call) {
          if (life.first_ret == r) ++inside;
          if (life.last_call == r) --inside;
        }
      } else if (at_[r] != kNothing) {
        const std::uint32_t k = at_[r] & ~kEmpty;
        const OperationIndex empty = lives_.empties[k];
        if (last_uncovered < history_.operations[empty].call) return empty;
        empty_gap_[k] = last_uncovered;
      }
      if (inside == 0) last_uncovered = r;
    }
    return std::nullopt;
  }

  bool take_heads() {
    marks_.assign(values_, 0);
    while (true) {
      const std::size_t before = taken_;
      advance_enqueues();
      advance_fronts();
      if (front_bound_ == lives_.ranks)
        return true;  // only values that no operation saw at the front are left
      if (taken_ == before && !take_current_front()) return false;
    }
  }

  // Marks all values whose enqueue can be the next among the remaining ones.
  void advance_enqueues() {
    while (true) {
      enqueue_bound_ = next_untaken(enqueue_bound_, [this](ValueId v) { return lives_.lives[v].first_ret; });
      if (enqueue_ == enqueue_bound_) return;
      for (; enqueue_ < enqueue_bound_; ++enqueue_) {
        if (is_value(enqueue_) && lives_.lives[at_[enqueue_]].add_call == enqueue_)
          mark(at_[enqueue_], kEnqueueReady);
      }
    }
  }

  // Marks all values whose fronts can all precede those of the other remaining ones, but see
  // take_current_front.
  void advance_fronts() {
    while (true) {
      front_bound_ = next_untaken(front_bound_, [this](ValueId v) { return lives_.lives[v].seen_ret; });
      if (front_ == front_bound_) return;
      for (; front_ < front_bound_; ++front_) {
        if (front_ == release_) {
          for (const ValueId v : released_) mark(v, kFrontReady);
        }
        if (is_value(front_) && lives_.lives[at_[front_]].last_call == front_) mark(at_[front_], kFrontReady);
      }
    }
  }

  // The value with the least front return is held back by its own peeks there, and must look at the next
  // value's.
  bool take_current_front() {
    const ValueId v = at_[front_bound_];
    if ((marks_[v] & kEnqueueReady) == 0) return false;
    second_bound_ = next_untaken(std::max(second_bound_, front_bound_ + 1),
                                 [this](ValueId u) { return lives_.lives[u].seen_ret; });
    if (second_bound_ < lives_.ranks && lives_.lives[v].last_call > second_bound_) return false;
    mark(v, kFrontReady);
    return true;
  }

  // The first rank from r on that is `rank_of` a value not yet taken.
  template <class RankOf>
  Rank next_untaken(Rank r, RankOf rank_of) const {
    while (r < lives_.ranks && !(is_value(r) && rank_of(at_[r]) == r && (marks_[at_[r]] & kTaken) == 0)) ++r;
    return r;
  }

  void mark(ValueId v, Mark ready) {
    marks_[v] |= ready;
    if ((marks_[v] & (kEnqueueReady | kFrontReady | kTaken)) != (kEnqueueReady | kFrontReady)) return;
    marks_[v] |= kTaken;
    ++taken_;
    if (question_.want_witness) heads_.push_back(v);
  }

  // Orders the values by the gaps of the empty calls first, and then as heads were taken.
  void sort_heads() {
    for (Rank r = 0; r < lives_.ranks; ++r) {
      if (is_value(r) && lives_.lives[at_[r]].add_call == r && (marks_[at_[r]] & kTaken) == 0)
        heads_.push_back(at_[r]);
    }
    if (lives_.empties.empty()) return;
    std::vector<Rank> splits = empty_gap_;
    std::ranges::sort(splits);
    std::vector<std::pair<std::size_t, std::size_t>> keys(heads_.size());  // where in time, where in heads_
    for (std::size_t k = 0; k < heads_.size(); ++k) {
      const Life& life = lives_.lives[heads_[k]];
      const auto split = std::ranges::lower_bound(splits, std::max(life.add_call, life.last_call));
      keys[k] = {static_cast<std::size_t>(split - splits.begin()), k};
    }
    std::ranges::sort(keys);
    std::vector<ValueId> sorted(heads_.size());
    for (std::size_t k = 0; k < keys.size(); ++k) sorted[k] = heads_[keys[k].second];
    heads_ = std::move(sorted);
  }

  // Gives every operation the earliest gap that those before it allow.
  Witness make_witness() {
    sort_heads();
    const OperationsByValue operations(history_, roles_, lives_);
    std::vector<OperationIndex> taker(values_, kNothing);
    for (const Taker& t : taker_) taker[t.value] = t.deq;
    std::vector<std::uint32_t> empties(lives_.empties.size());
    std::iota(empties.begin(), empties.end(), 0);
    std::ranges::sort(empties, {}, [&](std::uint32_t k) { return empty_gap_[k]; });

    std::vector<Placed> placed;
    placed.reserve(history_.size());
    Rank enqueued = 0, fronted = 0;  // the gaps of the last enqueue and of the last front
    auto empty = empties.begin();
    const auto place_empties_before = [&](Rank rank) {
      for (; empty != empties.end() && empty_gap_[*empty] < rank; ++empty) {
        enqueued = std::max(enqueued, empty_gap_[*empty]);
        placed.push_back({lives_.empties[*empty], empty_gap_[*empty]});
      }
    };
    const auto place_front = [&](OperationIndex i) {
      fronted = std::max({fronted, history_.operations[i].call, enqueued});
      placed.push_back({i, fronted});
    };
    bool stays = false;  // the value at the front
    for (const ValueId v : heads_) {
      const Life& life = lives_.lives[v];
      place_empties_before(std::max(life.add_call, life.last_call));
      const std::span<const OperationIndex> all = operations.of(v);
      enqueued = std::max(enqueued, life.add_call);
      placed.push_back({all.front(), enqueued});
      for (const OperationIndex i : all.subspan(1)) place_front(i);
      stays = stays || (!life.removed() && taker[v] == kNothing);
      if (!stays && taker[v] != kNothing) place_front(taker[v]);
    }
    place_empties_before(kNever);
    return by_gap(placed, lives_.ranks);
  }

  // Names a cycle of → of two or three values. When no head can be taken, let w be the value with the least
  // front return, and a the one with the least first_ret. If a blocks w's enqueue, then w → a by their fronts,
  // or a could be taken. Otherwise some x has a front that returned before one of w was called, and either w's
  // front return precedes a front of x likewise, or x can only be blocked by a.
  Violation explain_order() {
    const ValueId w = at_[front_bound_], a = at_[enqueue_bound_];
    const Rank seen = lives_.lives[w].seen_ret;
    if ((marks_[w] & kEnqueueReady) == 0) {
      Violation violation;
      violation.sentence = fmt::format("{}, yet {}", explain_enqueued_first(a, w, violation.suspects),
                                       explain_left_first(w, seen, a, violation.suspects));
      return violation;
    }
    const ValueId x = at_[second_bound_];
    Violation violation;
    violation.sentence = explain_left_first(x, lives_.lives[x].seen_ret, w, violation.suspects);
    if (lives_.lives[x].last_call > seen) {
      violation.sentence += ", yet " + explain_left_first(w, seen, x, violation.suspects);
    } else {
      violation.sentence += fmt::format(", and {}, yet {}", explain_enqueued_first(a, x, violation.suspects),
                                        explain_left_first(w, seen, a, violation.suspects));
    }
    return violation;
  }

  // That u was enqueued before v, in words.
  std::string explain_enqueued_first(ValueId u, ValueId v, std::vector<OperationIndex>& suspects) const {
    const OperationIndex done = operation_returned_at(history_, lives_.lives[u].first_ret);
    const OperationIndex begun = add_of(history_, lives_, v);
    suspects.insert(suspects.end(), {add_of(history_, lives_, u), begun});
    if (suspects.end()[-2] != done) suspects.push_back(done);
    return fmt::format("{} returned before {} was called", text(done), text(begun));
  }

  // That u was seen at the front before v left, in words.
  std::string explain_left_first(ValueId u, Rank seen, ValueId v,
                                 std::vector<OperationIndex>& suspects) const {
    const OperationIndex first = operation_returned_at(history_, seen);
    suspects.push_back(first);
    const Life& later = lives_.lives[v];
    const std::string removed = history_.operations[add_of(history_, lives_, v)].args()[0].to_json();
    suspects.push_back(add_of(history_, lives_, u));
    suspects.push_back(add_of(history_, lives_, v));
    if (later.last_call == kNever)
      return fmt::format("{} came although nothing ever removed {}", text(first), removed);
    const OperationIndex last = operation_called_at(history_, later.last_call);
    suspects.push_back(last);
    return fmt::format(
        "{} returned before {} was called{}", text(first), text(last),
        history_.operations[last].completed() ? "" : ", which alone could have removed " + removed);
  }

  std::string text(OperationIndex i) const { return history_.describe(history_.operations[i]); }

  const Question& question_;
  const History& history_;
  Leftovers policy_;
  std::span<const Role> roles_;
  Lives lives_;
  ValueId values_;
  std::vector<std::uint32_t> at_;
  struct Taker {
    ValueId value;
    OperationIndex deq;
  };
  std::vector<Taker> taker_;
  Rank release_ = kNever;  // the last_call of all values in released_, which may have left from then on
  std::vector<ValueId> released_;
  std::vector<Rank> empty_gap_;  // by index in lives_.empties
  std::vector<std::uint8_t> marks_;
  std::vector<ValueId> heads_;  // in the order taken
  std::size_t taken_ = 0;
  Rank enqueue_ = 0, enqueue_bound_ = 0;
  Rank front_ = 0, front_bound_ = 0, second_bound_ = 0;
};

Verdict run(const Question& question, std::span<const Role> roles, Lives lives, Leftovers policy) {
  return QueueMonitor(question, roles, std::move(lives), policy).run();
}

constexpr ContainerMonitor kMonitor = {"queue", kRoles, true, run};

}  // namespace

const Algorithm kQueueMonitor = {"queue-monitor", "queues with unique values, in linear time",
                                 [](const Question& question) { return obstacle_to(kMonitor, question); },
                                 [](const Question& question) { return decide_with(kMonitor, question); }};

}  // namespace linnet
