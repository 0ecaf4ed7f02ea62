// Searches breadth first along time: an operation is linearized only when a return forces it (Lowe's
// just-in-time search).
//
// It goes through the calls and returns in real-time order with the *frontier*: all configurations (which of
// the running operations are linearized; the object's state) that the events so far allow. A call changes
// nothing: the operation runs and is not linearized. A return of r keeps the configurations in which r is
// linearized. Each of the others is replaced by those that result from linearizing any running operations and
// then r, and no more.
//
//   write(1) |-----|           When write(1) returns, the frontier is {(write(1) done), 1} and
//   write(2)    |-----|        {(both done), 1}: write(2) was linearized before it, or it was not. Not in it:
//   read()→1         |--|      {(both done), 2}; that can still come from the first, when it is forced to.
//
// Memory is the frontier, which depends on the number of threads, not on the length of the history. If the
// state is a function of the set of linearized operations (counters, semaphores, sets, bags: the order does
// not matter), there is one state per set of running operations, so at most 2^k configurations for k threads
// and O(k 2^k n) steps in all. Then this is the frontier search of the literature, and the table of
// algorithms offers it under that name. In practice there are far fewer, because operations that only look
// are linearized as soon as they are allowed, and among those of one class only the one that returns first
// may go next; observation.hpp and wing_gong.cpp prove both.
//
// Pending operations run for ever. They have separate bits in a configuration, and a configuration that used
// more of them than an otherwise equal one is dropped (configuration_set.hpp).
#include <algorithm>

#include "check/linearizability/configuration_set.hpp"
#include "check/linearizability/search.hpp"

namespace linnet {

namespace {

using Word = ConfigurationSet::Word;

// A way back from a configuration to the beginning, kept only if a witness or evidence is wanted.
class Trail {
 public:
  using Step = std::uint32_t;
  static constexpr Step kStart = ~Step{0};

  explicit Trail(bool kept) : kept_(kept) {}
  Step extend(Step from, OperationIndex by) {
    if (!kept_) return kStart;
    steps_.push_back({from, by});
    return static_cast<Step>(steps_.size() - 1);
  }
  std::vector<OperationIndex> back_from(Step step) const {
    std::vector<OperationIndex> order;
    for (; step != kStart; step = steps_[step].from) order.push_back(steps_[step].by);
    std::ranges::reverse(order);
    return order;
  }

 private:
  struct Link {
    Step from;
    OperationIndex by;
  };
  bool kept_;
  std::vector<Link> steps_;
};

class JustInTime final : public Search {
 public:
  JustInTime(const Question& question, Goal goal)
      : question_(question),
        goal_(std::move(goal)),
        problem_(question.history, question.spec),
        transitions_(question.spec, problem_.classes),
        slot_words_(ConfigurationSet::words_for(problem_.slots)),
        width_(1 + slot_words_ + ConfigurationSet::words_for(problem_.pending.size())),
        reached_(1 + slot_words_, width_ - 1 - slot_words_),
        next_(1 + slot_words_, width_ - 1 - slot_words_),
        trail_(question.want_witness || question.want_evidence),
        visited_(problem_.classes.size()),
        row_(width_) {
    frontier_.rows.assign(width_, 0);
    frontier_.rows[0] = StateSpace::initial();
    frontier_.trails = {Trail::kStart};
    list_events();
  }

  std::size_t explored() const override { return explored_; }
  std::size_t longest() const override { return returned_; }

  std::optional<Verdict> advance(std::size_t configurations) override {
    const std::size_t stop = explored_ + configurations;
    while (explored_ < stop) {
      if (question_.budget.spent(steps_)) return out_of_budget(question_);
      if (expanding_) {
        if (expand_next()) continue;
        if (auto verdict = finish_return()) return verdict;
      } else if (next_event_ == events_.size()) {
        return at_the_end();
      } else {
        pass(events_[next_event_]);
      }
    }
    return std::nullopt;
  }

 private:
  struct Event {
    const SearchItem* item;
    enum class Kind : std::uint8_t { call, ret, pending_call } kind;
  };
  // Rows of width_ words: the state; the slots whose operations are linearized; the pending ones that are.
  struct Frontier {
    std::vector<Word> rows;
    std::vector<Trail::Step> trails;
    std::size_t size() const { return trails.size(); }
  };

