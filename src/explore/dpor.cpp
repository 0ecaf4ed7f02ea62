// Implements optimal DPOR: the order of events, the races, and what to explore next.
#include "explore/dpor.hpp"

#include <algorithm>
#include <bit>

namespace linnet {

namespace {

constexpr std::uint64_t bit(ThreadNumber thread) {
  return std::uint64_t{1} << thread;
}

void join(std::uint32_t* into, const std::uint32_t* other, std::uint32_t size) {
  for (std::uint32_t t = 0; t < size; ++t) into[t] = std::max(into[t], other[t]);
}

// What is certain of a step that may meet other values than it did.
Footprint certain(Footprint footprint, bool exits, bool conditional) {
  footprint.returns = false;
  footprint.ends = exits;
  if (conditional) {
    footprint.writes = 0;
    footprint.count = std::min<std::uint8_t>(footprint.count, 1);
    footprint.set_bits();
  }
  return footprint;
}

bool same_accesses(const Step& a, const Step& b) {
  const auto same = [](const Access& x, const Access& y) {
    return x.address == y.address && x.size == y.size && x.writes == y.writes;
  };
  return std::ranges::equal(a.touched(), b.touched(), same);
}

}  // namespace

DporStrategy::DporStrategy() : trees_(cells_), levels_(1), row_(stride_), dominated_(stride_) {}

bool DporStrategy::next_execution() {
  depth_ = 0;
  repeated_ = prefix_;
  return !exhausted_;
}

// ---------------------------------------------------------------------------------------------------------
// Taking steps

ThreadNumber DporStrategy::new_small_number(ThreadNumber thread) {
  if (thread >= small_numbers_.size()) small_numbers_.resize(thread + 1);
  if (threads_.size() == kMostThreads) {
    statistics_.too_many_threads = true;
    return kNoThread;
  }
  threads_.push_back(thread);
  small_numbers_[thread] = static_cast<std::uint8_t>(threads_.size());
  make_room();
  return small_numbers_[thread] - 1u;
}

bool DporStrategy::look_at(std::span<const Ready> ready, Level& level) {
  for (const Ready& r : ready) {
    const ThreadNumber thread = small_number(r.thread);
    if (thread == kNoThread) return false;
    level.ready |= bit(thread);
  }
  return true;
}

ThreadNumber DporStrategy::pick(std::span<const Ready> ready) {
  if (const ThreadNumber thread = repeats(); thread != kNoThread) return thread;
  Level& level = levels_.back();
  if (level.ready == 0 && !look_at(ready, level)) return kNoThread;
  alternatives_ = 1;
  planned_.reset();
  if (level.unexplored != kNoNode) planned_ = trees_.take_first(level.unexplored);
  if (planned_ && (level.ready & bit(planned_->plan.move.thread)) == 0) {
    // Only if a step blocks and does not say so.
    trees_.release(planned_->children);
    settle_deferred(depth_, nullptr);
    planned_.reset();
  }
  const ThreadNumber thread = planned_ ? planned_->plan.move.thread : free_choice(ready);
  if (thread == kNoThread) return kNoThread;
  picked_ = *std::ranges::find(ready, threads_[thread], &Ready::thread);
  return threads_[thread];
}

// Goes on with the same thread where possible: then most of the steps of the next execution are replayed.
ThreadNumber DporStrategy::free_choice(std::span<const Ready> ready) const {
  const Level& level = levels_.back();
  std::uint64_t awake = level.ready;
  for (std::uint32_t i = level.sleep_begin; i < level.sleep_end; ++i) awake &= ~bit(done_[sleep_[i]].thread);
  if (awake == 0) return kNoThread;
  std::uint64_t first = awake;
  for (const Ready& r : ready) {
    if (r.expected.gives_way) first &= ~bit(small_numbers_[r.thread] - 1u);
  }
  if (first != 0) awake = first;
  if (!events_.empty() && (awake & bit(events_.back().move.thread)) != 0) return events_.back().move.thread;
  return static_cast<ThreadNumber>(std::countr_zero(awake));
}

std::uint32_t DporStrategy::choose(std::uint32_t alternatives) {
  if (depth_ < prefix_) return events_[depth_].move.alternative;
  alternatives_ = alternatives;
  return planned_ && planned_->plan.move.alternative < alternatives ? planned_->plan.move.alternative : 0;
}

void DporStrategy::took(const Step& step) {
  last_is_new_ = depth_ == prefix_;
  if (!last_is_new_) {
    ++depth_;
    return;
  }
  take(step);
  depth_ = prefix_ = static_cast<std::uint32_t>(events_.size());
}

bool DporStrategy::cuts(ThreadNumber thread, bool is_covered) {
  const ThreadNumber number = small_number(thread);
  if (number == kNoThread) return false;
  Level& level = levels_[depth_];
  const bool is_new = is_covered && depth_ == prefix_ && level.ready == 0;
  if (is_new && !trees_.mentions(level.unexplored, number)) level.cut |= bit(number);
  return (level.cut & bit(number)) != 0;
}

DporStrategy::Event DporStrategy::describe(const Step& step, const Step& expected) {
  Event event;
  event.move = {small_numbers_[step.thread] - 1u, step.alternative, cells_.footprint(step)};
  event.at_most = same_accesses(step, expected) ? event.move.footprint : cells_.footprint(expected);
  event.at_most.returns = true;
  event.at_most.ends = true;
  event.conditional = expected.conditional;
  event.exits = expected.ends;
  event.changes_nothing = step.changes_nothing;
  event.birth = step.birth;
  event.guard = step.guard;
  event.operand = step.operand;
  event.found = step.found;
  relate_to_past(event);
  return event;
}

void DporStrategy::relate_to_past(Event& event) {
  if (on_cell_.size() < cells_.size()) on_cell_.resize(cells_.size());
  const LastOfThread& last = of_thread_[event.move.thread];
  event.before_in_thread = last.event;
  event.call_before = last.call;
  event.return_before = last.ret;
  event.number = last.event == kNone ? 1 : events_[last.event].number + 1;
  for (std::size_t i = 0; i < event.move.footprint.count; ++i) {
    const LastOnCell& on = on_cell_[event.move.footprint.cells[i]];
    event.touch_before[i] = on.touch;
    event.write_before[i] = on.write;
  }
}

void DporStrategy::append(const Event& event) {
  const std::uint32_t index = static_cast<std::uint32_t>(events_.size());
  order(event, row_.data(), [&](std::uint32_t first) { races_.push_back({first, index}); });
  row_[event.move.thread] = event.number;
  if (clocks_.size() < (index + 1) * std::size_t{stride_}) clocks_.resize((index + 1) * std::size_t{stride_});
  std::copy_n(row_.data(), stride_, clock(index));
  link(event, index);
  with_alternatives_ += event.alternatives > 1;
  events_.push_back(event);
  descend(event.move);
}

// Takes the step that was picked.
void DporStrategy::take(const Step& step) {
  Event event = describe(step, picked_->expected);
  event.alternatives = alternatives_;
  picked_.reset();
  append(event);
  if (!planned_) return;
  levels_.back().unexplored = planned_->children;
  settle_deferred(static_cast<std::uint32_t>(events_.size()) - 1, &event.move);
}

// Goes to the next level: every thread that slept still sleeps, unless the move concerns it.
void DporStrategy::descend(const Move& move) {
  const Level& here = levels_.back();
  Level next;
  next.done_begin = static_cast<std::uint32_t>(done_.size());
  next.sleep_begin = static_cast<std::uint32_t>(sleep_.size());
  for (std::uint32_t i = here.sleep_begin; i < here.sleep_end; ++i) {
    const Move& sleeper = done_[sleep_[i]];
    if (sleeper.thread == move.thread || cells_.conflict(sleeper.footprint, move.footprint)) continue;
    sleep_.push_back(sleep_[i]);
  }
  next.sleep_end = static_cast<std::uint32_t>(sleep_.size());
  levels_.push_back(next);
}

void DporStrategy::link(const Event& event, std::uint32_t index) {
  LastOfThread& last = of_thread_[event.move.thread];
  const Footprint& footprint = event.move.footprint;
  last.event = index;
  if (footprint.calls) last.call = index;
  if (footprint.returns) last.ret = index;
  for (std::size_t i = 0; i < footprint.count; ++i) {
    LastOnCell& on = on_cell_[footprint.cells[i]];
    on.touch = index;
    if (footprint.writes_at(i)) on.write = index;
  }
}

void DporStrategy::unlink(const Event& event) {
  of_thread_[event.move.thread] = {event.before_in_thread, event.call_before, event.return_before};
  for (std::size_t i = 0; i < event.move.footprint.count; ++i) {
    on_cell_[event.move.footprint.cells[i]] = {event.touch_before[i], event.write_before[i]};
  }
}

// For the clocks of one more thread.
void DporStrategy::make_room() {
  if (threads_.size() <= stride_) return;
  const std::uint32_t wide = 2 * stride_;
  std::vector<std::uint32_t> clocks(clocks_.size() * 2);
  for (std::size_t event = 0; event < clocks_.size() / stride_; ++event) {
    std::copy_n(&clocks_[event * stride_], stride_, &clocks[event * wide]);
  }
  clocks_ = std::move(clocks);
  stride_ = wide;
  row_.resize(stride_);
  dominated_.resize(stride_);
}

// ---------------------------------------------------------------------------------------------------------
// Order and races

void DporStrategy::add_candidate(const Event& event, std::uint32_t candidate) {
  if (events_[candidate].move.thread != event.move.thread) candidates_.push_back(candidate);
}

// The latest write, and if `event` writes, all reads since. Before that write everything is ordered by it;
// but if the event is guarded the write may be what opened it, and we look further back, as far as the order
// is not known from the event's own thread.
void DporStrategy::gather_on_cell(const Event& event, std::size_t access, Cell cell) {
  const bool writes = event.move.footprint.writes_at(access);
  const bool guarded = access == 0 && (event.guard == Guard::waits_for || event.guard == Guard::waits_while);
  std::uint32_t at = writes || guarded ? on_cell_[cell].touch : on_cell_[cell].write;
  while (at != kNone) {
    const Event& other = events_[at];
    const std::size_t i = other.move.footprint.index_of(cell);
    const bool other_writes = other.move.footprint.writes_at(i);
    if (writes || other_writes) add_candidate(event, at);
    if (other_writes) {
      const bool known = other.move.thread == event.move.thread ||
                         (event.before_in_thread != kNone && happens_before(at, event.before_in_thread));
      if (!guarded || known) return;
    }
    at = other.touch_before[i];
  }
}

void DporStrategy::gather_candidates(const Event& event) {
  candidates_.clear();
  const Footprint& footprint = event.move.footprint;
  for (std::size_t i = 0; i < footprint.count; ++i) {
    gather_on_cell(event, i, footprint.cells[i]);
    for (const Cell other : cells_.overlaps(footprint.cells[i])) gather_on_cell(event, i, other);
  }
  if (footprint.calls || footprint.returns || footprint.ends) {
    for (ThreadNumber t = 0; t < threads_.size(); ++t) {
      if (footprint.ends && of_thread_[t].event != kNone) add_candidate(event, of_thread_[t].event);
      if (footprint.calls && of_thread_[t].ret != kNone) add_candidate(event, of_thread_[t].ret);
      if (footprint.returns && of_thread_[t].call != kNone) add_candidate(event, of_thread_[t].call);
    }
  }
  if (!events_.empty() && events_.back().move.footprint.ends) {
    add_candidate(event, static_cast<std::uint32_t>(events_.size()) - 1);
  }
  if (candidates_.size() > 1) {
    std::ranges::sort(candidates_, std::greater<>());
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  }
}

template <typename OnRace>
void DporStrategy::order(const Event& event, std::uint32_t* row, OnRace&& race) {
  if (event.before_in_thread == kNone) {
    std::fill_n(row, stride_, 0);
  } else {
    std::copy_n(clock(event.before_in_thread), stride_, row);
  }
  gather_candidates(event);
  if (candidates_.empty()) return;
  // What is ordered before an event that `event` could precede is not raced with: that race comes first.
  std::uint32_t* dominated = dominated_.data();
  std::copy_n(row, stride_, dominated);
  for (const std::uint32_t first : candidates_) {
    const Event& other = events_[first];
    if (dominated[other.move.thread] >= other.number) continue;
    join(row, clock(first), stride_);
    const Reversal outcome = reversal(event, first);
    if (outcome == Reversal::closed) continue;
    join(dominated, clock(first), stride_);
    if (outcome == Reversal::possible) race(first);
  }
}

std::uint32_t DporStrategy::touched_before(std::uint32_t at, Cell cell) const {
  const Event& event = events_[at];
  return event.touch_before[event.move.footprint.index_of(cell)];
}

// The earliest of `first` and the events ordered after it that may have changed what the cell holds; kNone if none
// did.
std::uint32_t DporStrategy::first_change(Cell cell, std::uint32_t first) const {
  std::uint32_t earliest = kNone;
  for (std::uint32_t at = on_cell_[cell].touch; at != kNone && at >= first; at = touched_before(at, cell)) {
    if (happens_before(first, at)) earliest = at;
  }
  for (const Cell other : cells_.overlaps(cell)) {
    for (std::uint32_t at = on_cell_[other].write; at != kNone && at >= first;) {
      if (happens_before(first, at)) earliest = std::min(earliest, at);
      at = events_[at].write_before[events_[at].move.footprint.index_of(other)];
    }
  }
  return earliest;
}

// Whether the guarded access would find an open value without `first` and all that is ordered after it: what
// the earliest of those found that touched the cell. A step that touches it with a further access (the end of a thread
// that is joined) opens the guard. If a thread touches more than the cell (all seats of a queue, a block that is
// freed), it is only known whether the thread was ready there.
bool DporStrategy::value_open_without(const Event& event, std::uint32_t first) const {
  const Cell cell = event.move.footprint.cells[0];
  const auto open_at = [&](std::uint64_t found) {
    return (event.guard == Guard::waits_for) == (found == event.operand);
  };
  const std::uint32_t change = first_change(cell, first);
  if (change == kNone) return open_at(event.found);
  const Footprint& footprint = events_[change].move.footprint;
  if (footprint.count > 0 && footprint.cells[0] == cell) return open_at(events_[change].found);
  if (footprint.touches(cell)) return false;
  const bool was_at_event = event.before_in_thread == kNone || event.before_in_thread < change;
  return !was_at_event || (levels_[change].ready & bit(event.move.thread)) != 0;
}

// The first step that touched the cell, among those since the spin loop was here before.
std::uint32_t DporStrategy::first_touch_in_round(const Event& event, Cell cell) const {
  std::uint32_t first = kNone;
  for (std::uint32_t at = on_cell_[cell].touch; at != kNone; at = touched_before(at, cell)) {
    const Event& other = events_[at];
    if (other.move.thread != event.move.thread) continue;
    if (other.number + event.operand < event.number) break;
    first = at;
  }
  return first;
}

bool DporStrategy::changed_after(std::uint32_t touch, Cell cell, std::uint32_t without) const {
  for (std::uint32_t at = on_cell_[cell].write; at != kNone && at > touch;) {
    const Event& other = events_[at];
    if (!other.changes_nothing && !happens_before(without, at)) return true;
    at = other.write_before[other.move.footprint.index_of(cell)];
  }
  return false;
}

// Whether a spin loop would go on without `first` and all that is ordered after it.
bool DporStrategy::change_without(const Event& event, std::uint32_t first) const {
  for (std::size_t i = 0; i < event.move.footprint.count; ++i) {
    const Cell cell = event.move.footprint.cells[i];
    const std::uint32_t touch = first_touch_in_round(event, cell);
    if (touch == kNone) continue;
    if (changed_after(touch, cell, first)) return true;
    for (const Cell other : cells_.overlaps(cell)) {
      if (changed_after(touch, other, first)) return true;
    }
  }
  return false;
}

bool DporStrategy::was_ready_before(const Event& event, std::uint32_t first) const {
  const bool was_at_event = event.before_in_thread == kNone || event.before_in_thread < first;
  return was_at_event && (levels_[first].ready & bit(event.move.thread)) != 0;
}

bool DporStrategy::open_without(const Event& event, std::uint32_t first) const {
  switch (event.guard) {
    case Guard::none: return true;
    case Guard::waits_for:
    case Guard::waits_while: return value_open_without(event, first);
    case Guard::waits_change: return change_without(event, first);
    case Guard::waits_all: return was_ready_before(event, first);
  }
  return true;
}

DporStrategy::Reversal DporStrategy::reversal(const Event& event, std::uint32_t first) const {
  if (event.birth != Step::kNotBorn) {
    const std::uint32_t creation = event.write_before[event.birth];
    if (creation != kNone && happens_before(first, creation)) return Reversal::caused;
  }
  return open_without(event, first) ? Reversal::possible : Reversal::closed;
}

// ---------------------------------------------------------------------------------------------------------
// Planning

void DporStrategy::insert_at(std::uint32_t index) {
  Level& level = levels_[index];
  for (std::uint32_t i = level.sleep_begin; i < level.sleep_end; ++i) {
    if (trees_.is_weak_initial(done_[sleep_[i]], sequence_)) return;
  }
  trees_.insert(level.unexplored, sequence_, last_);
}

// Now that the planned move was taken (or could not be), the sequences that it does not cover join the
// others.
void DporStrategy::settle_deferred(std::uint32_t level, const Move* taken) {
  while (planned_->deferred != kNoNode) {
    trees_.take_path(planned_->deferred, path_);
    sequence_.clear();
    last_ = path_.back();
    path_.pop_back();
    for (const PlannedMove& plan : path_) sequence_.push_back(&plan.move);
    sequence_.push_back(&last_.move);
    if (taken == nullptr || !trees_.is_weak_initial(*taken, sequence_)) insert_at(level);
  }
}

// Whether `event` would be the same without an earlier one that it conflicts with.
bool DporStrategy::meets_same_values(const Event& without, const Event& event) const {
  if (!event.taken) return false;
  const Footprint& written = without.move.footprint;
  for (std::size_t i = 0; i < written.count; ++i) {
    if (!written.writes_at(i)) continue;
    for (std::size_t j = 0; j < event.move.footprint.count; ++j) {
      if (cells_.shares_byte(written.cells[i], event.move.footprint.cells[j])) return false;
    }
  }
  return true;
}

void DporStrategy::plan_uncertain(const Event& event, std::uint32_t alternative) {
  last_.move = {event.move.thread, alternative,
                certain(event.move.footprint, event.exits, event.conditional)};
  last_.at_most = event.at_most;
  last_.exact = false;
}

void DporStrategy::collect_independent_of(std::uint32_t first) {
  const ThreadNumber thread = events_[first].move.thread;
  const std::uint32_t number = events_[first].number;
  const auto length = static_cast<std::uint32_t>(events_.size());
  sequence_.clear();
  for (std::uint32_t at = first + 1; at < length; ++at) {
    if (clock(at)[thread] < number) sequence_.push_back(&events_[at].move);
  }
}

// For each thread, how many of its events all new events come after.
void DporStrategy::look_at_new_events() {
  before_new_.assign(stride_, UINT32_MAX);
  for (std::uint32_t at = repeated_; at < events_.size(); ++at) {
    const std::uint32_t* row = clock(at);
    for (std::uint32_t t = 0; t < stride_; ++t) before_new_[t] = std::min(before_new_[t], row[t]);
  }
}

// Whether a race that was planned in an earlier execution, with what came after it there, is to be planned again. Without new events among them, its
// sequence is one of those with some moves left out that are independent of all that follow in it: what covers that one covers this one.
bool DporStrategy::has_new_continuation(std::uint32_t first) const {
  return before_new_[events_[first].move.thread] < events_[first].number;
}

void DporStrategy::reverse(std::uint32_t first, const Event& second) {
  collect_independent_of(first);
  if (meets_same_values(events_[first], second)) {
    last_ = {second.move, {}, true};
  } else {
    plan_uncertain(second, 0);
  }
  sequence_.push_back(&last_.move);
  insert_at(first);
}

void DporStrategy::plan_alternatives(std::uint32_t index) {
  const Event& event = events_[index];
  for (std::uint32_t a = 0; a < event.alternatives; ++a) {
    if (a == event.move.alternative) continue;
    plan_uncertain(event, a);
    collect_independent_of(index);
    sequence_.push_back(&last_.move);
    insert_at(index);
  }
}

// The execution did not survive the step that was picked.
void DporStrategy::take_as_announced() {
  Step step = picked_->expected;
  step.alternative = planned_ ? planned_->plan.move.alternative : 0;
  step.ends = true;
  take(step);
  last_is_new_ = true;
}

void DporStrategy::waiting(std::span<const Ready> left) {
  if (picked_) take_as_announced();
  if (!last_is_new_) return;  // these races were found when the step was first taken
  for (const Ready& r : left) {
    if (small_number(r.thread) == kNoThread) return;
    Event event = describe(r.expected, r.expected);
    event.taken = false;
    order(event, row_.data(), [&](std::uint32_t first) { races_with_left_.push_back({first, event}); });
  }
}

void DporStrategy::finished(Ending ending) {
  if (picked_) take_as_announced();
  if (statistics_.too_many_threads) {
    exhausted_ = true;
    return;
  }
  const std::uint32_t length = static_cast<std::uint32_t>(events_.size());
  statistics_.deepest = std::max<std::uint64_t>(statistics_.deepest, length);
  if (ending == Ending::abandoned) {
    ++statistics_.blocked;
  } else if (ending == Ending::cut) {
    ++statistics_.cut;
  } else {
    ++statistics_.executions;
    if (levels_.back().sleep_begin != levels_.back().sleep_end) ++statistics_.redundant;
  }
  look_at_new_events();
  for (const Race& race : races_) {
    if (race.second >= repeated_ || has_new_continuation(race.first))
      reverse(race.first, events_[race.second]);
  }
  for (std::uint32_t i = 0; with_alternatives_ != 0 && i < length; ++i)
    if (events_[i].alternatives > 1) plan_alternatives(i);
  for (const RaceWithLeft& race : races_with_left_) reverse(race.first, race.left);
  races_with_left_.clear();
  backtrack();
}

// The branch that begins with the move, at the last level, has been explored.
void DporStrategy::push_done(const Move& move) {
  sleep_.push_back(static_cast<std::uint32_t>(done_.size()));
  levels_.back().sleep_end = static_cast<std::uint32_t>(sleep_.size());
  done_.push_back(move);
}

void DporStrategy::backtrack() {
  for (;;) {
    trees_.release(levels_.back().unexplored);
    sleep_.resize(levels_.back().sleep_begin);
    done_.resize(levels_.back().done_begin);
    levels_.pop_back();
    if (events_.empty()) break;
    const Event& event = events_.back();
    unlink(event);
    with_alternatives_ -= event.alternatives > 1;
    Level& level = levels_.back();
    ++level.explored;
    if (level.unexplored != kNoNode) push_done(event.move);
    events_.pop_back();
    if (level.unexplored == kNoNode) continue;
    prefix_ = static_cast<std::uint32_t>(events_.size());
    while (!races_.empty() && races_.back().second >= prefix_) races_.pop_back();
    return;
  }
  levels_.resize(1);
  exhausted_ = true;
}

// ---------------------------------------------------------------------------------------------------------
// Statistics

DporStrategy::Statistics DporStrategy::statistics() const {
  Statistics statistics = statistics_;
  statistics.peak_nodes = trees_.peak();
  return statistics;
}

Coverage DporStrategy::coverage() const {
  constexpr const char* kTooMany =
      "more than 64 threads take steps, too many for dpor; the other strategies have no such limit";
  constexpr const char* kAllCut =
      "every execution was cut at a loop, so threads may go round for ever; --no-cut=loops runs them as they "
      "are";
  return {statistics_.executions,
          statistics_.blocked,
          statistics_.redundant,
          statistics_.cut,
          complete(),
          false,
          statistics_.too_many_threads ? kTooMany
          : is_all_cut()               ? kAllCut
                                       : nullptr};
}

double DporStrategy::progress() const {
  if (complete()) return 1;
  double explored = 0, weight = 1;
  for (const Level& level : levels_) {
    double branches = level.explored;
    for (TreeNode node = level.unexplored; node != kNoNode; node = trees_.next(node)) ++branches;
    if (&level != &levels_.back()) ++branches;  // the one that we are in
    if (branches == 0) break;
    explored += weight * level.explored / branches;
    weight /= branches;
  }
  return explored;
}

}  // namespace linnet
