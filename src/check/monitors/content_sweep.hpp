// Walks along time with all contents that a container may have, or with the most promising ones.
//
// As in the just-in-time search, an operation takes effect when a return forces it (just_in_time.cpp). What differs is the
// state: for each set of running operations that have taken effect there is one set of contents (sequence_contents.hpp), rather
// than a configuration for each content. Where the order of two pushes shows a thousand operations later or never, both orders are
// in one set until then.
//
//   push(1) |-----|                 After the pushes the contents are {12, 21}, one set. pop → 1 leaves what
//   push(2)    |-----|              follows a 1 in it.
//   pop → 1              |--|
//
// `width` is how many sets of running operations are kept at a time. If none had to be dropped, a walk that ends early is a
// proof that there is no linearization. A walk to the end is a proof that there is one, whatever was dropped.
//
// A walk may start in the middle, with every set of running operations and with contents of which nothing is known but how many of each
// value there are, because that follows from what has taken effect. It leaves out no linearization, so if it ends early there is none.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "check/linearizability/transitions.hpp"
#include "check/monitors/deeds.hpp"
#include "history/model/history.hpp"

namespace linnet {

// The history of a container, as the walk sees it.
struct ContentHistory {
  struct Item {
    Rank ret;
    std::uint64_t bit;  // its own among those that run at the same time
    Deed deed;
    ClassId of;  // equal deeds
    OperationIndex index;
  };
  struct Event {
    const Item* item;
    bool call;
  };
  std::vector<Item> items;    // in the order of calls
  std::vector<Event> events;  // in the order of time
  std::size_t classes = 0, values = 0;
};

template <class Contents>
class ContentSweep {
 public:
  using Item = ContentHistory::Item;
  static constexpr std::size_t kAnyWidth = std::numeric_limits<std::size_t>::max();

  ContentSweep(const ContentHistory& history, std::size_t width, bool keeps_trail)
      : history_(history),
        width_(width),
        keeps_trail_(keeps_trail),
        contents_(width == kAnyWidth ? kMostProducts : width,
                  width == kAnyWidth ? Contents::Beyond::widen : Contents::Beyond::drop, keeps_trail),
        visited_(history.classes),
        inside_(history.values) {
    frontier_.add(0, contents_.initially(), kStart);
  }

  // Starts before this event, with nothing known. REQUIRES: Contents::kMayBeUnknown, and no more than kMostRunning run then.
  void start_at(std::size_t event) {
    knows_start_ = false;
    for (next_event_ = 0; next_event_ < event; ++next_event_) {
      const auto [item, call] = history_.events[next_event_];
      call ? start(*item) : stop(*item);
    }
    // What only looks and runs already is left out: that allows more, not less.
    std::erase_if(running_, [](const Item* i) { return i->deed.looks(); });
    frontier_.clear();
    known_ = 0;
    for (const Item* const i : running_) known_ += i->deed.kind == Deed::Kind::add ? 1 : 0;
    for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << running_.size(); ++chosen) add_start(chosen);
  }
  static constexpr std::size_t kMostRunning = 16;

  // Passes one more event. REQUIRES: alive, not at the end. `stop` is asked now and then; true ends it.
  template <class Stop>
  void advance(const Stop& stop_now) {
    const auto [item, call] = history_.events[next_event_++];
    if (call) {
      start(*item);
    } else if (std::ranges::find(running_, item) != running_.end()) {
      pass_return(*item, stop_now);
      stop(*item);
    }
  }
  bool alive() const { return !frontier_.entries.empty(); }
  bool at_the_end() const { return next_event_ == history_.events.size(); }
  bool dropped() const { return dropped_ || contents_.dropped(); }  // something for lack of width
  std::size_t next_event() const { return next_event_; }
  std::size_t explored() const { return explored_; }
  std::size_t returned() const { return returned_; }

  // The order that leads to the end. REQUIRES: keeps a trail, alive, at the end.
  std::vector<OperationIndex> order() {
    std::vector<OperationIndex> backwards;
    TrailId at = frontier_.entries.front().trail;
    typename Contents::Exact content = contents_.one_of(frontier_.entries.front().contents);
    while (at != kStart && trail_[at].link != kNoLink) {
      for (std::uint32_t l = trail_[at].link; l != kNoLink; l = links_[l].next) {
        const Link& link = links_[l];
        const auto before = contents_.step_back(content, link.by->deed, contents_before(link));
        if (!before) continue;
        backwards.push_back(link.by->index);
        content = *before;
        at = link.from;
        break;
      }
    }
    std::ranges::reverse(backwards);
    return backwards;
  }