  void list_events() {
    events_.reserve(2 * problem_.completed.size() + problem_.pending.size());
    std::vector<const SearchItem*> running;  // a heap, the first to return on top
    const auto returns_later = [](const SearchItem* a, const SearchItem* b) { return a->ret > b->ret; };
    const auto pass_returns = [&](Rank until) {
      while (!running.empty() && running.front()->ret < until) {
        events_.push_back({running.front(), Event::Kind::ret});
        std::ranges::pop_heap(running, returns_later);
        running.pop_back();
      }
    };
    auto pending = problem_.pending.begin();
    for (const SearchItem& item : problem_.completed) {
      for (; pending != problem_.pending.end() && pending->call < item.call; ++pending) {
        pass_returns(pending->call);
        events_.push_back({&*pending, Event::Kind::pending_call});
      }
      pass_returns(item.call);
      events_.push_back({&item, Event::Kind::call});
      running.push_back(&item);
      std::ranges::push_heap(running, returns_later);
    }
    // A pending operation called after the last completed one matters only to those that still run.
    for (; pending != problem_.pending.end(); ++pending) {
      pass_returns(pending->call);
      events_.push_back({&*pending, Event::Kind::pending_call});
    }
    pass_returns(kNever);
  }

  std::span<Word> row(Frontier& f, std::size_t i) const {
    return std::span(f.rows).subspan(i * width_, width_);
  }
  // Where the bit of a running or of a pending operation is.
  std::size_t place(const SearchItem& item) const {
    return (1 + (item.ret == kNever ? slot_words_ : 0)) * 64 + item.slot;
  }
  static bool has(std::span<const Word> row, std::size_t place) {
    return (row[place / 64] >> (place % 64) & 1) != 0;
  }
  static void flip(std::span<Word> row, std::size_t place) { row[place / 64] ^= Word{1} << (place % 64); }
  static StateId state_of(std::span<const Word> row) { return static_cast<StateId>(row[0]); }

  void pass(const Event& event) {
    ++next_event_;
    switch (event.kind) {
      case Event::Kind::call: start(*event.item); break;
      case Event::Kind::pending_call:
        if (!event.item->only_looks) pending_.push_back(event.item);
        break;
      case Event::Kind::ret: start_return(*event.item); break;
    }
  }

  void start(const SearchItem& item) {
    auto& running = item.only_looks ? looking_ : changing_;
    running.insert(std::ranges::upper_bound(running, item.ret, {}, &SearchItem::ret), &item);
    ++explored_;
    if (!item.only_looks) return;
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
      const auto r = row(frontier_, i);
      if (!transitions_.allowed(state_of(r), item.of)) continue;
      flip(r, place(item));
      frontier_.trails[i] = trail_.extend(frontier_.trails[i], item.index);
    }
  }

  void start_return(const SearchItem& item) {
    returning_ = &item;
    reached_.clear(), next_.clear();
    reached_trails_.clear(), next_trails_.clear();
    const std::size_t bit = place(item);
    const bool all_have_it = [&] {
      for (std::size_t i = 0; i < frontier_.size(); ++i) {
        if (!has(row(frontier_, i), bit)) return false;
      }
      return true;
    }();
    if (all_have_it) {
      for (std::size_t i = 0; i < frontier_.size(); ++i) flip(row(frontier_, i), bit);
      ++explored_;
      stop_running(item);
      return;
    }
    expanding_ = true;
    next_to_expand_ = 0;
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
      arrive(row(frontier_, i), frontier_.trails[i]);
    }
  }

  // Adds a configuration to those that have the returning operation, or to those that still need it.
  void arrive(std::span<Word> r, Trail::Step trail) {
    const std::size_t bit = place(*returning_);
    if (has(r, bit)) {
      flip(r, bit);
      if (next_.insert(r)) next_trails_.push_back(trail);
    } else if (reached_.insert(r)) {
      reached_trails_.push_back(trail);
    }
  }

  // Linearizes one more operation in every possible way. Returns false if there is no configuration left to
  // expand.
  bool expand_next() {
    if (next_to_expand_ == reached_.size()) return false;
    const ConfigurationSet::RowId from = next_to_expand_++;
    ++explored_;
    ++visit_;
    for (const SearchItem* const item : changing_) try_next(from, *item);
    for (const SearchItem* const item : pending_) try_next(from, *item);
    return true;
  }

