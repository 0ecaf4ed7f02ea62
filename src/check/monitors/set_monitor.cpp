// Decides sets in one sweep over the events, however often a key is added and removed.
//
// Idea. Keys are independent, and the state of one key is one bit. A successful add raises it, a successful
// remove lowers it; everything else (an add or remove that failed, contains) only sees it. Raises are
// interchangeable but for their deadlines, and raises and lowers alternate, so that a schedule of one key is
// known by how many changes it has made by when. The sweep changes a bit as late as it can:
//   - a call that only looks is served at once if the bit is what it saw, or else at the next change;
//   - at the return of a call not yet served, the bit is changed once or twice to serve it;
//   - each change uses, of the running calls that make such a change, the one that returns first.
//
//   add(1) → true    |-------|          fine: raised by the first add when contains returns, lowered by remove and
//   contains → true    |--|             raised again by the second add, which returns next
//   remove → true            |-----|
//   add(1) → true              |-|
//
//   add(1) → true    |--|               not: at the return of the second add the bit is up, and no remove runs
//   add(1) → true          |--|         that could have lowered it
//   remove → true                |--|
//
// Why it is exact. Take any schedule S that is right. By induction over the events, the sweep has made at
// most as many changes as S. (a) A look not served by its return: the sweep has not changed the bit since the
// call, S has had the other bit since, so S has made more changes. (b) A raise x with deadline d is due: let
// s be the last time the sweep used a raise that returns after d (or the start). At s all raises called
// before and due by d had been used; all those called later S makes after s; so S has used at least as many
// raises as the sweep will have. In both cases S has made at least the changes that the sweep makes now, by
// calls that have begun; so the sweep, which has used fewer, finds one that is running: it is never stuck
// where S is not. A pending call has no deadline and is used last.
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/dense_ranks.hpp"
#include "check/monitors/value_ids.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

enum class SetMethod : std::uint8_t { add, remove, contains };

class SetMonitor {
 public:
  SetMonitor(const Question& question, Rank ranks)
      : question_(question),
        history_(question.history),
        methods_(method_kinds<SetMethod>(question.spec, {"add", "remove", "contains"})),
        ranks_(ranks) {}

  Verdict run() {
    if (const auto odd = find_keys()) return explain_odd(*odd);
    if (question_.budget.measure()) return Unknown{question_.budget.reason()};
    for (const OperationIndex event : events_) {
      if (event == kNone) continue;
      const OperationIndex i = event & ~kReturn;
      if ((event & kReturn) == 0) {
        call(i);
      } else if (!serve(i)) {
        return question_.want_evidence ? explain(i) : Violation{};
      }
    }
    return Pass{std::move(witness_)};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kReturn = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kServed = kNone - 1;  // as next_

  // One key: its bit, and the calls not yet served as linked lists through next_.
  struct Key {
    bool present = false;
    OperationIndex running = kNone;                          // completed ones, latest call first
    std::array<OperationIndex, 2> pending = {kNone, kNone};  // removes, adds
    OperationIndex last_change = kNone;
  };

  // What an operation does: it leaves the bit as `bit`, and has found it so unless it changes it.
  struct Effect {
    bool bit, changes;
  };
  Effect effect(const Operation& op) const {
    switch (methods_[op.method]) {
      case SetMethod::add: return {true, !op.completed() || op.result.as_boolean()};
      case SetMethod::remove: return {false, !op.completed() || op.result.as_boolean()};
      case SetMethod::contains: return {op.result.as_boolean(), false};
    }
    return {};
  }

  // Numbers the keys and sorts the events; an operation that did not return a boolean.
  std::optional<OperationIndex> find_keys() {
    ValueIds::Bounds bounds;
    for (const Operation& op : history_.operations) bounds.include(op.argument);
    ValueIds ids(bounds);
    key_of_.resize(history_.size());
    next_.assign(history_.size(), kNone);
    events_.assign(ranks_, kNone);
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const Operation& op = history_.operations[i];
      if (op.completed() && !op.result.is_boolean()) return i;
      if (!op.completed() && methods_[op.method] == SetMethod::contains) continue;
      key_of_[i] = ids.insert(op.argument);
      events_[op.call] = i;
      if (op.ret != kNever) events_[op.ret] = i | kReturn;
    }
    keys_.resize(ids.size());
    if (question_.want_witness) witness_.order.reserve(history_.size());
    return std::nullopt;
  }

