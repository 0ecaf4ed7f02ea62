// Carries out the steps of explaining, describes a violation of a well-known object as a person would, and
// translates indices of parts back to indices of the whole.
//
// A phrase is used only if each of its facts holds in the history shown, and only if those facts alone are a
// violation: "2 was dequeued before 1, although enq(1) had returned before enq(2) was called". If no phrase
// fits, the generic sentence says what is true of every minimal core.
#include "explain/explain.hpp"

#include <algorithm>
#include <ranges>
#include <vector>

#include <fmt/format.h>

#include "explain/attempts.hpp"
#include "explain/steps.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// The subject of phrases.
struct Scene {
  const History& part;  // everything recorded of the object, also after the violation
  const History& core;  // as it is in the shortest prefix
  const Spec& spec;
  std::optional<OperationIndex> culprit;  // in core
  bool minimal;                           // the core is proved to be minimal
};

std::string times(std::size_t n) {
  return n == 0 ? "never" : n == 1 ? "once" : n == 2 ? "twice" : fmt::format("{} times", n);
}

// Questions about a scene that all phrases use.
class Facts {
 public:
  explicit Facts(const Scene& scene) : scene_(scene), core_(scene.core) {}

  OperationIndex culprit() const { return *scene_.culprit; }
  const Operation& op(OperationIndex i) const { return core_.operations[i]; }
  const Method& method(const Operation& op) const { return scene_.spec.method(op.method); }
  bool is(OperationIndex i, std::string_view name) const { return method(op(i)).name == name; }
  std::string call(OperationIndex i) const { return core_.describe_call(op(i)); }
  bool precedes(OperationIndex a, OperationIndex b) const { return core_.precedes(a, b); }

  template <class Condition>
  std::vector<OperationIndex> where(Condition condition) const {
    std::vector<OperationIndex> found;
    for (OperationIndex i = 0; i < core_.size(); ++i) {
      if (condition(i)) found.push_back(i);
    }
    return found;
  }
  bool all_precede(const std::vector<OperationIndex>& before, OperationIndex after) const {
    return std::ranges::all_of(before, [&](OperationIndex b) { return precedes(b, after); });
  }
  bool precedes_all(OperationIndex before, const std::vector<OperationIndex>& after) const {
    return std::ranges::all_of(after, [&](OperationIndex a) { return precedes(before, a); });
  }

  // How often it may have happened: "only once"; "at most once" if some operations had not returned.
  std::string at_most(const std::vector<OperationIndex>& ops) const {
    const bool all = std::ranges::all_of(ops, [&](OperationIndex i) { return op(i).completed(); });
    return (all ? "only " : "at most ") + times(ops.size());
  }

  // "deq() returned 7"
  std::string what_happened() const {
    return fmt::format("{} returned {}", call(culprit()), op(culprit()).result.to_json());
  }

  const Scene& scene() const { return scene_; }

 private:
  const Scene& scene_;
  const History& core_;
};

// ---- Containers: what goes in comes out, once, in some order. -------------------------------------------

struct Container {
  BuiltinObject object;
  std::string_view noun, inserted, removed;
};
constexpr Container kContainers[] = {
    {BuiltinObject::queue, "queue", "enqueued", "dequeued"},
    {BuiltinObject::stack, "stack", "pushed", "popped"},
    {BuiltinObject::deque, "deque", "pushed", "popped"},
    {BuiltinObject::pqueue, "priority queue", "inserted", "removed"},
    {BuiltinObject::bag, "bag", "added", "taken"},
};

class ContainerPhrases {
 public:
  ContainerPhrases(const Facts& facts, const Container& words) : f_(facts), words_(words) {}

  std::optional<std::string> find() const {
    if (!removes(f_.op(f_.culprit())) && !looks(f_.op(f_.culprit()))) return std::nullopt;
    if (null_is_a_value()) return std::nullopt;
    const Value v = f_.op(f_.culprit()).result;
    if (v.is_null()) return not_empty();
    const auto insertions = insertions_of(v);
    if (insertions.empty()) return out_of_thin_air(v);
    if (auto phrase = too_often(v, insertions)) return phrase;
    // From here on the point is that some other value was still there: no open removal may have taken it.
    if (!f_.where([&](OperationIndex i) { return removes(f_.op(i)) && !f_.op(i).completed(); }).empty())
      return std::nullopt;
    if (words_.object == BuiltinObject::queue) return overtaken(v, insertions);
    if (words_.object == BuiltinObject::stack) return buried(v, insertions);
    if (words_.object == BuiltinObject::pqueue) return outranked(v, insertions);
    return std::nullopt;
  }

