// Refutes containers by counting: no more of a value can come out, or be seen, than has gone in. Decides most bags that way.
//
// Values may be repeated here, so nothing is known of single elements. But by every moment the removals of v that had returned
// are no more than the additions of v that had been called, whatever the container (queue, stack, deque, priority queue or bag):
//
//   (1) a removal of v that returns is not the (n + 1)-th where only n additions of v had been called;
//   (2) while a peek → v ran, there was a v: more had been called to be added by its return than had been removed by its call;
//   (3) while a call ran that found nothing, there was a moment at which nothing must have been inside. For each v at least as
//       many are inside as additions of it had returned less the removals of it that had been called; pending removals
//       may have taken any of them.
//
// These are necessary, and cheap: one sweep over the events. A search would find most of it only after everything else was tried.
//
// In a bag the elements do not stand in each other's way, so (1) is also sufficient where no call found the bag empty. Sweep along
// time, and let everything happen when it returns: an addition if it did not yet; a removal of v, and if there is no v inside,
// before it the addition of v that runs and returns first. There is one by (1): all others that were called have been used. Calls
// that found the bag empty are placed where nothing is inside, or where the removals that run can take what is. That is a good
// guess, and not always possible even if the history is linearizable, nor is a removal then sure to find its value: such histories
// are left to others.
#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "check/linearizability/algorithm.hpp"
#include "check/monitors/dense_ranks.hpp"
#include "check/monitors/value_ids.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

enum class Deed : std::uint8_t { add, remove, peek, find_empty, unknown_removal, nothing };

// The operations by what they did, and the events in the order of time.
class Ledger {
 public:
  Ledger(const History& history, const Spec& spec, Rank ranks)
      : history_(history), spec_(spec), at_(ranks, kNoEvent), value_(history.size(), kNoValue) {
    ValueIds ids{ValueIds::Bounds()};
    for (OperationIndex i = 0; i < history.size(); ++i) {
      const Operation& op = history.operations[i];
      const Deed d = deed(i);
      if (d == Deed::add) value_[i] = ids.insert(op.args()[0]);
      if (d == Deed::remove || d == Deed::peek) value_[i] = ids.insert(op.result);
      at_[op.call] = i;
      if (op.ret != kNever) at_[op.ret] = i;
    }
    values_ = ids.size();
  }

  Deed deed(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    const bool observer = spec_.method(op.method).observer;
    if (op.argument_count > 0) return Deed::add;
    if (!op.completed()) return observer ? Deed::nothing : Deed::unknown_removal;
    if (op.result.is_null()) return Deed::find_empty;
    return observer ? Deed::peek : Deed::remove;
  }
  ValueId value(OperationIndex i) const { return value_[i]; }
  std::size_t values() const { return values_; }
  const History& history() const { return history_; }

  // Calls visit(operation, whether this is its call, rank) in the order of time, until it returns false.
  template <class Visit>
  void sweep(const Visit& visit) const {
    for (Rank r = 0; r < at_.size(); ++r) {
      if (at_[r] == kNoEvent) continue;
      if (!visit(at_[r], history_.operations[at_[r]].call == r, r)) return;
    }
  }

 private:
  static constexpr OperationIndex kNoEvent = ~OperationIndex{0};
  const History& history_;
  const Spec& spec_;
  std::vector<OperationIndex> at_;  // by rank
  std::vector<ValueId> value_;      // by operation
  std::size_t values_ = 0;
};

struct Counts {
  std::uint32_t adds_called = 0, adds_returned = 0, removes_called = 0, removes_returned = 0;

  std::int64_t surely_inside() const { return std::int64_t{adds_returned} - removes_called; }
};

// One sweep for the three conditions.
class Audit {
 public:
  explicit Audit(const Ledger& ledger)
      : ledger_(ledger), counts_(ledger.values()), removed_before_(ledger.history().size()) {}

