// Searches depth first for a linearization (Wing and Gong 1993), with a memory of the configurations seen
// (Lowe 2017) that is small and canonical (after Horn and Kroening 2015).
//
// From a configuration (which operations are linearized; the object's state) every operation may come next
// that no unlinearized operation precedes. The search tries one, continues from there, and comes back if that
// fails; a configuration that was seen before is not entered again.
//
//   write(1) |----|          After write(1) the search may take read() → 0 or write(2). The first is not
//   read()→0   |-----|       allowed in state 1, so it takes write(2), gets stuck, and comes back to the
//   write(2)      |-----|    beginning to take read() first.
//
// What keeps it small and fast:
//   - A configuration is two words for up to 64 threads, however long the history (interval_front.hpp).
//   - An operation that only looks is taken at once when it is allowed, and nothing else is tried instead
//     (see observation.hpp).
//   - Among candidates of one class, only the one that returns first is tried. Let a and b be of one class, both
//     candidates, a.ret < b.ret. In an order with b before a, exchange the two: the states are the same, a
//     moves to a place where it was a candidate, and whatever b precedes (called after b.ret > a.ret) comes
//     after a's place as well.
//   - Pending operations of one class are interchangeable, and configurations that used more of them than one
//     seen before are not entered (see configuration_set.hpp).
//   - In a deque with unique values, a push that will be in the way of later pops is not tried
//     (deque_foresight.hpp).
//   - There is no recursion: a depth of a million operations is an array of a million frames.
#include <algorithm>
#include <iterator>
#include <ranges>

#include "check/linearizability/configuration_set.hpp"
#include "check/linearizability/deque_foresight.hpp"
#include "check/linearizability/interval_front.hpp"
#include "check/linearizability/search.hpp"

namespace linnet {

namespace {

using Word = ConfigurationSet::Word;

// The linearized set of any partial order, as one bit per completed operation.
class PartialFront {
 public:
  // Two candidates of one class may have different successors here, so neither can replace the other.
  static constexpr bool kEarlierReturnFirst = false;

  PartialFront(const SearchHistory& problem, const History& history)
      : items_(problem.completed),
        done_(ConfigurationSet::words_for(problem.completed.size())),
        position_(problem.completed.size()),
        missing_(history.size()) {
    std::vector<ItemIndex> item_of(history.size(), kPending);
    for (ItemIndex i = 0; i < items_.size(); ++i) item_of[items_[i].index] = i;
    std::vector<PartialOrder::Edge> edges;
    for (OperationIndex b = 0; b < history.size(); ++b) {
      for (const OperationIndex a : history.order->predecessors(b)) {
        if (item_of[a] == kPending) continue;
        edges.emplace_back(item_of[a], b);
        ++missing_[b];
      }
    }
    successors_ = Groups(items_.size(), edges, &PartialOrder::Edge::first, &PartialOrder::Edge::second);
    item_of_ = std::move(item_of);
    for (ItemIndex i = 0; i < items_.size(); ++i) {
      if (missing_[items_[i].index] == 0) add(i);
    }
  }

  std::size_t key_words() const { return 1 + done_.size(); }
  void write_key(StateId state, std::span<Word> key) const {
    key[0] = state;
    std::copy(done_.begin(), done_.end(), key.begin() + 1);
  }

  bool complete() const { return linearized_ == items_.size(); }
  std::size_t linearized() const { return linearized_; }

  void candidates(std::vector<ItemIndex>& out) const { out = available_; }
  bool may_come_next(const SearchItem& pending) const { return missing_[pending.index] == 0; }

  std::uint32_t take(ItemIndex i) {
    ++linearized_;
    done_[i / 64] ^= Word{1} << (i % 64);
    const std::uint32_t place = position_[i];
    available_[place] = available_.back();
    position_[available_[place]] = place;
    available_.pop_back();
    for (const OperationIndex b : successors_[i]) {
      if (--missing_[b] == 0 && item_of_[b] != kPending) add(item_of_[b]);
    }
    return place;
  }
  void undo(ItemIndex i, std::uint32_t place) {
    --linearized_;
    done_[i / 64] ^= Word{1} << (i % 64);
    const auto after = successors_[i];
    for (auto b = after.rbegin(); b != after.rend(); ++b) {
      if (missing_[*b]++ == 0 && item_of_[*b] != kPending) available_.pop_back();
    }
    add(i);
    std::swap(available_[place], available_.back());
    position_[available_.back()] = static_cast<std::uint32_t>(available_.size() - 1);
    position_[i] = place;
  }

 private:
  static constexpr ItemIndex kPending = ~ItemIndex{0};
  void add(ItemIndex i) {
    position_[i] = static_cast<std::uint32_t>(available_.size());
    available_.push_back(i);
  }