 private:
  bool inserts(const Operation& op) const { return op.argument_count > 0; }
  bool removes(const Operation& op) const { return op.argument_count == 0 && !f_.method(op).observer; }
  bool looks(const Operation& op) const { return f_.method(op).observer; }
  bool null_is_a_value() const {
    return !f_.where([&](OperationIndex i) {
                return inserts(f_.op(i)) && f_.op(i).args()[0].is_null();
              }).empty();
  }

  std::vector<OperationIndex> insertions_of(Value v) const {
    return f_.where([&](OperationIndex i) { return inserts(f_.op(i)) && f_.op(i).args()[0] == v; });
  }
  std::vector<OperationIndex> removals_of(Value v) const {
    return f_.where(
        [&](OperationIndex i) { return removes(f_.op(i)) && f_.op(i).completed() && f_.op(i).result == v; });
  }

  // An operation of the whole recording that inserts (removes) `v`, also after the violation.
  const Operation* recorded(Value v, bool insertion) const {
    for (const Operation& op : f_.scene().part.operations) {
      if (insertion && inserts(op) && op.args()[0] == v) return &op;
      if (!insertion && removes(op) && op.completed() && op.result == v) return &op;
    }
    return nullptr;
  }

  // The insertions that had returned, of other values that no operation had removed.
  std::vector<OperationIndex> remaining(Value except) const {
    return f_.where([&](OperationIndex i) {
      const Operation& op = f_.op(i);
      return inserts(op) && op.completed() && op.args()[0] != except && removals_of(op.args()[0]).empty();
    });
  }

  std::string one_or_any(const std::vector<OperationIndex>& ops) const {
    return (ops.size() > 1 ? "any " : "") + f_.call(ops.front());
  }

  std::string out_of_thin_air(Value v) const {
    if (const Operation* late = recorded(v, true)) {
      return fmt::format("{} before {} was called", f_.what_happened(), f_.scene().part.describe_call(*late));
    }
    return fmt::format("{}, which was never {}", f_.what_happened(), words_.inserted);
  }

  std::optional<std::string> too_often(Value v, const std::vector<OperationIndex>& insertions) const {
    const std::size_t removed = removals_of(v).size();
    if (removed <= insertions.size()) return std::nullopt;
    return fmt::format("{} was {} {}, although it had been {} {}", v.to_json(), words_.removed,
                       times(removed), words_.inserted, f_.at_most(insertions));
  }

  std::optional<std::string> not_empty() const {
    const OperationIndex c = f_.culprit();
    const bool open_removal =
        !f_.where([&](OperationIndex i) { return removes(f_.op(i)) && !f_.op(i).completed(); }).empty();
    for (const OperationIndex i : remaining(Value())) {
      if (!open_removal && f_.precedes(i, c)) {
        return fmt::format(
            "{} although {} was in the {}: {} had returned before {} was called, and {} had not been {}",
            f_.what_happened(), f_.op(i).args()[0].to_json(), words_.noun, f_.call(i), f_.call(c),
            f_.op(i).args()[0].to_json(), words_.removed);
      }
    }
    if (!f_.scene().minimal || f_.scene().core.size() < 2) return std::nullopt;
    return fmt::format(
        "{}, but in every order that explains the other {} operations the {} holds something for as long as "
        "{} runs",
        f_.what_happened(), f_.scene().core.size() - 1, words_.noun, f_.call(c));
  }

