// Decides the criteria across crashes: states each definition as one question about one operation, translates
// the history, decides it, and translates the answer back.
//
// The translation turns a history with crashes into one without, so that the algorithms for linearizability
// can decide it.
//
// An operation that was cut off becomes one that *returned*, at its deadline, with any result, and that may
// have done nothing at all: its step leads to the states after its effect and also to the unchanged state. If
// it has no deadline, it becomes a pending operation.
//
//   strict       the deadline is the crash;
//   persistent   the deadline is the moment before the same thread's next call;
//   recoverable  the deadline is the return of the same thread's next operation n on that object, and n waits
//                for it: a state also has the tokens of operations that were placed, and n takes the token of
//                the one it follows;
//   transient    the deadline is the return of the same thread's next write that returned;
//   durable      there is no deadline; the same holds for nesting-safe, where only the last operation of a
//                thread is left open.
//
//   thread 0  write(1) ✗ crash  read() → 1       strict:      write(1)? until the crash, read() → 1
//                                                recoverable: write(1)? until the read returns, giving token
//                                                             0; read() → 1, taking token 0
//
// An operation that does nothing can be placed at its call, so the duty to place it costs nothing. If n was
// cut off as well and does nothing, it passes the order on to the operation that follows.
//
// A mwcas certainly took effect, and succeeded, if a value was seen that only it writes: then it is not
// optional (check/multiword/mwcas_versions.hpp).
//
// With these deadlines locality holds as usual: operations on other objects are ordered by time alone. It
// holds by key as long as no token goes from one key to another, so keys that tokens connect count as one.
#include "check/crash/crash.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/crash/guarded_spec.hpp"
#include "check/crash/took_effect.hpp"
#include "check/linearizability/observation.hpp"
#include "check/linearizability/partition.hpp"
#include "check/multiword/mwcas_versions.hpp"

namespace linnet {

namespace {

// A mwcas history in which it is known for every operation that was cut off whether it took effect. The
// crashes then only mean that some operations come before others. The precedence graph can decide such a
// history.
struct SettledMwcas {
  History history;
  std::vector<PartialOrder::Edge> waits;  // the second waits for the first
};

struct CrashFree {
  History history;                   // without crashes
  Spec spec;                         // for that history; the original one if no operation became optional
  std::vector<OperationIndex> kept;  // by index in this history: the original index; no idle ones
  std::optional<SettledMwcas> settled = {};  // for a recoverable mwcas history that is settled
};

// The deadline of an operation that was cut off, as a rank that its return could have.
class Deadlines {
 public:
  Deadlines(const History& history, const Spec& spec, CrashCriterion criterion)
      : history_(history), criterion_(criterion), setter_(history.size()) {
    if (criterion != CrashCriterion::persistent && criterion != CrashCriterion::transient) return;
    absl::flat_hash_map<std::uint32_t, OperationIndex> next;  // by thread: the operation that sets a deadline
    for (OperationIndex i = static_cast<OperationIndex>(history.size()); i-- > 0;) {
      const Operation& op = history.operations[i];
      const auto at = next.find(op.thread.value);
      if (at != next.end() && op.status == Operation::Status::crashed) setter_[i] = at->second;
      const bool writes = op.completed() && !spec.method(op.method).observer;
      if (criterion == CrashCriterion::persistent || writes) next[op.thread.value] = i;
    }
  }

  // The operation of the same thread that sets the deadline of this one, if there is one.
  std::optional<OperationIndex> setter(OperationIndex i) const { return setter_[i]; }

  Rank of(OperationIndex i) const {
    if (criterion_ == CrashCriterion::strict) return cut_off_at(history_, history_.operations[i]);
    if (!setter_[i]) return kNever;
    const Operation& setter = history_.operations[*setter_[i]];
    return criterion_ == CrashCriterion::persistent ? setter.call - 1 : setter.ret;
  }

 private:
  const History& history_;
  CrashCriterion criterion_;
  std::vector<std::optional<OperationIndex>> setter_;  // by operation
};

// Several operations may have got the same deadline, or the rank of a call, which they then do not precede.
void make_ranks_distinct(History& history) {
  std::vector<std::tuple<Rank, std::size_t, Rank*>>
      events;  // events of one rank are in the order of their numbers
  for (Operation& op : history.operations) events.emplace_back(op.call, events.size(), &op.call);
  for (Operation& op : history.operations) {
    if (op.ret != kNever) events.emplace_back(op.ret, events.size(), &op.ret);
  }
  std::ranges::sort(events);
  for (Rank rank = 0; rank < events.size(); ++rank) *std::get<Rank*>(events[rank]) = rank;
}

class Translation {
 public:
  Translation(const History& original, const Spec& spec, CrashCriterion criterion)
      : original_(original),
        spec_(spec),
        criterion_(criterion),
        kept_(without_idle_pending(original, spec)) {}

