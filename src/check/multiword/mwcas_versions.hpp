// Finds what the operations of a mwcas history read and wrote, version by version, and whether that
// determines a graph.
//
// A *version* is a location with one of the values it had. Assumption 1 of OPODIS'19 says that no operation
// writes a value to a location that it had at the beginning or that another operation writes there. So a
// version has one writer, and at most one operation may have overwritten it.
//
//   mwcas([x,y], [0,0], [1,2]) → true    reads the versions x0, y0 and overwrites them; writes x1, y2
//   read([x]) → [1]                      reads x1
//   mwcas([x], [0], [5]) → "x"           failed at x: when it took effect, x0 was gone, or had not come yet
//
// Assumption 2 says that the expected value was read or written there by an operation that returned before
// the failing one was called; it rules out the second case. If it does not hold, it is not needed if the
// failing operation returned before the writer was called, or if no operation ever wrote the value.
//
// An operation that never returned took effect if a version that only it writes was read, by an operation
// that returned or by another one that took effect. It did nothing if another operation overwrote a version
// that it expected. If neither is known, there is a choice, which a graph cannot make.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "check/linearizability/algorithm.hpp"
#include "spec/builtin.hpp"

namespace linnet {

class MwcasVersions {
 public:
  static constexpr OperationIndex kNobody = ~OperationIndex{0};

  struct Version {
    OperationIndex writer = kNobody;      // kNobody: the version was there at the beginning, or never
    OperationIndex overwriter = kNobody;  // the operation that took effect and replaced it
    Rank first_return = kNever;           // of the operations that read or wrote it
    bool initial = false;
    bool read = false;  // by an operation that took effect, as a read or to overwrite it
  };

  enum class Role : std::uint8_t {
    absent,        // never returned, and did not take effect
    reads,         // also a failure that says what it saw
    overwrites,    // also one that never returned and certainly took effect
    writes,        // without reading; the version it replaces is not known
    fails_at_one,  // and says at which location
    fails,         // at some location
    fails_freely,  // wherever it is placed: a version that it expected was not there
  };

  enum class BlindWrites : std::uint8_t { are_an_obstacle, are_allowed };

  // REQUIRES: spec.monitored_as() is mwcas; the history is of one object, resolved, without explicit order.
  MwcasVersions(const History& history, const Spec& spec, BlindWrites blind = BlindWrites::are_an_obstacle)
      : history_(history),
        blind_(blind),
        kinds_(method_kinds<Kind>(spec, {"read", "mwcas", "write", "swap"})),
        initial_(initial_in_every_location(spec)),
        roles_(history.size(), Role::absent) {
    for (OperationIndex i = 0; i < history_.size() && !obstacle_; ++i) roles_[i] = role_of(i);
    if (obstacle_) return;
    note_writes();
    if (obstacle_) return;
    for (OperationIndex i = 0; i < history_.size() && !violation_; ++i) {
      if (history_.operations[i].completed()) note_read(i);  // it took effect
    }
    find_certain();
    if (obstacle_ || violation_) return;
    find_dangling_reads();
    if (!violation_) check_failures();
  }

  // Why the history determines no graph, if it does not; otherwise, what is already wrong with it.
  const std::optional<std::string>& obstacle() const { return obstacle_; }
  const std::optional<Violation>& violation() const { return violation_; }

  // Valid if there is neither an obstacle nor a violation.
  Role role(OperationIndex i) const { return roles_[i]; }
  // It did not return and certainly took effect; this is also known if something else prevents a graph.
  bool took_effect_for_certain(OperationIndex i) const {
    return certain_are_known_ && !history_.operations[i].completed() && roles_[i] == Role::overwrites;
  }

  // Calls visit(location, version) for each version that the operation read; for a failure, for each version
  // that it may have found to be gone, except those that no operation used.
  template <class Visit>
  void for_each_read(OperationIndex i, const Visit& visit) const {
    const Operation& op = history_.operations[i];
    const auto locations = op.args()[0].as_array(), values = values_read(i);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (roles_[i] == Role::fails_at_one && locations[k] != op.result) continue;
      if (const Version* const version = find(locations[k], values[k])) visit(locations[k], *version);
    }
  }
  const Version* find(Value location, Value value) const {
    const auto at = versions_.find({location.bits(), value.bits()});
    return at == versions_.end() ? nullptr : &at->second;
  }
  std::span<const Value> values_read(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    if (roles_[i] == Role::writes) return {};
    if (roles_[i] == Role::reads || kinds_[op.method] == Kind::swap) return op.result.as_array();
    return op.args()[1].as_array();
  }
  bool changes(OperationIndex i) const { return roles_[i] == Role::overwrites || roles_[i] == Role::writes; }