 private:
  using Id = typename Contents::Id;
  using TrailId = std::uint32_t;
  static constexpr std::size_t kMostProducts = 8;
  static constexpr std::uint32_t kStart = ~std::uint32_t{0}, kNoLink = kStart;

  struct Entry {
    std::uint64_t done;  // the running operations that have taken effect
    Id contents;
    TrailId trail;
  };
  // Entries that have equally many operations.
  struct Layer {
    std::vector<Entry> entries;
    absl::flat_hash_map<std::pair<std::uint64_t, Id>, std::uint32_t> index;

    void clear() {
      entries.clear();
      index.clear();
    }
    // The entry of these operations, and of these contents if contents are told apart; a new one has the contents given.
    std::pair<Entry*, bool> add(std::uint64_t done, Id contents, TrailId trail) {
      const auto [at, fresh] = index.try_emplace({done, Contents::kMerges ? Contents::kNone : contents},
                                                 static_cast<std::uint32_t>(entries.size()));
      if (fresh) entries.push_back({done, contents, trail});
      return {&entries[at->second], fresh};
    }
  };
  struct TrailNode {
    Id contents;
    std::uint32_t link;
  };
  struct Link {
    TrailId from;
    const Item* by;
    std::uint32_t next;
  };

  void start(const Item& item) {
    running_.insert(std::ranges::upper_bound(running_, item.ret, {}, &Item::ret), &item);
    if (item.deed.kind == Deed::Kind::add) ++known_;
  }
  void stop(const Item& item) {
    ++returned_;
    count(item.deed, 1);
    std::erase(running_, &item);
  }
  void count(const Deed& deed, std::int32_t times) {
    if (deed.looks() || deed.value == kNoValue) return;
    const std::int32_t by = deed.kind == Deed::Kind::add ? times : -times;
    inside_[deed.value] += by;
    inside_in_all_ += by;
  }

