// Foresees that two values of a deque will be in each other's way, so that a search need not wait until they
// come out.
//
// If every value is pushed at most once, it is known when each comes out, and at which end. Say v is pushed
// at one end, the near one, while u is inside: from then on v is nearer to that end than u, until one of them
// is popped. So
//
//   v comes out at   u comes out at   this requires
//   the near end     the near end     v comes out first
//   the far end      the far end      u comes out first
//   the far end      the near end     impossible: each would have to come out first
//   the far end      no end           impossible, likewise
//   no end           the near end     impossible
//
// and if precedence says that the wrong one was popped first, v must not be pushed while u is inside. A
// search asks before it pushes v. It also asks whether a push that runs could still come after v's, if v
// cannot be gone by then; so of two pushes at the same time the one that must be first is tried first. Only
// operations that overlap in time remain to be tried.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "check/linearizability/interval_front.hpp"
#include "spec/builtin.hpp"

namespace linnet {

class DequeForesight {
 public:
  // Returns nothing if the object is no deque, or a value is pushed twice, or null is a value.
  static std::optional<DequeForesight> of(const History& history, const Spec& spec) {
    if (builtin_object(spec) != BuiltinObject::deque || history.order || history.null_is_a_value())
      return std::nullopt;
    DequeForesight foresight;
    return foresight.learn(history, spec) ? std::optional(std::move(foresight)) : std::nullopt;
  }

  // Whether the operation can come next. `others` are those that have returned, are not placed, and can come
  // next as well.
  template <class Others>
  bool may_come_next(OperationIndex i, const Others& others) const {
    const Deed& push = deeds_[i];
    if (!push.pushes) return true;
    const auto fits = [&](const Life* u) { return fit(*push.life, push.end, *u); };
    if (!std::ranges::all_of(inside_, fits)) return false;
    return std::ranges::all_of(others, [&](const SearchItem& other) {
      const Deed& later = deeds_[other.index];
      return other.index == i || !later.pushes || may_be_gone(*push.life, other) ||
             fit(*later.life, later.end, *push.life);
    });
  }

  void take(OperationIndex i) {
    const Deed& deed = deeds_[i];
    if (deed.pushes) {
      put(deed.end, deed.life);
    } else if (!inside_.empty() && deed.pops) {
      popped_.push_back(deed.end == End::front ? inside_.front() : inside_.back());
      drop(deed.end);
    }
  }
  // REQUIRES: `i` was the last one taken, and is not undone.
  void undo(OperationIndex i, bool changed) {
    const Deed& deed = deeds_[i];
    if (deed.pushes) {
      drop(deed.end);
    } else if (changed && deed.pops) {
      put(deed.end, popped_.back());
      popped_.pop_back();
    }
  }

 private:
  enum class End : std::uint8_t { front, back };
  enum class Leaves : std::uint8_t { by_front, by_back, never, unknown };
  struct Life {
    Leaves leaves = Leaves::never;
    Rank pop_call = kNever, pop_ret = kNever;
  };
  struct Deed {
    bool pushes = false, pops = false;
    End end = End::front;
    const Life* life = nullptr;
  };

  bool learn(const History& history, const Spec& spec) {
    absl::flat_hash_map<Value, Life*> pushed;
    deeds_.resize(history.size());
    const bool open_pops = std::ranges::any_of(
        history.operations, [](const Operation& op) { return !op.completed() && op.argument_count == 0; });
    for (OperationIndex i = 0; i < history.size(); ++i) {
      const Operation& op = history.operations[i];
      Deed& deed = deeds_[i];
      deed.end = spec.method(op.method).name.ends_with("Front") ? End::front : End::back;
      deed.pushes = op.argument_count > 0;
      deed.pops = !deed.pushes && !(op.completed() && op.result.is_null());
      if (!deed.pushes) continue;
      Life& life = lives_.emplace_back();
      if (open_pops) life.leaves = Leaves::unknown;
      deed.life = &life;
      if (!pushed.try_emplace(op.args()[0], &life).second) return false;
    }
    for (OperationIndex i = 0; i < history.size(); ++i) {
      const Operation& op = history.operations[i];
      if (deeds_[i].pushes || !deeds_[i].pops || !op.completed()) continue;
      const auto found = pushed.find(op.result);
      if (found == pushed.end()) continue;
      *found->second = {deeds_[i].end == End::front ? Leaves::by_front : Leaves::by_back, op.call, op.ret};
    }
    return true;
  }

  // Whether v can be pushed at this end while u is inside.
  static bool fit(const Life& v, End end, const Life& u) {
    if (v.leaves == Leaves::unknown || u.leaves == Leaves::unknown) return true;
    const Leaves near = end == End::front ? Leaves::by_front : Leaves::by_back;
    if (v.leaves == near) return u.leaves != near || u.pop_ret > v.pop_call;
    if (v.leaves == Leaves::never) return u.leaves != near;
    return u.leaves == v.leaves && v.pop_ret > u.pop_call;
  }

  // Whether v, pushed now, can be popped before the other operation takes effect.
  static bool may_be_gone(const Life& v, const SearchItem& other) {
    return v.leaves == Leaves::unknown || (v.leaves != Leaves::never && v.pop_call < other.ret);
  }

  void put(End end, const Life* life) {
    end == End::front ? inside_.push_front(life) : inside_.push_back(life);
  }
  void drop(End end) { end == End::front ? inside_.pop_front() : inside_.pop_back(); }

  std::deque<Life> lives_;   // their addresses stay valid
  std::vector<Deed> deeds_;  // by operation
  std::deque<const Life*> inside_;
  std::vector<const Life*> popped_;
};

}  // namespace linnet
