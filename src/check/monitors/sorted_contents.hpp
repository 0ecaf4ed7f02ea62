// The contents that a priority queue may have, as the search along time needs them.
//
// An element is a value with its priority. A content is the number of each, and it is kept as what differs from a common one, most
// of which all contents of a moment have: from time to time that is settled, and only what they do not agree on is left.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "check/monitors/deeds.hpp"

namespace linnet {

class SortedContents {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;
  static constexpr bool kMerges = false;  // contents are told apart
  static constexpr bool kMayBeUnknown = false;

  enum class Beyond : std::uint8_t { drop, widen };
  SortedContents(std::size_t, Beyond, bool) { intern_nothing(); }
  bool dropped() const { return false; }
  std::size_t work() const { return 0; }

  Id initially() { return intern({}); }
  Id unknown() { return kNone; }

  void step(Id contents, const Deed& deed, std::size_t, std::size_t, std::vector<Id>& out) {
    out.clear();
    const Changes before = contents_[contents];
    if (deed.kind == Deed::Kind::add) {
      out.push_back(changed(before, {deed.priority, deed.value}, 1));
      return;
    }
    const auto priority = next(before, deed.back);
    if (!priority) return;
    if (deed.value != kNoValue) {
      const Element taken{*priority, deed.value};
      if (count(before, taken) > 0) out.push_back(changed(before, taken, -1));
      return;
    }
    for (const Element& e : elements_of(before, *priority)) out.push_back(changed(before, e, -1));
  }

  struct Split {
    Id seen, unseen;
  };
  Split look(Id contents, const Deed& deed) const {
    const Changes& all = contents_[contents];
    const auto priority = next(all, deed.back);
    const bool seen =
        deed.kind == Deed::Kind::find_empty ? !priority : priority && count(all, {*priority, deed.value}) > 0;
    return seen ? Split{contents, kNone} : Split{kNone, contents};
  }

  Id unite(Id a, Id) { return a; }
  float weight(Id) const { return 0; }

  // Makes what these contents have in common the common content, and forgets all others.
  void settle(std::span<Id> kept) {
    if (contents_.size() < kMany || kept.empty()) return;
    std::vector<Changes> old;
    old.reserve(kept.size());
    for (const Id id : kept) old.push_back(contents_[id]);
    const Changes shared = old.front();
    for (const Change& change : shared) {
      const bool all =
          std::ranges::all_of(old, [&](const Changes& c) { return std::ranges::binary_search(c, change); });
      if (!all) continue;
      for (Changes& c : old) c.erase(std::ranges::lower_bound(c, change));
      add_to_common(change);
    }
    intern_nothing();
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = intern(old[i]);
  }

  // The way back needs no more than the steps: contents are told apart.
  struct Exact {};
  Exact one_of(Id) const { return {}; }
  std::optional<Exact> step_back(const Exact&, const Deed&, Id) const { return Exact(); }

 private:
  struct Element {
    std::uint32_t priority;
    ValueId value;
    auto operator<=>(const Element&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const Element& e) {
      return H::combine(std::move(h), e.priority, e.value);
    }
  };
  struct Change {
    Element of;
    std::int32_t by;
    auto operator<=>(const Change&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const Change& c) {
      return H::combine(std::move(h), c.of, c.by);
    }
  };
  using Changes = std::vector<Change>;  // by element
  static constexpr std::size_t kMany = 4096;

  static std::int32_t change_of(const Changes& changes, const Element& e) {
    const auto at = std::ranges::lower_bound(changes, e, {}, &Change::of);
    return at != changes.end() && at->of == e ? at->by : 0;
  }
  std::int32_t common_count(const Element& e) const {
    const auto at = common_.find(e);
    return at == common_.end() ? 0 : at->second;
  }
  std::int32_t count(const Changes& changes, const Element& e) const {
    return common_count(e) + change_of(changes, e);
  }

  // The priority that comes out next at this end.
  std::optional<std::uint32_t> next(const Changes& changes, bool greatest) const {
    std::optional<std::uint32_t> found;
    const auto note = [&](const Element& e) {
      if (!found || (greatest ? e.priority > *found : e.priority < *found)) found = e.priority;
    };
    const auto inside = [&](const Element& e) { return count(changes, e) > 0; };
    if (greatest) {
      const auto at = std::find_if(present_.rbegin(), present_.rend(), inside);
      if (at != present_.rend()) note(*at);
    } else {
      const auto at = std::ranges::find_if(present_, inside);
      if (at != present_.end()) note(*at);
    }
    for (const Change& c : changes) {
      if (c.by > 0) note(c.of);
    }
    return found;
  }

  std::vector<Element> elements_of(const Changes& changes, std::uint32_t priority) const {
    std::vector<Element> all;
    for (auto at = present_.lower_bound({priority, 0}); at != present_.end() && at->priority == priority;
         ++at) {
      if (count(changes, *at) > 0) all.push_back(*at);
    }
    for (const Change& c : changes) {
      if (c.of.priority == priority && c.by > 0 && common_count(c.of) == 0) all.push_back(c.of);
    }
    return all;
  }

  Id changed(Changes changes, const Element& e, std::int32_t by) {
    const auto at = std::ranges::lower_bound(changes, e, {}, &Change::of);
    if (at == changes.end() || at->of != e) {
      changes.insert(at, {e, by});
    } else if ((at->by += by) == 0) {
      changes.erase(at);
    }
    return intern(std::move(changes));
  }

  void add_to_common(const Change& change) {
    if ((common_[change.of] += change.by) > 0) {
      present_.insert(change.of);
    } else {
      common_.erase(change.of);
      present_.erase(change.of);
    }
  }

  void intern_nothing() {
    ids_.clear();
    contents_.assign(1, {});
  }
  Id intern(Changes changes) {
    const auto [at, fresh] = ids_.try_emplace(std::move(changes), static_cast<Id>(contents_.size()));
    if (fresh) contents_.push_back(at->first);
    return at->second;
  }

  absl::flat_hash_map<Element, std::int32_t> common_;  // how many there are of each
  std::set<Element> present_;                          // those of which there are any
  std::vector<Changes> contents_;                      // by Id
  absl::flat_hash_map<Changes, Id> ids_;
};

}  // namespace linnet
