// Chooses among overloads, gives names, and collects questions.
#include "generate/test_plan.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "generate/operators.hpp"

namespace linnet::generate {

namespace {

bool is_identifier(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Queue of ns::Queue<ns::Item>.
std::string unqualified(const std::string& class_name) {
  const std::string name = class_name.substr(0, class_name.find('<'));
  const std::size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

std::string snake_case(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (std::isupper(c) != 0 && i > 0 && std::isupper(static_cast<unsigned char>(name[i - 1])) == 0)
      text += '_';
    text += static_cast<char>(std::tolower(c));
  }
  return text;
}

// Only the user knows whether these may be called while other threads use the object.
std::string question(const Method& method) {
  constexpr std::string_view kUpkeep[] = {"clear",         "reserve",         "resize", "rehash",
                                          "shrink_to_fit", "max_load_factor", "swap",   "internal_reserve"};
  const auto says = [&](std::string_view word) { return method.name.find(word) != std::string::npos; };
  if (says("unsafe") || says("unsync") || says("unlocked") || says("nonconcurrent")) {
    return "By its name it is not for several threads. Is it?";
  }
  if (says("approx")) return "By its name it is not exact. Should it be judged, or be .excluded()?";
  if (std::ranges::find(kUpkeep, method.name) != std::end(kUpkeep)) {
    return "May it be called while other threads use the object?";
  }
  return "";
}

// Overloads that differ in how the same arguments are passed are one operation.
std::string overload_key(const Method& method) {
  std::string key = method.name + "(";
  for (const Parameter& parameter : method.parameters) {
    const bool comes_back = parameter.type.passing == Passing::reference;
    key += parameter.type.name + (comes_back ? "&" : "") + ",";
  }
  return key;
}

bool takes_rvalues(const Method& method) {
  return std::ranges::any_of(method.parameters,
                             [](const Parameter& p) { return p.type.passing == Passing::rvalue; });
}

// Whether `a` is kept rather than `b`: no template, no rvalue, not const, in this order of importance.
bool is_better(const Method& a, const Method& b) {
  const auto rank = [](const Method& m) {
    return std::tuple(m.is_deleted, m.is_template, takes_rvalues(m), m.is_const);
  };
  return rank(a) < rank(b);
}

// A template that takes the same as another overload: pop(U&) beside pop(int&).
bool repeats(const Method& method, const std::vector<const Method*>& kept) {
  if (!method.is_template) return false;
  const bool all_deduced = std::ranges::all_of(method.parameters, [](const Parameter& p) {
    return p.type.kind == TypeKind::deduced && !p.type.is_pack;
  });
  return all_deduced && std::ranges::any_of(kept, [&](const Method* other) {
           return !other->is_template && other->name == method.name &&
                  other->parameters.size() == method.parameters.size();
         });
}

std::vector<const Method*> without_repetitions(const std::vector<Method>& methods) {
  std::map<std::string, const Method*> best;
  for (const Method& method : methods) {
    const Method*& kept = best[overload_key(method)];
    if (kept == nullptr || is_better(method, *kept)) kept = &method;
  }
  std::vector<const Method*> kept, all;
  for (const Method& method : methods) {
    if (best[overload_key(method)] == &method) kept.push_back(&method);
  }
  for (const Method* method : kept) {
    if (!repeats(*method, kept)) all.push_back(method);
  }
  return all;
}

// Gives each operation a unique name: add, add_2, add_3.
std::string fresh_name(const std::string& wanted, const std::vector<PlannedOperation>& taken) {
  std::string name = wanted;
  for (int i = 2; std::ranges::find(taken, name, &PlannedOperation::name) != taken.end(); ++i) {
    name = fmt::format("{}_{}", wanted, i);
  }
  return name;
}

// The default constructor first, then those with the fewest parameters.
std::vector<std::string> plan_constructions(const ClassDescription& description) {
  std::vector<const Method*> constructors;
  for (const Method& each : description.constructors) constructors.push_back(&each);
  std::ranges::sort(constructors, {}, [](const Method* each) { return each->parameters.size(); });
  std::vector<std::string> all{""};
  for (const Method* constructor : constructors) {
    const CallForms forms = construction_forms(*constructor);
    if (const auto* possible = std::get_if<std::vector<Form>>(&forms)) all.push_back((*possible)[0].code[0]);
  }
  return all;
}

}  // namespace

TestPlan plan_test(const ClassDescription& description) {
  TestPlan plan;
  plan.class_name = description.name;
  plan.subject = is_identifier(description.name) ? description.name : "Subject";
  plan.test_name = snake_case(unqualified(description.name));
  plan.constructions = plan_constructions(description);
  for (const Method* method : without_repetitions(description.methods)) {
    const bool only_one = std::ranges::count(description.methods, method->name, &Method::name) == 1;
    CallForms forms = call_forms(*method, description, plan.subject, only_one);
    if (const auto* cannot = std::get_if<CannotCall>(&forms)) {
      plan.left_out.push_back({method->signature, cannot->reason});
      continue;
    }
    plan.operations.push_back({fresh_name(operation_name(*method), plan.operations), method->signature,
                               std::get<std::vector<Form>>(std::move(forms)), question(*method)});
  }
  return plan;
}

}  // namespace linnet::generate
