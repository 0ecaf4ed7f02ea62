// Finds roles and versions, and checks the two assumptions.
#include "check/multiword/mwcas_versions.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace linnet {

namespace {

// What every location holds before anything happens.
Value initial_in_every_location(const Spec& spec) {
  const Value locations = Value::array({Value(0)});
  std::vector<StateSpace::Outcome> outcomes;
  spec.open()->outcomes(StateSpace::initial(), {*spec.find("read", 1), std::span(&locations, 1)}, outcomes);
  return outcomes.at(0).result.as_array()[0];
}

bool is_one_of(Value v, std::span<const Value> values) {
  return std::ranges::find(values, v) != values.end();
}

}  // namespace

MwcasVersions::MwcasVersions(const History& history, const Spec& spec)
    : history_(history), initial_(initial_in_every_location(spec)), roles_(history.size(), Role::absent) {
  for (const Method& m : spec.methods()) {
    kinds_.push_back(m.name == "read"    ? Kind::read
                     : m.name == "mwcas" ? Kind::mwcas
                     : m.name == "write" ? Kind::write
                                         : Kind::swap);
  }
  assign_roles();
  if (obstacle_) return;
  note_writes();
  if (obstacle_) return;
  note_reads();
  find_certain();
  if (obstacle_ || violation_) return;
  find_dangling_reads();
  if (!violation_) check_failures();
}

std::span<const Value> MwcasVersions::values_read(OperationIndex i) const {
  const Operation& op = history_.operations[i];
  if (roles_[i] == Role::reads || kinds_[op.method] == Kind::swap) return op.result.as_array();
  return op.args()[1].as_array();
}

std::span<const Value> MwcasVersions::values_written(OperationIndex i) const {
  const Operation& op = history_.operations[i];
  return op.args()[kinds_[op.method] == Kind::swap ? 1 : 2].as_array();
}

void MwcasVersions::assign_roles() {
  for (OperationIndex i = 0; i < history_.size() && !obstacle_; ++i) {
    roles_[i] = role_of(i);
  }
}

// A mwcas that never returned gets the role of one that took effect, until note_reads knows better.
MwcasVersions::Role MwcasVersions::role_of(OperationIndex i) {
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
    object(i, "writes without looking, so the order of the values is not known");
    return Role::absent;
  }
  if (!op.completed()) {
    if (kind == Kind::swap) object(i, "never returned, so what it overwrote is not known");
    return kind == Kind::mwcas ? Role::overwrites : Role::absent;
  }
  if (kind == Kind::read) return is_list() ? Role::reads : impossible();
  if (kind == Kind::swap) return is_list() ? Role::overwrites : impossible();
  const bool names_location = is_one_of(op.result, locations);
  if (op.result == Value(true) || is_list()) {
    if (names_location) object(i, "has a result that is also one of its locations");
    if (!is_list()) return Role::overwrites;
    const auto seen = op.result.as_array(), expected = op.args()[1].as_array();
    return std::ranges::equal(seen, expected) ? impossible() : Role::reads;
  }
  if (op.result == Value(false)) return Role::fails;
  return names_location ? Role::fails_at_one : impossible();
}

MwcasVersions::Version& MwcasVersions::version(Value location, Value value) {
  const auto [at, fresh] = versions_.try_emplace({location.bits(), value.bits()});
  if (fresh) at->second.initial = value == initial_;
  return at->second;
}

void MwcasVersions::note_writes() {
  versions_.reserve(2 * history_.size());
  for (OperationIndex i = 0; i < history_.size(); ++i) {
    if (roles_[i] != Role::overwrites) continue;
    const auto locations = history_.operations[i].args()[0].as_array(), values = values_written(i);
    for (std::size_t k = 0; k < locations.size(); ++k) {
      Version& w = version(locations[k], values[k]);
      if (w.initial || w.writer != kNobody) {
        object(i, fmt::format(
                      "writes {} to {}, which {} (Assumption 1)", values[k].to_json(), locations[k].to_json(),
                      w.initial ? std::string("it held at the beginning") : name(w.writer) + " writes too"));
        return;
      }
      w.writer = i;
      w.first_return = history_.operations[i].ret;
    }
  }
}

// By those that returned: they took effect.
void MwcasVersions::note_reads() {
  for (OperationIndex i = 0; i < history_.size() && !violation_; ++i) {
    if (history_.operations[i].completed()) note_read(i);
  }
}

void MwcasVersions::note_read(OperationIndex i) {
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

// What never returned took effect if one of its versions was read; then it has read some itself.
void MwcasVersions::find_certain() {
  std::vector<OperationIndex> open;
  for (OperationIndex i = 0; i < history_.size(); ++i) {
    if (!history_.operations[i].completed() && roles_[i] == Role::overwrites) open.push_back(i);
  }
  const auto was_read = [&](OperationIndex i) {
    const auto locations = history_.operations[i].args()[0].as_array(), values = values_written(i);
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (version(locations[k], values[k]).read) return true;
    }
    return false;
  };
  for (bool again = true; again && !violation_;) {
    again = false;
    std::erase_if(open, [&](OperationIndex i) {
      if (violation_ || !was_read(i)) return false;
      note_read(i);
      return again = true;
    });
  }
  certain_are_known_ = true;
  // A version is overwritten once: an operation that expected one which another overwrote did nothing.
  std::erase_if(open, [&](OperationIndex i) {
    const auto locations = history_.operations[i].args()[0].as_array(), expected = values_read(i);
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (version(locations[k], expected[k]).overwriter == kNobody) continue;
      roles_[i] = Role::absent;
      return true;
    }
    return false;
  });
  if (open.empty() || violation_) return;
  for (const OperationIndex i : open) roles_[i] = Role::absent;
  object(open.front(), "never returned, and whether it took effect is open");
}

void MwcasVersions::find_dangling_reads() {
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

void MwcasVersions::check_failures() {
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

MwcasVersions::Absence MwcasVersions::absence_of(Value location, Value expected, const Operation& op) const {
  const Version* const w = find(location, expected);
  if (expected == initial_) return Absence::after;
  if (w == nullptr || w->writer == kNobody || op.ret < history_.operations[w->writer].call)
    return Absence::certain;
  return w->first_return < op.call ? Absence::after : Absence::before_or_after;
}

void MwcasVersions::object(OperationIndex i, const std::string& why) {
  if (obstacle_) return;
  const std::uint32_t line = history_.operations[i].line;
  obstacle_ = fmt::format("{}{} {}", name(i), line == 0 ? "" : fmt::format(" (line {})", line), why);
}

void MwcasVersions::accuse(std::vector<OperationIndex> suspects, std::string sentence) {
  if (!violation_) violation_ = Violation{{}, std::move(suspects), std::move(sentence)};
}

}  // namespace linnet
