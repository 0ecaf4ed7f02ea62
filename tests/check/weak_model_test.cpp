// Tests the axiom language and the strengths of methods: their meaning, and the messages about mistakes.
#include "check/weak/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

struct State {
  std::int64_t n = 0;
  bool operator==(const State&) const = default;
  std::string describe() const { return std::to_string(n); }
};

std::string error_of(std::string_view text) {
  try {
    WeakModel::parse(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(WeakModel, ReadsBackWhatItPrints) {
  for (const char* text : {"vis >= po", "vis >= po; vis >= vis.vis", "vis = lin", "lin >= vis.hb.po",
                           "vis >= lin.lin.lin.lin.lin.lin", "vis >= vis"}) {
    const WeakModel model = WeakModel::parse(text);
    EXPECT_EQ(model.to_string(), text);
    EXPECT_EQ(WeakModel::parse(model.to_string()), model);
  }
}

TEST(WeakModel, SpacesAndTheAxiomsOfEveryModelMakeNoDifference) {
  EXPECT_EQ(WeakModel::parse("  Ret;vis>=po ;vis >= vis . vis; "),
            WeakModel::parse("vis >= po; vis >= vis.vis"));
  EXPECT_EQ(WeakModel::parse("Ret"), WeakModel());
  EXPECT_EQ(WeakModel().to_string(), "Ret");
}

TEST(WeakModel, EveryNameStandsForItsAxioms) {
  for (const NamedModel& m : named_models()) {
    EXPECT_EQ(WeakModel::named(m.name).to_string(), m.axioms.empty() ? "Ret" : m.axioms);
  }
  EXPECT_TRUE(WeakModel::named("linearizable").sees_everything());
  EXPECT_FALSE(WeakModel::named("causal-hb").sees_everything());
}

TEST(WeakModel, UnknownNamesSuggestTheNearest) {
  try {
    WeakModel::named("casual");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean causal?"), std::string::npos) << e.what();
  }
}

TEST(WeakModel, ErrorsPointAtTheCharacter) {
  EXPECT_EQ(error_of("vis >= po; vis >= foo"),
            "axioms, character 19: found \"foo\", expected a relation: po, hb, lin or vis\n"
            "  vis >= po; vis >= foo\n"
            "                    ^");
}

TEST(WeakModel, ErrorsSayWhichPartIsOutsideTheLanguage) {
  const auto complains = [](std::string_view text, std::string_view at, std::string_view about) {
    const std::string error = error_of(text);
    EXPECT_EQ(error.find("axioms, character " + std::string(at) + ": "), 0u) << error;
    EXPECT_NE(error.find(about), std::string::npos) << error;
  };
  complains("", "1", "found the end, expected an axiom");
  complains("vis >= po;; vis >= hb", "11", "found \";\", expected an axiom");
  complains("po >= vis", "1", "po is given by the history");
  complains("vis <= lin", "5", "\"<=\" is outside the language");
  complains("vis = po", "7", "the only one is vis = lin");
  complains("lin = vis", "5", "the only one is vis = lin");
  complains("vis = lin.po", "10", "the only one is vis = lin");
  complains("vis >= po | hb", "11", "write two axioms");
  complains("vis >= vis*", "11", "vis >= vis.vis");
  complains("vis >= (po.hb).vis", "8", "needs no parentheses");
  complains("vis >= po & hb", "11", "is outside the language");
  complains("vis >= ", "8", "found the end, expected a relation");
  complains("vis >= po.", "11", "found the end, expected a relation");
  complains("vis >= po hb", "11", "found \"hb\", expected \".\", \";\" or the end");
  complains("vis \xe2\x8a\x87 po", "5", "not ASCII");
  complains("vis", "4", "found the end, expected \">=\"");
}

TEST(WeakModel, StrengthsAreAxiomsOfOneMethod) {
  WeakModel model;
  model.require(parse_strengths("size=any,put=causal,get=hb", make_spec("map")));
  EXPECT_EQ(model.to_string(), "vis[put] >= po; vis[put] >= vis.vis; vis[get] >= hb");
}

TEST(Strengths, ReadBackWhatTheyPrint) {
  const Spec map = make_spec("map");
  EXPECT_EQ(to_string(parse_strengths(" size = any , put=lin ", map)), "size=any,put=lin");
}

Spec with_strength(const char* of_size) {
  return specify("box", State{})
      .method("put", [](State& s, Value) { ++s.n; })
      .method("size", [](const State& s) { return s.n; })
      .strength(of_size);
}

TEST(Strengths, OfASpecificationAreOfAllItsMethods) {
  EXPECT_EQ(to_string(declared_strengths(with_strength("po"))), "size=po,put=lin");
  EXPECT_TRUE(declared_strengths(make_spec("map")).empty()) << "nothing is said there";
  EXPECT_THROW(declared_strengths(with_strength("weak")), InputError);
}

TEST(Strengths, ErrorsPointAtTheCharacter) {
  const Spec map = make_spec("map");
  const auto complains = [&](std::string_view text, std::string_view at, std::string_view about) {
    try {
      parse_strengths(text, map);
      ADD_FAILURE() << text << " was accepted";
    } catch (const InputError& e) {
      const std::string error = e.what();
      EXPECT_EQ(error.find(fmt::format("strengths, character {}: ", at)), 0u) << error;
      EXPECT_NE(error.find(about), std::string::npos) << error;
    }
  };
  complains("", "1", "found the end, expected a method of map");
  complains("put=strong", "5", "found \"strong\", expected a strength");
  complains("put=", "5", "found the end, expected a strength");
  complains("put", "4", "found the end, expected \"=\"");
  complains("=lin", "1", "found \"=\", expected a method");
  complains("put=lin,", "9", "found the end, expected a method");
  complains("put=lin get=po", "9", "found \"get\", expected \",\"");
  complains("put=lin,sizes=po", "9", "did you mean size?");
  complains("put=lin,get=po,put=po", "16", "put has its strength already");
}

TEST(Strengths, ImplicationIsAChainButForHbAndCausal) {
  for (std::size_t a = 0; a < kStrengths.size(); ++a) {
    for (std::size_t b = 0; b < kStrengths.size(); ++b) {
      const bool both = a != b && std::min(a, b) == 1 && std::max(a, b) == 2;
      EXPECT_EQ(implies(kStrengths[a], kStrengths[b]), a <= b && !both);
    }
  }
}

}  // namespace
}  // namespace linnet
