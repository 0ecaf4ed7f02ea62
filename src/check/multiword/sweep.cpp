// First what is known of each word, then the sweep.
#include "check/multiword/sweep.hpp"

#include <algorithm>
#include <vector>

#include "base/large_pages.hpp"

namespace linnet {

namespace {

using Role = WordLog::Role;

class Sweep {
 public:
  Sweep(const WordLog& log, const Budget& budget) : log_(log), budget_(budget) {
    reserve_large_pages(words_, log.initial.size());
    words_.resize(log.initial.size());
  }

  SweepResult run() {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (log_.initial[w]) words_[w].initial = true, words_[w].state = State::there;
    }
    if (!look_at_all() || !settle_open()) return SweepResult::undecided;
    return place_all();
  }

 private:
  enum class State : std::uint8_t { to_come, there, gone };
  struct Word {
    Rank writer_call = kNever;   // kNever: nobody writes it
    Rank first_return = kNever;  // of those that read or wrote it
    std::uint32_t readers = 0;   // that are to be placed
    State state = State::to_come;
    bool initial : 1 = false;
    bool seen : 1 = false;         // read or overwritten by one that took effect
    bool overwritten : 1 = false;  // by one that took effect
    bool missed : 1 = false;       // somebody says that it was not there
  };

  // What all operations say about their words. False if Assumption 1 does not hold.
  bool look_at_all() {
    for (const WordLog::Operation& op : log_.operations) {
      switch (op.role) {
        case Role::reads:
          for (const WordId w : log_.before(op)) see(words_[w], op), ++words_[w].readers;
          break;
        case Role::overwrites:
          if (!note_writes(op)) return false;
          note_overwrites(op);
          break;
        case Role::misses:
          for (const WordId w : log_.before(op)) words_[w].missed = true;
          break;
        case Role::perhaps:
          if (!note_writes(op)) return false;
          open_.push_back(&op);
          break;
      }
    }
    return true;
  }

  static void see(Word& word, const WordLog::Operation& op) {
    word.seen = true;
    word.first_return = std::min(word.first_return, op.ret);
  }
  bool note_writes(const WordLog::Operation& op) {
    for (const WordId w : log_.after(op)) {
      Word& word = words_[w];
      if (word.initial || word.writer_call != kNever) return false;
      word.writer_call = op.call;
      word.first_return = std::min(word.first_return, op.ret);
    }
    return true;
  }
  void note_overwrites(const WordLog::Operation& op) {
    for (const WordId w : log_.before(op)) see(words_[w], op), words_[w].overwritten = true;
  }

  // What never returned took effect if one of its words was seen. Otherwise it did nothing if another one overwrote what it
  // expected, or if that is as good: nobody misses a word that it would have overwritten. Else it is a choice.
  bool settle_open() {
    const auto any = [&](std::span<const WordId> words, auto condition) {
      return std::ranges::any_of(words, [&](WordId w) { return condition(words_[w]); });
    };
    for (bool again = true; again;) {
      again = false;
      std::erase_if(open_, [&](const WordLog::Operation* op) {
        if (!any(log_.after(*op), [](const Word& word) { return word.seen; })) return false;
        note_overwrites(*op);
        certain_.push_back(op);
        return again = true;
      });
    }
    return std::ranges::all_of(open_, [&](const WordLog::Operation* op) {
      return any(log_.before(*op), [](const Word& word) { return word.overwritten; }) ||
             !any(log_.before(*op), [](const Word& word) { return word.missed; });
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
      for (const WordLog::Operation* const op : waiting_) limit = std::min(limit, op->ret);
    }
    return SweepResult::pass;
  }

  bool place_some() {
    return std::erase_if(waiting_, [&](const WordLog::Operation* op) { return place(*op); }) != 0;
  }

  bool takes_part(const WordLog::Operation& op) const {
    return op.role != Role::perhaps || std::ranges::find(certain_, &op) != certain_.end();
  }

  // Whether the missing word was gone, and not yet to come: Assumption 2, where it matters.
  enum class Miss : std::uint8_t { free, needs_gone, unclear };
  Miss kind_of(const WordLog::Operation& op) const {
    Miss miss = Miss::needs_gone;
    for (const WordId w : log_.before(op)) {
      const Word& word = words_[w];
      if (word.initial) continue;
      if (word.writer_call == kNever || op.ret < word.writer_call) return Miss::free;
      if (word.first_return >= op.call) miss = Miss::unclear;
    }
    return miss;
  }

  bool place(const WordLog::Operation& op) {
    const auto before = log_.before(op);
    switch (op.role) {
      case Role::misses:
        return std::ranges::any_of(before, [&](WordId w) { return words_[w].state == State::gone; });
      case Role::reads:
        if (!std::ranges::all_of(before, [&](WordId w) { return words_[w].state == State::there; }))
          return false;
        for (const WordId w : before) --words_[w].readers;
        return true;
      case Role::overwrites:
      case Role::perhaps:
        for (const WordId w : before) {
          if (words_[w].state != State::there || words_[w].readers != 0) return false;
        }
        for (const WordId w : before) words_[w].state = State::gone;
        for (const WordId w : log_.after(op)) words_[w].state = State::there;
        return true;
    }
    return false;
  }

  const WordLog& log_;
  const Budget& budget_;
  std::vector<Word> words_;
  std::vector<const WordLog::Operation*> open_;     // never returned, and did nothing
  std::vector<const WordLog::Operation*> certain_;  // never returned, and took effect
  std::vector<const WordLog::Operation*> waiting_;  // called, and not placed: at most one per thread
};

}  // namespace

SweepResult sweep_words(const WordLog& log, const Budget& budget) {
  return Sweep(log, budget).run();
}

}  // namespace linnet
