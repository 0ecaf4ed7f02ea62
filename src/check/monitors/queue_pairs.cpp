// Decides queues whose values may be repeated: searches for two orders at once, that of the enqueues and that of the dequeues.
//
// Idea. The i-th value that comes out is the i-th that went in. So what is looked for is an order of the enqueues and an order of
// the fronts (dequeues and peeks), each extending precedence, such that the i-th enqueue and the i-th dequeue have the same
// value, pair by pair. What is in the queue meanwhile does not matter: a configuration is the set of enqueues and the
// set of fronts that have been taken, which depends on what runs at the same time and not on how long the queue is. A search
// for one order of all operations would have to remember the contents, and pays for two enqueues in the wrong order only when
// they come out.
//
//   enq(1) |----|                 Both orders of the enqueues are possible until a front is taken: the first dequeue
//   enq(2)   |----|               is that of 2, so the first pair is enq(2), deq → 2, and the second one has no
//   deq → 2          |--|         choice. With values that are repeated there are several pairs to choose from.
//   deq → 1               |--|
//
// When can two such orders be merged into one that extends precedence? An enqueue must not be called after the return
// of a front that is taken later or with it: (a) when an enqueue is taken, its call is before the return of all fronts not
// taken. That suffices (queue_monitor.cpp proves it for values that are unique, and pairs are). A call that found the
// queue empty stands between two pairs: (b) nothing that is taken later returned before its call, nothing taken earlier was
// called after its return, and nothing taken later returned before the call of something taken earlier.
//
// What keeps it small:
//   - A call that found the queue empty is taken as soon as (b) holds, and so is a peek as soon as its value is in front, where
//     that can be in no such call's way: nothing notices.
//   - Of two candidates of the same value only the one is tried that was both called and returned first: exchanged, all
//     conditions hold the more.
//
// Pending enqueues may be taken, and pending dequeues may take any value; neither must. Pending peeks are dropped.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "check/linearizability/configuration_set.hpp"
#include "check/linearizability/interval_front.hpp"
#include "check/linearizability/search.hpp"
#include "check/monitors/value_ids.hpp"
#include "history/model/lanes.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

enum class Kind : std::uint8_t { enq, deq, take, peek };

std::vector<Kind> kinds_of(const Spec& spec) {
  return method_kinds<Kind>(spec, {"enq", "deq", "take", "peek"});
}

// The operations in three lines, each in the order of calls.
struct QueueLines {
  enum Line : std::uint8_t { kEnqueues, kFronts, kEmpties, kLines };
  static constexpr ClassId kAnyValue = ~ClassId{0};  // of a pending dequeue

  QueueLines(const History& history, const Spec& spec) {
    const std::vector<Kind> kinds = kinds_of(spec);
    ValueIds ids{ValueIds::Bounds()};
    std::array<Lanes, kLines> lanes;
    const auto add = [&](Line line, OperationIndex i, ClassId value, bool peeks) {
      const Operation& op = history.operations[i];
      items[line].push_back({op.call, op.ret, value, lanes[line].take(op), i, peeks});
    };
    for (OperationIndex i = 0; i < history.size(); ++i) {
      const Operation& op = history.operations[i];
      const Kind kind = kinds[op.method];
      if (kind == Kind::enq) {
        impossible = impossible || (op.completed() && !op.result.is_null());
        add(kEnqueues, i, ids.insert(op.args()[0]), false);
      } else if (!op.completed()) {
        if (kind != Kind::peek) add(kFronts, i, kAnyValue, false);
      } else if (op.result.is_null()) {
        impossible = impossible || kind == Kind::take;
        add(kEmpties, i, kAnyValue, true);
      } else {
        add(kFronts, i, ids.insert(op.result), kind == Kind::peek);
        ++fronts_to_take;
      }
    }
    for (std::size_t line = 0; line < kLines; ++line) slots[line] = lanes[line].used();
  }

  std::array<std::vector<SearchItem>, kLines> items;
  std::array<std::size_t, kLines> slots{};
  std::size_t fronts_to_take = 0;  // those that returned
  bool impossible = false;         // some result can never be
};