  // Those that run and are chosen have taken effect, if that can be.
  void add_start(std::uint64_t chosen) {
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if ((chosen >> i & 1) != 0) done |= running_[i]->bit;
    }
    for (const Item* const i : running_) {
      if (inside(done, i->deed.value) < 0) return;
    }
    frontier_.add(done, contents_.unknown(), kStart);
  }

  // How many of the value are inside.
  std::int32_t inside(std::uint64_t done, ValueId value) const {
    if (value == kNoValue) return inside_in_all(done);
    std::int32_t number = inside_[value];
    for (const Item* const i : running_) {
      if ((done & i->bit) != 0 && i->deed.value == value && !i->deed.looks())
        number += i->deed.kind == Deed::Kind::add ? 1 : -1;
    }
    return number;
  }
  std::int32_t inside_in_all(std::uint64_t done) const {
    std::int32_t number = inside_in_all_;
    for (const Item* const i : running_) {
      if ((done & i->bit) != 0 && !i->deed.looks()) number += i->deed.kind == Deed::Kind::add ? 1 : -1;
    }
    return number;
  }
  // Whether the numbers of values allow it. Where the contents are known they say as much.
  bool may_be(std::uint64_t done, const Deed& deed) const {
    if (knows_start_ || deed.kind == Deed::Kind::add) return true;
    if (deed.kind == Deed::Kind::find_empty) return inside_in_all(done) == 0;
    return inside(done, deed.value) > 0;
  }

  template <class Stop>
  void pass_return(const Item& item, const Stop& stop_now) {
    returning_ = &item;
    next_.clear();
    for (Layer& layer : layers_) layer.clear();
    for (const Entry& e : frontier_.entries) carry(e);
    for (std::size_t k = 0; k < layers_.size(); ++k) {
      narrow(layers_[k]);
      for (std::size_t e = 0; e < layers_[k].entries.size(); ++e) {
        expand(layers_[k].entries[e], k);
        if (count_work(stop_now)) return;
      }
    }
    narrow(next_);
    std::swap(frontier_, next_);
    settle();
  }

  // An expansion counts as one, and as more where the sets of contents were expensive.
  template <class Stop>
  bool count_work(const Stop& stop_now) {
    constexpr std::size_t kWorkOfOne = 16;
    bool stop = stop_now();
    for (++explored_; worked_ + kWorkOfOne < contents_.work() && !stop; worked_ += kWorkOfOne) {
      ++explored_;
      stop = stop_now();
    }
    return stop;
  }

  void carry(const Entry& e) {
    if ((e.done & returning_->bit) != 0) {
      next_.add(e.done ^ returning_->bit, e.contents, e.trail);
    } else {
      layer(static_cast<std::size_t>(std::popcount(e.done))).add(e.done, e.contents, e.trail);
    }
  }
  Layer& layer(std::size_t k) {
    if (layers_.size() <= k) layers_.resize(k + 1);
    return layers_[k];
  }

  // Keeps the entries in which most is open.
  void narrow(Layer& layer) {
    if (layer.entries.size() <= width_) return;
    dropped_ = true;
    const auto worth = [&](const Entry& e) { return std::tuple(-score(e), e.done, e.contents); };
    std::ranges::sort(layer.entries, {}, worth);
    layer.entries.resize(width_);
    layer.index.clear();
  }
  float score(const Entry& e) const {
    return contents_.weight(e.contents) - static_cast<float>(std::popcount(e.done));
  }

  // Lets every running operation take effect that can. Those that look do so at once where they can (observation.hpp).
  void expand(const Entry entry, std::size_t k) {
    ++visit_;
    Id rest = entry.contents;
    for (const Item* const item : running_) {
      if (!item->deed.looks() || (entry.done & item->bit) != 0 || !may_be(entry.done, item->deed)) continue;
      const auto split = contents_.look(rest, item->deed);
      if (split.seen != Contents::kNone) place(entry, *item, split.seen, k);
      rest = split.unseen;
      if (rest == Contents::kNone) return;
    }
    const auto inside =
        knows_start_ ? kAnyWidth : static_cast<std::size_t>(std::max(0, inside_in_all(entry.done)));
    for (const Item* const item : running_) {
      if (item->deed.looks() || (entry.done & item->bit) != 0 || visited_[item->of] == visit_) continue;
      visited_[item->of] = visit_;
      if (!may_be(entry.done, item->deed)) continue;
      contents_.step(rest, item->deed, known_, inside, after_);
      for (const Id contents : after_) place(entry, *item, contents, k);
    }
  }

  void place(const Entry& from, const Item& item, Id contents, std::size_t k) {
    const bool returns = &item == returning_;
    const auto [entry, fresh] = returns ? next_.add(from.done, contents, kStart)
                                        : layer(k + 1).add(from.done | item.bit, contents, kStart);
    if (!fresh && Contents::kMerges) entry->contents = contents_.unite(entry->contents, contents);
    if (!keeps_trail_ || (!fresh && !Contents::kMerges)) return;
    if (entry->trail == kStart) {
      entry->trail = static_cast<TrailId>(trail_.size());
      trail_.push_back({contents, kNoLink});
    }
    TrailNode& node = trail_[entry->trail];
    node.contents = entry->contents;
    links_.push_back({from.trail, &item, node.link});
    node.link = static_cast<std::uint32_t>(links_.size() - 1);
  }
  Id contents_before(const Link& link) {
    return link.from == kStart ? contents_.initially() : trail_[link.from].contents;
  }

  void settle() {
    settled_.clear();
    for (const Entry& e : frontier_.entries) settled_.push_back(e.contents);
    contents_.settle(settled_);
    for (std::size_t i = 0; i < settled_.size(); ++i) frontier_.entries[i].contents = settled_[i];
  }

  const ContentHistory& history_;
  std::size_t width_;
  bool keeps_trail_;
  Contents contents_;
  bool knows_start_ = true;
  std::size_t next_event_ = 0, explored_ = 0, returned_ = 0, worked_ = 0;
  bool dropped_ = false;
  Layer frontier_, next_;
  std::vector<Layer> layers_;         // by the number of running operations that have taken effect
  std::vector<const Item*> running_;  // by return
  const Item* returning_ = nullptr;
  std::vector<std::uint64_t> visited_;  // by class: the expansion in which an operation of it was last tried
  std::uint64_t visit_ = 0;
  std::vector<std::int32_t> inside_;  // by value: added less removed, by what has returned
  std::int32_t inside_in_all_ = 0;
  std::size_t known_ = 0;  // additions that have been called since the start
  std::vector<Id> after_, settled_;
  std::vector<TrailNode> trail_;
  std::vector<Link> links_;
};

}  // namespace linnet
