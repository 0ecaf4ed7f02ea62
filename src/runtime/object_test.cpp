// Collects the tests that the program declares. The library itself declares none, so the first declaration
// comes from the first static constructor of the program: the list exists before that.
#include "runtime/object_test.hpp"

#include "runtime/hooks/export.hpp"

namespace linnet::runtime {
namespace {

constinit std::vector<ProgramTest> tests;
constinit ProgramTest* being_declared = nullptr;

bool is_of_reference() {
  return !being_declared->references.empty();
}

DeclaredOperation* last_declared() {
  if (being_declared == nullptr) return nullptr;
  ObjectTest& test = being_declared->description;
  std::vector<DeclaredOperation>& operations =
      is_of_reference() ? test.reference_operations : test.operations;
  return operations.empty() ? nullptr : &operations.back();
}

DeclaredOperation describe(const linnet_operation& operation) {
  constexpr std::size_t kMostSamples = 4;
  DeclaredOperation description{.name = operation.name, .arity = operation.arity};
  description.takes_integers = operation.invoke_on_integers != nullptr;
  for (std::size_t i = 0; i < operation.arity; ++i) {
    linnet_word values[kMostSamples];
    const std::size_t count = operation.samples(i, values, kMostSamples);
    description.samples.emplace_back(values, values + count);
  }
  return description;
}

OwnSpecChoice describe(const linnet_own_spec& own) {
  OwnSpecChoice description{.name = own.name,
                            .methods = {},
                            .monitored_as = own.monitored_as,
                            .partitioned = own.partitioned,
                            .complains = own.complains};
  for (std::size_t i = 0; i < own.method_count; ++i) {
    const linnet_method& method = own.methods[i];
    description.methods.push_back({method.name,
                                   {method.parameters, method.parameters + method.arity},
                                   method.observer,
                                   method.silent,
                                   method.may_block,
                                   method.deterministic,
                                   method.strength});
  }
  return description;
}

}  // namespace

const std::vector<ProgramTest>& declared_tests() {
  for (ProgramTest& test : tests) {
    if (test.body == nullptr) continue;
    being_declared = &test;
    test.body();
    test.body = nullptr;
    test.description.objects = static_cast<std::uint32_t>(test.objects.size());
    test.description.references = static_cast<std::uint32_t>(test.references.size());
    if (test.own_spec != nullptr) test.description.own_spec = describe(*test.own_spec);
  }
  being_declared = nullptr;
  return tests;
}

void add_specification(const linnet_own_spec& own) {
  ProgramTest& test = tests.emplace_back();
  test.description.name = own.name;
  test.own_spec = &own;
  test.description.own_spec = describe(own);
}

LINNET_EXPORT void linnet_add_test(const char* name, const char* file, unsigned line, void (*body)()) {
  ProgramTest& test = tests.emplace_back();
  test.description.name = name;
  test.description.file = file;
  test.description.line = line;
  test.body = body;
}

LINNET_EXPORT void linnet_declare_object(const linnet_object* object) {
  if (being_declared != nullptr) being_declared->objects.push_back(*object);
}

LINNET_EXPORT void linnet_declare_reference(const linnet_object* object) {
  if (being_declared != nullptr) being_declared->references.push_back(*object);
}

LINNET_EXPORT void linnet_declare_operation(const linnet_operation* operation) {
  if (being_declared == nullptr) return;
  ObjectTest& test = being_declared->description;
  (is_of_reference() ? being_declared->reference_operations : being_declared->operations)
      .push_back(*operation);
  (is_of_reference() ? test.reference_operations : test.operations).push_back(describe(*operation));
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

LINNET_EXPORT void linnet_declare_result(const char* noun) {
  if (DeclaredOperation* last = last_declared()) last->result = noun;
}

LINNET_EXPORT void linnet_declare_failure(linnet_word result) {
  if (DeclaredOperation* last = last_declared()) last->failures.push_back(result);
}

LINNET_EXPORT void linnet_declare_scenario(const char* text, std::size_t size) {
  if (being_declared != nullptr) being_declared->description.scenarios.emplace_back(text, size);
}

LINNET_EXPORT void linnet_declare_sequence(const char* text, std::size_t size) {
  if (being_declared != nullptr) being_declared->description.sequences.emplace_back(text, size);
}

LINNET_EXPORT void linnet_declare_recovery(const linnet_recovery* recovery) {
  if (being_declared == nullptr) return;
  being_declared->recovery = *recovery;
  being_declared->description.recovery = true;
}

LINNET_EXPORT void linnet_declare_crashes(unsigned most) {
  if (being_declared != nullptr) being_declared->description.crashes = most;
}

LINNET_EXPORT void linnet_declare_builtin_spec(const char* name, const linnet_word* initial) {
  if (being_declared == nullptr) return;
  being_declared->own_spec = nullptr;
  being_declared->description.builtin_spec = {name,
                                              initial == nullptr ? std::nullopt : std::optional(*initial)};
}

LINNET_EXPORT void linnet_declare_own_spec(const linnet_own_spec* spec) {
  if (being_declared == nullptr) return;
  being_declared->description.builtin_spec.reset();
  being_declared->own_spec = spec;
}

LINNET_EXPORT void linnet_declare_strength(const char* strengths) {
  if (being_declared != nullptr) being_declared->description.strength = strengths;
}

LINNET_EXPORT void linnet_declare_relaxed() {
  if (being_declared != nullptr) being_declared->description.relaxed = true;
}

}  // namespace linnet::runtime