  // What cannot be, if anything; `last` is then the operation that shows it.
  std::optional<Violation> run() {
    std::optional<Violation> found;
    ledger_.sweep([&](OperationIndex i, bool call, Rank rank) {
      found = call ? (called(i), std::nullopt) : returned(i);
      if (surely_inside_ <= unknown_removals_) last_maybe_empty_ = rank;
      return !found;
    });
    return found;
  }

 private:
  void called(OperationIndex i) {
    switch (ledger_.deed(i)) {
      case Deed::add: ++counts(i).adds_called; break;
      case Deed::remove: change(i, [](Counts& c) { ++c.removes_called; }); break;
      case Deed::peek: removed_before_[i] = counts(i).removes_returned; break;
      case Deed::unknown_removal: ++unknown_removals_; break;
      case Deed::find_empty:
      case Deed::nothing: break;
    }
  }

  std::optional<Violation> returned(OperationIndex i) {
    const History& history = ledger_.history();
    const Operation& op = history.operations[i];
    switch (ledger_.deed(i)) {
      case Deed::add: change(i, [](Counts& c) { ++c.adds_returned; }); return std::nullopt;
      case Deed::remove:
        if (++counts(i).removes_returned > counts(i).adds_called) return too_many(i, "removed");
        return std::nullopt;
      case Deed::peek:
        if (counts(i).adds_called <= removed_before_[i]) return too_many(i, "seen after it had been removed");
        return std::nullopt;
      case Deed::find_empty:
        // Gap r is right after the event of rank r; the call's own gap is the first that counts.
        if (last_maybe_empty_ < op.call) return never_empty(i);
        return std::nullopt;
      case Deed::unknown_removal:
      case Deed::nothing: break;
    }
    return std::nullopt;
  }

  Counts& counts(OperationIndex i) { return counts_[ledger_.value(i)]; }
  template <class Change>
  void change(OperationIndex i, const Change& change) {
    Counts& c = counts(i);
    surely_inside_ -= std::max<std::int64_t>(0, c.surely_inside());
    change(c);
    surely_inside_ += std::max<std::int64_t>(0, c.surely_inside());
  }

  Violation too_many(OperationIndex last, std::string_view what) const {
    const Counts& c = counts_[ledger_.value(last)];
    const std::string value = ledger_.history().operations[last].result.to_json();
    Violation violation{{}, of_value(ledger_.value(last)), {}};
    violation.sentence =
        c.adds_called == 0
            ? fmt::format("{} returned a value that had not been added",
                          ledger_.history().describe(ledger_.history().operations[last]))
            : fmt::format("{} was {} more often than it had been added, {} of {} times", value, what,
                          std::max(c.removes_returned, c.adds_called + 1), c.adds_called);
    return violation;
  }

  Violation never_empty(OperationIndex last) const {
    Violation violation{{}, {last}, {}};
    violation.sentence = fmt::format("{} found nothing, although there was something all the while",
                                     ledger_.history().describe(ledger_.history().operations[last]));
    return violation;
  }

  std::vector<OperationIndex> of_value(ValueId v) const {
    std::vector<OperationIndex> found;
    for (OperationIndex i = 0; i < ledger_.history().size(); ++i) {
      if (ledger_.value(i) == v) found.push_back(i);
    }
    return found;
  }

  const Ledger& ledger_;
  std::vector<Counts> counts_;  // by value
  std::vector<std::uint32_t>
      removed_before_;  // by peek: removals of its value that had returned before its call
  std::int64_t surely_inside_ = 0, unknown_removals_ = 0;
  Rank last_maybe_empty_ = 0;
};

// The sweep that places the operations of a bag.
class BagSweep {
 public:
  explicit BagSweep(const Ledger& ledger)
      : ledger_(ledger), values_(ledger.values()), placed_(ledger.history().size()) {}

  // An order, unless a call that found the bag empty got no place. REQUIRES: Audit found nothing.
  std::optional<std::vector<OperationIndex>> run() {
    bool stuck = false;
    ledger_.sweep([&](OperationIndex i, bool call, Rank) {
      if (call) {
        start(i);
      } else if (!placed_[i]) {
        stuck = !force(i);
      }
      if (!stuck && inside_ == 0) place_empties();
      return !stuck;
    });
    if (stuck) return std::nullopt;
    return std::move(order_);
  }

