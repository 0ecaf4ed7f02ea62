// Tests the interface with which users write specifications: what the types of callables mean.
#include "linnet/spec.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace linnet {
namespace {

// A state with neither hash nor equality: its description serves for both.
struct Described {
  int n = 0;
  std::string describe() const { return "n=" + std::to_string(n); }
};

// A state with both and no description.
struct Plain {
  int n = 0;
  bool operator==(const Plain&) const = default;
  std::uint64_t hash() const { return 0; }  // the worst hash: equality must still distinguish states
};

TEST(Spec, TypesOfCallablesAreTheSignature) {
  const Spec spec = specify("all", Plain{})
                        .method("nothing", [](Plain& p) { ++p.n; })
                        .method("look", [](const Plain& p) { return p.n; })
                        .method("types", [](Plain&, bool, std::int64_t, std::string_view,
                                            std::span<const Value>, Ordered, Value) { return Value(1); })
                        .method("choose",
                                [](const Plain&) {
                                  return Choices{1, 2};
                                })
                        .method("blocked", [](const Plain&) -> std::optional<int> { return std::nullopt; });
  EXPECT_FALSE(spec.method(0).observer);
  EXPECT_TRUE(spec.method(1).observer);
  EXPECT_TRUE(spec.method(3).observer);
  EXPECT_EQ(spec.method(2).signature(), "types(bool, integer, string, array, number or string, value)");
  EXPECT_EQ(spec.find("look", 1), std::nullopt);
  EXPECT_FALSE(spec.partitioned());

  const auto space = spec.open();
  std::vector<StateSpace::Outcome> out;
  space->outcomes(0, {4, {}}, out);
  EXPECT_TRUE(out.empty());
  space->outcomes(0, {3, {}}, out);
  EXPECT_EQ(out.size(), 2u);
}

TEST(Spec, StatesAreToldApartByWhatTheyHave) {
  const Spec described = specify("d", Described{}).method("inc", [](Described& d) { d.n = (d.n + 1) % 3; });
  const Spec plain = specify("p", Plain{}).method("inc", [](Plain& p) { p.n = (p.n + 1) % 100; });
  for (const auto& [spec, states] : {std::pair(described, 3u), std::pair(plain, 100u)}) {
    const auto space = spec.open();
    std::vector<StateId> next = {StateSpace::initial()};
    for (int i = 0; i < 1000; ++i) space->step(StateId(next[0]), {0, {}}, nullptr, next);
    EXPECT_EQ(space->size(), states);
  }
  EXPECT_EQ(described.open()->describe(0), "n=0");
  EXPECT_EQ(plain.open()->describe(0), "state 0");
}

enum class Colour : std::uint8_t { red, green };

// A state with equality and printing, without anything written for Linnet.
struct Printed {
  std::string text;
  int n = 0;
  bool operator==(const Printed&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Printed& p) { return out << p.text << '/' << p.n; }
};

TEST(Spec, TypesMeanWhatTheyMeanInOperations) {
  const Spec spec =
      specify("printed", Printed{})
          .method("put",
                  [](Printed& p, const std::string& text, int n) {
                    p = {text, n};
                  })
          .method("get",
                  [](const Printed& p) -> OrNull<std::string> {
                    if (p.text.empty()) return std::nullopt;
                    return p.text;
                  })
          .method("paint",
                  [](const Printed&, Colour c) { return c == Colour::red ? Colour::green : Colour::red; })
          .method("or", [](const Printed&, std::optional<unsigned> n) { return n.value_or(7); });
  EXPECT_EQ(spec.method(0).signature(), "put(string, integer)");
  EXPECT_EQ(spec.method(2).signature(), "paint(integer)");
  const auto space = spec.open();
  std::vector<StateSpace::Outcome> out;
  const auto result = [&](MethodIndex method, std::vector<Value> arguments, StateId from = 0) {
    space->outcomes(from, {method, arguments}, out);
    return out.at(0).result;
  };
  EXPECT_EQ(result(1, {}), Value());
  EXPECT_EQ(result(0, {"a", 5}), Value());
  const StateId after = out.at(0).state;
  EXPECT_EQ(space->describe(after), "a/5");
  EXPECT_EQ(result(1, {}, after), Value("a"));
  EXPECT_EQ(result(0, {"", 0}, after), Value());
  EXPECT_EQ(out.at(0).state, StateSpace::initial()) << "equal states are one";
  EXPECT_EQ(result(2, {1}), Value(0));
  EXPECT_EQ(result(3, {Value()}), Value(7));
  EXPECT_EQ(result(3, {2}), Value(2));
  // A value that the parameter's type cannot hold is refused, and not truncated.
  EXPECT_THROW(result(0, {"a", std::int64_t{1} << 40}), SpecificationError);
  EXPECT_THROW(result(2, {300}), SpecificationError);
  EXPECT_THROW(result(3, {-1}), SpecificationError);
  EXPECT_THROW(result(3, {"a"}), SpecificationError);
}

}  // namespace
}  // namespace linnet