  // Queue: enq(a) before enq(v), and a still there.
  std::optional<std::string> overtaken(Value v, const std::vector<OperationIndex>& insertions) const {
    const OperationIndex c = f_.culprit();
    for (const OperationIndex i : remaining(v)) {
      if (!f_.precedes_all(i, insertions)) continue;
      const Value a = f_.op(i).args()[0];
      const std::string order =
          fmt::format("although {} had returned before {} was called", f_.call(i), one_or_any(insertions));
      if (looks(f_.op(c)) || recorded(a, false) == nullptr) {
        return fmt::format("{} while {} was still in the queue, {}", f_.what_happened(), a.to_json(), order);
      }
      return fmt::format("{} was dequeued before {}, {}", v.to_json(), a.to_json(), order);
    }
    return std::nullopt;
  }

  // Stack: push(v) before push(b) before this, and b still there.
  std::optional<std::string> buried(Value v, const std::vector<OperationIndex>& insertions) const {
    const OperationIndex c = f_.culprit();
    for (const OperationIndex i : remaining(v)) {
      if (!f_.all_precede(insertions, i) || !f_.precedes(i, c)) continue;
      const std::string b = f_.op(i).args()[0].to_json();
      return fmt::format(
          "{} while {} lay on top of it: {} had returned before {} was called, {} had returned before {} was "
          "called, and {} had not been popped",
          f_.what_happened(), b, f_.call(insertions.back()), f_.call(i), f_.call(i), f_.call(c), b);
    }
    return std::nullopt;
  }

  static Value priority(const Operation& insertion) { return insertion.args().back(); }

  // Priority queue: something that has to come out earlier was there.
  std::optional<std::string> outranked(Value v, const std::vector<OperationIndex>& insertions) const {
    const OperationIndex c = f_.culprit();
    const bool least = f_.is(c, "deqMin") || f_.is(c, "peekMin");
    for (const OperationIndex i : remaining(v)) {
      const Value p = priority(f_.op(i));
      const bool outranks_all = std::ranges::all_of(insertions, [&](OperationIndex j) {
        return least ? p < priority(f_.op(j)) : p > priority(f_.op(j));
      });
      if (!outranks_all || !f_.precedes(i, c)) continue;
      const std::string b = f_.op(i).args()[0].to_json();
      return fmt::format(
          "{} while {} was in the priority queue: {} had returned before {} was called, and {} had not been "
          "removed",
          f_.what_happened(), b, f_.call(i), f_.call(c), b);
    }
    return std::nullopt;
  }

  const Facts& f_;
  const Container& words_;
};

// ---- Sets: one member at a time. ------------------------------------------------------------------------

std::optional<std::string> set_phrase(const Facts& f) {
  const OperationIndex c = f.culprit();
  const Value v = f.op(c).args()[0];
  const std::string member = v.to_json();
  const auto effective = [&](std::string_view name) {  // those that changed the set, or may have changed it
    return f.where([&](OperationIndex i) {
      const Operation& op = f.op(i);
      return f.is(i, name) && op.args()[0] == v && (!op.completed() || op.result == Value(true));
    });
  };
  const auto succeeded = [&](const std::vector<OperationIndex>& ops) {
    return static_cast<std::size_t>(
        std::ranges::count_if(ops, [&](OperationIndex i) { return f.op(i).completed(); }));
  };
  const std::vector<OperationIndex> adds = effective("add"), removes = effective("remove");
  const bool says_present = (f.op(c).result == Value(true)) != f.is(c, "add");
  if (says_present && adds.empty()) {
    return fmt::format("{}, but {} had never been added", f.what_happened(), member);
  }
  if (says_present && f.is(c, "remove") && succeeded(removes) > adds.size()) {
    return fmt::format("{} returned true {}, although {} had been added {}", f.call(c),
                       times(succeeded(removes)), member, f.at_most(adds));
  }
  if (says_present || !removes.empty()) return std::nullopt;
  const auto earlier = f.where([&](OperationIndex i) {
    return f.is(i, "add") && f.op(i).args()[0] == v && f.op(i).completed() && f.precedes(i, c);
  });
  if (!earlier.empty()) {
    return fmt::format(
        "{}, although {} had returned before it was called and {} had never been removed", f.what_happened(),
        f.call(earlier.front()) == f.call(c) ? "an earlier " + f.call(c) : f.call(earlier.front()), member);
  }
  if (f.is(c, "add") && succeeded(adds) > 1) {
    return fmt::format("{} returned true {}, although {} had never been removed", f.call(c),
                       times(succeeded(adds)), member);
  }
  return std::nullopt;
}

