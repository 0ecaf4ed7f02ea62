// Finds what the operations of a mwcas history read and wrote, version by version, and whether that determines a graph.
//
// A *version* is a location with one of the values it had: Assumption 1 of OPODIS'19, that no operation writes a
// value to a location that it had at the beginning or that another one writes there, makes it have one writer,
// and then at most one operation may have overwritten it.
//
//   mwcas([x,y], [0,0], [1,2]) → true    reads the versions x0, y0 and overwrites them; writes x1, y2
//   read([x]) → [1]                      reads x1
//   mwcas([x], [0], [5]) → "x"           failed at x: when it took effect, x0 was gone, or had not come yet
//
// Assumption 2, that the expected value was read or written there by an operation that returned before the
// failing one was called, rules out the second. Where it does not hold it is not needed if the failing one
// returned before the writer was called, or if no operation ever wrote the value.
//
// An operation that never returned took effect if a version that only it writes was read, by one that returned or
// by another one that took effect. It did nothing if another one overwrote a version that it expected. One of which
// neither can be said is a choice, and not for a graph.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

class MwcasVersions {
 public:
  static constexpr OperationIndex kNobody = ~OperationIndex{0};

  struct Version {
    OperationIndex writer = kNobody;      // kNobody: it was there at the beginning, or never
    OperationIndex overwriter = kNobody;  // the operation that took effect and replaced it
    Rank first_return = kNever;           // of the operations that read or wrote it
    bool initial = false;
    bool read = false;  // by an operation that took effect, to look or to overwrite
  };

  enum class Role : std::uint8_t {
    absent,        // never returned, and did not take effect
    reads,         // also a failure that says what it saw
    overwrites,    // also one that never returned and certainly took effect
    fails_at_one,  // says at which location
    fails,         // at some location
    fails_freely,  // wherever it stands: a version that it expected was not there
  };

  // REQUIRES: spec.monitored_as() is mwcas; the history is of one object, resolved, without explicit order.
  MwcasVersions(const History& history, const Spec& spec);

  // Why the history determines no graph, if that is so; otherwise, what is wrong with it already.
  const std::optional<std::string>& obstacle() const { return obstacle_; }
  const std::optional<Violation>& violation() const { return violation_; }

  // Valid if there is neither.
  Role role(OperationIndex i) const { return roles_[i]; }
  // Did not return and certainly took effect; also where something else is in the way of a graph.
  bool took_effect_for_certain(OperationIndex i) const {
    return certain_are_known_ && !history_.operations[i].completed() && roles_[i] == Role::overwrites;
  }

  // Calls visit(location, version) for each version that the operation read; of a failure, for each of which it may
  // have found that it was gone, except those that no operation touched.
  template <class Visit>
  void for_each_read(OperationIndex i, const Visit& visit) const {
    const Operation& op = history_.operations[i];
    const auto locations = op.args()[0].as_array(), values = values_read(i);
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (roles_[i] == Role::fails_at_one && locations[k] != op.result) continue;
      if (const Version* const version = find(locations[k], values[k])) visit(locations[k], *version);
    }
  }
  const Version* find(Value location, Value value) const {
    const auto at = versions_.find({location.bits(), value.bits()});
    return at == versions_.end() ? nullptr : &at->second;
  }
  std::span<const Value> values_read(OperationIndex i) const;
  std::span<const Value> values_written(OperationIndex i) const;

 private:
  enum class Kind : std::uint8_t { read, mwcas, write, swap };

  void assign_roles();
  Role role_of(OperationIndex i);
  void note_writes();
  void note_reads();
  void note_read(OperationIndex i);
  void find_certain();
  void find_dangling_reads();
  void check_failures();
  // When the location did not have the expected value.
  enum class Absence : std::uint8_t { certain, after, before_or_after };
  Absence absence_of(Value location, Value expected, const Operation& op) const;
  Version& version(Value location, Value value);
  void object(OperationIndex i, const std::string& why);
  void accuse(std::vector<OperationIndex> suspects, std::string sentence);
  std::string name(OperationIndex i) const { return history_.describe(history_.operations[i]); }

  const History& history_;
  std::vector<Kind> kinds_;  // by method
  Value initial_;
  std::vector<Role> roles_;
  absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, Version> versions_;
  bool certain_are_known_ = false;
  std::optional<std::string> obstacle_;
  std::optional<Violation> violation_;
};

}  // namespace linnet