  void try_next(ConfigurationSet::RowId from, const SearchItem& item) {
    const auto base = std::as_const(reached_)[from];
    if (has(base, place(item)) || visited_[item.of] == visit_) return;
    visited_[item.of] = visit_;
    const StateId before = state_of(base);
    const auto after_states = transitions_.step(before, item.of);
    if (after_states.size() > 1) {
      several_.assign(after_states.begin(), after_states.end());
      for (const StateId after : several_) go(from, item, after);
    } else if (!after_states.empty() && (item.ret != kNever || after_states.front() != before)) {
      go(from, item, after_states.front());
    }
  }

  void go(ConfigurationSet::RowId from, const SearchItem& item, StateId after) {
    const auto base = std::as_const(reached_)[from];
    std::ranges::copy(base, row_.begin());
    row_[0] = after;
    flip(row_, place(item));
    Trail::Step trail = trail_.extend(reached_trails_[from], item.index);
    for (const SearchItem* const looks : looking_) {
      if (has(row_, place(*looks)) || !transitions_.allowed(after, looks->of)) continue;
      flip(row_, place(*looks));
      trail = trail_.extend(trail, looks->index);
    }
    arrive(row_, trail);
  }

  std::optional<Verdict> finish_return() {
    expanding_ = false;
    if (next_.size() == 0) return violation();
    frontier_.rows.resize(next_.size() * width_);
    for (std::size_t i = 0; i < next_.size(); ++i) {
      std::ranges::copy(std::as_const(next_)[static_cast<ConfigurationSet::RowId>(i)],
                        row(frontier_, i).begin());
    }
    frontier_.trails.swap(next_trails_);
    stop_running(*returning_);
    if (transitions_.space().size() > forget_at_) forget();
    return std::nullopt;
  }

  void stop_running(const SearchItem& item) {
    ++returned_;
    std::erase(item.only_looks ? looking_ : changing_, &item);
  }

  void forget() {
    std::vector<StateId> kept;
    for (std::size_t i = 0; i < frontier_.size(); ++i) kept.push_back(state_of(row(frontier_, i)));
    transitions_.forget_all_but(kept);
    for (std::size_t i = 0; i < frontier_.size(); ++i) row(frontier_, i)[0] = kept[i];
    forget_at_ = 4 * transitions_.space().size() + kFewStates;
  }

  Verdict at_the_end() {
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
      if (!goal_(transitions_.space(), state_of(row(frontier_, i)))) continue;
      Pass pass;
      if (question_.want_witness) pass.witness.order = trail_.back_from(frontier_.trails[i]);
      return pass;
    }
    return Violation();
  }

  // The last configurations from which the returning operation could not be reached are as long as any.
  Verdict violation() const {
    Violation violation;
    if (!question_.want_evidence) return violation;
    constexpr std::size_t kEnough = 8;
    for (std::size_t i = reached_.size(); i-- > 0 && violation.longest.size() < kEnough;) {
      auto order = trail_.back_from(reached_trails_[i]);
      if (!violation.longest.empty() && order.size() < violation.longest.front().size()) continue;
      if (!violation.longest.empty() && order.size() > violation.longest.front().size())
        violation.longest.clear();
      violation.longest.push_back(std::move(order));
    }
    return violation;
  }

  static constexpr std::size_t kFewStates = 10'000;

  Question question_;
  Goal goal_;
  SearchHistory problem_;
  Transitions transitions_;
  std::size_t slot_words_, width_;
  std::vector<Event> events_;
  std::size_t next_event_ = 0;
  Frontier frontier_;
  std::vector<const SearchItem*> changing_, looking_;  // running, by return
  std::vector<const SearchItem*> pending_;             // called
  // While a return is processed: configurations without and with it.
  bool expanding_ = false;
  const SearchItem* returning_ = nullptr;
  ConfigurationSet reached_, next_;
  std::vector<Trail::Step> reached_trails_, next_trails_;
  ConfigurationSet::RowId next_to_expand_ = 0;
  Trail trail_;
  // By class: the expansion in which an operation of it was last tried.
  std::vector<std::uint64_t> visited_;
  std::uint64_t visit_ = 0;
  std::vector<Word> row_;
  std::vector<StateId> several_;
  std::size_t forget_at_ = kFewStates;
  std::size_t explored_ = 0, returned_ = 0;
  std::uint32_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Search> start_just_in_time(const Question& question, Search::Goal goal) {
  return std::make_unique<JustInTime>(question, std::move(goal));
}

}  // namespace linnet