// ---- Registers: what is read is what was written last. --------------------------------------------------

class RegisterPhrases {
 public:
  explicit RegisterPhrases(const Facts& facts) : f_(facts) {}

  std::optional<std::string> find() const {
    const OperationIndex c = f_.culprit();
    const std::optional<Value> seen = observed(c);
    if (!seen) return std::nullopt;
    const auto setters = setters_of(*seen, c);
    if (setters.empty() && *seen != initial()) {
      return fmt::format("{}, but {} had never been written", deed(c), seen->to_json());
    }
    if (auto phrase = overwritten(c, *seen, setters)) return phrase;
    return seen_newer_before(c, *seen, setters);
  }

 private:
  // The value that the register had, as far as the operation shows it.
  std::optional<Value> observed(OperationIndex i) const {
    const Operation& op = f_.op(i);
    if (!op.completed() || f_.is(i, "write")) return std::nullopt;
    if (!f_.is(i, "cas")) return op.result;
    return op.result == Value(true) ? std::optional(op.args()[0]) : std::nullopt;
  }
  // The value that the operation left, or may have left.
  std::optional<Value> set(OperationIndex i) const {
    const Operation& op = f_.op(i);
    if (f_.is(i, "read")) return std::nullopt;
    if (!f_.is(i, "cas")) return op.args()[0];
    return op.completed() && op.result == Value(false) ? std::nullopt : std::optional(op.args()[1]);
  }
  std::vector<OperationIndex> setters_of(Value v, OperationIndex except) const {
    return f_.where([&](OperationIndex i) { return i != except && set(i) == v; });
  }

  Value initial() const { return initial_read(f_.scene().spec); }

  // "read() returned 1", "cas(1, 2) succeeded"
  std::string deed(OperationIndex i) const {
    if (f_.is(i, "cas")) return f_.call(i) + " succeeded";
    return fmt::format("{} returned {}", f_.call(i), f_.op(i).result.to_json());
  }

  std::optional<std::string> overwritten(OperationIndex c, Value seen,
                                         const std::vector<OperationIndex>& setters) const {
    for (OperationIndex w = 0; w < f_.scene().core.size(); ++w) {
      const auto left = set(w);
      if (!left || *left == seen || !f_.op(w).completed() || !f_.precedes(w, c)) continue;
      if (!f_.all_precede(setters, w)) continue;
      return fmt::format("{}, although {} had returned before it was called and nothing had written {} since",
                         deed(c), f_.call(w), seen.to_json());
    }
    return std::nullopt;
  }

  // New-old inversion: another operation saw the newer value, and then this one saw the older one.
  std::optional<std::string> seen_newer_before(OperationIndex c, Value seen,
                                               const std::vector<OperationIndex>& setters) const {
    for (OperationIndex r = 0; r < f_.scene().core.size(); ++r) {
      const auto newer = observed(r);
      if (!newer || *newer == seen || *newer == initial() || !f_.precedes(r, c)) continue;
      const auto newer_setters = setters_of(*newer, c);
      if (newer_setters.size() != 1 || !f_.all_precede(setters, newer_setters.front())) continue;
      const std::string order = setters.empty()
                                    ? fmt::format("and nothing had written {}", seen.to_json())
                                    : fmt::format("although {} had returned before {} was called",
                                                  f_.call(setters.back()), f_.call(newer_setters.front()));
      return fmt::format("{} after {}, {}", deed(c), earlier_deed(r, c), order);
    }
    return std::nullopt;
  }
  std::string earlier_deed(OperationIndex r, OperationIndex c) const {
    const std::string text = f_.is(r, "cas")
                                 ? f_.call(r) + " had succeeded"
                                 : fmt::format("{} had returned {}", f_.call(r), f_.op(r).result.to_json());
    return f_.call(r) == f_.call(c) ? "an earlier " + text : text;
  }

  const Facts& f_;
};

// ---- Locks: counting is enough for a sentence. ----------------------------------------------------------