  CrashFree run() {
    History history = original_.select(kept_);
    history.crashes.clear();
    guards_.resize(history.size());
    find_certain(history);
    if (criterion_ == CrashCriterion::recoverable) {
      guard_by_tokens(history);
    } else {
      guard_by_deadlines(history);
    }
    for (Operation& op : history.operations) {
      if (op.status == Operation::Status::crashed) op.status = Operation::Status::pending;
    }
    if (std::ranges::all_of(guards_, &Guard::idle)) return {std::move(history), spec_, std::move(kept_)};
    std::optional<SettledMwcas> settled = settle(history);
    rewrite_calls(history);
    return {std::move(history), guarded(spec_, std::move(keys_)), std::move(kept_), std::move(settled)};
  }

 private:
  void let_return(Operation& op, Rank deadline, bool certain) {
    op.ret = deadline;
    op.status = Operation::Status::completed;
    if (certain) op.result = Value(true);
  }

  void find_certain(const History& history) {
    certain_.resize(history.size());
    if (builtin_object(spec_) != BuiltinObject::mwcas) return;
    const Partitions objects = by_object(history, history.indices());
    for (std::size_t o = 0; o < objects.size(); ++o) {
      const History part = history.select({objects[o].begin(), objects[o].end()});
      const MwcasVersions versions(part, spec_);
      for (std::size_t k = 0; k < part.size(); ++k)
        certain_[objects[o][k]] = versions.took_effect_for_certain(static_cast<OperationIndex>(k));
    }
  }

  // REQUIRES: the calls are not rewritten yet.
  std::optional<SettledMwcas> settle(const History& history) const {
    if (builtin_object(spec_) != BuiltinObject::mwcas || history.words->objects.size() > 1)
      return std::nullopt;
    std::vector<PartialOrder::Edge> waits;
    for (std::uint32_t i = 0; i < history.size(); ++i) {
      if (guards_[i].optional) return std::nullopt;
      if (guards_[i].takes) waits.emplace_back(static_cast<std::uint32_t>(*guards_[i].takes), i);
    }
    return SettledMwcas{history, std::move(waits)};
  }

  void guard_by_deadlines(History& history) {
    const Deadlines deadlines(original_, spec_, criterion_);
    for (std::size_t i = 0; i < history.size(); ++i) {
      Operation& op = history.operations[i];
      const Rank deadline = deadlines.of(kept_[i]);
      if (op.completed()) {
        op.ret = std::min(op.ret, deadline);  // its recovery completed it
      } else if (op.status == Operation::Status::crashed && deadline != kNever) {
        guards_[i].optional = !certain_[i];
        let_return(op, deadline, certain_[i]);
      }
    }
    make_ranks_distinct(history);
  }

  // Goes backwards, so that the deadline of the next operation is known.
  void guard_by_tokens(History& history) {
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> next;  // by thread and object
    for (std::size_t i = history.size(); i-- > 0;) {
      Operation& op = history.operations[i];
      const auto [at, last] = next.try_emplace({op.thread.value, op.object.value}, i);
      const std::size_t n = std::exchange(at->second, i);
      if (op.status != Operation::Status::crashed || last) continue;
      guards_[i].optional = !certain_[i];
      guards_[i].gives = guards_[n].takes = static_cast<std::int64_t>(i);
      if (history.operations[n].ret != kNever) let_return(op, history.operations[n].ret, certain_[i]);
      connect_keys(op, history.operations[n]);
    }
  }

  void connect_keys(const Operation& a, const Operation& b) {
    if (!spec_.partitioned()) return;
    const auto first = spec_.key(a.as_call()), second = spec_.key(b.as_call());
    if (first && second) keys_.connect(*first, *second);
  }

  void rewrite_calls(History& history) const {
    const History before = history;
    const Observations observations(original_, spec_);
    const std::size_t methods = spec_.methods().size();
    for (std::size_t i = 0; i < history.size(); ++i) {
      Operation& op = history.operations[i];
      if (guards_[i].idle()) {
        const Form form = observations.only_looks(op) ? Form::looking : Form::plain;
        op.method = MethodForm::encode(form, op.method, methods);
        continue;
      }
      std::vector<Value> args;
      guards_[i].append_to(args);
      const auto own = before.operations[i].args();
      args.insert(args.end(), own.begin(), own.end());
      op.method = MethodForm::encode(Form::guarded, op.method, methods);
      op.set_args(args);
    }
    auto words = std::make_shared<Vocabulary>(*history.words);
    for (std::size_t form = 1; form < kForms; ++form) {
      words->methods.insert(words->methods.end(), history.words->methods.begin(),
                            history.words->methods.end());
      words->silent.insert(words->silent.end(), history.words->silent.begin(), history.words->silent.end());
    }
    history.words = std::move(words);
  }

