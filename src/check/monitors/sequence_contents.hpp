// The contents that a stack or a deque may have, as the search along time needs them.
//
// A set of contents is a list of products F × B: what is near the front, from the front on, and what is near the back, from the back
// on, each a set of sequences (sequence_sets.hpp). An operation at one end changes one factor. If that is used up, the other is
// turned round. A stack has only a front. Two products with a factor in common are one.
//
// A deque can have so many products, or factors that take so much work to turn, that most have to be dropped, if the question is whether
// there is a linearization; or that they have to be widened to one that contains them all, if the question is whether there is none.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "check/monitors/deeds.hpp"
#include "check/monitors/sequence_sets.hpp"

namespace linnet {

class SequenceContents {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;
  static constexpr bool kMerges =
      true;  // a set stands for all contents that belong to the same linearized operations

  // At most so many products, if there is a limit. `remembers`: one_of and step_back are asked for sets of long ago.
  enum class Beyond : std::uint8_t { drop, widen };
  SequenceContents(std::size_t most, Beyond beyond, bool remembers)
      : most_(most), beyond_(beyond), remembers_(remembers) {
    lists_.emplace_back();
  }
  bool dropped() const { return dropped_; }
  // What all of it has cost, in steps of about the same size.
  std::size_t work() const { return sets_.work() + joined_; }

  Id initially() { return intern({{Sets::kEmpty, Sets::kEmpty}}); }
  // Where nothing is known.
  static constexpr bool kMayBeUnknown = true;
  Id unknown() { return intern({{Sets::kAny, Sets::kAny}}); }

  // Replaces `out` by what may be there afterwards. `known` is how many values that are inside may be known, and `inside` how many
  // there are: a removal takes one from the other end if there are no others, and then nothing is known any more.
  void step(Id contents, const Deed& deed, std::size_t known, std::size_t inside, std::vector<Id>& out) {
    const bool others = known < inside;
    const auto [at, fresh] = steps_.try_emplace({contents, deed, others}, kNone);
    if (fresh) at->second = stepped(contents, deed, others);
    out.clear();
    if (at->second != kNone) out.push_back(at->second);
  }

  struct Split {
    Id seen, unseen;
  };
  // Which contents an operation that looks may have seen, and which not. REQUIRES: deed.looks().
  Split look(Id contents, const Deed& deed) {
    if (deed.kind == Deed::Kind::find_empty) return find_empty(contents);
    Products seen, unseen;
    for (Product p : copy_of(contents)) {
      if (!provide(p, deed.back)) {
        unseen.push_back(p);
        continue;
      }
      Product without = p;
      near(without, deed.back) = sets_.without(near(p, deed.back), deed.value);
      near(p, deed.back) = sets_.push(deed.value, sets_.pop(near(p, deed.back), deed.value));
      if (near(p, deed.back) != Sets::kNone) seen.push_back(p);
      if (near(without, deed.back) != Sets::kNone) unseen.push_back(without);
    }
    return {intern(std::move(seen)), intern(std::move(unseen))};
  }

  Id unite(Id a, Id b) {
    if (a == b || b == kNone) return a;
    if (a == kNone) return b;
    Products all = copy_of(a);
    all.insert(all.end(), lists_[b].begin(), lists_[b].end());
    return intern(std::move(all));
  }

  // The more there may be, the better.
  float weight(Id contents) const {
    float most = 0;
    for (const Product& p : lists_[contents])
      most = std::max(most, sets_.weight(p.front) + sets_.weight(p.back));
    return most;
  }

  // Forgets what is not needed for these.
  void settle(std::span<Id> kept) {
    if (remembers_ || sets_.size() < forget_at_) return;
    std::vector<Products> old;
    std::vector<Sets::Id> factors;
    for (const Id id : kept) {
      for (const Product& p : old.emplace_back(lists_[id])) factors.insert(factors.end(), {p.front, p.back});
    }
    sets_.forget_all_but(factors);
    lists_.assign(1, {});
    ids_.clear(), steps_.clear();
    std::size_t next = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      for (Product& p : old[i]) p = {factors[next], factors[next + 1]}, next += 2;
      kept[i] = intern(std::move(old[i]));
    }
    forget_at_ = 4 * sets_.size() + kFewSets;
  }