  const std::vector<SearchItem>& items_;
  std::vector<Word> done_;
  std::vector<std::uint32_t> position_;  // in available_, while there
  std::vector<std::uint32_t> missing_;   // by operation: predecessors not yet linearized
  Groups successors_;                    // by completed operation
  std::vector<ItemIndex> item_of_;       // by operation
  std::vector<ItemIndex> available_;
  std::size_t linearized_ = 0;
};

template <class Front>
class WingGong final : public Search {
 public:
  WingGong(const Question& question, Goal goal)
      : question_(question),
        goal_(std::move(goal)),
        problem_(question.history, question.spec),
        transitions_(question.spec, problem_.classes),
        front_(problem_, question.history),
        foresight_(DequeForesight::of(question.history, question.spec)),
        taken_(ConfigurationSet::words_for(problem_.pending.size())),
        seen_(front_.key_words(), taken_.size()),
        key_(seen_.width()),
        same_class_before_(problem_.pending.size(), kNone) {
    absl::flat_hash_map<ClassId, ItemIndex> last;
    for (ItemIndex q = 0; q < problem_.pending.size(); ++q) {
      const auto [at, fresh] = last.try_emplace(problem_.pending[q].of, q);
      if (!fresh) same_class_before_[q] = std::exchange(at->second, q);
    }
    frames_.reserve(question.history.size());
  }

  std::size_t explored() const override { return explored_; }
  std::size_t longest() const override { return std::max(longest_, frames_.size()); }

