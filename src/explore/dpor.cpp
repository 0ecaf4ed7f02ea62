// Optimal DPOR: the order of events, the races, and what to explore next.
#include "explore/dpor.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace linnet {

namespace {

constexpr std::uint64_t bit(ThreadNumber thread) {
  return std::uint64_t{1} << thread;
}

void join(std::uint32_t* into, const std::uint32_t* other, std::uint32_t size) {
  for (std::uint32_t t = 0; t < size; ++t) into[t] = std::max(into[t], other[t]);
}

// What is certain of a step that may meet other values than it did.
Footprint certain(Footprint footprint, bool conditional) {
  footprint.returns = false;
  if (conditional) {
    footprint.writes = 0;
    footprint.count = std::min<std::uint8_t>(footprint.count, 1);
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
  return !exhausted_;
}

// ---------------------------------------------------------------------------------------------------------
// Taking steps

std::optional<ThreadNumber> DporStrategy::pick(std::span<const Ready> ready) {
  if (depth_ < prefix_) return events_[depth_].move.thread;
  Level& level = levels_.back();
  if (level.ready == 0) {
    for (const Ready& r : ready) {
      make_room_for(r.thread);
      level.ready |= bit(r.thread);
    }
  }
  alternatives_ = 1;
  planned_.reset();
  if (level.unexplored != kNoNode) planned_ = trees_.take_first(level.unexplored);
  if (planned_ && (level.ready & bit(planned_->plan.move.thread)) == 0) {
    // Only if a step blocks and does not say so.
    trees_.release(planned_->children);
    settle_deferred(depth_, nullptr);
    planned_.reset();
  }
  const auto thread = planned_ ? std::optional(planned_->plan.move.thread) : free_choice(level.ready);
  if (thread) picked_ = *std::ranges::find(ready, *thread, &Ready::thread);
  return thread;
}

// Goes on with the same thread where possible: then most of the steps of the next execution are replayed.
std::optional<ThreadNumber> DporStrategy::free_choice(std::uint64_t ready) const {
  const Level& level = levels_.back();
  std::uint64_t awake = ready;
  for (std::uint32_t i = level.sleep_begin; i < level.sleep_end; ++i) awake &= ~bit(done_[sleep_[i]].thread);
  if (awake == 0) return std::nullopt;
  if (!events_.empty() && (awake & bit(events_.back().move.thread)) != 0) return events_.back().move.thread;
  return static_cast<ThreadNumber>(std::countr_zero(awake));
}

std::uint32_t DporStrategy::choose(std::uint32_t alternatives) {
  if (depth_ < prefix_) return events_[depth_].move.alternative;
  alternatives_ = alternatives;
  return planned_ && planned_->plan.move.alternative < alternatives ? planned_->plan.move.alternative : 0;
}

void DporStrategy::took(const Step& step) {
  if (depth_ < prefix_) {
    ++depth_;
    return;
  }
  take(step);
  depth_ = prefix_ = static_cast<std::uint32_t>(events_.size());
}

DporStrategy::Event DporStrategy::describe(const Step& step, const Step& expected) {
  make_room_for(step.thread);
  Event event;
  event.move = {step.thread, step.alternative, cells_.footprint(step)};
  event.at_most = same_accesses(step, expected) ? event.move.footprint : cells_.footprint(expected);
  event.at_most.returns = true;
  event.conditional = expected.conditional;
  event.guard = step.guard;
  event.operand = step.operand;
  event.found = step.found;
  look_back(event);
  return event;
}

void DporStrategy::look_back(Event& event) {
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

// The next level: whoever slept still does, unless the move concerns him.
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

void DporStrategy::make_room_for(ThreadNumber thread) {
  assert(thread < kMostThreads);
  threads_ = std::max(threads_, thread + 1);
  if (threads_ <= stride_) return;
  const std::uint32_t wide = 2 * stride_;
  std::vector<std::uint32_t> clocks(clocks_.size() * 2);
  for (std::size_t event = 0; event < clocks_.size() / stride_; ++event) {
    std::copy_n(&clocks_[event * stride_], stride_, &clocks[event * wide]);
  }
  clocks_ = std::move(clocks);
  stride_ = wide;
  row_.resize(stride_);
  dominated_.resize(stride_);
  make_room_for(thread);
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
  const bool guarded = access == 0 && event.guard != Guard::none;
  std::uint32_t at = writes || guarded ? on_cell_[cell].touch : on_cell_[cell].write;
  while (at != kNone) {
    const Event& other = events_[at];
    std::size_t i = 0;
    while (other.move.footprint.cells[i] != cell) ++i;
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
  if (footprint.calls || footprint.returns) {
    for (ThreadNumber t = 0; t < threads_; ++t) {
      if (footprint.calls && of_thread_[t].ret != kNone) add_candidate(event, of_thread_[t].ret);
      if (footprint.returns && of_thread_[t].call != kNone) add_candidate(event, of_thread_[t].call);
    }
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

// What the guarded access would find without `first` and all that is ordered after it: what the earliest of
// those that touched the cell found. Who touches it with a further access (the end of a thread that is joined)
// opens the guard.
std::optional<std::uint64_t> DporStrategy::guard_would_find(const Event& event, std::uint32_t first) const {
  const Cell cell = event.move.footprint.cells[0];
  if (!cells_.overlaps(cell).empty()) return std::nullopt;
  std::uint32_t earliest = kNone;
  for (std::uint32_t at = event.touch_before[0]; at != kNone && at >= first;) {
    const Event& other = events_[at];
    if (happens_before(first, at)) earliest = at;
    std::size_t i = 0;
    while (other.move.footprint.cells[i] != cell) ++i;
    at = other.touch_before[i];
  }
  if (earliest == kNone) return event.found;
  const bool opened = events_[earliest].move.footprint.cells[0] != cell;
  if (opened) return event.operand + (event.guard == Guard::waits_for ? 1 : 0);
  return events_[earliest].found;
}

DporStrategy::Reversal DporStrategy::reversal(const Event& event, std::uint32_t first) const {
  if (event.guard != Guard::none) {
    const auto found = guard_would_find(event, first);
    if (found && (event.guard == Guard::waits_for) != (*found == event.operand)) return Reversal::closed;
  }
  if (event.before_in_thread != kNone && event.before_in_thread > first) return Reversal::possible;
  const std::uint64_t self = bit(event.move.thread);
  const bool made_ready = (levels_[first].ready & self) == 0 && (levels_[first + 1].ready & self) != 0;
  return made_ready ? Reversal::caused : Reversal::possible;
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
  if (event.guard != Guard::none) return false;
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
  last_.move = {event.move.thread, alternative, certain(event.move.footprint, event.conditional)};
  last_.at_most = event.at_most;
  last_.exact = false;
}

void DporStrategy::collect_independent_of(std::uint32_t first) {
  sequence_.clear();
  for (std::uint32_t at = first + 1; at < events_.size(); ++at) {
    if (!happens_before(first, at)) sequence_.push_back(&events_[at].move);
  }
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

// The execution ended though others could have gone on: they might have done so before its last step.
void DporStrategy::plan_after_cut(std::uint32_t last) {
  for (std::uint64_t others = levels_[last].ready & ~bit(events_[last].move.thread); others != 0;
       others &= others - 1) {
    last_ = {{static_cast<ThreadNumber>(std::countr_zero(others)), 0, {}}, {}, true};
    sequence_.assign(1, &last_.move);
    insert_at(last);
  }
}

void DporStrategy::waiting(std::span<const Ready> blocked) {
  for (const Ready& r : blocked) {
    Event& event = blocked_.emplace_back(describe(r.expected, r.expected));
    event.found = event.operand + (event.guard == Guard::waits_for ? 1 : 0);  // it is closed
  }
}

void DporStrategy::finished(Ending ending) {
  if (picked_) {  // it did not survive the step
    picked_->expected.alternative = planned_ ? planned_->plan.move.alternative : 0;
    take(Step(picked_->expected));
  }
  const std::uint32_t length = static_cast<std::uint32_t>(events_.size());
  statistics_.deepest = std::max<std::uint64_t>(statistics_.deepest, length);
  if (ending == Ending::abandoned) {
    ++statistics_.blocked;
  } else {
    ++statistics_.executions;
    if (levels_.back().sleep_begin != levels_.back().sleep_end) ++statistics_.redundant;
  }
  for (const Race& race : races_) reverse(race.first, events_[race.second]);
  for (std::uint32_t i = 0; i < length; ++i)
    if (events_[i].alternatives > 1) plan_alternatives(i);
  for (const Event& event : blocked_) {
    order(event, row_.data(), [&](std::uint32_t first) { reverse(first, event); });
  }
  blocked_.clear();
  if (length > 0 && (ending == Ending::complete || ending == Ending::failed)) plan_after_cut(length - 1);
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
    const Event event = events_.back();
    events_.pop_back();
    unlink(event);
    Level& level = levels_.back();
    ++level.explored;
    if (level.unexplored == kNoNode) continue;
    push_done(event.move);
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

double DporStrategy::progress() const {
  if (exhausted_) return 1;
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

double DporStrategy::estimated_executions() const {
  const double share = progress();
  return share == 0 ? 0 : static_cast<double>(statistics_.executions) / share;
}

}  // namespace linnet