class PairSearch final : public Search {
 public:
  explicit PairSearch(const Question& question)
      : question_(question),
        lines_(question.history, question.spec),
        line_{IntervalFront(lines_.items[0], lines_.slots[0]),
              IntervalFront(lines_.items[1], lines_.slots[1]),
              IntervalFront(lines_.items[2], lines_.slots[2])},
        seen_(line_[0].key_words() + line_[1].key_words() + line_[2].key_words(), 0),
        key_(seen_.width()) {
    frames_.reserve(question.history.size());
  }

  std::size_t explored() const override { return explored_; }
  std::size_t longest() const override { return std::max(longest_, frames_.size()); }

  std::optional<Verdict> advance(std::size_t configurations) override {
    if (lines_.impossible) return violation();
    const std::size_t stop = explored_ + configurations;
    while (explored_ < stop) {
      if (question_.budget.spent(steps_)) return out_of_budget(question_);
      if (arriving_ && arrive()) return pass();
      if (!descend() && !back_up()) return violation();
    }
    return std::nullopt;
  }

 private:
  using Line = QueueLines::Line;
  static constexpr std::uint32_t kForced = ~std::uint32_t{0};
  static constexpr ClassId kNone = QueueLines::kAnyValue;  // the value in front, between two pairs

  struct Choice {
    Line line;
    ItemIndex item;
  };
  struct Frame {
    Choice taken;
    ClassId front_before;
    std::uint32_t next_choice;  // kForced: there is no alternative
    std::uint32_t token;        // of IntervalFront::take
  };

  const SearchItem& item_of(Choice c) const { return lines_.items[c.line][c.item]; }

  // Takes what can be in no other operation's way; true if everything is taken then.
  bool arrive() {
    arriving_ = false;
    ++explored_;
    while (look_around()) take_free();
    choices_.clear();
    next_choice_ = 0;
    if (fronts_taken_ == lines_.fronts_to_take && line_[QueueLines::kEmpties].complete()) return true;
    std::span<ConfigurationSet::Word> key = key_;
    for (std::size_t l = 0; l < QueueLines::kLines; ++l) {
      line_[l].write_key(l == 0 ? front_ : 0, key);
      key = key.subspan(line_[l].key_words());
    }
    if (seen_.insert(key_)) list_choices();
    return false;
  }

  // Finds the candidates of all lines; true if one of them can be taken at once, which is then the only choice.
  bool look_around() {
    for (std::size_t l = 0; l < QueueLines::kLines; ++l) line_[l].candidates(candidates_[l]);
    choices_.clear();
    if (front_ == kNone) {
      find_free(QueueLines::kEmpties, [&](const SearchItem& empty) { return may_be_empty(empty); });
    } else {
      find_free(QueueLines::kFronts,
                [&](const SearchItem& front) { return peeks_now(front) && is_free(front); });
    }
    return !choices_.empty();
  }
  template <class Condition>
  void find_free(Line line, const Condition& condition) {
    for (const ItemIndex i : candidates_[line]) {
      if (!condition(lines_.items[line][i])) continue;
      choices_.push_back({line, i});
      return;
    }
  }
  void take_free() { take(choices_.front(), kForced); }

  Rank first_return(Line line) const { return line_[line].first_return(); }

  // Condition (b), as far as it is not one of those below.
  bool may_be_empty(const SearchItem& empty) const {
    const Rank enqueues = first_return(QueueLines::kEnqueues), fronts = first_return(QueueLines::kFronts);
    if (empty.call > std::min(enqueues, fronts)) return false;
    const IntervalFront& taken = line_[QueueLines::kFronts];
    return taken.linearized() == 0 || taken.last_call() < enqueues;
  }
  // No call that found the queue empty has to come before it.
  bool after_empties(const SearchItem& item) const { return item.call < first_return(QueueLines::kEmpties); }
  bool peeks_now(const SearchItem& front) const {
    return front.only_looks && front.of == front_ && after_empties(front);
  }
  // Taking it early can make it no harder for a call to find the queue empty.
  bool is_free(const SearchItem& peek) const {
    return line_[QueueLines::kEmpties].complete() || peek.call < first_return(QueueLines::kEnqueues);
  }

