// Tests Lemma 1 of "Monitoring Weak Consistency" by itself, without a search: for one linearization of a
// history, all visibilities of each prefix are enumerated from the definition, with whether they can be
// extended to the whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "check/weak/verifier.hpp"
#include "spec/builtin.hpp"
#include "weak_histories.hpp"

namespace linnet::testing {
namespace {

// A visibility of the first operations of a linearization, as rows, that satisfies the model up to there.
struct PrefixVisibility {
  std::vector<OperationSet> rows;  // by position
  bool extensible = false;

  bool includes(const PrefixVisibility& other) const {
    return std::ranges::equal(rows, other.rows, [](const auto& a, const auto& b) { return a.includes(b); });
  }
};

class Prefixes {
 public:
  Prefixes(const History& history, const Spec& spec, const WeakModel& model,
           const std::vector<OperationIndex>& order)
      : spec_(spec),
        model_(model),
        order_(order),
        relations_(history),
        returns_(history, spec),
        found_(order.size() + 1) {
    extend();
  }

  // Among all pairs of one prefix, the larger of which can be extended: how many, and in how many the smaller
  // one cannot.
  std::size_t pairs = 0, counterexamples = 0;
  void compare() {
    for (const auto& prefix : found_) {
      for (const PrefixVisibility& larger : prefix) {
        if (!larger.extensible) continue;
        for (const PrefixVisibility& smaller : prefix) {
          if (&smaller == &larger || !larger.includes(smaller)) continue;
          ++pairs;
          counterexamples += smaller.extensible ? 0 : 1;
        }
      }
    }
  }

 private:
  bool extend() {
    const std::size_t depth = relations_.order.size();
    PrefixVisibility here;
    for (const OperationIndex z : relations_.order) here.rows.push_back(relations_.vis[z]);
    here.extensible = depth == order_.size();
    for (std::uint64_t subset = 0; depth < order_.size() && subset >> depth == 0; ++subset) {
      OperationSet visible(order_.size());
      std::vector<OperationIndex> context;
      for (std::size_t i = 0; i < depth; ++i) {
        if ((subset >> i & 1) != 0) visible.insert(order_[i]), context.push_back(order_[i]);
      }
      if (!returns_.explains(context, order_[depth])) continue;
      relations_.append(order_[depth], visible);
      if (first_broken(model_, spec_, relations_) == nullptr && extend()) here.extensible = true;
      relations_.remove_last();
    }
    found_[depth].push_back(here);
    return here.extensible;
  }

  const Spec& spec_;
  const WeakModel& model_;
  const std::vector<OperationIndex> order_;
  AbstractRelations relations_;
  ReturnValues returns_;
  std::vector<std::vector<PrefixVisibility>> found_;  // by length
};

// A linearization that contains happens-before.
std::vector<OperationIndex> random_linearization(Random& rng, const History& history) {
  std::vector<OperationIndex> order(history.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, rng);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto minimal =
        std::find_if(order.begin() + static_cast<std::ptrdiff_t>(k), order.end(), [&](OperationIndex z) {
          return std::none_of(order.begin() + static_cast<std::ptrdiff_t>(k), order.end(),
                              [&](OperationIndex x) { return history.precedes(x, z); });
        });
    std::iter_swap(order.begin() + static_cast<std::ptrdiff_t>(k), minimal);
  }
  return order;
}

TEST(LemmaOne, SmallerVisibilitiesOfAPrefixCanBeExtendedIfLargerOnesCan) {
  Random rng(19);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < cases(20'000); ++i) {
    const Spec spec = make_spec(std::vector{"register", "set", "map", "counter"}[i % 4]);
    Shape shape = random_shape(rng, 4);
    shape.pending = 0;
    const History history =
        i % 3 == 0 ? random_labels(rng, spec, 1 + i % 4) : random_ordered_threads(rng, spec, shape);
    if (!std::ranges::all_of(history.operations, &Operation::completed)) continue;
    const TriedModel& tried = tried_models()[rng() % tried_models().size()];
    Prefixes prefixes(history, spec, tried.model, random_linearization(rng, history));
    prefixes.compare();
    ASSERT_EQ(prefixes.counterexamples, 0u) << tried.name << "\n" << to_json_lines(history, spec);
    pairs += prefixes.pairs;
  }
  EXPECT_GT(pairs, cases(20'000));
}

}  // namespace
}  // namespace linnet::testing
