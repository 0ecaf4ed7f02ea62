// Tests reading a class, planning its test, and choosing forms that compile. tests/golden/generate.txt has a
// whole test.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/error.hpp"
#include "generate/header_reader.hpp"
#include "generate/reading/class_reader.hpp"
#include "generate/test_plan.hpp"

namespace linnet::generate {
namespace {

using Texts = std::vector<std::string>;

Type type(TypeKind kind, const std::string& name, Passing passing = Passing::value) {
  Type made;
  made.kind = kind;
  made.name = name;
  made.passing = passing;
  return made;
}

Type integer(Passing passing = Passing::value) {
  return type(TypeKind::integer, "int", passing);
}

Method method(const std::string& name, std::vector<Parameter> parameters, const Type& result) {
  Method made;
  made.name = made.signature = name;
  made.parameters = std::move(parameters);
  made.result = result;
  return made;
}

ClassDescription queue_of(std::vector<Method> methods) {
  return {"Queue", {integer()}, {}, std::move(methods)};
}

// The code of the best form of its only operation, or why there is none.
std::string best_form(const Method& of) {
  const TestPlan plan = plan_test(queue_of({of}));
  if (plan.operations.empty()) return plan.left_out.at(0).reason;
  std::string text;
  for (const std::string& line : plan.operations[0].forms[0].code) text += (text.empty() ? "" : "\n") + line;
  return text;
}

const Type kNothing = type(TypeKind::nothing, "void"), kBoolean = type(TypeKind::boolean, "bool");

TEST(CallText, PointsToMembersThatRecordingTakesAsTheyAre) {
  EXPECT_EQ(best_form(method("push", {{"value", integer(Passing::const_reference), false}}, kNothing)),
            "&Queue::push");
  EXPECT_EQ(best_form(method("size", {}, integer())), "&Queue::size");
}

TEST(CallText, GivesBackWhatComesThroughParameters) {
  const Parameter out{"value", integer(Passing::reference), false};
  EXPECT_EQ(best_form(method("pop", {out}, kBoolean)),
            "[](Queue& object) -> std::optional<int> {\n"
            "  int value{};\n"
            "  if (!object.pop(value)) return std::nullopt;\n"
            "  return value;\n"
            "}");
  EXPECT_EQ(best_form(method("both", {out, out}, kNothing)),
            "[](Queue& object) {\n"
            "  int value{};\n"
            "  int value_2{};\n"
            "  object.both(value, value_2);\n"
            "  return std::pair(value, value_2);\n"
            "}");
  EXPECT_EQ(best_form(method(
                "exchange", {{"expected", integer(Passing::reference), false}, {"desired", integer(), false}},
                kBoolean)),
            "[](Queue& object, int expected, int desired) {\n"
            "  const auto returned = object.exchange(expected, desired);\n"
            "  return std::pair(returned, expected);\n"
            "}");
}

TEST(CallText, LeavesDefaultsAlone) {
  EXPECT_EQ(best_form(method("wait", {{"ms", integer(), true}}, kBoolean)),
            "[](Queue& object) { return object.wait(); }");
}

TEST(CallText, WritesOperatorsAsPeopleDo) {
  EXPECT_EQ(best_form(method("operator[]", {{"i", integer(), false}}, integer())),
            "[](Queue& object, int i) { return object[i]; }");
  EXPECT_EQ(best_form(method("operator++", {{"", integer(), false}}, integer())),
            "[](Queue& object) { return object++; }");
  EXPECT_EQ(best_form(method("operator+=", {{"by", integer(), false}},
                             type(TypeKind::own, "Queue", Passing::reference))),
            "[](Queue& object, int by) { object += by; }");
  EXPECT_EQ(best_form(method("operator bool", {}, kBoolean)),
            "[](Queue& object) { return static_cast<bool>(object); }");
  EXPECT_EQ(best_form(method("operators", {}, kBoolean)), "&Queue::operators");
}

TEST(CallText, SaysWhyAMethodIsNotCalled) {
  EXPECT_EQ(best_form(method("merge", {{"other", type(TypeKind::own, "Queue", Passing::reference), false}},
                             kNothing)),
            "takes another object of its class");
  EXPECT_EQ(best_form(method("each", {{"f", type(TypeKind::deduced, "Function"), false}}, kNothing)),
            "takes a callable (f)");
  EXPECT_EQ(best_form(method("begin", {}, type(TypeKind::iterator, "Queue::iterator"))),
            "returns an iterator");
  Method deleted = method("gone", {}, kNothing);
  deleted.is_deleted = true;
  EXPECT_EQ(best_form(deleted), "is deleted");
}

TEST(TestPlan, MakesOneOperationOfWaysToPassTheSame) {
  const TestPlan plan = plan_test(
      queue_of({method("push", {{"value", integer(Passing::const_reference), false}}, kNothing),
                method("push", {{"value", integer(Passing::rvalue), false}}, kNothing),
                method("push", {{"value", integer(), false}, {"times", integer(), false}}, kNothing)}));
  ASSERT_EQ(plan.operations.size(), 2u);
  EXPECT_EQ(plan.operations[0].name, "push");
  EXPECT_EQ(plan.operations[0].forms[0].code, Texts{"[](Queue& object, int value) { object.push(value); }"});
  EXPECT_EQ(plan.operations[1].name, "push_2");
}

TEST(TestPlan, AsksAboutMethodsThatMayNotBeForSeveralThreads) {
  const TestPlan plan = plan_test(queue_of(
      {method("clear", {}, kNothing), method("unsafe_size", {}, integer()), method("size", {}, integer())}));
  EXPECT_FALSE(plan.operations[0].question.empty());
  EXPECT_FALSE(plan.operations[1].question.empty());
  EXPECT_TRUE(plan.operations[2].question.empty());
}

// Errors of a compiler that does not know some words, and complains about each of them only once.
std::vector<CompileError> complain(const std::string& text, const Texts& unknown) {
  std::vector<CompileError> errors;
  for (const std::string& word : unknown) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos) continue;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    errors.push_back({"unknown " + word, "", {static_cast<unsigned>(line)}});
  }
  return errors;
}

