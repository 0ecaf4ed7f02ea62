// Writes calls and results as C++ text.
#include "generate/call_text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "generate/call_parameters.hpp"
#include "generate/operators.hpp"
#include "generate/plain_types.hpp"

namespace linnet::generate {

namespace {

using Words = std::vector<std::string>;

std::string call_expression(const Method& method, const std::string& subject, const Words& passed) {
  const std::string arguments = fmt::format("{}", fmt::join(passed, ", "));
  const std::string_view sign = sign_of(method);
  if (method.is_static) return fmt::format("{}::{}({})", subject, method.name, arguments);
  if (is_conversion(method)) return fmt::format("static_cast<{}>(object)", method.result.name);
  if (is_postfix(method)) return fmt::format("object{}", sign);
  if (sign == "[]") return fmt::format("object[{}]", arguments);
  if (sign == "()") return fmt::format("object({})", arguments);
  if (!sign.empty() && passed.empty()) return fmt::format("{}object", sign);
  if (!sign.empty()) return fmt::format("object {} {}", sign, arguments);
  return fmt::format("object.{}({})", method.name, arguments);
}

// What a lambda does with what the method returns.
struct ResultForm {
  std::string expression;  // of the call {}; empty: it is only called
  std::string remark;
};

using ResultForms = std::variant<std::vector<ResultForm>, CannotCall>;

ResultForms forms_of_iterator(const Method& method) {
  if (is_one_of(method.name, {"find", "lower_bound", "upper_bound"})) {
    return std::vector<ResultForm>{{"{} != object.end()", "Recorded is whether there is one, not which."}};
  }
  if (method.parameters.empty() || method.is_const) return CannotCall{"returns an iterator"};
  return std::vector<ResultForm>{{"", "The iterator that it returns is not recorded."}};
}

ResultForms forms_of_result(const Method& method) {
  const Type& result = method.result;
  const ResultForm as_it_is{"{}", ""};
  ResultForm dropped{"", "Its result is not recorded."};
  if (has_good_name(result)) {
    dropped.remark +=
        fmt::format(" A function linnet_value(const {}&) would make a value of it.", result.name);
  }
  switch (result.kind) {
    case TypeKind::nothing: return std::vector<ResultForm>{{"", ""}};
    case TypeKind::own:
      if (method.is_static || method.is_const) return CannotCall{"returns an object of its class"};
      return std::vector<ResultForm>{
          {"", result.passing == Passing::value ? "Its result is not recorded." : ""}};
    case TypeKind::pointer:
      return std::vector<ResultForm>{
          {"{} != nullptr", "Recorded is whether there is one: an address means nothing."}};
    case TypeKind::iterator: return forms_of_iterator(method);
    case TypeKind::smart_pointer:
      if (result.parts[0].kind == TypeKind::own) return CannotCall{"returns an object of its class"};
      return std::vector<ResultForm>{as_it_is, dropped};
    case TypeKind::tuple:
      if (result.parts.size() == 2 && result.parts[1].kind == TypeKind::boolean &&
          !is_plain(result.parts[0])) {
        return std::vector<ResultForm>{{"{}.second", ""}};
      }
      if (std::ranges::any_of(result.parts,
                              [](const Type& part) { return part.kind == TypeKind::iterator; })) {
        return CannotCall{"returns iterators"};
      }
      break;
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::real:
    case TypeKind::enumeration:
    case TypeKind::text: return std::vector<ResultForm>{as_it_is};
    case TypeKind::optional:
    case TypeKind::list:
    case TypeKind::initializer_list:
    case TypeKind::duration:
    case TypeKind::time_point:
    case TypeKind::callable:
    case TypeKind::deduced:
    case TypeKind::other: break;
  }
  // What it says is all that a const method does.
  if (method.is_const) return std::vector<ResultForm>{as_it_is};
  return std::vector<ResultForm>{as_it_is, dropped};
}

std::string several(const Words& values) {
  return fmt::format("std::{}({})", values.size() == 2 ? "pair" : "tuple", fmt::join(values, ", "));
}

// The statements of a lambda whose method gives results through parameters, and its result type where that is needed.
Words body_with_results(const Method& method, const CallParameters& text, const std::string& call,
                        std::string& type) {
  Words body = text.before();
  Words values = text.results();
  if (method.result.kind == TypeKind::boolean && !text.reads_results()) {
    const Words& types = text.result_types();
    type = types.size() == 1 ? types[0] : fmt::format("std::tuple<{}>", fmt::join(types, ", "));
    type = fmt::format(" -> std::optional<{}>", type);
    body.push_back(fmt::format("if (!{}) return std::nullopt;", call));
    body.push_back(fmt::format("return {};", values.size() == 1
                                                 ? values[0]
                                                 : fmt::format("std::tuple({})", fmt::join(values, ", "))));
    return body;
  }
  if (is_plain(method.result)) {
    body.push_back(fmt::format("const auto returned = {};", call));
    values.insert(values.begin(), "returned");
  } else {
    body.push_back(call + ";");
  }
  body.push_back(fmt::format("return {};", values.size() == 1 ? values[0] : several(values)));
  return body;
}

Words lambda(const std::string& subject, const CallParameters& text, const std::string& type,
             const Words& body, bool uses_object) {
  std::string head = fmt::format("[]({}&{}", subject, uses_object ? " object" : "");
  for (const std::string& parameter : text.parameters()) head += ", " + parameter;
  head += ")" + type + " {";
  constexpr std::size_t kShort = 84;
  if (body.size() == 1 && head.size() + body[0].size() < kShort)
    return {fmt::format("{} {} }}", head, body[0])};
  Words code{head};
  for (const std::string& line : body) code.push_back("  " + line);
  code.emplace_back("}");
  return code;
}

// Parameters with a default are left to it.
std::optional<std::string> add_parameters(const Method& method, CallParameters& text) {
  if (is_postfix(method)) return std::nullopt;
  for (const Parameter& parameter : method.parameters) {
    if (parameter.has_default) break;
    if (const auto reason = text.add(parameter)) return reason;
  }
  return std::nullopt;
}

std::optional<std::string> cannot_be_called(const Method& method) {
  if (method.is_deleted) return "is deleted";
  if (method.access == Access::derived) return "is protected";
  if (method.needs_rvalue) return "needs an object that is given up (&&)";
  if (is_operator(method) && sign_of(method).empty() && !is_conversion(method)) {
    return "is an operator that no test calls";
  }
  return std::nullopt;
}

bool leaves_defaults(const Method& method) {
  return std::ranges::any_of(method.parameters, &Parameter::has_default);
}

void add_forms(const Method& method, const CallParameters& text, const std::string& subject, bool by_pointer,
               const std::vector<ResultForm>& results, std::vector<Form>& forms) {
  const std::string call = call_expression(method, subject, text.passed());
  if (!text.results().empty()) {
    std::string type;
    const Words body = body_with_results(method, text, call, type);
    forms.push_back(
        {lambda(subject, text, type, body, !method.is_static), text.remarks(), text.arguments(), ""});
    return;
  }
  for (const ResultForm& result : results) {
    const bool as_it_is = result.expression == "{}" || method.result.kind == TypeKind::nothing;
    Form form{{},
              text.remarks(),
              text.arguments(),
              result.expression == "{}" && !is_plain(method.result) ? method.result.name : ""};
    if (!result.remark.empty()) form.remarks.push_back(result.remark);
    if (by_pointer && text.is_direct() && as_it_is) {
      form.code = {fmt::format("&{}::{}", subject, method.name)};
      forms.push_back(form);
    }
    const std::string value = fmt::format(fmt::runtime(result.expression), call);
    const std::string statement = result.expression.empty() ? call + ";" : fmt::format("return {};", value);
    form.code = lambda(subject, text, "", {statement}, !method.is_static);
    forms.push_back(std::move(form));
  }
}

}  // namespace

CallForms call_forms(const Method& method, const ClassDescription& description, const std::string& subject,
                     bool only_one_of_its_name) {
  if (const auto reason = cannot_be_called(method)) return CannotCall{*reason};
  const ResultForms results = forms_of_result(method);
  if (const auto* cannot = std::get_if<CannotCall>(&results)) return *cannot;
  const bool by_pointer = only_one_of_its_name && !method.is_template && !method.is_static &&
                          !leaves_defaults(method) && !is_operator(method);
  const bool has_pack =
      std::ranges::any_of(method.parameters, [](const Parameter& p) { return p.type.is_pack; });
  std::vector<Form> forms;
  for (const std::size_t pack_size :
       has_pack ? std::vector<std::size_t>{1, 2, 0} : std::vector<std::size_t>{0}) {
    CallParameters text(description, pack_size);
    if (const auto reason = add_parameters(method, text)) return CannotCall{*reason};
    add_forms(method, text, subject, by_pointer, std::get<std::vector<ResultForm>>(results), forms);
  }
  return forms;
}

CallForms construction_forms(const Method& constructor) {
  if (const auto reason = cannot_be_called(constructor)) return CannotCall{*reason};
  Words values;
  for (const Parameter& parameter : constructor.parameters) {
    if (parameter.has_default || parameter.type.is_pack) break;
    const Type& type = parameter.type;
    if (type.kind == TypeKind::own) return CannotCall{"copies"};
    if (type.passing == Passing::reference || type.passing == Passing::rvalue) {
      return CannotCall{fmt::format("needs a {} that lives elsewhere", type.name)};
    }
    if (type.kind == TypeKind::integer) {
      values.emplace_back("4");  // most often a capacity: small, and enough
    } else if (is_plain(type)) {
      values.push_back(samples(type)[0]);
    } else {
      values.push_back(type.kind == TypeKind::duration ? kShortTime : type.name + "{}");
    }
  }
  if (values.empty()) return CannotCall{"is the default constructor"};
  return std::vector<Form>{{{fmt::format("{}", fmt::join(values, ", "))}, {}, {}, ""}};
}

}  // namespace linnet::generate