std::optional<std::string> mutex_phrase(const Facts& f) {
  const auto acquisitions = f.where([&](OperationIndex i) {
    return !f.is(i, "unlock") && f.op(i).completed() && f.op(i).result != Value(false);
  });
  const auto attempts = f.where([&](OperationIndex i) {
    return !f.is(i, "unlock") && !(f.op(i).completed() && f.op(i).result == Value(false));
  });
  const auto unlocks = f.where([&](OperationIndex i) { return f.is(i, "unlock"); });
  const auto unlocked = f.where([&](OperationIndex i) { return f.is(i, "unlock") && f.op(i).completed(); });
  if (acquisitions.size() > unlocks.size() + 1) {
    return fmt::format("The lock had been acquired {} and {} released", times(acquisitions.size()),
                       unlocks.empty() ? "never" : f.at_most(unlocks));
  }
  if (unlocked.size() > attempts.size()) {
    return fmt::format("unlock() had returned {} and the lock was {} acquired", times(unlocked.size()),
                       attempts.empty() ? "never" : f.at_most(attempts));
  }
  return std::nullopt;
}

std::string list(const History& history, const std::vector<Explanation::Placed>& placed) {
  const auto texts = placed | std::views::transform([&](const Explanation::Placed& p) {
                       return history.describe(history.operations[p.operation]);
                     });
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Returns nullopt if no phrase fits.
std::optional<std::string> familiar_phrase(const Scene& scene) {
  constexpr std::size_t kMost = 2000;  // operations; phrases compare each with each
  if (!scene.culprit || scene.core.size() > kMost) return std::nullopt;
  const Facts facts(scene);
  const BuiltinObject object = builtin_object(scene.spec);
  for (const Container& container : kContainers) {
    if (container.object == object) return ContainerPhrases(facts, container).find();
  }
  if (object == BuiltinObject::set) return set_phrase(facts);
  if (object == BuiltinObject::register_) return RegisterPhrases(facts).find();
  if (object == BuiltinObject::mutex) return mutex_phrase(facts);
  return std::nullopt;
}

// Returns a sentence that is true of every minimal core; `attempts` are those of the core.
std::string generic_phrase(const Scene& scene, const std::vector<Explanation::Attempt>& attempts,
                           bool longest) {
  if (scene.core.stuck) {
    return "Not all pending calls can be stuck here: for at least one of them, every order of the returned "
           "operations leaves a state in which it can go on";
  }
  if (!scene.culprit) return fmt::format("No order of these {} operations is allowed", scene.core.size());
  constexpr std::size_t kShort = 5;
  const std::string what = scene.core.describe(scene.core.operations[*scene.culprit]);
  if (scene.core.size() == 1 && !attempts.empty()) {
    return fmt::format("{} is not possible in the initial state, {}", what, attempts.front().initial_state);
  }
  std::string text = fmt::format("No order of these {} operations explains {}", scene.core.size(), what);
  if (!longest || attempts.empty()) return text;
  const Explanation::Attempt& best = attempts.front();
  if (best.placed.empty() || best.placed.size() > kShort || best.blocked.empty()) return text;
  const Explanation::Blocked& blocked = best.blocked.front();
  const std::string next = scene.core.describe_call(scene.core.operations[blocked.operation]);
  return fmt::format("{}. One gets no further than {}; then comes {}, but {}", text,
                     list(scene.core, best.placed), next, blocked.reason);
}

using Indices = std::vector<OperationIndex>;

// outer[inner[k]] for all k: one step of the way back.
Indices through(const Indices& inner, const Indices& outer) {
  Indices result;
  for (const OperationIndex i : inner) result.push_back(outer[i]);
  return result;
}

Explanation::Attempt through(Explanation::Attempt attempt, const Indices& outer) {
  for (auto& placed : attempt.placed) placed.operation = outer[placed.operation];
  for (auto& blocked : attempt.blocked) {
    blocked.operation = outer[blocked.operation];
    blocked.waits_for = through(blocked.waits_for, outer);
  }
  return attempt;
}

// In a long history every question takes time, so the checker's suspects are tried first. Returns the
// operations that belong to them, if they are a violation by themselves. A short history is searched as a
// whole: that finds the core nearest to the end, whatever the algorithm.
Indices focus_on(const Indices& suspects, const History& history, const Spec& spec, Judge& judge) {
  constexpr std::size_t kLong = 1000;
  if (suspects.empty() || history.size() < kLong || history.order || history.stuck) return {};
  const Indices focus = only_units_of(suspects, history, spec);
  return focus.size() < history.size() && judge.violates(history.select(focus)) ? focus : Indices();
}

// A core of the prefix; only of the operations in focus if there are any.
Core core_of(const Prefix& prefix, const Indices& focus, const Spec& spec, Judge& judge) {
  if (focus.empty()) return minimal_core(prefix.history, spec, judge);
  Indices places;
  for (OperationIndex k = 0; k < prefix.operations.size(); ++k) {
    if (std::ranges::binary_search(focus, prefix.operations[k])) places.push_back(k);
  }
  Core core = minimal_core(prefix.history.select(places), spec, judge);
  core.operations = through(core.operations, places);
  return core;
}

// The positions of `inner` in `outer`, which is increasing, as far as they occur there.
Indices places_in(const Indices& outer, const Indices& inner) {
  Indices places;
  for (const OperationIndex i : inner) {
    const auto at = std::ranges::lower_bound(outer, i);
    if (at != outer.end() && *at == i) places.push_back(static_cast<OperationIndex>(at - outer.begin()));
  }
  return places;
}

// The position in the core of the operation that cannot be placed. If the last one of the prefix is not in
// the core, then the core is a violation without it, and its own shortest prefix says where.
std::optional<OperationIndex> culprit_in(const History& core, const Indices& operations,
                                         std::optional<OperationIndex> last, Judge& judge) {
  if (!last) return std::nullopt;
  const auto place = std::ranges::find(operations, *last);
  if (place != operations.end()) return static_cast<OperationIndex>(place - operations.begin());
  return shortest_violating_prefix(core, judge).last;
}

}  // namespace