  const History& original_;
  const Spec& spec_;
  CrashCriterion criterion_;
  std::vector<OperationIndex> kept_;
  std::vector<Guard> guards_;  // by operation of the translated history
  std::vector<bool> certain_;  // likewise: it was cut off and took effect
  ConnectedKeys keys_;
};

CheckResult decide(const CrashFree& translated, const Spec& spec, const CheckOptions& options,
                   const Budget& budget) {
  const bool may_use_graph = options.algorithm == "auto" || options.algorithm == kMwcasGraph.name;
  if (translated.settled && may_use_graph) {
    const Question question{translated.settled->history, spec, budget, options.want_witness,
                            options.want_evidence};
    if (!kMwcasGraph.obstacle(question)) {
      CheckResult result;
      result.verdict = decide_mwcas(question, translated.settled->waits);
      result.algorithms = {std::string(kMwcasGraph.name)};
      result.partitions = 1;
      if (violated(result.verdict)) {
        result.violating_part = question.history.indices();
      }
      return result;
    }
  }
  return check_linearizable(translated.history, translated.spec, options, budget);
}

// For a part to be a violation by itself, it needs the operations that set its deadlines; they may be on
// other objects.
void add_setters(std::vector<OperationIndex>& part, const History& history, const Spec& spec,
                 CrashCriterion criterion) {
  if (part.empty()) return;
  const Deadlines deadlines(history, spec, criterion);
  for (std::size_t k = 0, size = part.size(); k < size; ++k) {
    if (const auto setter = deadlines.setter(part[k])) part.push_back(*setter);
  }
  std::ranges::sort(part);
  part.erase(std::ranges::unique(part).begin(), part.end());
}

void refuse_uncompleted(const History& history) {
  absl::flat_hash_map<std::uint32_t, const Operation*> open;  // by thread: the operation that was cut off
  for (const Operation& op : history.operations) {
    if (const auto at = open.find(op.thread.value); at != open.end()) {
      throw InputError(
          Place{history.words->source, op.line, 0},
          fmt::format(
              "{} is called although {} (line {}) was cut off by a crash and did not return; nesting-safe "
              "expects that the recovery completes it first",
              history.describe_call(op), history.describe_call(*at->second), at->second->line));
    }
    if (op.status == Operation::Status::crashed) open.emplace(op.thread.value, &op);
  }
}

}  // namespace

bool comes_too_late(const History& history, const Spec& spec, CrashCriterion criterion, OperationIndex i,
                    const std::vector<bool>& placed) {
  const Operation& op = history.operations[i];
  const Rank crash = cut_off_at(history, op);
  if (crash >= op.ret || (op.completed() && criterion != CrashCriterion::strict)) return false;
  const auto any_placed = [&](auto condition) {
    for (OperationIndex j = 0; j < history.size(); ++j) {
      if (placed[j] && condition(history.operations[j])) return true;
    }
    return false;
  };
  switch (criterion) {
    case CrashCriterion::strict:
      return any_placed([&](const Operation& other) { return other.call > crash; });
    case CrashCriterion::recoverable:
      return any_placed([&](const Operation& other) {
        return other.thread == op.thread && other.object == op.object && other.call > op.call;
      });
    case CrashCriterion::persistent:
    case CrashCriterion::transient: {
      const Rank deadline = Deadlines(history, spec, criterion).of(i);
      return any_placed([&](const Operation& other) { return other.call > deadline; });
    }
    case CrashCriterion::durable:
    case CrashCriterion::nesting_safe: return false;
  }
  return false;
}

CheckResult check_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion,
                                 const CheckOptions& options, const Budget& budget) {
  if (history.crashes.empty()) return check_linearizable(history, spec, options, budget);
  if (history.stuck) {
    throw InputError(Place{history.words->source},
                     fmt::format("the history has crashes and is marked as stuck, about which criterion {} "
                                 "says nothing",
                                 name_of(criterion)));
  }
  if (criterion == CrashCriterion::nesting_safe) refuse_uncompleted(history);
  const CrashFree translated = Translation(history, spec, criterion).run();
  CheckResult result = decide(translated, spec, options, budget);
  renumber(result.violating_part, translated.kept);
  add_setters(result.violating_part, history, spec, criterion);
  if (auto* const pass = std::get_if<Pass>(&result.verdict)) {
    renumber(pass->witness.order, translated.kept);
    pass->witness.order = took_effect(history, spec, pass->witness.order);
  } else if (auto* const violation = std::get_if<Violation>(&result.verdict)) {
    renumber(violation->suspects, translated.kept);
    // The sentence is about the translated history, in which these operations returned.
    const auto was_cut_off = [&](OperationIndex i) {
      return cut_off_at(history, history.operations[i]) < history.operations[i].ret;
    };
    if (std::ranges::any_of(violation->suspects, was_cut_off)) violation->sentence.clear();
    for (auto& order : violation->longest) {
      renumber(order, translated.kept);
      order = took_effect(history, spec, order);
    }
  }
  return result;
}

}  // namespace linnet