 private:
  struct Shelf {
    std::size_t inside = 0;
    std::vector<OperationIndex> adding, removing;  // that run and are not placed
  };

  void start(OperationIndex i) {
    switch (ledger_.deed(i)) {
      case Deed::add: shelf(i).adding.push_back(i); break;
      case Deed::remove: shelf(i).removing.push_back(i); break;
      case Deed::find_empty: empties_.push_back(i); break;
      case Deed::peek:
      case Deed::unknown_removal:
      case Deed::nothing: break;
    }
  }

  // Places an operation that returns now.
  bool force(OperationIndex i) {
    const Deed deed = ledger_.deed(i);
    if (deed == Deed::find_empty) return clear_for_empties();
    if (deed == Deed::remove && shelf(i).inside == 0) {
      if (shelf(i).adding.empty()) return false;  // what it could have taken was cleared away
      add(first_to_return(shelf(i).adding));
    }
    deed == Deed::remove ? remove(i) : add(i);
    return true;
  }

  // Has running removals take what is inside. A value added since then may lack them: that is the guess.
  bool clear_for_empties() {
    for (const Shelf& s : values_) {
      if (s.inside > s.removing.size()) return false;
    }
    for (Shelf& s : values_) {
      while (s.inside > 0) remove(first_to_return(s.removing));
    }
    place_empties();
    return true;
  }

  void place_empties() {
    for (const OperationIndex i : empties_) place(i);
    empties_.clear();
  }

  void add(OperationIndex i) {
    std::erase(shelf(i).adding, i);
    ++shelf(i).inside;
    ++inside_;
    place(i);
  }
  void remove(OperationIndex i) {
    std::erase(shelf(i).removing, i);
    --shelf(i).inside;
    --inside_;
    place(i);
  }
  void place(OperationIndex i) {
    placed_[i] = true;
    order_.push_back(i);
  }

  OperationIndex first_to_return(const std::vector<OperationIndex>& running) const {
    return *std::ranges::min_element(running, {},
                                     [&](OperationIndex i) { return ledger_.history().operations[i].ret; });
  }
  Shelf& shelf(OperationIndex i) { return values_[ledger_.value(i)]; }

  const Ledger& ledger_;
  std::vector<Shelf> values_;
  std::vector<bool> placed_;
  std::vector<OperationIndex> empties_;  // that run and are not placed
  std::vector<OperationIndex> order_;
  std::size_t inside_ = 0;
};

Verdict decide_by_counting(const Question& question) {
  return decide_densely(question, [](const Question& dense, Rank ranks) -> Verdict {
    const Ledger ledger(dense.history, dense.spec, ranks);
    if (auto violation = Audit(ledger).run()) return *std::move(violation);
    if (builtin_object(dense.spec) == BuiltinObject::bag) {
      if (auto order = BagSweep(ledger).run()) return Pass{{std::move(*order)}};
    }
    return Unknown{"the numbers of values that went in and came out do not decide"};
  });
}

std::optional<std::string> obstacle_to_counting(const Question& question) {
  const History& history = question.history;
  if (!is_container(builtin_object(question.spec))) return "the specification is not a container";
  if (history.order) return "precedence is a partial order that is not one of intervals";
  if (history.null_is_a_value()) return "null is a value, and is also the word for an empty container";
  const auto odd = [](const Operation& op) {
    return op.argument_count > 0 && op.completed() && !op.result.is_null();
  };
  if (std::ranges::any_of(history.operations, odd)) return "an addition returned something";
  const Verdict verdict = decide_by_counting({history, question.spec, question.budget});
  return unknown(verdict) ? std::optional(std::get<Unknown>(verdict).reason) : std::nullopt;
}

}  // namespace

const Algorithm kCounting = {"counting", "containers: no more of a value comes out than went in; most bags",
                             obstacle_to_counting, decide_by_counting};

}  // namespace linnet