Explanation explain(const History& whole, const std::vector<OperationIndex>& part, const Spec& spec,
                    const std::string& subject, const Rules& rules, const Violation& violation) {
  const History history = whole.select(part);
  Judge judge(rules.decide, history.size(), rules.budget);
  const Indices focus = focus_on(places_in(part, violation.suspects), history, spec, judge);
  const Prefix prefix = shortest_violating_prefix(history, judge, focus);
  const Core core = core_of(prefix, focus, spec, judge);
  const History core_history = prefix.history.select(core.operations);
  // An operation on another object may set a deadline for an effect; then there is no single state to show.
  const bool one_object = std::ranges::all_of(core_history.operations, [&](const Operation& op) {
    return op.object == core_history.operations[0].object;
  });
  const Attempts attempts = one_object ? AttemptSearch(core_history, spec, rules.too_late).run() : Attempts();

  Explanation e;
  e.subject = subject;
  if (prefix.last) e.last = part[*prefix.last];
  e.prefix = through(prefix.operations, part);
  e.open = through(prefix.open, part);
  e.prefix_is_shortest = prefix.shortest;
  e.core = through(core.operations, e.prefix);
  e.core_is_minimal = core.minimal;
  const auto culprit = culprit_in(core_history, e.core, e.last, judge);
  if (culprit) e.culprit = e.core[*culprit];
  for (const Explanation::Attempt& attempt : attempts.best) e.attempts.push_back(through(attempt, e.core));
  e.attempts_are_longest = attempts.longest;

  const Scene scene{history, core_history, spec, culprit, core.minimal};
  const bool cut_off = std::ranges::any_of(
      core_history.operations, [&](const Operation& op) { return cut_off_at(core_history, op) < op.ret; });
  // The familiar phrases know operations that return or do not, but no deadlines.
  if (auto phrase = cut_off ? std::nullopt : familiar_phrase(scene)) {
    e.sentence = std::move(*phrase);
  } else if (!violation.sentence.empty()) {
    e.sentence = violation.sentence;
  } else {
    e.sentence = generic_phrase(scene, attempts.best, attempts.longest);
  }
  if (!e.sentence.ends_with('.')) e.sentence += '.';
  if (cut_off && !rules.of_cut_off.empty()) e.sentence += fmt::format(" {}", rules.of_cut_off);
  return e;
}

}  // namespace linnet
