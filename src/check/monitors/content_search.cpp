// Searches containers whose values are repeated: stacks, deques, and priority queues used at both ends.
//
// It walks along time with sets of contents (content_sweep.hpp), first with few sets of running operations at a time, then with
// more and more. A walk that gets to the end is a pass. One that had to drop something and came to nothing says no more than where it ended. So in
// between the search looks closer there: it starts a complete walk, that drops nothing, shortly before that moment with unknown contents. If
// that comes to nothing, no linearization gets past there. If not, it starts earlier.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "check/linearizability/search.hpp"
#include "check/monitors/content_sweep.hpp"
#include "check/monitors/sequence_contents.hpp"
#include "check/monitors/sorted_contents.hpp"
#include "history/model/lanes.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

std::optional<std::string> obstacle_to_contents(const Question& question) {
  const BuiltinObject object = builtin_object(question.spec);
  if (object != BuiltinObject::stack && object != BuiltinObject::deque && object != BuiltinObject::pqueue)
    return "the specification is not stack, deque or pqueue";
  const History& history = question.history;
  if (history.order) return "precedence is a partial order that is not one of intervals";
  if (history.null_is_a_value()) return "null is a value, and is also the word for an empty container";
  const auto odd = [](const Operation& op) {
    return op.argument_count > 0 && op.completed() && !op.result.is_null();
  };
  if (std::ranges::any_of(history.operations, odd)) return "an addition returned something";
  Lanes lanes;
  for (const Operation& op : history.operations) lanes.take(op);
  if (lanes.used() > 64) return "more than 64 operations run at the same time";
  return std::nullopt;
}

class ContentHistoryBuilder {
 public:
  ContentHistoryBuilder(const History& history, const Spec& spec) : history_(history), spec_(spec) {
    rank_priorities();
    list_items();
    list_events();
  }
  ContentHistory take() { return std::move(made_); }

 private:
  void rank_priorities() {
    for (const Operation& op : history_.operations) {
      if (op.argument_count > 0) priorities_.push_back(op.args().back());
    }
    std::ranges::sort(priorities_);
    priorities_.erase(std::unique(priorities_.begin(), priorities_.end()), priorities_.end());
  }

  void list_items() {
    ValueIds ids{ValueIds::Bounds()};
    absl::flat_hash_map<Deed, ClassId> classes;
    Lanes lanes;
    made_.items.reserve(history_.size());
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const Operation& op = history_.operations[i];
      const std::uint64_t bit = std::uint64_t{1} << lanes.take(op);
      if (!op.completed() && spec_.method(op.method).observer) continue;
      const Deed deed = deed_of(op, ids);
      const ClassId of = classes.try_emplace(deed, static_cast<ClassId>(classes.size())).first->second;
      made_.items.push_back({op.ret, bit, deed, of, i});
    }
    made_.classes = classes.size();
    made_.values = ids.size();
  }

  Deed deed_of(const Operation& op, ValueIds& ids) const {
    const Method& method = spec_.method(op.method);
    Deed deed;
    deed.back = method.name.ends_with("Back") || method.name.ends_with("Max");
    if (op.argument_count > 0) {
      deed.value = ids.insert(op.args()[0]);
      if (builtin_object(spec_) == BuiltinObject::pqueue)
        deed.priority = static_cast<std::uint32_t>(std::ranges::lower_bound(priorities_, op.args().back()) -
                                                   priorities_.begin());
    } else if (op.completed() && op.result.is_null()) {
      deed.kind = Deed::Kind::find_empty;
    } else {
      deed.kind = method.observer ? Deed::Kind::peek : Deed::Kind::remove;
      if (op.completed()) deed.value = ids.insert(op.result);
    }
    return deed;
  }

  void list_events() {
    for (const ContentHistory::Item& item : made_.items) {
      made_.events.push_back({&item, true});
      if (item.ret != kNever) made_.events.push_back({&item, false});
    }
    std::ranges::sort(made_.events, {}, [&](const ContentHistory::Event& e) {
      return e.call ? history_.operations[e.item->index].call : e.item->ret;
    });
  }

  const History& history_;
  const Spec& spec_;
  std::vector<Value> priorities_;
  ContentHistory made_;
};

template <class Contents>
class ContentSearch final : public Search {
 public:
  ContentSearch(const Question& question, std::size_t width, std::size_t window)
      : question_(question),
        problem_(ContentHistoryBuilder(question.history, question.spec).take()),
        width_(width),
        window_(window) {
    list_running();
    start_beam();
  }