  std::span<const Value> values_written(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    return op.args()[kinds_[op.method] == Kind::mwcas ? 2 : 1].as_array();
  }

 private:
  // The value of every location before anything happens.
  static Value initial_in_every_location(const Spec& spec) {
    const Value locations = Value::array({Value(0)});
    std::vector<StateSpace::Outcome> outcomes;
    spec.open()->outcomes(StateSpace::initial(), {*spec.find("read", 1), std::span(&locations, 1)}, outcomes);
    return outcomes.at(0).result.as_array()[0];
  }

  enum class Kind : std::uint8_t { read, mwcas, write, swap };

  // A mwcas that never returned gets the role of one that took effect, until find_certain knows better.
  Role role_of(OperationIndex i) {
    const Operation& op = history_.operations[i];
    const Kind kind = kinds_[op.method];
    const auto locations = op.args()[0].as_array();
    const auto is_list = [&] {
      return op.result.is_array() && op.result.as_array().size() == locations.size();
    };
    const auto impossible = [&] {
      accuse({i}, fmt::format("{} is no result that such an operation can have", name(i)));
      return Role::absent;
    };
    if (kind == Kind::write) {
      if (blind_ == BlindWrites::are_allowed) return Role::writes;
      object(i, "writes without looking, so the order of the values is not known");
      return Role::absent;
    }
    if (!op.completed()) {
      if (kind == Kind::swap) object(i, "never returned, so what it overwrote is not known");
      return kind == Kind::mwcas ? Role::overwrites : Role::absent;
    }
    if (kind == Kind::read) return is_list() ? Role::reads : impossible();
    if (kind == Kind::swap) return is_list() ? Role::overwrites : impossible();
    const bool names_location = std::ranges::find(locations, op.result) != locations.end();
    if (op.result == Value(true) || is_list()) {
      if (names_location) object(i, "has a result that is also one of its locations");
      if (!is_list()) return Role::overwrites;
      const auto seen = op.result.as_array(), expected = op.args()[1].as_array();
      return std::ranges::equal(seen, expected) ? impossible() : Role::reads;
    }
    if (op.result == Value(false)) return Role::fails;
    return names_location ? Role::fails_at_one : impossible();
  }

