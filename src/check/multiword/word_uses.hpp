// The versions that each operation of a mwcas history found, wrote and missed, with versions and locations as
// numbers.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <utility>
#include <vector>

#include "check/multiword/mwcas_versions.hpp"

namespace linnet {

// A version with its writer and its readers, as far as they took effect.
struct KnownVersion {
  std::uint32_t location;
  OperationIndex writer;  // MwcasVersions::kNobody: the initial value
  std::vector<OperationIndex> readers = {};
};

class WordUses {
 public:
  struct Use {
    std::vector<std::uint32_t> found, written, missed;  // versions
  };

  WordUses(const History& history, const MwcasVersions& versions) : known_(versions), of_(history.size()) {
    for (OperationIndex i = 0; i < history.size(); ++i) note(history.operations[i], i);
  }

  const Use& of(OperationIndex i) const { return of_[i]; }
  const std::vector<KnownVersion>& versions() const { return versions_; }
  std::size_t locations() const { return locations_.size(); }

 private:
  using Role = MwcasVersions::Role;

  void note(const Operation& op, OperationIndex i) {
    const Role role = known_.role(i);
    if (role == Role::absent || role == Role::fails_freely) return;
    const auto locations = op.args()[0].as_array(), read = known_.values_read(i);
    const bool fails = role == Role::fails || role == Role::fails_at_one;
    for (std::size_t k = 0; k < read.size(); ++k) {
      if (role == Role::fails_at_one && locations[k] != op.result) continue;
      const std::uint32_t version = number(locations[k], read[k]);
      (fails ? of_[i].missed : of_[i].found).push_back(version);
      if (!fails) versions_[version].readers.push_back(i);
    }
    if (!known_.changes(i)) return;
    const auto written = known_.values_written(i);
    for (std::size_t k = 0; k < written.size(); ++k)
      of_[i].written.push_back(number(locations[k], written[k]));
  }

  std::uint32_t number(Value location, Value value) {
    const auto place =
        locations_.try_emplace(location.bits(), static_cast<std::uint32_t>(locations_.size())).first;
    const auto [at, fresh] =
        numbers_.try_emplace({location.bits(), value.bits()}, static_cast<std::uint32_t>(versions_.size()));
    if (fresh) {
      const auto* const version = known_.find(location, value);
      versions_.push_back({place->second, version == nullptr ? MwcasVersions::kNobody : version->writer});
    }
    return at->second;
  }

  const MwcasVersions& known_;
  std::vector<Use> of_;
  std::vector<KnownVersion> versions_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> locations_;
  absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> numbers_;
};

}  // namespace linnet