  // One content, for the way back from the end to the beginning.
  struct Exact {
    SequenceSets::Id front, back;
  };
  Exact one_of(Id contents) {
    const Product p = lists_[contents].front();
    return {sets_.any_of(p.front), sets_.any_of(p.back)};
  }
  // A content in `before` that the operation turns into this one.
  std::optional<Exact> step_back(const Exact& after, const Deed& deed, Id before) {
    std::optional<Exact> found;
    for (const Product& p : copy_of(before)) {
      if (found) break;
      if (deed.kind == Deed::Kind::remove && deed.value == kNoValue) {
        found = step_back_any(after, deed, p);
      } else {
        found = within(undone(after, deed), p);
      }
    }
    return found;
  }

 private:
  using Sets = SequenceSets;
  struct Product {
    Sets::Id front, back;
    auto operator<=>(const Product&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const Product& p) {
      return H::combine(std::move(h), p.front, p.back);
    }
  };
  using Products = absl::InlinedVector<Product, 2>;
  static constexpr std::size_t kFewSets = 1 << 16, kTurningPerProduct = 64, kWorkOfProduct = 4;

  static Sets::Id& near(Product& p, bool back) { return back ? p.back : p.front; }
  Products copy_of(Id contents) const { return lists_[contents]; }

  Id stepped(Id contents, const Deed& deed, bool others) {
    Products after;
    for (Product p : copy_of(contents)) {
      Sets::Id* const end = &near(p, deed.back);
      if (deed.kind == Deed::Kind::add) {
        *end = sets_.push(deed.value, *end);
      } else if (!provide(p, deed.back)) {
        continue;
      } else if (*end == Sets::kAny && !others) {
        p = {Sets::kAny, Sets::kAny};
      } else {
        *end = deed.value == kNoValue ? sets_.pop_any(*end) : sets_.pop(*end, deed.value);
      }
      if (*end != Sets::kNone) after.push_back(p);
    }
    return intern(std::move(after));
  }

  // Sees to it that something is near this end; false if there is nothing.
  bool provide(Product& p, bool back) {
    if (near(p, back) != Sets::kEmpty) return true;
    std::swap(p.front, p.back);
    if (near(p, back) == Sets::kEmpty) return false;
    const std::size_t most_work = kTurningPerProduct * most_ + 2 * sets_.length(near(p, back));
    if (const auto turned = sets_.mirrored(near(p, back), most_work)) {
      near(p, back) = *turned;
    } else if (beyond_ == Beyond::drop) {
      dropped_ = true;
      near(p, back) = sets_.mirrored(sets_.any_of(near(p, back)));
    } else {
      p = {Sets::kAny, Sets::kAny};
    }
    return true;
  }

  Split find_empty(Id contents) {
    Products seen, unseen;
    for (const Product& p : copy_of(contents)) {
      const bool known = p.front != Sets::kAny || p.back != Sets::kAny;
      if (!known || (p.front == Sets::kEmpty && p.back == Sets::kEmpty))
        seen.push_back({Sets::kEmpty, Sets::kEmpty});
      if (!known || p.front != Sets::kEmpty || p.back != Sets::kEmpty) unseen.push_back(p);
    }
    return {intern(std::move(seen)), intern(std::move(unseen))};
  }