  std::optional<Verdict> advance(std::size_t configurations) override {
    const std::size_t stop = explored_ + configurations;
    while (explored_ < stop) {
      if (question_.budget.spent(steps_)) return out_of_budget(question_);
      if (arriving_ && arrive()) return pass();
      if (!descend() && !back_up()) return violation();
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kForced = ~std::uint32_t{0}, kNone = kForced;
  // A step on the way here, and where to continue after coming back.
  struct Frame {
    ItemIndex item;  // completed operations first, then pending ones
    StateId before;
    std::uint32_t next_choice;  // kForced: there is no alternative
    std::uint32_t token;        // of Front::take
  };
  struct Choice {
    ItemIndex item;
    StateId after;
  };

  bool is_pending(ItemIndex item) const { return item >= problem_.completed.size(); }
  const SearchItem& item_at(ItemIndex item) const {
    return is_pending(item) ? problem_.pending[item - problem_.completed.size()] : problem_.completed[item];
  }

  // Takes every operation that only looks. Returns true if that completes a linearization that the goal
  // accepts. Leaves no choices if this configuration is not worth continuing.
  bool arrive() {
    arriving_ = false;
    ++explored_;
    look_around();
    choices_.clear();
    choices_have_pending_ = true;
    next_choice_ = 0;
    if (front_.complete()) {
      if (goal_(transitions_.space(), state_)) return true;
    }
    front_.write_key(state_, key_);
    std::copy(taken_.begin(), taken_.end(), key_.begin() + static_cast<std::ptrdiff_t>(front_.key_words()));
    if (seen_.insert(key_)) list_choices();
    return false;
  }

  void look_around() {
    for (bool again = true; again;) {
      again = false;
      front_.candidates(candidates_);
      for (const ItemIndex i : candidates_) {
        if (!problem_.completed[i].only_looks || !transitions_.allowed(state_, problem_.completed[i].of))
          continue;
        frames_.push_back({i, state_, kForced, front_.take(i)});
        again = true;
      }
    }
  }

  // REQUIRES: candidates_ is that of the current front.
  void list_choices() {
    choices_.clear();
    choices_have_pending_ = problem_.pending.empty();
    if (candidates_.empty()) return;
    std::ranges::sort(candidates_, {}, [&](ItemIndex i) { return problem_.completed[i].ret; });
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const SearchItem& item = problem_.completed[candidates_[c]];
      if (item.only_looks || stands_behind(c) || !foreseen(item)) continue;
      for (const StateId after : transitions_.step(state_, item.of))
        choices_.push_back({candidates_[c], after});
    }
    prefer_what_the_first_needs(problem_.completed[candidates_.front()]);
  }

  bool foreseen(const SearchItem& item) const {
    if (!foresight_) return true;
    const auto item_at = [&](ItemIndex i) -> const SearchItem& { return problem_.completed[i]; };
    return foresight_->may_come_next(item.index, candidates_ | std::views::transform(item_at));
  }

  // Whether an earlier candidate is of the same class.
  bool stands_behind(std::size_t c) const {
    if (!Front::kEarlierReturnFirst) return false;
    const ClassId of = problem_.completed[candidates_[c]].of;
    return std::any_of(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(c),
                       [&](ItemIndex i) { return problem_.completed[i].of == of; });
  }

  // The candidate that returns first has to be placed soonest. If it is not allowed yet, first tries what
  // makes it allowed, pending operations included.
  void prefer_what_the_first_needs(const SearchItem& first) {
    if (transitions_.allowed(state_, first.of)) return;
    if (!choices_have_pending_) list_pending_choices();
    const auto enables = [&](const Choice& choice) { return transitions_.allowed(choice.after, first.of); };
    preferred_.clear();
    std::ranges::copy_if(choices_, std::back_inserter(preferred_), enables);
    std::ranges::remove_copy_if(choices_, std::back_inserter(preferred_), enables);
    choices_.swap(preferred_);
  }

  void list_pending_choices() {
    choices_have_pending_ = true;
    for (ItemIndex q = 0; q < problem_.pending.size(); ++q) {
      const SearchItem& item = problem_.pending[q];
      if (is_taken(q) || !front_.may_come_next(item)) continue;
      if (same_class_before_[q] != kNone && !is_taken(same_class_before_[q]) && Front::kEarlierReturnFirst)
        continue;
      if (!foreseen(item)) continue;
      for (const StateId after : transitions_.step(state_, item.of)) {
        if (after != state_)
          choices_.push_back({static_cast<ItemIndex>(problem_.completed.size() + q), after});
      }
    }
  }

  bool is_taken(ItemIndex q) const { return (taken_[q / 64] >> (q % 64) & 1) != 0; }

  // Takes the next choice, if there is one left.
  bool descend() {
    if (next_choice_ == choices_.size() && !choices_have_pending_) list_pending_choices();
    if (next_choice_ == choices_.size()) return false;
    const Choice choice = choices_[next_choice_++];
    std::uint32_t token = 0;
    if (is_pending(choice.item)) {
      flip(choice.item);
    } else {
      token = front_.take(choice.item);
    }
    frames_.push_back({choice.item, state_, next_choice_, token});
    if (foresight_) foresight_->take(item_at(choice.item).index);
    state_ = choice.after;
    arriving_ = true;
    return true;
  }

  void flip(ItemIndex pending) {
    const std::size_t q = pending - problem_.completed.size();
    taken_[q / 64] ^= Word{1} << (q % 64);
  }

  // Undoes steps until there is one with an alternative.
  bool back_up() {
    note_longest();
    while (!frames_.empty()) {
      const Frame frame = frames_.back();
      frames_.pop_back();
      if (is_pending(frame.item)) {
        flip(frame.item);
      } else {
        front_.undo(frame.item, frame.token);
      }
      if (foresight_ && frame.next_choice != kForced)
        foresight_->undo(item_at(frame.item).index, state_ != frame.before);
      state_ = frame.before;
      if (frame.next_choice == kForced) continue;
      front_.candidates(candidates_);
      list_choices();
      next_choice_ = frame.next_choice;
      if (next_choice_ >= choices_.size() && !choices_have_pending_) list_pending_choices();
      return true;
    }
    return false;
  }

  void note_longest() {
    if (frames_.size() < longest_ || frames_.empty()) return;
    const bool longer = frames_.size() > longest_;
    longest_ = frames_.size();
    if (!question_.want_evidence) return;
    if (longer) longest_orders_.clear();
    constexpr std::size_t kEnough = 8;
    if (longest_orders_.size() < kEnough) longest_orders_.push_back(order());
  }

  std::vector<OperationIndex> order() const {
    std::vector<OperationIndex> indices;
    indices.reserve(frames_.size());
    for (const Frame& frame : frames_) indices.push_back(item_at(frame.item).index);
    return indices;
  }

  Verdict pass() const {
    Pass pass;
    if (question_.want_witness) pass.witness.order = order();
    return pass;
  }
  Verdict violation() const {
    Violation violation;
    violation.longest = longest_orders_;
    return violation;
  }

  Question question_;
  Goal goal_;
  SearchHistory problem_;
  Transitions transitions_;
  Front front_;
  std::optional<DequeForesight> foresight_;
  std::vector<Word> taken_;  // pending operations
  ConfigurationSet seen_;
  std::vector<Word> key_;
  std::vector<ItemIndex> same_class_before_;  // by pending operation: the one before it in its class
  StateId state_ = StateSpace::initial();
  std::vector<Frame> frames_;
  bool arriving_ = true;
  std::vector<ItemIndex> candidates_;
  std::vector<Choice> choices_, preferred_;
  bool choices_have_pending_ = false;
  std::uint32_t next_choice_ = 0;
  std::size_t explored_ = 0, longest_ = 0;
  std::uint32_t steps_ = 0;
  std::vector<std::vector<OperationIndex>> longest_orders_;
};

}  // namespace

std::unique_ptr<Search> start_wing_gong(const Question& question, Search::Goal goal) {
  if (question.history.order) return std::make_unique<WingGong<PartialFront>>(question, std::move(goal));
  return std::make_unique<WingGong<IntervalFront>>(question, std::move(goal));
}

}  // namespace linnet
