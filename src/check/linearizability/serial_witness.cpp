// Searches for a serial witness: a walk through the tree of serial histories, along the edges that the
// history allows.
#include "check/linearizability/serial_witness.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "history/model/prefix.hpp"

namespace linnet {

namespace {

constexpr OperationIndex kNotCalled = ~OperationIndex{0};

class WitnessSearch {
 public:
  using Node = SerialHistories::Node;

  WitnessSearch(const ObservedHistory& observed, const SerialHistories& serial)
      : history_(observed.history),
        calls_(observed.calls),
        serial_(serial),
        operation_of_(serial.calls().size(), kNotCalled),
        placed_(observed.history.size()) {
    for (OperationIndex i = 0; i < calls_.size(); ++i) {
      if (serial.calls()[calls_[i]].excluded) continue;
      operation_of_[calls_[i]] = i;
      if (history_.operations[i].completed()) {
        ++left_;
      } else if (history_.stuck) {
        unblocked_.push_back(i);
      }
    }
    must_block_ = !unblocked_.empty();
  }

  Verdict run() {
    if (extend(SerialHistories::root())) return Pass{{witness_}};
    Violation violation;
    violation.longest.push_back(longest_);
    if (explained_) violation.suspects = {unblocked_.front()};
    return violation;
  }

 private:
  bool extend(Node node) {
    if (order_.size() > longest_.size() || longest_.empty()) longest_ = order_;
    if (left_ == 0 && accept(node)) return true;
    for (const SerialHistories::Edge& edge : serial_.after(node)) {
      const OperationIndex i = operation_of_[edge.step.call];
      if (i == kNotCalled || placed_[i] || !fits(i, edge.step.result)) continue;
      const bool completed = history_.operations[i].completed();
      place(i, completed, true);
      if (extend(edge.next)) return true;
      place(i, completed, false);
    }
    return false;
  }

  void place(OperationIndex i, bool completed, bool placed) {
    placed_[i] = placed;
    left_ += completed ? (placed ? -1 : 1) : 0;
    placed ? order_.push_back(i) : order_.pop_back();
  }

  bool accept(Node node) {
    explained_ = true;
    witness_ = order_;
    if (!must_block_) return true;
    std::erase_if(unblocked_, [&](OperationIndex i) {
      return std::ranges::find(serial_.blocked(node), calls_[i]) != serial_.blocked(node).end();
    });
    return unblocked_.empty();
  }

  bool fits(OperationIndex i, Value result) const {
    const Operation& op = history_.operations[i];
    if (op.completed() ? op.result != result : history_.stuck) return false;
    for (OperationIndex before = 0; before < history_.size(); ++before) {
      const TestCall& call = serial_.calls()[calls_[before]];
      if (placed_[before] || call.excluded || call.asynchronous) continue;
      if (history_.precedes(before, i)) return false;
    }
    return true;
  }

  const History& history_;
  std::span<const CallNumber> calls_;
  const SerialHistories& serial_;
  std::vector<OperationIndex> operation_of_;  // by call
  std::vector<bool> placed_;
  std::size_t left_ = 0;                   // completed operations that are not placed
  std::vector<OperationIndex> unblocked_;  // never returned, and were not seen to block
  bool must_block_ = false;
  bool explained_ = false;  // all completed ones can be placed
  std::vector<OperationIndex> order_, longest_, witness_;
};

// The position of each judged operation; false if the results differ.
bool matches(const ObservedHistory& observed, const SerialHistories& serial,
             std::span<const SerialStep> steps, std::vector<OperationIndex>& order) {
  order.clear();
  for (const SerialStep& step : steps) {
    const auto at = std::ranges::find(observed.calls, step.call);
    if (at == observed.calls.end()) return false;
    const auto i = static_cast<OperationIndex>(at - observed.calls.begin());
    const Operation& op = observed.history.operations[i];
    if (!op.completed() || op.result != step.result) return false;
    order.push_back(i);
  }
  const auto judged = std::ranges::count_if(observed.calls, [&](const CallNumber& call) {
    const auto i = static_cast<OperationIndex>(&call - observed.calls.data());
    return !serial.calls()[call].excluded && observed.history.operations[i].completed();
  });
  return order.size() == static_cast<std::size_t>(judged);
}

// Returns two operations that come in the wrong order, if there are any.
std::optional<std::pair<OperationIndex, OperationIndex>> misplaced(const ObservedHistory& observed,
                                                                   const SerialHistories& serial,
                                                                   std::span<const OperationIndex> order) {
  for (std::size_t later = 0; later < order.size(); ++later) {
    if (serial.calls()[observed.calls[order[later]]].asynchronous) continue;
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (observed.history.precedes(order[later], order[earlier]))
        return std::pair(order[earlier], order[later]);
    }
  }
  return std::nullopt;
}

class WithoutWitness {
 public:
  WithoutWitness(const ObservedHistory& observed, const SerialHistories& serial)
      : observed_(observed), history_(observed.history), serial_(serial) {}

