// First collects what is known of each version, then sweeps.
#include "check/multiword/sweep.hpp"

#include <algorithm>
#include <vector>

#include "base/large_pages.hpp"

namespace linnet {

namespace {

using Role = MultiwordLog::Role;

class Sweep {
 public:
  Sweep(const MultiwordLog& log, const Budget& budget) : log_(log), budget_(budget) {
    reserve_large_pages(versions_, log.initial.size());
    versions_.resize(log.initial.size());
  }

  SweepResult run() {
    for (std::size_t w = 0; w < versions_.size(); ++w) {
      if (log_.initial[w]) versions_[w].initial = true, versions_[w].state = State::there;
    }
    if (!look_at_all() || !settle_open()) return SweepResult::undecided;
    return place_all();
  }

 private:
  enum class State : std::uint8_t { to_come, there, gone };
  struct Version {
    Rank writer_call = kNever;   // kNever: no operation writes it
    Rank first_return = kNever;  // of those that read or wrote it
    std::uint32_t readers = 0;   // those that are still to be placed
    State state = State::to_come;
    bool initial : 1 = false;
    bool seen : 1 = false;         // read or overwritten by an operation that took effect
    bool overwritten : 1 = false;  // by an operation that took effect
    bool missed : 1 = false;       // an operation says that it was not there
  };

  // Collects what all operations say about their versions. Returns false if Assumption 1 does not hold.
  bool look_at_all() {
    for (const MultiwordLog::Operation& op : log_.operations) {
      switch (op.role) {
        case Role::reads:
          for (const VersionId w : log_.before(op)) see(versions_[w], op), ++versions_[w].readers;
          break;
        case Role::overwrites:
          if (!note_writes(op)) return false;
          note_overwrites(op);
          break;
        case Role::misses:
          for (const VersionId w : log_.before(op)) versions_[w].missed = true;
          break;
        case Role::perhaps:
          if (!note_writes(op)) return false;
          open_.push_back(&op);
          break;
      }
    }
    return true;
  }

  static void see(Version& version, const MultiwordLog::Operation& op) {
    version.seen = true;
    version.first_return = std::min(version.first_return, op.ret);
  }
  bool note_writes(const MultiwordLog::Operation& op) {
    for (const VersionId w : log_.after(op)) {
      Version& version = versions_[w];
      if (version.initial || version.writer_call != kNever) return false;
      version.writer_call = op.call;
      version.first_return = std::min(version.first_return, op.ret);
    }
    return true;
  }
  void note_overwrites(const MultiwordLog::Operation& op) {
    for (const VersionId w : log_.before(op)) see(versions_[w], op), versions_[w].overwritten = true;
  }

  // An operation that never returned took effect if one of its versions was seen. Otherwise it did nothing if
  // another one overwrote a version it expected. It may be treated as having done nothing if no operation
  // misses a version that it would have overwritten. In all other cases there is a choice.
  bool settle_open() {
    const auto any = [&](std::span<const VersionId> versions, auto condition) {
      return std::ranges::any_of(versions, [&](VersionId w) { return condition(versions_[w]); });
    };
    for (bool again = true; again;) {
      again = false;
      std::erase_if(open_, [&](const MultiwordLog::Operation* op) {
        if (!any(log_.after(*op), [](const Version& version) { return version.seen; })) return false;
        note_overwrites(*op);
        certain_.push_back(op);
        return again = true;
      });
    }
    return std::ranges::all_of(open_, [&](const MultiwordLog::Operation* op) {
      return any(log_.before(*op), [](const Version& version) { return version.overwritten; }) ||
             !any(log_.before(*op), [](const Version& version) { return version.missed; });
    });
  }

  SweepResult place_all() {
    const auto& all = log_.operations;
    std::uint32_t steps = 0;
    Rank limit = kNever;  // the earliest return of those that wait
    for (std::size_t next = 0; next < all.size() || !waiting_.empty();) {
      for (; next < all.size() && all[next].call < limit; ++next) {
        if (!takes_part(all[next])) continue;
        if (all[next].role == Role::misses) {
          const Miss miss = kind_of(all[next]);
          if (miss == Miss::unclear) return SweepResult::undecided;
          if (miss == Miss::free) continue;
        }
        if (place(all[next])) continue;
        waiting_.push_back(&all[next]);
        limit = std::min(limit, all[next].ret);
      }
      if (waiting_.empty()) break;
      if (!place_some()) return SweepResult::violation;
      if (budget_.spent(steps)) return SweepResult::undecided;
      limit = kNever;
      for (const MultiwordLog::Operation* const op : waiting_) limit = std::min(limit, op->ret);
    }
    return SweepResult::pass;
  }

  bool place_some() {
    return std::erase_if(waiting_, [&](const MultiwordLog::Operation* op) { return place(*op); }) != 0;
  }

  bool takes_part(const MultiwordLog::Operation& op) const {
    return op.role != Role::perhaps || std::ranges::find(certain_, &op) != certain_.end();
  }

  // Whether the missing version was gone, rather than not yet written: Assumption 2, if it matters.
  enum class Miss : std::uint8_t { free, needs_gone, unclear };
  Miss kind_of(const MultiwordLog::Operation& op) const {
    Miss miss = Miss::needs_gone;
    for (const VersionId w : log_.before(op)) {
      const Version& version = versions_[w];
      if (version.initial) continue;
      if (version.writer_call == kNever || op.ret < version.writer_call) return Miss::free;
      if (version.first_return >= op.call) miss = Miss::unclear;
    }
    return miss;
  }

  bool place(const MultiwordLog::Operation& op) {
    const auto before = log_.before(op);
    switch (op.role) {
      case Role::misses:
        return std::ranges::any_of(before, [&](VersionId w) { return versions_[w].state == State::gone; });
      case Role::reads:
        if (!std::ranges::all_of(before, [&](VersionId w) { return versions_[w].state == State::there; }))
          return false;
        for (const VersionId w : before) --versions_[w].readers;
        return true;
      case Role::overwrites:
      case Role::perhaps:
        for (const VersionId w : before) {
          if (versions_[w].state != State::there || versions_[w].readers != 0) return false;
        }
        for (const VersionId w : before) versions_[w].state = State::gone;
        for (const VersionId w : log_.after(op)) versions_[w].state = State::there;
        return true;
    }
    return false;
  }

  const MultiwordLog& log_;
  const Budget& budget_;
  std::vector<Version> versions_;
  std::vector<const MultiwordLog::Operation*> open_;     // never returned, and did nothing
  std::vector<const MultiwordLog::Operation*> certain_;  // never returned, and took effect
  std::vector<const MultiwordLog::Operation*> waiting_;  // called, and not placed: at most one per thread
};

}  // namespace

SweepResult sweep_multiword_log(const MultiwordLog& log, const Budget& budget) {
  return Sweep(log, budget).run();
}

}  // namespace linnet
