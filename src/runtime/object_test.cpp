// Where the program declares its tests. The library has no test of its own, so what comes first is the first
// static constructor of the program: the list is there before that.
#include "runtime/object_test.hpp"

#include "runtime/hooks/export.hpp"

namespace linnet::runtime {
namespace {

constinit std::vector<ObjectTest> tests;
constinit ObjectTest* being_declared = nullptr;

std::vector<DeclaredOperation>& operations_being_declared() {
  return being_declared->references.empty() ? being_declared->operations
                                            : being_declared->reference_operations;
}

DeclaredOperation* last_declared() {
  if (being_declared == nullptr || operations_being_declared().empty()) return nullptr;
  return &operations_being_declared().back();
}

}  // namespace

const std::vector<ObjectTest>& declared_tests() {
  for (ObjectTest& test : tests) {
    if (test.body == nullptr) continue;
    being_declared = &test;
    test.body();
    test.body = nullptr;
  }
  being_declared = nullptr;
  return tests;
}

LINNET_EXPORT void linnet_add_test(const char* name, const char* file, unsigned line, void (*body)()) {
  ObjectTest& test = tests.emplace_back();
  test.name = name;
  test.file = file;
  test.line = line;
  test.body = body;
}

LINNET_EXPORT void linnet_declare_object(const linnet_object* object) {
  if (being_declared != nullptr) being_declared->objects.push_back(*object);
}

LINNET_EXPORT void linnet_declare_reference(const linnet_object* object) {
  if (being_declared != nullptr) being_declared->references.push_back(*object);
}

LINNET_EXPORT void linnet_declare_operation(const linnet_operation* operation) {
  if (being_declared != nullptr) operations_being_declared().push_back({operation->name, *operation});
}

LINNET_EXPORT void linnet_declare_arguments(const linnet_word* arguments, std::size_t count) {
  if (DeclaredOperation* last = last_declared()) last->arguments.emplace_back(arguments, arguments + count);
}

LINNET_EXPORT void linnet_declare_promise(linnet_promise promise) {
  DeclaredOperation* last = last_declared();
  if (last == nullptr) return;
  switch (promise) {
    case linnet_nondeterministic: last->nondeterministic = true; break;
    case linnet_excluded: last->excluded = true; break;
    case linnet_asynchronous: last->asynchronous = true; break;
  }
}

LINNET_EXPORT void linnet_declare_failure(linnet_word result) {
  if (DeclaredOperation* last = last_declared()) last->failures.push_back(result);
}

LINNET_EXPORT void linnet_declare_scenario(const char* text, std::size_t size) {
  if (being_declared != nullptr) being_declared->scenarios.emplace_back(text, size);
}

LINNET_EXPORT void linnet_declare_sequence(const char* text, std::size_t size) {
  if (being_declared != nullptr) being_declared->sequences.emplace_back(text, size);
}

LINNET_EXPORT void linnet_declare_recovery(const linnet_recovery* recovery) {
  if (being_declared != nullptr) being_declared->recovery = *recovery;
}

LINNET_EXPORT void linnet_declare_crashes(unsigned most) {
  if (being_declared != nullptr) being_declared->crashes = most;
}

LINNET_EXPORT void linnet_declare_builtin_spec(const char* name, const linnet_word* initial) {
  if (being_declared == nullptr) return;
  being_declared->own_spec = nullptr;
  being_declared->builtin_spec = {name, initial == nullptr ? std::nullopt : std::optional(*initial)};
}

LINNET_EXPORT void linnet_declare_own_spec(const linnet_own_spec* spec) {
  if (being_declared == nullptr) return;
  being_declared->builtin_spec.reset();
  being_declared->own_spec = spec;
}

LINNET_EXPORT void linnet_declare_strength(const char* strengths) {
  if (being_declared != nullptr) being_declared->strength = strengths;
}

}  // namespace linnet::runtime