TEST(FormChoice, TakesTheFirstThatCompilesAndSaysWhyNoneDoes) {
  const Type opaque = type(TypeKind::other, "Opaque");
  TestPlan plan =
      plan_test(queue_of({method("turn", {}, opaque), method("twist", {}, opaque),
                          method("use", {{"it", type(TypeKind::other, "Broken"), false}}, kNothing)}));
  const Texts unknown{"return object.turn", "&Queue::turn", "&Queue::twist", "return object.twist",
                      "Broken{}"};
  choose_forms(plan, "", [&](const std::string& text) { return complain(text, unknown); });
  ASSERT_EQ(plan.operations.size(), 2u);
  EXPECT_EQ(plan.operations[0].forms[0].code, Texts{"[](Queue& object) { object.turn(); }"});
  EXPECT_EQ(plan.operations[1].forms[0].code, Texts{"[](Queue& object) { object.twist(); }"});
  ASSERT_EQ(plan.left_out.size(), 1u);
  EXPECT_EQ(plan.left_out[0].reason, "unknown Broken{}");
}

TEST(FormChoice, GivesUpOnWhatNobodyIsToBlameFor) {
  TestPlan plan = plan_test(queue_of({method("size", {}, integer())}));
  const auto broken = [](const std::string&) { return std::vector<CompileError>{{"no memory", "", {}}}; };
  EXPECT_THROW(choose_forms(plan, "", broken), InputError);
  const auto unmakeable = [](const std::string& text) { return complain(text, {"linnet::object"}); };
  plan = plan_test(queue_of({method("size", {}, integer())}));
  EXPECT_THROW(choose_forms(plan, "", unmakeable), InputError);
}

// An empty file for texts to be parsed as.
std::string scratch_file() {
  const std::string file = testing::TempDir() + "/linnet_generate_test_" + std::to_string(getpid()) + ".cpp";
  std::ofstream(file).flush();
  return file;
}

// Reads a class that is written here.
ClassDescription read(const std::string& source, const std::string& name) {
  SourceUnit unit(scratch_file(), {"-I", LINNET_HEADERS});
  unit.parse(source);
  EXPECT_TRUE(unit.errors().empty());
  return read_class(unit, source, name);
}

Texts signatures(const std::vector<Method>& methods) {
  Texts all;
  for (const Method& each : methods) all.push_back(each.signature);
  return all;
}

TEST(ClassReader, SeesTemplatesAsTheyAreInstantiated) {
  const ClassDescription read_one = read(
      "template <class T> struct Base { T top() const; };\n"
      "template <class T> class Stack : public Base<T> {\n"
      " public:\n"
      "  explicit Stack(unsigned capacity);\n"
      "  void push(const T& value);\n"
      "  bool pop(T& value, bool wait = true);\n"
      "  template <class U> void move_to(U* target);\n"
      " protected:\n"
      "  void grow();\n"
      " private:\n"
      "  void shrink();\n"
      "};\n",
      "Stack<long>");
  EXPECT_EQ(signatures(read_one.methods),
            (Texts{"void push(const long& value)", "bool pop(long& value, bool wait)",
                   "void move_to(U* target)", "void grow()", "long top() const"}));
  EXPECT_EQ(read_one.methods[1].parameters[0].type.passing, Passing::reference);
  EXPECT_TRUE(read_one.methods[1].parameters[1].has_default);
  EXPECT_EQ(read_one.methods[3].access, Access::derived);
  EXPECT_EQ(signatures(read_one.constructors).front(), "Stack(unsigned int capacity)");
  ASSERT_EQ(read_one.elements.size(), 1u);
  EXPECT_EQ(read_one.elements[0].name, "long");
}

TEST(ClassReader, ReadsClassesThatNobodyMayDeriveFrom) {
  EXPECT_EQ(signatures(read("struct Last final { int get() const; };\n", "Last").methods),
            Texts{"int get() const"});
}

TEST(ClassReader, NamesWhatIsNotThere) {
  EXPECT_THROW(read("struct Queue {};\n", "Qeue"), InputError);
  EXPECT_THROW(read("using Number = int;\n", "Number"), InputError);
  EXPECT_THROW(read("struct Later;\n", "Later"), InputError);
  EXPECT_EQ(did_you_mean("Qeue<int>", {"ns::Queue<T>", "ns::Stack<T>"}), "; did you mean ns::Queue<T>?");
  EXPECT_EQ(did_you_mean("Elephant", {"ns::Queue<T>"}), "");
}

TEST(ClassReader, ListsClassesOfTheHeaderItself) {
  const std::string file = scratch_file();
  SourceUnit unit(file, {});
  unit.parse(
      "#include <vector>\nnamespace ns { template <class T> struct Queue { void push(T); }; struct Plain { "
      "int a; }; }\n");
  EXPECT_EQ(list_classes(unit, file), Texts{"ns::Queue<T>"});
}

}  // namespace
}  // namespace linnet::generate