  Explanation explain(const Violation& violation) {
    if (!violation.suspects.empty()) {
      say_what_never_blocks(violation.suspects.front());
    } else {
      cut_to_shortest(violation);
    }
    return std::move(explanation_);
  }

  // The serial runs that have every result, with what is wrong with each, one line per run.
  std::vector<std::string> candidates(const std::vector<OperationIndex>& must_block) const {
    std::vector<std::string> lines;
    std::vector<OperationIndex> order;
    std::size_t count = 0;
    serial_.for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber> blocked) {
      const bool right_end = must_block.empty() ? !blocked || history_.stuck
                                                : blocked && *blocked == observed_.calls[must_block.front()];
      if (!right_end || !matches(observed_, serial_, steps, order)) return;
      const auto wrong = misplaced(observed_, serial_, order);
      if (!wrong || ++count > kMostCandidates) return;
      std::string line;
      for (const OperationIndex i : order)
        line += (line.empty() ? "  " : ", ") + history_.describe(history_.operations[i]);
      lines.push_back(line);
      lines.push_back(fmt::format("    here {} comes before {}, which had returned before it was called",
                                  call_text(wrong->first), call_text(wrong->second)));
    });
    if (count > kMostCandidates) lines.push_back(fmt::format("  and {} more", count - kMostCandidates));
    lines.insert(lines.begin(), heading(count, !must_block.empty()));
    return lines;
  }

 private:
  static constexpr std::size_t kMostCandidates = 4;

  static std::string heading(std::size_t count, bool stuck) {
    const char* results = stuck ? "these results and then waits" : "these results";
    if (count == 0) return fmt::format("No serial run has {}.", results);
    if (count == 1) return fmt::format("One serial run has {}, and is no witness:", results);
    return fmt::format("{} serial runs have {}, and none is a witness:", count,
                       stuck ? "these results and then wait" : results);
  }

  std::string call_text(OperationIndex i) const { return history_.describe_call(history_.operations[i]); }

  void say_what_never_blocks(OperationIndex i) {
    explanation_.sentence = fmt::format(
        "{} never returned, but in no serial run that fits the operations that did return does it block.",
        call_text(i));
    explanation_.culprit = i;
    explanation_.prefix = explanation_.core = history_.indices();
  }

  void cut_to_shortest(const Violation& whole) {
    for (const OperationIndex last : history_.returned()) {
      const History cut = prefix_of(history_, history_.operations[last].ret + 1);
      const ObservedHistory prefix{cut, observed_.calls.first(cut.size())};
      const Verdict verdict = find_serial_witness(prefix, serial_);
      if (passed(verdict)) continue;
      show_prefix(cut, last, std::get<Violation>(verdict));
      return;
    }
    // Every prefix has a witness, but only if operations that never returned took effect.
    explanation_.sentence =
        "No serial run explains the operations that returned, without those that never did.";
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      explanation_.prefix.push_back(i);
      (history_.operations[i].completed() ? explanation_.core : explanation_.open).push_back(i);
    }
    add_attempt(history_, whole.longest.front());
    explanation_.culprit = explanation_.attempts.front().blocked.front().operation;
  }

  void show_prefix(const History& cut, OperationIndex last, const Violation& violation) {
    explanation_.sentence =
        fmt::format("No serial run explains {}.", history_.describe(history_.operations[last]));
    explanation_.last = explanation_.culprit = last;
    explanation_.prefix_is_shortest = true;
    for (OperationIndex i = 0; i < cut.size(); ++i) {
      explanation_.prefix.push_back(i);
      (cut.operations[i].completed() ? explanation_.core : explanation_.open).push_back(i);
    }
    add_attempt(cut, violation.longest.front());
  }

  // The longest serial run that fits, and what prevents each operation that could be next.
  void add_attempt(const History& cut, const std::vector<OperationIndex>& order) {
    Explanation::Attempt attempt;
    attempt.initial_state = "a new object";
    SerialHistories::Node node = SerialHistories::root();
    std::vector<bool> placed(cut.size());
    for (const OperationIndex i : order) {
      for (const SerialHistories::Edge& edge : serial_.after(node)) {
        const Operation& op = cut.operations[i];
        if (edge.step.call != observed_.calls[i] || (op.completed() && edge.step.result != op.result))
          continue;
        node = edge.next;
        break;
      }
      placed[i] = true;
      attempt.placed.push_back({i, ""});
    }
    for (OperationIndex i = 0; i < cut.size(); ++i) {
      if (!placed[i] && cut.operations[i].completed())
        attempt.blocked.push_back(why_not(cut, i, node, placed));
    }
    explanation_.attempts.push_back(std::move(attempt));
    explanation_.attempts_are_longest = true;
  }

  Explanation::Blocked why_not(const History& cut, OperationIndex i, SerialHistories::Node node,
                               const std::vector<bool>& placed) const {
    Explanation::Blocked blocked{i, "", {}};
    for (OperationIndex before = 0; before < cut.size(); ++before) {
      if (!placed[before] && cut.precedes(before, i)) blocked.waits_for.push_back(before);
    }
    const CallNumber call = observed_.calls[i];
    std::vector<std::string> results;
    for (const SerialHistories::Edge& edge : serial_.after(node)) {
      if (edge.step.call == call) results.push_back(edge.step.result.to_json());
    }
    if (!blocked.waits_for.empty()) {
      blocked.reason = "it had to come after " + call_text(blocked.waits_for.front());
    } else if (!results.empty()) {
      blocked.reason = fmt::format("it returned {}; here it returns {}", cut.operations[i].result.to_json(),
                                   fmt::join(results, " or "));
    } else {
      blocked.reason = "it blocks here";
    }
    return blocked;
  }

  const ObservedHistory& observed_;
  const History& history_;
  const SerialHistories& serial_;
  Explanation explanation_;
};

}  // namespace