  void note_writes() {
    versions_.reserve(2 * history_.size());
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!changes(i)) continue;
      const auto locations = history_.operations[i].args()[0].as_array(), values = values_written(i);
      for (std::size_t k = 0; k < locations.size(); ++k) {
        Version& w = version(locations[k], values[k]);
        if (w.initial || w.writer != kNobody) {
          object(i,
                 fmt::format(
                     "writes {} to {}, which {} (Assumption 1)", values[k].to_json(), locations[k].to_json(),
                     w.initial ? std::string("it held at the beginning") : name(w.writer) + " writes too"));
          return;
        }
        w.writer = i;
        w.first_return = history_.operations[i].ret;
      }
    }
  }

  void note_read(OperationIndex i) {
    if (roles_[i] != Role::reads && roles_[i] != Role::overwrites) return;
    const Operation& op = history_.operations[i];
    const auto locations = op.args()[0].as_array(), values = values_read(i);
    for (std::size_t k = 0; k < locations.size(); ++k) {
      Version& w = version(locations[k], values[k]);
      w.read = true;
      w.first_return = std::min(w.first_return, op.ret);
      if (roles_[i] == Role::reads) continue;
      if (w.overwriter != kNobody) {
        accuse({w.overwriter, i},
               fmt::format("Both {} and {} replaced the same {} in {}, which was there only once",
                           name(w.overwriter), name(i), values[k].to_json(), locations[k].to_json()));
        return;
      }
      w.overwriter = i;
    }
  }

  // An operation that never returned took effect if one of its versions was read; then it has itself read
  // some.
  void find_certain() {
    std::vector<OperationIndex> open;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!history_.operations[i].completed() && changes(i)) open.push_back(i);
    }
    // Whether one of these values of its locations makes a version for which the condition is true.
    const auto any = [&](OperationIndex i, std::span<const Value> values, const auto& condition) {
      const auto locations = history_.operations[i].args()[0].as_array();
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (condition(version(locations[k], values[k]))) return true;
      }
      return false;
    };
    for (bool again = true; again && !violation_;) {
      again = false;
      std::erase_if(open, [&](OperationIndex i) {
        if (violation_ || !any(i, values_written(i), [](const Version& w) { return w.read; })) return false;
        note_read(i);
        return again = true;
      });
    }
    certain_are_known_ = true;
    // A version is overwritten once: an operation that expected a version which another one overwrote did
    // nothing.
    std::erase_if(open, [&](OperationIndex i) {
      const bool missed = any(i, values_read(i), [](const Version& w) { return w.overwriter != kNobody; });
      if (missed) roles_[i] = Role::absent;
      return missed;
    });
    if (open.empty() || violation_) return;
    for (const OperationIndex i : open) roles_[i] = Role::absent;
    object(open.front(), "never returned, and whether it took effect is open");
  }

  void find_dangling_reads() {
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (roles_[i] != Role::reads && roles_[i] != Role::overwrites) continue;
      const auto locations = history_.operations[i].args()[0].as_array(), values = values_read(i);
      for (std::size_t k = 0; k < locations.size(); ++k) {
        const Version& w = *find(locations[k], values[k]);
        if (w.initial || w.writer != kNobody) continue;
        accuse({i}, fmt::format("{} found {} in {}, which nothing wrote there", name(i), values[k].to_json(),
                                locations[k].to_json()));
        return;
      }
    }
  }

  void check_failures() {
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (roles_[i] != Role::fails && roles_[i] != Role::fails_at_one) continue;
      const Operation& op = history_.operations[i];
      const auto locations = op.args()[0].as_array(), expected = op.args()[1].as_array();
      std::optional<std::size_t> unknown;
      bool free = false;
      for (std::size_t k = 0; k < locations.size(); ++k) {
        if (roles_[i] == Role::fails_at_one && locations[k] != op.result) continue;
        const Absence absence = absence_of(locations[k], expected[k], op);
        free = free || absence == Absence::certain;
        if (absence == Absence::before_or_after) unknown = k;
      }
      if (free) {
        roles_[i] = Role::fails_freely;
      } else if (unknown) {
        object(i, fmt::format(
                      "expects {} in {}, which no operation that returned before had read or written there "
                      "(Assumption 2)",
                      expected[*unknown].to_json(), locations[*unknown].to_json()));
        return;
      }
    }
  }

  // When the location did not have the expected value.
  enum class Absence : std::uint8_t { certain, after, before_or_after };
  Absence absence_of(Value location, Value expected, const Operation& op) const {
    const Version* const w = find(location, expected);
    if (expected == initial_) return Absence::after;
    if (w == nullptr || w->writer == kNobody || op.ret < history_.operations[w->writer].call)
      return Absence::certain;
    return w->first_return < op.call ? Absence::after : Absence::before_or_after;
  }

  Version& version(Value location, Value value) {
    const auto [at, fresh] = versions_.try_emplace({location.bits(), value.bits()});
    if (fresh) at->second.initial = value == initial_;
    return at->second;
  }

  void object(OperationIndex i, const std::string& why) {
    if (obstacle_) return;
    const std::uint32_t line = history_.operations[i].line;
    obstacle_ = fmt::format("{}{} {}", name(i), line == 0 ? "" : fmt::format(" (line {})", line), why);
  }

  void accuse(std::vector<OperationIndex> suspects, std::string sentence) {
    if (!violation_) violation_ = Violation{{}, std::move(suspects), std::move(sentence)};
  }

  std::string name(OperationIndex i) const { return history_.describe(history_.operations[i]); }

  const History& history_;
  BlindWrites blind_;
  std::vector<Kind> kinds_;  // by method
  Value initial_;
  std::vector<Role> roles_;
  absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, Version> versions_;
  bool certain_are_known_ = false;
  std::optional<std::string> obstacle_;
  std::optional<Violation> violation_;
};

// Decides as kMwcasGraph does, with further constraints: the first operation of each pair comes before the
// second, as recoverable linearizability requires. REQUIRES: no obstacle.
Verdict decide_mwcas(const Question& question, std::span<const PartialOrder::Edge> waits);

}  // namespace linnet