  // REQUIRES: look_around() was called here.
  void list_choices() {
    choices_.clear();
    if (front_ == kNone) {
      list_enqueues();
    } else {
      list_fronts();
    }
  }

  void list_enqueues() {
    const Rank bound = first_return(QueueLines::kFronts);  // condition (a)
    for (const ItemIndex i : candidates_[QueueLines::kEnqueues]) {
      const SearchItem& enq = lines_.items[QueueLines::kEnqueues][i];
      if (enq.call > bound || !after_empties(enq) || wanted_by(enq.of) == kNobody) continue;
      if (!stands_behind(QueueLines::kEnqueues, enq)) choices_.push_back({QueueLines::kEnqueues, i});
    }
    std::ranges::sort(choices_, {}, [&](Choice c) {
      return std::pair(wanted_by(item_of(c).of), std::uint64_t{item_of(c).ret});
    });
  }

  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};
  // When the first front that could be this value's returns.
  std::uint64_t wanted_by(ClassId value) const {
    std::uint64_t first = kNobody;
    for (const ItemIndex i : candidates_[QueueLines::kFronts]) {
      const SearchItem& front = lines_.items[QueueLines::kFronts][i];
      if (front.of == value || front.of == QueueLines::kAnyValue)
        first = std::min<std::uint64_t>(first, front.ret);
    }
    return first;
  }

  void list_fronts() {
    for (const ItemIndex i : candidates_[QueueLines::kFronts]) {
      const SearchItem& front = lines_.items[QueueLines::kFronts][i];
      const bool fits = front.of == front_ || front.of == QueueLines::kAnyValue;
      if (fits && after_empties(front) && (front.only_looks || !stands_behind(QueueLines::kFronts, front)))
        choices_.push_back({QueueLines::kFronts, i});
    }
    std::ranges::sort(choices_, {},
                      [&](Choice c) { return std::pair(!item_of(c).only_looks, item_of(c).ret); });
  }

  bool stands_behind(Line line, const SearchItem& item) const {
    return std::ranges::any_of(candidates_[line], [&](ItemIndex i) {
      const SearchItem& other = lines_.items[line][i];
      return other.of == item.of && !other.only_looks && other.call < item.call && other.ret <= item.ret;
    });
  }

  void take(Choice choice, std::uint32_t next_choice) {
    const SearchItem& item = item_of(choice);
    frames_.push_back({choice, front_, next_choice, line_[choice.line].take(choice.item)});
    if (choice.line == QueueLines::kEnqueues) front_ = item.of;
    if (choice.line != QueueLines::kFronts) return;
    if (item.ret != kNever) ++fronts_taken_;
    if (!item.only_looks) front_ = kNone;
  }

  bool descend() {
    if (next_choice_ == choices_.size()) return false;
    const Choice choice = choices_[next_choice_++];
    take(choice, next_choice_);
    arriving_ = true;
    return true;
  }

  // Undoes steps until there is one that may have an alternative.
  bool back_up() {
    longest_ = std::max(longest_, frames_.size());
    while (!frames_.empty()) {
      const Frame frame = frames_.back();
      frames_.pop_back();
      line_[frame.taken.line].undo(frame.taken.item, frame.token);
      if (frame.taken.line == QueueLines::kFronts && item_of(frame.taken).ret != kNever) --fronts_taken_;
      front_ = frame.front_before;
      if (frame.next_choice == kForced) continue;
      look_around();
      list_choices();
      next_choice_ = frame.next_choice;
      return true;
    }
    return false;
  }

  Verdict pass() const {
    Pass pass;
    if (question_.want_witness) pass.witness.order = merged();
    return pass;
  }
  static Verdict violation() {
    return Violation{
        {}, {}, "in no order in which they can have gone in can the values have come out as they did"};
  }

  // The two orders as one: each front after its enqueue and after those that had returned before it was called.
  std::vector<OperationIndex> merged() const {
    std::vector<ItemIndex> enqueues = enqueues_in_order();
    const std::vector<std::size_t> due = enqueues_due(enqueues);
    std::vector<OperationIndex> order;
    std::size_t next = 0, pairs = 0;
    const auto enqueue_up_to = [&](std::size_t end) {
      for (; next < end; ++next) order.push_back(lines_.items[QueueLines::kEnqueues][enqueues[next]].index);
    };
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      const Choice taken = frames_[f].taken;
      if (taken.line == QueueLines::kEnqueues) {
        ++pairs;
        continue;
      }
      enqueue_up_to(std::max(pairs, due[item_of(taken).call]));
      order.push_back(item_of(taken).index);
    }
    enqueue_up_to(enqueues.size());
    return order;
  }

  // Those taken, then those that returned and were not.
  std::vector<ItemIndex> enqueues_in_order() const {
    const std::vector<SearchItem>& items = lines_.items[QueueLines::kEnqueues];
    std::vector<ItemIndex> enqueues;
    std::vector<bool> taken(items.size());
    for (const Frame& frame : frames_) {
      if (frame.taken.line != QueueLines::kEnqueues) continue;
      enqueues.push_back(frame.taken.item);
      taken[frame.taken.item] = true;
    }
    for (ItemIndex i = 0; i < items.size(); ++i) {
      if (!taken[i] && items[i].ret != kNever) enqueues.push_back(i);
    }
    return enqueues;
  }

  // By rank: how many of the enqueues, in this order, come before what is called then, because the last of them had returned.
  std::vector<std::size_t> enqueues_due(const std::vector<ItemIndex>& enqueues) const {
    Rank ranks = 0;
    for (const Operation& op : question_.history.operations)
      ranks = std::max({ranks, op.call + 1, op.ret == kNever ? 0 : op.ret + 1});
    std::vector<std::size_t> due(ranks, 0);
    for (std::size_t k = 0; k < enqueues.size(); ++k) {
      const Rank ret = lines_.items[QueueLines::kEnqueues][enqueues[k]].ret;
      if (ret != kNever) due[ret] = k + 1;
    }
    for (Rank r = 1; r < ranks; ++r) due[r] = std::max(due[r], due[r - 1]);
    return due;
  }

  Question question_;
  QueueLines lines_;
  std::array<IntervalFront, QueueLines::kLines> line_;
  ConfigurationSet seen_;
  std::vector<ConfigurationSet::Word> key_;
  ClassId front_ = kNone;  // the value that has been enqueued and waits to be the front
  std::size_t fronts_taken_ = 0;
  std::vector<Frame> frames_;
  bool arriving_ = true;
  std::array<std::vector<ItemIndex>, QueueLines::kLines> candidates_;
  std::vector<Choice> choices_;
  std::uint32_t next_choice_ = 0;
  std::size_t explored_ = 0, longest_ = 0;
  std::uint32_t steps_ = 0;
};

std::optional<std::string> obstacle_to_pairs(const Question& question) {
  if (question.spec.monitored_as() != "queue") return "the specification is not queue";
  if (question.history.order) return "precedence is a partial order that is not one of intervals";
  const std::vector<Kind> kinds = kinds_of(question.spec);
  for (const Operation& op : question.history.operations) {
    if (kinds[op.method] == Kind::enq && op.args()[0].is_null())
      return "null is in the queue, and is also the word for an empty one";
  }
  return std::nullopt;
}

Verdict decide_by_pairs(const Question& question) {
  PairSearch search(question);
  SearchResult result = finish(search);
  if (question.explored != nullptr) *question.explored += result.explored;
  return std::move(result.verdict);
}

}  // namespace

const Algorithm kQueuePairs = {"queue-pairs",
                               "queues, values repeated or not: searches for pairs of enq and deq",
                               obstacle_to_pairs, decide_by_pairs};

}  // namespace linnet