  Id intern(Products products) {
    joined_ += kWorkOfProduct * products.size();
    for (std::size_t size = 0; size != products.size() && products.size() > 1;) {
      size = products.size();
      join(products, &Product::front, &Product::back);
      join(products, &Product::back, &Product::front);
    }
    if (products.empty()) return kNone;
    if (products.size() > most_) limit(products);
    std::ranges::sort(products);
    const auto [at, fresh] = ids_.try_emplace(products, static_cast<Id>(lists_.size()));
    if (fresh) lists_.push_back(std::move(products));
    return at->second;
  }
  void limit(Products& products) {
    if (beyond_ == Beyond::drop) {
      dropped_ = true;
      std::ranges::sort(products, {}, [&](const Product& p) {
        return std::tuple(-sets_.weight(p.front) - sets_.weight(p.back), p.front, p.back);
      });
      products.resize(most_);
      return;
    }
    Product hull = products.front();
    for (const Product& p : products)
      hull = {sets_.unite(hull.front, p.front), sets_.unite(hull.back, p.back)};
    products.assign(1, hull);
  }
  void join(Products& products, Sets::Id Product::*same, Sets::Id Product::*other) {
    std::ranges::sort(products, {}, [&](const Product& p) { return std::pair(p.*same, p.*other); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < products.size(); ++i) {
      if (products[i].*same == products[kept].*same) {
        products[kept].*other = sets_.unite(products[kept].*other, products[i].*other);
      } else {
        products[++kept] = products[i];
      }
    }
    products.resize(kept + 1);
  }

  // What was there before; no sequence if that operation cannot have led here.
  Exact undone(Exact after, const Deed& deed) {
    if (deed.looks()) return allowed(after, deed) ? after : Exact{Sets::kNone, Sets::kNone};
    if (deed.kind == Deed::Kind::remove) {
      Sets::Id& end = deed.back ? after.back : after.front;
      end = sets_.push(deed.value, end);
      return after;
    }
    Product p{after.front, after.back};
    if (!provide(p, deed.back)) return {Sets::kNone, Sets::kNone};
    near(p, deed.back) = sets_.pop(near(p, deed.back), deed.value);
    return {p.front, p.back};
  }
  bool allowed(const Exact& content, const Deed& deed) {
    Product p{content.front, content.back};
    const bool anything = provide(p, deed.back);
    if (deed.kind == Deed::Kind::find_empty) return !anything;
    return anything && sets_.pop(near(p, deed.back), deed.value) != Sets::kNone;
  }
  std::optional<Exact> step_back_any(const Exact& after, Deed deed, Product before) {
    if (!provide(before, deed.back)) return std::nullopt;
    for (const ValueId v : sets_.tops(near(before, deed.back))) {
      deed.value = v;
      if (const auto found = within(undone(after, deed), before)) return found;
    }
    return std::nullopt;
  }

  // The content, cut where the product is, if it is one of it.
  std::optional<Exact> within(Exact content, const Product& p) {
    if (content.front == Sets::kNone || content.back == Sets::kNone) return std::nullopt;
    const std::uint32_t front = sets_.length(p.front);
    if (sets_.length(content.front) + sets_.length(content.back) != front + sets_.length(p.back))
      return std::nullopt;
    if (sets_.length(content.front) > front) move(content.front, content.back, front);
    if (sets_.length(content.front) < front) move(content.back, content.front, sets_.length(p.back));
    if (!sets_.contains(p.front, content.front) || !sets_.contains(p.back, content.back)) return std::nullopt;
    return content;
  }
  // Moves what is farthest from one end to where it is farthest from the other, until `left` values are left.
  void move(Sets::Id& from, Sets::Id& to, std::uint32_t left) {
    Sets::Id rest = sets_.mirrored(from), more = sets_.mirrored(to);
    for (; sets_.length(rest) > left; rest = sets_.pop(rest, sets_.tops(rest)[0]))
      more = sets_.push(sets_.tops(rest)[0], more);
    from = sets_.mirrored(rest), to = sets_.mirrored(more);
  }

  std::size_t most_;
  Beyond beyond_;
  bool remembers_, dropped_ = false;
  std::size_t joined_ = 0;  // what looking for products with a factor in common has cost
  SequenceSets sets_;
  std::size_t forget_at_ = kFewSets;
  std::vector<Products> lists_;  // by Id
  absl::flat_hash_map<Products, Id> ids_;
  absl::flat_hash_map<std::tuple<Id, Deed, bool>, Id> steps_;
};

}  // namespace linnet
