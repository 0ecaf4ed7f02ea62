// Undone rounds: whether an execution without the steps of a round leaves everything else as it was.
#include "runtime/fibers/undone_rounds.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/fibers/thread.hpp"

namespace linnet::runtime {
namespace {

// A loop with more in a round is explored as it is.
constexpr std::size_t kMostVisits = 128;
constexpr std::size_t kMostBytes = 64 << 10;
constexpr std::size_t kMostReads = 256;
constexpr int kMostBeginnings = 4;

bool is_same(const Access& a, const Access& b) {
  return a.address == b.address && a.size == b.size;
}

// Whether nothing tells the thread at the end from itself at the beginning. What it wrote on its own stack is part of its state, and equal or never
// read again: but other threads may have read it in between. Where a thread knows of time, a round more or less makes it later or earlier.
bool is_round(const Thread& thread, const RoundVisits::Visit& begin, const RoundVisits::Visit& end) {
  return begin.state == end.state && begin.moment.choices == end.moment.choices && thread.time.now() == 0 &&
         (!thread.stack_is_shared || begin.moment.stack_writes == end.moment.stack_writes);
}

// A location that the round touched, along the execution with the round and without it.
struct Followed {
  UndoneRound::Place place;
  Content left{};     // by the round, when it was last here
  Content without{};  // what would be there
  bool differs = false;
  // What the round has done here since another thread was here.
  bool is_touched = false, only_updates = true, knows_before = false, releases = false;

  // No race is hidden: what others released here is still there after updates, and a thread that has learnt of it hands it on if it releases.
  bool keeps_order() const { return only_updates || (knows_before && releases); }
};

class WithoutRound {
 public:
  WithoutRound(const Thread& thread, const StepLog& log, std::uint64_t begin)
      : thread_(thread), log_(log), begin_(begin) {}
  bool changes_nothing(UndoneRound& round);

 private:
  bool leave_out(const LoggedStep& step, std::uint64_t at);
  bool goes_on(const LoggedStep& step);
  bool knew_before(const LoggedStep& step, std::uint64_t at) const;