  void call(OperationIndex i) {
    const Operation& op = history_.operations[i];
    Key& key = keys_[key_of_[i]];
    const Effect e = effect(op);
    if (!e.changes && key.present == e.bit) {
      mark_served(i);
      return;
    }
    OperationIndex& head = op.completed() ? key.running : key.pending[e.bit ? 1 : 0];
    next_[i] = head;
    head = i;
  }

  // Makes the changes that the operation, about to return, cannot do without.
  bool serve(OperationIndex i) {
    Key& key = keys_[key_of_[i]];
    const Effect e = effect(history_.operations[i]);
    if (next_[i] == kServed) return true;
    if (!e.changes) return change(key);
    // This operation is the one of its kind that returns first.
    return (key.present != e.bit || change(key)) && change(key);
  }

  // Changes the bit by the running call that returns first, and serves all that wait to see it so.
  bool change(Key& key) {
    const bool bit = !key.present;
    OperationIndex* best = nullptr;
    for (OperationIndex* at = &key.running; *at != kNone; at = &next_[*at]) {
      const Operation& op = history_.operations[*at];
      const Effect e = effect(op);
      if (e.changes && e.bit == bit && (best == nullptr || op.ret < history_.operations[*best].ret))
        best = at;
    }
    if (best == nullptr) best = &key.pending[bit ? 1 : 0];
    if (*best == kNone) return false;
    key.last_change = *best;
    key.present = bit;
    unlink(best);
    for (OperationIndex* at = &key.running; *at != kNone;) {
      const Effect e = effect(history_.operations[*at]);
      if (!e.changes && e.bit == bit) {
        unlink(at);
      } else {
        at = &next_[*at];
      }
    }
    return true;
  }

  void unlink(OperationIndex* at) {
    const OperationIndex i = *at;
    *at = next_[i];
    mark_served(i);
  }

  void mark_served(OperationIndex i) {
    next_[i] = kServed;
    if (question_.want_witness) witness_.order.push_back(i);
  }

  Violation explain_odd(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    return {
        .longest = {},
        .suspects = {i},
        .sentence = fmt::format("{} can never return {}", history_.describe_call(op), op.result.to_json())};
  }

  // The operation, the last change of its key, and all others of the key that were not served: the one that
  // is missing would be among them.
  Violation explain(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    const Key& key = keys_[key_of_[i]];
    Violation violation{.longest = {}, .suspects = {}, .sentence = {}};
    if (key.last_change != kNone) violation.suspects.push_back(key.last_change);
    for (OperationIndex at = key.running; at != kNone; at = next_[at]) violation.suspects.push_back(at);
    const std::string_view since = key.present ? "present" : "absent";
    const std::string_view missing = key.present ? "remove" : "add";
    const std::string because = key.last_change == kNone
                                    ? "initially"
                                    : "since " + history_.describe(history_.operations[key.last_change]);
    violation.sentence =
        fmt::format("{} cannot be explained: {} is {} {}, and no successful {} of it could come in between",
                    history_.describe(op), op.argument.to_json(), since, because, missing);
    return violation;
  }

  const Question& question_;
  const History& history_;
  std::vector<SetMethod> methods_;
  Rank ranks_;
  std::vector<ValueId> key_of_;         // by operation
  std::vector<OperationIndex> next_;    // by operation: the next in its key's list, or kServed
  std::vector<OperationIndex> events_;  // by rank: whose call it is, or, with kReturn, whose return
  std::vector<Key> keys_;
  Witness witness_;
};

std::optional<std::string> obstacle(const Question& question) {
  if (builtin_object(question.spec) != BuiltinObject::set) return "the specification is not set";
  if (question.history.order) return "precedence is a partial order that is not one of intervals";
  return std::nullopt;
}

Verdict decide(const Question& question) {
  return decide_densely(question,
                        [](const Question& dense, Rank ranks) { return SetMonitor(dense, ranks).run(); });
}

}  // namespace

const Algorithm kSetMonitor = {"set-monitor", "sets, one sweep over the events", obstacle, decide};

}  // namespace linnet
