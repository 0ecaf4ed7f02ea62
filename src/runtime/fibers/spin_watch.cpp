// SpinWatch: what a thread was like at each step of a loop, and whether it is so again.
#include "runtime/fibers/spin_watch.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "runtime/hooks/location.hpp"

namespace linnet::runtime {
namespace {

// Loops with more state and longer loops are explored as they are.
constexpr std::size_t kLargestState = 32 << 10;
constexpr std::size_t kMostVisits = 256;
constexpr std::size_t kRoom = 256 << 10;
constexpr std::size_t kMostWrites = 256;

// What is there, of locations that have memory; of a wide one, the first half.
std::uint64_t value_at(const Access& access) {
  std::uint64_t value = 0;
  if (access.address < kNoMemory) {
    std::memcpy(&value, reinterpret_cast<const void*>(access.address),
                std::min<std::size_t>(access.size, sizeof value));
  }
  return value;
}

// The step that ends an execution may have done so because there is nothing to be read at that address.
std::uint64_t value_found(const Step& step, std::size_t access) {
  if (step.ends) return 0;
  return step.found_by_model && access == 0 ? step.found : value_at(step.accesses[access]);
}

}  // namespace

extern "C" {
CallerRegisters linnet_caller;
}

bool ChangeLog::changed_since(std::size_t position, const Access& read) const {
  for (; position < changes_.size(); ++position) {
    if (overlap(changes_[position], read)) return true;
  }
  return false;
}

StateRoom& StateRoom::operator=(const StateRoom& other) {
  if (end_ = other.end_; end_ == 0) return *this;
  make();
  std::memcpy(bytes_.get(), other.bytes_.get(), end_);
  return *this;
}

void StateRoom::make() {
  if (bytes_ == nullptr) bytes_ = std::make_unique_for_overwrite<unsigned char[]>(kRoom + kLargestState);
}

SpinWatch::LastLoads& SpinWatch::LastLoads::operator=(const LastLoads& other) {
  const std::size_t made = std::min(std::max(next, other.next), kMost);
  for (std::size_t i = 0; i < made; ++i) loads[i] = other.loads[i];
  next = other.next;
  return *this;
}

void SpinWatch::clear() {
  visits_.clear();
  reads_.clear();
  writes_.clear();
  give_up_following();
  cuttable_ = false;
  forget_loads();
  published_ = 0;
  states_size_ = 0;
  states_.fill_up_to(0);
  progress_ = 0;
  idle_steps_ = 0;
}

void SpinWatch::forget_before(std::uint64_t progress) {
  if (progress == progress_) return;
  clear();
  progress_ = progress;
}

// The place first: visits of one place differ in little else, those of different places are told apart at
// once.
inline bool SpinWatch::is_same(const Visit& visit, const HookArguments& arguments, std::size_t size) const {
  return visit.place == linnet_caller.return_address && visit.state_size == size &&
         visit.arguments == arguments &&
         std::memcmp(states_.at(visit.state_offset), states_.at(states_size_), size) == 0;
}

// The state that was just written stays.
void SpinWatch::remember(const HookArguments& arguments, std::size_t size) {
  if (visits_.size() == kMostVisits) return;
  visits_.push_back({linnet_caller.return_address, arguments, states_size_, size, reads_.size(), idle_steps_,
                     writes_.size(), choices_});
  states_size_ += size;
}

SpinWatch::Round SpinWatch::comes_round(const HookArguments& arguments, std::uint64_t stack_high,
                                        std::uint64_t progress) {
  forget_before(progress);
  states_.make();
  written_size_ = 0;
  in_loop_ = false;
  if (states_size_ > kRoom) return Round::none;
  const LiveState state = write_live_state(stack_high, states_.at(states_size_), kLargestState);
  if (!state.fits) return Round::none;
  written_at_ = states_size_;
  written_size_ = state.size;
  states_.fill_up_to(written_at_ + written_size_);
  frames_ = state.frames;
  in_loop_ = state.loops && !state.unseen;
  if (!state.loops) return Round::none;
  for (Visit& visit : visits_) {
    if (!is_same(visit, arguments, state.size)) continue;
    const bool wrote = wrote_since(visit);
    cuttable_ = !state.unseen && visit.choices == choices_ && visit.first_write >= published_;
    begin_round(visit);
    return wrote || saw_a_change() ? Round::retries : Round::spins;
  }
  remember(arguments, state.size);
  return Round::none;
}

void SpinWatch::begin_round(Visit& visit) {
  round_begin_ = std::exchange(visit.first_read, reads_.size());
  round_end_ = reads_.size();
  round_steps_ = idle_steps_ - std::exchange(visit.first_step, idle_steps_);
  round_writes_ = std::exchange(visit.first_write, writes_.size());
  visit.choices = choices_;
  scanned_ = 0;
  woken_ = false;
}

// What is on the thread's own stack is part of the state that was compared, or is not read any more.
bool SpinWatch::wrote_since(const Visit& visit) const {
  return std::any_of(writes_.begin() + static_cast<std::ptrdiff_t>(visit.first_write), writes_.end(),
                     [](const Bytes& bytes) { return !bytes.on_own_stack; });
}

bool SpinWatch::round_left_nothing() {
  differing_.clear();
  for (std::size_t i = round_writes_; i < writes_.size(); ++i) {
    if (!writes_[i].on_own_stack) differing_.push_back(writes_[i]);
  }
  follows_ = true;
  return differing_.empty();
}

bool SpinWatch::round_is_undone() const {
  const auto is_here = [](const Visit& visit) { return visit.place == linnet_caller.return_address; };
  return follows_ && differing_.empty() && std::ranges::any_of(visits_, is_here);
}

void SpinWatch::give_up_following() {
  follows_ = false;
  differing_.clear();
}

// The bytes differ no more.
void SpinWatch::take_out(const Bytes& bytes) {
  MostlyEmpty<Bytes> left;
  for (const Bytes& one : differing_) {
    if (!one.overlaps(bytes)) {
      left.push_back(one);
      continue;
    }
    if (one.begin < bytes.begin) left.push_back({one.begin, bytes.begin, false});
    if (bytes.end < one.end) left.push_back({bytes.end, one.end, false});
  }
  differing_ = std::move(left);
}

void SpinWatch::wrote(std::uint64_t address, std::uint32_t size, bool on_own_stack, std::uint64_t pc) {
  const Bytes bytes{address, address + size, on_own_stack};
  const auto is_written = [&](const Bytes& one) { return one.overlaps(bytes); };
  if (follows_ && std::ranges::any_of(differing_, is_written)) [[unlikely]] {
    if (pc != 0 && may_have_read_unseen(pc)) {
      give_up_following();
    } else {
      take_out(bytes);
    }
  }
  // What is written may be what was read just before, without telling.
  if (learns_ != LastLoads::kNone && !on_own_stack && pc != 0 && may_have_read_unseen(pc))
    learns_ = LastLoads::kNone;
  if (std::ranges::any_of(loads_.loads, [&](const Load& load) {
        return load.followed && overlap(load.location, {address, size, true});
      }))
    forget_loads();
  if (visits_.empty() && loads_.next == 0) return;
  if (writes_.size() == kMostWrites) {
    const std::uint64_t progress = progress_;
    clear();
    progress_ = progress;
    return;
  }
  writes_.push_back(bytes);
}

void SpinWatch::read_differing(std::uint64_t address, std::uint32_t size) {
  const Bytes bytes{address, address + size, false};
  const auto is_read = [&](const Bytes& one) { return one.overlaps(bytes); };
  if (std::ranges::any_of(differing_, is_read)) give_up_following();
}

// ---------------------------------------------------------------------------------------------------------
// Loops that a load leads to

ThreadPoint SpinWatch::here(const HookArguments& arguments) const {
  const unsigned char* state = states_.at(written_at_);
  return {linnet_caller.return_address, arguments, {state, state + written_size_}};
}

void SpinWatch::forget_loads() {
  for (Load& load : std::span(loads_.loads).first(std::min(loads_.next, LastLoads::kMost)))
    load.followed = load.failed = false;
  loads_.next = 0;
  learns_ = carried_by_ = LastLoads::kNone;
}

void SpinWatch::loads(const HookArguments& arguments, const Access& location, int order) {
  if (written_size_ == 0 || location.size > sizeof(std::uint64_t)) return;
  learns_ = static_cast<std::uint8_t>(loads_.next++ % LastLoads::kMost);
  Load& load = loads_.loads[learns_];
  load.followed = true;
  load.location = location;
  load.order = order;
  load.point = here(arguments);
  load.frames = frames_;
  load.choices = choices_;
  load.first_read = reads_.size();
  load.first_write = writes_.size();
  load.steps = 0;
  load.failed = false;
  plain_reads_.clear();
}

void SpinWatch::compares(const Access& location, int order_of_failure) {
  for (Load& load : loads_.loads) {
    if (load.is_at(location)) load.failure_order = order_of_failure;
  }
}

void SpinWatch::took_since_loads(const Step& step) {
  if (loads_.next == 0) return;
  for (Load& load : loads_.loads) {
    ++load.steps;
    load.failed =
        step.conditional && step.access_count > 0 && !step.accesses[0].writes && load.is_at(step.accesses[0]);
    if (step.access_count > 0) load.found = value_found(step, 0);
  }
}

SpinWatch::Carried SpinWatch::is_carried(const HookArguments& arguments) {
  const std::uint8_t learns = std::exchange(learns_, LastLoads::kNone);
  if (written_size_ == 0) return Carried::no;
  if (learns != LastLoads::kNone) {
    const Load& load = loads_.loads[learns];
    if (load.steps == 1 && load.choices == choices_ && load.frames.see_way_to(frames_))
      learn(load, here(arguments));
  }
  carried_by_ = LastLoads::kNone;
  for (std::uint8_t i = 0; i < LastLoads::kMost; ++i) {
    const Load& load = loads_.loads[i];
    // With a weaker order the failure did not see what the load would have seen.
    if (!load.failed || load.failure_order < load.order || load.choices != choices_ ||
        !load.frames.see_way_to(frames_))
      continue;
    carried_by_ = i;
    const ThreadPoint to = here(arguments);
    const auto leads = [&](const Transition& known) { return leads_here(load, known, to); };
    if (std::ranges::any_of(transitions().from(load.point, load.found), leads)) return Carried::yes;
  }
  return carried_by_ == LastLoads::kNone ? Carried::no : Carried::perhaps;
}

void SpinWatch::begin_round_at_load() {
  round_begin_ = loads_.loads[carried_by_].first_read;
  round_end_ = reads_.size();
  scanned_ = 0;
  woken_ = false;
}

void SpinWatch::learn_read(std::uint64_t address, std::uint32_t size) {
  const Bytes bytes{address, address + size, false};
  const auto is_read = [&](const Bytes& one) { return one.overlaps(bytes); };
  const auto written = std::span(writes_).subspan(loads_.loads[learns_].first_write);
  // What it has written itself follows from the rest, but that need not be worked out.
  if (!KnownBytes::can_be(address, size) || plain_reads_.size() == kMostWrites ||
      std::ranges::any_of(written, is_read)) {
    learns_ = LastLoads::kNone;
  } else {
    plain_reads_.push_back(KnownBytes::at(address, size));
  }
}

void SpinWatch::learn(const Load& load, const ThreadPoint& to) const {
  Transition seen{load.point, load.found, to, plain_reads_, {}};
  for (const Bytes& bytes : std::span(writes_).subspan(load.first_write)) {
    if (bytes.on_own_stack) continue;
    if (!KnownBytes::can_be(bytes.begin, bytes.end - bytes.begin)) return;
    seen.written.push_back(KnownBytes::at(bytes.begin, static_cast<std::uint32_t>(bytes.end - bytes.begin)));
  }
  transitions().learn(seen);
}

// Whether the load would lead here from memory as it was when the thread failed, and leave memory as it is. Only this thread has
// run since.
bool SpinWatch::leads_here(const Load& load, const Transition& known, const ThreadPoint& to) const {
  if (known.found != load.found || known.to != to || known.from != load.point) return false;
  const auto written = std::span(writes_).subspan(load.first_write);
  const auto is_left = [&](const KnownBytes& bytes) {
    const Bytes read{bytes.address, bytes.address + bytes.size, false};
    return bytes.are_there() &&
           std::ranges::none_of(written, [&](const Bytes& one) { return one.overlaps(read); });
  };
  const auto is_written_by_load = [&](const Bytes& one) {
    return one.on_own_stack || std::ranges::any_of(known.written, [&](const KnownBytes& bytes) {
             return bytes.address <= one.begin && one.end <= bytes.address + bytes.size;
           });
  };
  return std::ranges::all_of(known.read, is_left) && std::ranges::all_of(written, is_written_by_load) &&
         std::ranges::all_of(known.written, &KnownBytes::are_there);
}

bool SpinWatch::saw_a_change() const {
  for (std::size_t i = round_begin_; i < round_end_; ++i) {
    for (std::size_t j = round_begin_; j < i; ++j) {
      const Access &a = reads_[i].access, &b = reads_[j].access;
      if (a.address == b.address && a.size == b.size && reads_[i].value != reads_[j].value) return true;
    }
  }
  return false;
}

bool SpinWatch::guard(Step& step) const {
  const Step before = step;
  step.wait_for_change(round_steps_);
  for (std::size_t i = round_begin_; i < round_end_; ++i) {
    const Access& read = reads_[i].access;
    const auto is_same = [&](const Access& a) { return a.address == read.address && a.size == read.size; };
    if (std::ranges::any_of(step.touched(), is_same)) continue;
    if (step.access_count + 1 == Step::kMostAccesses) {  // the last place is for the end of the thread
      step = before;
      return false;
    }
    step.touch(read.address, read.size, false);
  }
  return true;
}

bool SpinWatch::sees_latest() const {
  for (std::size_t i = round_begin_; i < round_end_; ++i) {
    if (reads_[i].value != value_at(reads_[i].access)) return false;
  }
  return true;
}

bool SpinWatch::round_touches(const Access& access) const {
  return std::any_of(reads_.begin() + static_cast<std::ptrdiff_t>(round_begin_),
                     reads_.begin() + static_cast<std::ptrdiff_t>(round_end_),
                     [&](const Read& read) { return overlap(read.access, access); });
}

bool SpinWatch::woken(const ChangeLog& log) const {
  for (std::size_t i = round_begin_; !woken_ && i < round_end_; ++i) {
    woken_ = log.changed_since(std::max(reads_[i].log_position, scanned_), reads_[i].access);
  }
  scanned_ = log.size();
  return woken_;
}

void SpinWatch::took(const Step& step, std::uint64_t progress, const ChangeLog& log) {
  forget_before(progress);
  ++idle_steps_;
  // What it wrote before may have been handed over by it, even if it left the value as it was.
  if (step.changes_nothing) {
    published_ = writes_.size();
    if (!differing_.empty()) give_up_following();
    forget_loads();
  }
  took_since_loads(step);
  for (std::size_t i = 0; i < step.access_count; ++i) {
    if (i != step.birth && !is_beginning(step.accesses[i].address))
      reads_.push_back({step.accesses[i], log.size(), value_found(step, i)});
  }
}

}  // namespace linnet::runtime