  const Thread& thread_;
  const StepLog& log_;
  std::uint64_t begin_;
  std::vector<Followed> followed_;
  bool is_steady_ = true;
};

// Whether the thread knows what others have released at the location: it acquires that now, or was the last to store there since it came to its
// loop. What other threads had logged before that is no part of its own past.
bool WithoutRound::knew_before(const LoggedStep& step, std::uint64_t at) const {
  if (step.effect.acquires) return true;
  const std::uint64_t first = thread_.rounds.visits().front().moment.log_position;
  while (at > first && log_.has_all_since(at - 1)) {
    const LoggedStep& before = log_.at(--at);
    const auto writes = [&](const Access& one) { return one.writes && overlap(one, step.accesses[0]); };
    if (std::none_of(before.begin(), before.end(), writes)) continue;
    return before.thread == step.thread && before.effect.is_known &&
           is_same(before.accesses[0], step.accesses[0]) &&
           (!before.effect.is_update || before.effect.acquires);
  }
  return false;
}

// A step of the round. False if it is not known what it did.
bool WithoutRound::leave_out(const LoggedStep& step, std::uint64_t at) {
  if (step.access_count == 0) return true;
  const StepEffect& effect = step.effect;
  if (!effect.is_known || std::ranges::any_of(step.begin() + 1, step.end(), &Access::writes)) return false;
  const Access& access = step.accesses[0];
  auto here =
      std::ranges::find_if(followed_, [&](const Followed& one) { return overlap(one.place.access, access); });
  if (here == followed_.end()) {
    here = followed_.insert(here, Followed{});
    here->place = {{access.address, access.size, false}, effect.before, true};
    here->left = effect.before;
  }
  if (!is_same(here->place.access, access)) return false;
  is_steady_ &= here->left == effect.before;
  here->left = effect.after;
  here->place.is_lock &= effect.is_lock;
  here->place.access.writes |= access.writes;
  if (!here->differs) here->without = effect.before;
  here->differs = effect.after != here->without;
  if (!std::exchange(here->is_touched, true)) {
    here->only_updates = true;
    here->knows_before = knew_before(step, at);
  }
  if (!access.writes) return true;
  here->only_updates &= effect.is_update;
  here->releases = effect.releases;
  return true;
}

// A step of another thread. False if it might find something else, or be ordered by what is left out.
bool WithoutRound::goes_on(const LoggedStep& step) {
  for (const Access& access : step) {
    for (Followed& here : followed_) {
      if (!overlap(here.place.access, access)) continue;
      if (here.differs || !here.keeps_order()) return false;
      here.is_touched = false;
    }
  }
  return true;
}

bool WithoutRound::changes_nothing(UndoneRound& round) {
  for (std::uint64_t at = begin_; at < log_.end(); ++at) {
    const LoggedStep& step = log_.at(at);
    if (!(step.thread == thread_.number ? leave_out(step, at) : goes_on(step))) return false;
  }
  if (!std::ranges::all_of(followed_, [](const Followed& one) { return !one.differs && one.keeps_order(); }))
    return false;
  round.places.clear();
  for (const Followed& one : followed_) round.places.push_back(one.place);
  round.is_steady = is_steady_;
  return true;
}

}  // namespace

void RoundVisits::clear() {
  visits_.clear();
  states_.clear();
  bytes_.clear();
  reads_.clear();
}

bool RoundVisits::arrives(std::uint64_t place, const HookArguments& arguments,
                          std::span<const unsigned char> state, std::uint64_t effects, const Moment& moment) {
  if (effects != effects_ || visits_.size() == kMostVisits || bytes_.size() > kMostBytes) clear();
  effects_ = effects;
  const auto is_this = [&](const State& one) {
    return one.place == place && one.size == state.size() && one.arguments == arguments &&
           std::memcmp(bytes_.data() + one.offset, state.data(), state.size()) == 0;
  };
  const auto known = std::ranges::find_if(states_, is_this);
  const bool was_here = known != states_.end();
  visits_.push_back({static_cast<std::uint32_t>(known - states_.begin()), moment});
  visits_.back().moment.plain_reads = reads_.size();
  if (was_here) return true;
  states_.push_back({place, arguments, bytes_.size(), state.size()});
  bytes_.insert(bytes_.end(), state.begin(), state.end());
  return false;
}

// What cannot be compared later ends all rounds.
void RoundVisits::read(std::uint64_t address, std::uint32_t size, bool on_stack) {
  const bool is_known = on_stack ? size <= KnownBytes::kMostSize : KnownBytes::can_be(address, size);
  if (!is_known || reads_.size() == kMostReads) return clear();
  reads_.push_back({KnownBytes::at(address, size), on_stack});
}

bool RoundVisits::would_read_otherwise(const Moment& since) const {
  return std::any_of(
      reads_.begin() + static_cast<std::ptrdiff_t>(since.plain_reads), reads_.end(), [](const Read& read) {
        return read.on_stack ? KnownBytes::at(read.bytes.address, read.bytes.size) != read.bytes
                             : !read.bytes.are_there();
      });
}

bool UndoneRound::would_differ(const RoundVisits& visits) const {
  return !is_steady || visits.would_read_otherwise(begin) ||
         std::ranges::any_of(places, [](const Place& one) { return content_at(one.access) != one.found; });
}

namespace {

// The state in which the thread came round for the first time. In the midst of its round it may have changed something, and others would wait for
// it there.
std::optional<std::uint32_t> head_of_loop(const MostlyEmpty<RoundVisits::Visit>& visits) {
  std::uint32_t states = 0;
  for (const RoundVisits::Visit& visit : visits) {
    if (visit.state < states) return visit.state;
    ++states;
  }
  return std::nullopt;
}

}  // namespace

bool find_undone_round(const Thread& thread, const StepLog& log, UndoneRound& round) {
  const MostlyEmpty<RoundVisits::Visit>& visits = thread.rounds.visits();
  if (visits.back().state != head_of_loop(visits)) return false;
  int tried = 0;
  for (std::size_t begin = visits.size() - 1; begin-- > 0 && tried < kMostBeginnings;) {
    const RoundVisits::Moment& moment = visits[begin].moment;
    if (!log.has_all_since(moment.log_position)) return false;
    if (!is_round(thread, visits[begin], visits.back())) continue;
    ++tried;
    if (!WithoutRound(thread, log, moment.log_position).changes_nothing(round)) continue;
    round.begin = moment;
    return true;
  }
  return false;
}

namespace {

bool may_notice(const Thread& thread, const UndoneRound::Place& changed) {
  if (thread.circles) {
    return std::ranges::any_of(thread.undone.places, [&](const UndoneRound::Place& one) {
      return overlap(one.access, changed.access) && !(one.is_lock && changed.is_lock);
    });
  }
  const auto touches = [&](const Access& one) { return overlap(one, changed.access); };
  return std::ranges::any_of(thread.pending.expected.touched(), touches) ||
         (thread.waits_for == WaitsFor::spin_loop && thread.spin.round_touches(changed.access));
}

}  // namespace

bool may_notice_each_other(std::span<const Thread* const> threads) {
  for (const Thread* one : threads) {
    if (!one->circles) continue;
    for (const UndoneRound::Place& place : one->undone.places) {
      if (place.access.writes && std::ranges::any_of(threads, [&](const Thread* other) {
            return other != one && may_notice(*other, place);
          }))
        return true;
    }
  }
  return false;
}

}  // namespace linnet::runtime
