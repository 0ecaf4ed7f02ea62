// --promise and its older spellings: what they ask for, and the messages about contradictions.
#include "driver/checking/promise.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace linnet {
namespace {

CheckRequest promised(const std::vector<SaidPromise>& said) {
  CheckRequest request;
  set_promise(request, said);
  return request;
}

CheckRequest promised(const std::string& text) {
  return promised({{"--promise", text}});
}

std::string complaint(const std::vector<SaidPromise>& said) {
  try {
    promised(said);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Promise, NamesACriterion) {
  for (const std::string name : {"linearizable", "stuck", "safe", "strict", "persistent", "recoverable",
                                 "transient", "durable", "nesting-safe", "weak"})
    EXPECT_EQ(name_of(promised(name).criterion), name);
  EXPECT_EQ(promised(std::vector<SaidPromise>{}).criterion, CriterionKind::linearizable);
}

TEST(Promise, HasFactorsAndModelsAndAxioms) {
  EXPECT_EQ(promised("quasi:2").criterion, CriterionKind::quasi);
  EXPECT_EQ(promised("quasi:enq=0,deq=2").quasi, "enq=0,deq=2");
  EXPECT_EQ(promised("causal").criterion, CriterionKind::weak);
  EXPECT_EQ(promised("causal").model, "causal");
  EXPECT_EQ(promised("weak: vis >= po; vis >= vis.vis").axioms, "vis >= po; vis >= vis.vis");
}

TEST(Promise, IsTheSameInOlderSpellings) {
  EXPECT_EQ(promised({{"--quasi", "2"}}).criterion, CriterionKind::quasi);
  EXPECT_EQ(promised({{"--model", "causal"}}).criterion, CriterionKind::weak);
  EXPECT_EQ(promised({{"--axioms", "vis >= po"}}).criterion, CriterionKind::weak);
  EXPECT_EQ(promised({{"--strength", "size=po"}}).criterion, CriterionKind::weak);
  const CheckRequest request =
      promised({{"--criterion", "quasi"}, {"--quasi", "2"}, {"--promise", "quasi:2"}});
  EXPECT_EQ(request.criterion, CriterionKind::quasi);
  EXPECT_EQ(request.quasi, "2");
  EXPECT_EQ(promised({{"--strength", "size=po"}, {"--promise", "causal"}}).model, "causal");
}

TEST(Promise, IsOne) {
  EXPECT_EQ(complaint({{"--promise", "durable"}, {"--quasi", "2"}}),
            "two different promises: --promise durable and --quasi 2");
  EXPECT_EQ(complaint({{"--promise", "quasi:1"}, {"--promise", "quasi:2"}}),
            "two different promises: --promise quasi:1 and --promise quasi:2");
  EXPECT_EQ(complaint({{"--model", "causal"}, {"--axioms", "vis >= po"}}),
            "two different promises: --model causal and --axioms vis >= po");
  EXPECT_EQ(complaint({{"--criterion", "linearizable"}, {"--quasi", "2"}}),
            "two different promises: --criterion linearizable and --quasi 2");
  EXPECT_EQ(complaint({{"--promise", "stuck"}, {"--strength", "size=po"}}),
            "two different promises: --promise stuck and --strength size=po");
}

TEST(Promise, IsSuggestedIfMisspelt) {
  EXPECT_EQ(complaint({{"--promise", "causl"}}), "unknown promise causl; did you mean causal?");
  EXPECT_EQ(
      complaint({{"--model", "c11"}}),
      "--model c11: c11 is a memory model, not one of weak consistency; did you mean --memory-model c11?");
  EXPECT_EQ(complaint({{"--promise", "quassi:2"}}), "unknown promise quassi:2; did you mean quasi:2?");
  EXPECT_EQ(complaint({{"--promise", "quasi"}}),
            "--promise quasi needs factors: quasi:2, or quasi:enq=0,deq=2");
  EXPECT_NE(complaint({{"--promise", "fair"}}).find("there are linearizable, stuck"), std::string::npos);
  EXPECT_NE(complaint({{"--promise", "causal:2"}}), "none");
}

TEST(Promise, CanBeSaidAgain) {
  for (const Described& choice : all_promises()) {
    const std::string text = choice.name == "quasi:FACTORS" ? "quasi:2"
                             : choice.name == "weak:AXIOMS" ? "weak: vis >= po"
                                                            : choice.name;
    EXPECT_EQ(promise_of(promised(text)), text);
  }
  EXPECT_EQ(promise_of(promised({{"--model", "linearizable"}})), "weak: vis = lin");
}

}  // namespace
}  // namespace linnet