Verdict find_serial_witness(const ObservedHistory& observed, const SerialHistories& serial) {
  return WitnessSearch(observed, serial).run();
}

bool has_serial_witness(const ObservedHistory& observed, const SerialHistories& serial) {
  std::vector<CallNumber> unblocked;
  bool anything_pending = false, full = false;
  for (OperationIndex i = 0; i < observed.history.size(); ++i) {
    if (observed.history.operations[i].completed() || serial.calls()[observed.calls[i]].excluded) continue;
    anything_pending = true;
    unblocked.push_back(observed.calls[i]);
  }
  std::vector<OperationIndex> order;
  serial.for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber> blocked) {
    if (!matches(observed, serial, steps, order) || misplaced(observed, serial, order)) return;
    full = full || !blocked;
    if (blocked) std::erase(unblocked, *blocked);
  });
  return anything_pending ? unblocked.empty() : full;
}

Explanation explain_without_witness(const ObservedHistory& observed, const SerialHistories& serial,
                                    const Violation& violation) {
  return WithoutWitness(observed, serial).explain(violation);
}

std::vector<std::string> serial_runs_with_results(const ObservedHistory& observed,
                                                  const SerialHistories& serial, const Violation& violation) {
  return WithoutWitness(observed, serial).candidates(violation.suspects);
}

}  // namespace linnet
