// Tests weak consistency: the search in both orders, the naive one and the oracle agree; the models include each
// other as they should; the paper's examples and the contract's cases.
#include "check/weak/weak.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/algorithm.hpp"
#include "check/linearizability/linearizable.hpp"
#include "check/weak/verifier.hpp"
#include "definitions/weak_oracle.hpp"
#include "spec/builtin.hpp"
#include "weak_histories.hpp"

namespace linnet::testing {
namespace {

struct Way {
  std::string_view name;
  WeakAlgorithm algorithm;
  LinearizationOrder order;
  bool asks_linearizability = false;
};
constexpr std::array<Way, 4> kWays = {{
    {"wing-gong", WeakAlgorithm::minimal, LinearizationOrder::wing_gong},
    {"just-in-time", WeakAlgorithm::minimal, LinearizationOrder::just_in_time},
    {"linearizability first", WeakAlgorithm::minimal, LinearizationOrder::just_in_time, true},
    {"naive", WeakAlgorithm::naive, LinearizationOrder::wing_gong},
}};

Verdict linearizability(const Question& q) {
  return check_linearizable(q.history, q.spec, {.want_witness = q.want_witness}, q.budget).verdict;
}

// Empty if all ways agree with the oracle and the witnesses hold; otherwise what is wrong, with the history.
std::string disagreement(const History& history, const Spec& spec, const TriedModel& tried) {
  const auto report = [&](std::string_view way, const std::string& what) {
    std::string threads;
    for (const Operation& op : history.operations) threads += fmt::format(" {}", op.thread.value);
    return fmt::format("{}, model {}: {}\n{}threads:{}\n", way, tried.name, what,
                       to_json_lines(history, spec), threads);
  };
  const auto oracle = weak_oracle(history, spec, tried.model);
  if (oracle) {
    if (const auto fault = verify_execution(history, spec, tried.model, *oracle))
      return report("oracle", *fault);
  }
  for (const Way& way : kWays) {
    WeakOptions options;
    options.algorithm = way.algorithm;
    options.order = way.order;
    options.want_witness = true;
    if (way.asks_linearizability) options.linearizability = linearizability;
    const WeakResult result = check_weak(history, spec, tried.model, options, Budget());
    if (passed(result) != oracle.has_value())
      return report(way.name,
                    oracle ? "a violation, but there is an execution" : "a pass, but there is no execution");
    if (!oracle) continue;
    const auto& witness = std::get<WeakPass>(result.verdict).witness;
    if (const auto fault = verify_execution(history, spec, tried.model, witness))
      return report(way.name, *fault);
  }
  return "";
}

constexpr std::array kSpecs = {"register", "set", "map", "queue"};

// Every k-th history, with every assignment of threads and each of the models; with LINNET_TEST_SCALE >= k all
// of them. Under sanitizers a sample will do.
void agree_on_every(std::size_t k, std::size_t operations, std::span<const TriedModel> models) {
  std::size_t count = 0;
  const std::size_t stride = std::max<std::size_t>(1, k / test_scale()) * (kUnderSanitizers ? 5 : 1);
  for (const char* name : kSpecs) {
    const Spec spec = make_spec(name);
    for_each_small_history(spec, operations, 3, [&](const History& history) {
      if (::testing::Test::HasFatalFailure() || ++count % stride != 0) return;
      for_each_assignment_of_threads(history, [&](const History& h) {
        for (const TriedModel& m : models) ASSERT_EQ(disagreement(h, spec, m), "");
      });
    });
  }
}

TEST(Weak, AllAgreeOnAllHistoriesOfUpToTwoOperations) {
  for (std::size_t n = 0; n <= 2; ++n) agree_on_every(1, n, tried_models());
}
TEST(Weak, AllAgreeOnAllHistoriesOfThreeOperations) {
  std::vector<TriedModel> models;
  for (const char* name : {"causal", "monotonic-hb", "writes-follow-reads"})
    models.push_back({name, WeakModel::named(name)});
  agree_on_every(1, 3, models);
}
TEST(Weak, EveryModelAgreesOnHistoriesOfThreeOperations) {
  agree_on_every(211, 3, tried_models());
}
TEST(Weak, EveryModelAgreesOnHistoriesOfFourOperations) {
  agree_on_every(100'003, 4, tried_models());
}

TEST(Weak, AllAgreeOnRandomHistories) {
  Random rng(6);
  for (std::size_t i = 0; i < cases(1500); ++i) {
    for (const char* name : {"register", "set", "map", "queue", "bag", "mutex", "pqueue", "counter"}) {
      const Spec spec = make_spec(name);
      Shape shape = random_shape(rng, 5);
      shape.objects = 1 + i % 2;
      const History history = i % 3 == 0   ? random_labels(rng, spec, 1 + i % 5)
                              : i % 3 == 1 ? random_history(rng, spec, shape)
                                           : random_ordered_threads(rng, spec, shape);
      const TriedModel& m = tried_models()[rng() % tried_models().size()];
      ASSERT_EQ(disagreement(history, spec, m), "");
    }
  }
}

TEST(Weak, AllAgreeOnStrengthsOfMethods) {
  Random rng(7);
  const Spec spec = make_spec("map");
  for (std::size_t i = 0; i < cases(2000); ++i) {
    TriedModel m;
    for (const Method& method : spec.methods())
      m.model.require(method.name, kStrengths[rng() % kStrengths.size()]);
    m.name = m.model.to_string();
    ASSERT_EQ(disagreement(random_labels(rng, spec, 1 + i % 5), spec, m), "");
  }
}

const std::vector<TriedModel>& add_wins_models() {
  static const auto* const all = [] {
    auto* const models = new std::vector<TriedModel>;
    for (const char* const text :
         {"Ret = add-wins", "Ret = add-wins; vis >= po", "Ret = add-wins; vis >= hb",
          "Ret = add-wins; vis >= po; vis >= vis.vis", "vis >= hb; Ret = add-wins; vis >= vis.vis"})
      models->push_back({text, WeakModel::parse(text)});
    return models;
  }();
  return *all;
}

// Semantics that are not sequential.
TEST(AddWins, AgreesWithTheDefinition) {
  const Spec spec = make_spec("set");
  std::size_t count = 0;
  const std::size_t stride = std::max<std::size_t>(1, 101 / test_scale());
  for (std::size_t n = 1; n <= 3; ++n) {
    for_each_small_history(spec, n, 3, [&](const History& history) {
      if (::testing::Test::HasFatalFailure() || (n == 3 && ++count % stride != 0)) return;
      for_each_assignment_of_threads(history, [&](const History& h) {
        for (const TriedModel& m : add_wins_models()) ASSERT_EQ(disagreement(h, spec, m), "");
      });
    });
  }
  Random rng(9);
  for (std::size_t i = 0; i < cases(300); ++i) {
    const History history = random_labels(rng, spec, 1 + i % 4);
    for (const TriedModel& m : add_wins_models()) ASSERT_EQ(disagreement(history, spec, m), "");
  }
}

// If each operation sees everything that is linearized before it, the add-wins set is the usual set.
TEST(AddWins, IsTheSetWhereEverythingIsSeen) {
  const Spec spec = make_spec("set");
  const WeakModel usual = WeakModel::parse("vis = lin"),
                  add_wins = WeakModel::parse("vis = lin; Ret = add-wins");
  Random rng(10);
  std::size_t passes = 0;
  for (std::size_t i = 0; i < cases(500); ++i) {
    const History history = random_labels(rng, spec, 1 + i % 6);
    const bool pass = passed(check_weak(history, spec, usual, {}, Budget()));
    ASSERT_EQ(passed(check_weak(history, spec, add_wins, {}, Budget())), pass)
        << to_json_lines(history, spec);
    passes += pass;
  }
  EXPECT_GT(passes, cases(30));
}

// Two additions beside each other, and a remove that need not see both to return true. It did see both, which
// explains the end: minimal visibilities would not suffice.
TEST(AddWins, NeedsMoreThanMinimalVisibilities) {
  const Spec spec = make_spec("set");
  History history;
  history.words = vocabulary(spec, 4, 1);
  const auto add = [&](std::uint32_t thread, const char* method, Rank call, Rank ret, bool result) {
    Operation op;
    op.thread = ThreadId(thread);
    op.call = call, op.ret = ret, op.result = Value(result);
    op.status = Operation::Status::completed;
    set_call(op, spec.find(method, 1).value(), std::vector{Value(1)});
    history.operations.push_back(op);
  };
  add(0, "add", 0, 3, true);
  add(1, "add", 1, 4, true);
  add(2, "remove", 2, 5, true);
  add(3, "contains", 6, 7, false);
  const WeakModel model = WeakModel::parse("Ret = add-wins; vis >= hb");
  EXPECT_TRUE(weak_oracle(history, spec, model).has_value());
  EXPECT_TRUE(passed(check_weak(history, spec, model, {}, Budget())));
}

TEST(AddWins, IsForSetsOfFewOperations) {
  const WeakModel model = WeakModel::parse("Ret = add-wins");
  EXPECT_EQ(model.to_string(), "Ret = add-wins");
  EXPECT_EQ(WeakModel::parse(model.to_string()), model);
  EXPECT_THROW(WeakModel::parse("Ret = last-writer"), InputError);
  EXPECT_THROW(check_weak({}, make_spec("map"), model, {}, Budget()), InputError);
  Random rng(11);
  const Spec spec = make_spec("set");
  const WeakResult result = check_weak(random_labels(rng, spec, 70), spec, model, {}, Budget());
  EXPECT_TRUE(std::holds_alternative<Unknown>(result.verdict));
}

// Each pair: the first model is at least as strong as the second.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kInclusions = {{
    {"linearizable", "causal-hb"},
    {"linearizable", "monotonic-hb"},
    {"linearizable", "session"},
    {"causal-hb", "causal"},
    {"causal-hb", "monotonic-hb"},
    {"monotonic-hb", "weak-hb"},
    {"weak-hb", "regular"},
    {"regular", "weak-hb"},
    {"weak-hb", "read-my-writes"},
    {"causal", "session"},
    {"session", "read-my-writes"},
    {"session", "monotonic-reads"},
    {"session", "monotonic-writes"},
    {"session", "writes-follow-reads"},
    {"read-my-writes", "return-value"},
    {"monotonic-reads", "return-value"},
}};

TEST(Weak, StrongerModelsAllowLess) {
  Random rng(8);
  std::map<std::string, std::size_t, std::less<>> passes;
  std::size_t causal_only = 0, weak_hb_only = 0;
  for (std::size_t i = 0; i < 400 * test_scale(); ++i) {
    for (const char* name : kSpecs) {
      const Spec spec = make_spec(name);
      const History history = random_labels(rng, spec, 2 + i % 5);
      const auto allowed = [&](std::string_view model) {
        const bool pass = passed(check_weak(history, spec, WeakModel::named(model), {}, Budget()));
        passes[std::string(model)] += pass ? 1 : 0;
        return pass;
      };
      for (const auto& [stronger, weaker] : kInclusions) {
        if (!allowed(stronger)) continue;
        ASSERT_TRUE(allowed(weaker)) << stronger << " but not " << weaker << "\n"
                                     << to_json_lines(history, spec);
      }
      const bool causal = allowed("causal"), weak_hb = allowed("weak-hb");
      causal_only += causal && !weak_hb ? 1 : 0;
      weak_hb_only += weak_hb && !causal ? 1 : 0;
    }
  }
  EXPECT_GT(causal_only, 0u);  // incomparable
  EXPECT_GT(weak_hb_only, 0u);
  for (const NamedModel& m : named_models()) EXPECT_GT(passes[std::string(m.name)], 0u) << m.name;
}

TEST(Weak, SeeingEverythingIsLinearizability) {
  Random rng(9);
  const WeakModel model = WeakModel::named("linearizable");
  WeakOptions delegating;
  delegating.want_witness = true;
  delegating.linearizability = [](const Question& q) { return find_algorithm("search")->decide(q); };
  for (std::size_t i = 0; i < cases(300); ++i) {
    for (const char* name : kSpecs) {
      const Spec spec = make_spec(name);
      const History history = random_history(rng, spec, random_shape(rng, 8));
      const WeakResult searched = check_weak(history, spec, model, {}, Budget());
      const WeakResult delegated = check_weak(history, spec, model, delegating, Budget());
      ASSERT_EQ(passed(searched), passed(delegated)) << to_json_lines(history, spec);
      if (!passed(delegated)) continue;
      const auto fault =
          verify_execution(history, spec, model, std::get<WeakPass>(delegated.verdict).witness);
      ASSERT_FALSE(fault) << *fault;
    }
  }
}

TEST(Weak, SplitsOnlyWhereTheProofHolds) {
  const auto split = [](const char* text) { return splits(WeakModel::parse(text)); };
  EXPECT_TRUE(split("vis = lin"));
  EXPECT_TRUE(split("vis >= po; vis >= hb"));
  EXPECT_TRUE(split("vis >= po; vis >= vis.po"));
  EXPECT_TRUE(split("vis >= hb; vis >= vis.hb; lin >= vis.vis.vis"));
  EXPECT_FALSE(split("vis >= po; vis >= vis.hb"));
  EXPECT_FALSE(split("vis >= po; vis >= vis.vis"));
  EXPECT_FALSE(split("vis >= po.vis"));
  EXPECT_FALSE(split("vis >= hb.hb"));
  EXPECT_FALSE(split("vis >= vis.lin"));
}

// Searches of parts must decide as searches of the whole: several objects, and keys of sets.
TEST(Weak, PartsDecideAsTheWhole) {
  Random rng(10);
  const Spec spec = make_spec("set");
  for (std::size_t i = 0; i < cases(2000); ++i) {
    History history = random_labels(rng, spec, 1 + i % 8);
    for (const TriedModel& m : tried_models()) {
      if (!splits(m.model)) continue;
      WeakOptions options;
      options.want_witness = true;
      options.jobs = 1 + i % 2;
      const WeakResult parts = check_weak(history, spec, m.model, options, Budget());
      const auto whole = search_execution(history, spec, m.model, {}, Budget());
      ASSERT_EQ(passed(parts), whole.outcome == WeakSearchResult::Outcome::found)
          << m.name << "\n"
          << to_json_lines(history, spec);
      if (!passed(parts)) continue;
      const auto fault = verify_execution(history, spec, m.model, std::get<WeakPass>(parts.verdict).witness);
      ASSERT_FALSE(fault) << *fault << m.name << "\n" << to_json_lines(history, spec);
    }
  }
}

TEST(Weak, EvidenceNamesTheFirstReturnThatCannotBeExplained) {
  Random rng(11);
  std::size_t violations = 0, exemptions = 0;
  for (std::size_t i = 0; i < cases(400); ++i) {
    for (const char* name : kSpecs) {
      const Spec spec = make_spec(name);
      const History history = i % 4 == 0 ? random_ordered_threads(rng, spec, random_shape(rng, 5))
                                         : random_labels(rng, spec, 1 + i % 4);
      const TriedModel& m = tried_models()[rng() % tried_models().size()];
      WeakOptions options;
      options.want_evidence = true;
      const WeakResult result = check_weak(history, spec, m.model, options, Budget());
      ASSERT_EQ(passed(result), weak_oracle(history, spec, m.model).has_value());
      if (passed(result)) continue;
      ++violations;
      const auto& violation = std::get<WeakViolation>(result.verdict);
      EXPECT_FALSE(violation.sentence.empty());
      if (!violation.culprit || history.order) continue;
      // The prefix alone is a violation; with the culprit pending it is none.
      History prefix = history.select(violation.prefix);
      const Rank end = history.operations[*violation.culprit].ret;
      for (const bool pending : {false, true}) {
        for (Operation& op : prefix.operations) {
          if (op.ret == kNever || (pending ? op.ret < end : op.ret <= end)) continue;
          op.ret = kNever, op.status = Operation::Status::pending, op.result = Value();
        }
        EXPECT_EQ(weak_oracle(prefix, spec, m.model).has_value(), pending) << m.name << "\n"
                                                                           << violation.sentence << "\n"
                                                                           << to_json_lines(history, spec);
      }
      if (!violation.exempt) continue;
      ++exemptions;
      // What it must see and what it would have had to see are not the same.
      EXPECT_NE(violation.exempt->sees, violation.exempt->must_see);
      ReturnValues returns(history, spec);
      EXPECT_TRUE(returns.explains(violation.exempt->sees, *violation.culprit));
    }
  }
  EXPECT_GT(violations, 0u);
  EXPECT_GT(exemptions, 0u);
}

TEST(Weak, AnExhaustedBudgetIsUnknown) {
  Random rng(12);
  const Spec spec = make_spec("queue");
  const Budget budget;
  budget.cancel();
  const History history = random_labels(rng, spec, 6);
  EXPECT_TRUE(unknown(check_weak(history, spec, WeakModel::named("causal"), {}, budget)));
}

TEST(Weak, RefusesOverlapWithinAThreadAndUnknownMethods) {
  Random rng(13);
  const Spec spec = make_spec("set");
  History history = random_history(rng, spec, Shape{.operations = 4, .threads = 2, .pending = 0});
  EXPECT_NO_THROW(check_weak(history, spec, WeakModel(), {}, Budget()));
  WeakModel model;
  model.require("size", Strength::own_thread);
  EXPECT_THROW(check_weak(history, spec, model, {}, Budget()), InputError);
  for (Operation& op : history.operations) op.call = 0, op.thread = ThreadId(0);
  EXPECT_THROW(check_weak(history, spec, WeakModel(), {}, Budget()), InputError);
}

}  // namespace
}  // namespace linnet::testing