  std::size_t explored() const override { return explored_ + sweep_->explored(); }
  std::size_t longest() const override { return std::max(longest_, sweep_->returned()); }

  std::optional<Verdict> advance(std::size_t configurations) override {
    const std::size_t stop = explored() + configurations;
    bool out = false;
    while (explored() < stop) {
      const auto spent = [&] { return out = out || question_.budget.spent(steps_); };
      if (spent()) return out_of_budget(question_);
      if (sweep_->at_the_end() && sweep_->alive() && !in_window_) return pass();
      if (!sweep_->alive() && (in_window_ || !sweep_->dropped())) return violation();
      if (!sweep_->alive() || (in_window_ && window_says_nothing())) {
        next_walk();
      } else {
        sweep_->advance(spent);
      }
      if (out) return out_of_budget(question_);
    }
    return std::nullopt;
  }

 private:
  using Sweep = ContentSweep<Contents>;

  // By event: how many operations that change something run before it.
  void list_running() {
    std::uint32_t running = 0;
    for (const ContentHistory::Event& e : problem_.events) {
      running_.push_back(running);
      if (!e.item->deed.looks()) running += e.call ? 1 : -1;
    }
  }

  void start_beam() {
    in_window_ = false;
    sweep_ = std::make_unique<Sweep>(problem_, width_, question_.want_witness);
  }

  bool window_says_nothing() const {
    return sweep_->at_the_end() || sweep_->next_event() > window_end_ || sweep_->explored() > effort_;
  }

  // A walk has ended without a verdict.
  void next_walk() {
    const std::size_t took = sweep_->explored();
    explored_ += took;
    longest_ = std::max(longest_, sweep_->returned());
    if (!in_window_) {
      furthest_ = std::max(furthest_, sweep_->next_event());
      effort_ = took + kLeastEffort;
      if (start_window()) return;
    } else if (took <= effort_) {
      // It got past the place: there is no use in going on from there with more effort.
      effort_ -= took;
      window_ *= 2;
      if (start_window()) return;
    }
    width_ *= 4;
    start_beam();
  }

  // False if there is no window of this length.
  bool start_window() {
    if (!Contents::kMayBeUnknown || furthest_ <= 2 * window_) return false;
    const auto first = running_.begin() + static_cast<std::ptrdiff_t>(furthest_ - 2 * window_);
    const auto quietest = std::min_element(first, first + static_cast<std::ptrdiff_t>(window_));
    if (*quietest > Sweep::kMostRunning) return false;
    in_window_ = true;
    window_end_ = furthest_ + window_;
    sweep_ = std::make_unique<Sweep>(problem_, Sweep::kAnyWidth, false);
    sweep_->start_at(static_cast<std::size_t>(quietest - running_.begin()));
    return true;
  }

  Verdict pass() {
    Pass pass;
    if (question_.want_witness) pass.witness.order = sweep_->order();
    return pass;
  }
  static Verdict violation() {
    return Violation{
        {}, {}, "in no order in which they can have gone in can the values have come out as they did"};
  }

  static constexpr std::size_t kLeastEffort = 20'000;

  Question question_;
  ContentHistory problem_;
  std::vector<std::uint32_t> running_;
  std::size_t width_, window_;  // the next window's length in events
  std::unique_ptr<Sweep> sweep_;
  bool in_window_ = false;
  std::size_t window_end_ = 0, furthest_ = 0, effort_ = 0;
  std::size_t explored_ = 0, longest_ = 0;
  std::uint32_t steps_ = 0;
};

Verdict decide_by_contents(const Question& question) {
  const auto search = start_content_search(question);
  SearchResult result = finish(*search);
  if (question.explored != nullptr) *question.explored += result.explored;
  return std::move(result.verdict);
}

}  // namespace

std::unique_ptr<Search> start_content_search(const Question& question, std::size_t width,
                                             std::size_t window) {
  if (obstacle_to_contents(question)) return nullptr;
  if (builtin_object(question.spec) == BuiltinObject::pqueue)
    return std::make_unique<ContentSearch<SortedContents>>(question, width, window);
  return std::make_unique<ContentSearch<SequenceContents>>(question, width, window);
}

const Algorithm kContents = {"contents", "stacks, deques and priority queues: walks along time with sets of contents",
                             obstacle_to_contents, decide_by_contents};

}  // namespace linnet
