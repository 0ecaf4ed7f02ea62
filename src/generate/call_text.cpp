// Writes calls and results as C++ text: decides by the kind of each type how it is passed and recorded.
#include "generate/call_text.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "generate/operators.hpp"

namespace linnet::generate {

namespace {

using Words = std::vector<std::string>;
using Kind = TypeKind;

constexpr const char* kShortTime = "std::chrono::milliseconds(1)";

bool is_one_of(const auto& word, std::initializer_list<std::decay_t<decltype(word)>> words) {
  return std::ranges::find(words, word) != words.end();
}

// Whether a type is recorded as it is, and can be made from an argument in a scenario.
bool is_plain(const Type& type) {
  if (is_one_of(type.kind, {Kind::optional, Kind::list})) return is_plain(type.parts[0]);
  return is_one_of(type.kind, {Kind::boolean, Kind::integer, Kind::real, Kind::enumeration, Kind::text});
}

// Two or three small values of a plain type.
Words samples(const Type& type) {
  if (type.kind == Kind::boolean) return {"false", "true"};
  if (type.kind == Kind::real) return {"1.0", "2.0"};
  if (type.kind == Kind::text) return {"\"a\"", "\"b\""};
  if (type.kind == Kind::enumeration) return type.enumerators.empty() ? Words{"0"} : type.enumerators;
  if (type.kind == Kind::optional) return {samples(type.parts[0])[0], "std::nullopt"};
  if (type.kind == Kind::list) {
    return {fmt::format("std::vector<{}>{{{}}}", type.parts[0].name, fmt::join(samples(type.parts[0]), ", ")),
            fmt::format("std::vector<{}>{{}}", type.parts[0].name)};
  }
  return {"1", "2"};
}

// Whether the type has a name made for users, not for the inside of a library or a template: then a test can
// use it.
bool has_good_name(const Type& type) {
  constexpr std::size_t kLong = 60;
  return type.name.size() < kLong && type.name.find("type-parameter") == std::string::npos &&
         type.name.find("::detail::") == std::string::npos;
}

std::string moment(const Type& time_point) {
  const bool system = time_point.name.find("system_clock") != std::string::npos;
  return fmt::format("std::chrono::{}_clock::now() + {}", system ? "system" : "steady", kShortTime);
}

bool names_a_callable(std::string_view type) {
  return is_one_of(type, {"F", "Fn", "Fun", "Func", "Function", "Functor", "Callable", "Callback", "Visitor",
                          "Pred", "Predicate", "Body", "Op", "Operation"});
}

bool names_an_iterator(std::string_view type) {
  return is_one_of(type, {"It", "Iter"}) || type.ends_with("Iterator");
}

// `T* out`: a place for a result, not an object that is handed over.
bool names_a_result(std::string_view name) {
  return is_one_of(name,
                   {"out", "result", "ret", "res", "dest", "destination", "output", "value_out", "pvalue"}) ||
         name.starts_with("out_") || name.ends_with("_out");
}

std::string in_parentheses(const Parameter& parameter) {
  if (!parameter.name.empty()) return fmt::format(" ({})", parameter.name);
  return has_good_name(parameter.type) ? fmt::format(" ({})", parameter.type.name) : "";
}

// The parameters of one call: those of the lambda, the statements before the call, the arguments, and the
// results that come back through them.
class CallParameters {
 public:
  // `pack_size` is the number of elements of a pack.
  CallParameters(const ClassDescription& description, std::size_t pack_size)
      : elements_(description.elements), pack_size_(pack_size) {
    if (elements_.empty() || !is_plain(elements_[0])) {
      elements_.insert(elements_.begin(), Type{Kind::integer, "int", Passing::value, {}, {}, false, false});
    }
  }

  Words parameters, before, passed, results, result_types, remarks;
  bool reads_results = false;
  bool is_direct = true;  // every parameter is passed as it was taken

  // Adds a parameter. If it cannot be passed, returns the reason.
  std::optional<std::string> add(const Parameter& parameter) {
    if (parameter.type.is_pack) {
      for (std::size_t i = 0; i < pack_size_; ++i) {
        Type element = elements_[std::min(i, elements_.size() - 1)];
        element.passing = Passing::value;
        pass(take(parameter.name, element));
      }
      return std::nullopt;
    }
    return parameter.type.kind == Kind::deduced ? add_deduced(parameter) : add_known(parameter);
  }

  // The text of each .arguments(...); empty if the types have known small values.
  Words arguments() const {
    if (!any_needs_samples_) return {};
    std::size_t most = 0;
    for (const Words& each : samples_) most = std::max(most, each.size());
    Words calls;
    for (std::size_t i = 0; i < most; ++i) {
      Words values;
      for (const Words& each : samples_) values.push_back(each[std::min(i, each.size() - 1)]);
      calls.push_back(fmt::format("{}", fmt::join(values, ", ")));
    }
    return calls;
  }

 private:
  using Reason = std::optional<std::string>;

  Reason add_deduced(const Parameter& parameter) {
    const Type& type = parameter.type;
    if (names_a_callable(type.name)) return "takes a callable" + in_parentheses(parameter);
    if (names_an_iterator(type.name)) return "takes an iterator" + in_parentheses(parameter);
    Parameter as_element{parameter.name, elements_[0], false};
    as_element.type.passing = type.passing == Passing::rvalue ? Passing::value : type.passing;
    is_direct = false;
    return add_known(as_element);
  }

  Reason add_known(const Parameter& parameter) {
    const Type& type = parameter.type;
    if (type.name == "std::memory_order" && type.kind == Kind::enumeration)
      return pass("std::memory_order_seq_cst");
    if (type.kind == Kind::duration) return pass(kShortTime);
    if (type.kind == Kind::time_point) return pass(moment(type));
    if (type.kind == Kind::callable) return "takes a callable" + in_parentheses(parameter);
    if (type.kind == Kind::iterator) return "takes an iterator" + in_parentheses(parameter);
    if (type.kind == Kind::own) return "takes another object of its class";
    if (type.kind == Kind::pointer) return pass_pointer(parameter);
    if (is_one_of(type.kind, {Kind::deduced, Kind::nothing, Kind::other}) && !has_good_name(type)) {
      return "takes what only it knows how to make" + in_parentheses(parameter);
    }
    if (type.passing == Passing::reference && type.kind != Kind::initializer_list) {
      // A reference that is both read and written.
      const bool is_read_too = is_one_of(parameter.name, {"expected", "inout", "in_out"});
      return is_plain(type) && is_read_too && type.kind != Kind::enumeration ? exchange(parameter)
                                                                             : give_back(parameter);
    }
    if (is_plain(type)) return pass_plain(parameter);
    if (type.kind == Kind::tuple) return pass_tuple(parameter);
    if (!is_one_of(type.kind, {Kind::smart_pointer, Kind::initializer_list})) return make_one(parameter);
    const Type& held = type.parts[0];
    if (!is_plain(held)) return fmt::format("takes a {}", type.name);
    const std::string value = take(parameter.name, held);
    if (type.kind == Kind::initializer_list) return pass(fmt::format("{{{}}}", value));
    return pass(fmt::format("std::make_{}<{}>({})",
                            type.name.starts_with("std::unique") ? "unique" : "shared", held.name, value));
  }

  // A name that is not taken yet.
  std::string fresh(const std::string& wanted) {
    const std::string base = wanted.empty() || wanted == "object" ? "value" : wanted;
    std::string name = base;
    for (int i = 2; std::ranges::find(names_, name) != names_.end(); ++i)
      name = fmt::format("{}_{}", base, i);
    names_.push_back(name);
    return name;
  }

  // Makes it a parameter of the lambda; returns the expression to pass on. Automatic mode knows no small
  // values for some kinds, or none that mean something.
  std::string take(const std::string& wanted, const Type& type) {
    const std::string name = fresh(wanted);
    parameters.push_back(type.name + " " + name);
    samples_.push_back(samples(type));
    any_needs_samples_ |= is_one_of(type.kind, {Kind::enumeration, Kind::optional, Kind::list});
    return type.passing == Passing::rvalue ? fmt::format("std::move({})", name) : name;
  }

  Reason pass(std::string expression) {
    passed.push_back(std::move(expression));
    is_direct = false;
    return std::nullopt;
  }

  Reason pass_plain(const Parameter& parameter) {
    passed.push_back(take(parameter.name, parameter.type));
    return std::nullopt;
  }

  Reason pass_tuple(const Parameter& parameter) {
    const Type& type = parameter.type;
    constexpr std::array<const char*, 2> kNames = {"key", "value"};
    const bool is_entry = type.parts.size() == 2 && type.parts[0].is_const;
    Words parts;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
      if (!is_plain(type.parts[i])) return fmt::format("takes a {}", type.name);
      parts.push_back(take(is_entry ? kNames[i] : parameter.name, type.parts[i]));
    }
    return pass(fmt::format("{}({})", type.name, fmt::join(parts, ", ")));
  }

  Reason pass_pointer(const Parameter& parameter) {
    const Type& to = parameter.type.parts[0];
    if (to.is_const || !is_plain(to) || !names_a_result(parameter.name)) {
      return "takes a pointer" + in_parentheses(parameter);
    }
    give_back({parameter.name, to, false});
    passed.back() = "&" + passed.back();
    return std::nullopt;
  }

  // A result through a parameter.
  Reason give_back(const Parameter& parameter) {
    const std::string name = fresh(parameter.name);
    before.push_back(fmt::format("{} {}{{}};", parameter.type.name, name));
    return pass_result(name, parameter.type);
  }

  Reason exchange(const Parameter& parameter) {
    Type type = parameter.type;
    type.passing = Passing::value;
    reads_results = true;
    return pass_result(take(parameter.name, type), type);
  }

  Reason pass_result(const std::string& name, const Type& type) {
    results.push_back(name);
    result_types.push_back(type.name);
    return pass(name);
  }

  Reason make_one(const Parameter& parameter) {
    if (!parameter.name.empty()) {
      remarks.push_back(fmt::format("{} is a new {} each time.", parameter.name, parameter.type.name));
    }
    return pass(parameter.type.name + "{}");
  }

  std::vector<Type> elements_;
  std::size_t pack_size_;
  Words names_;
  std::vector<Words> samples_;
  bool any_needs_samples_ = false;
};

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

// What a lambda does with the method's result.
struct ResultForm {
  std::string expression;  // of the call {}; empty: the result is dropped
  std::string remark;
};

using Results = std::vector<ResultForm>;
using ResultForms = std::variant<Results, CannotCall>;

ResultForms forms_of_iterator(const Method& method) {
  if (is_one_of(method.name, {"find", "lower_bound", "upper_bound"})) {
    return Results{{"{} != object.end()", "Recorded is whether there is one, not which."}};
  }
  if (method.parameters.empty() || method.is_const) return CannotCall{"returns an iterator"};
  return Results{{"", "The iterator that it returns is not recorded."}};
}

ResultForms forms_of_result(const Method& method) {
  const Type& result = method.result;
  const bool is_pointer = result.kind == Kind::smart_pointer;
  if (result.kind == Kind::nothing) return Results{{"", ""}};
  if (result.kind == Kind::iterator) return forms_of_iterator(method);
  if (result.kind == Kind::pointer) {
    return Results{{"{} != nullptr", "Recorded is whether there is one: an address means nothing."}};
  }
  if ((result.kind == Kind::own && (method.is_static || method.is_const)) ||
      (is_pointer && result.parts[0].kind == Kind::own)) {
    return CannotCall{"returns an object of its class"};
  }
  if (result.kind == Kind::own) {
    return Results{{"", result.passing == Passing::value ? "Its result is not recorded." : ""}};
  }
  if (result.kind == Kind::tuple) {
    if (result.parts.size() == 2 && result.parts[1].kind == Kind::boolean && !is_plain(result.parts[0])) {
      return Results{{"{}.second", ""}};
    }
    if (std::ranges::find(result.parts, Kind::iterator, &Type::kind) != result.parts.end()) {
      return CannotCall{"returns iterators"};
    }
  }
  Results forms{{"{}", ""}};
  // The result is all that a const method gives.
  if (is_one_of(result.kind, {Kind::boolean, Kind::integer, Kind::real, Kind::enumeration, Kind::text}) ||
      (method.is_const && !is_pointer)) {
    return forms;
  }
  forms.push_back({"", "Its result is not recorded."});
  if (has_good_name(result)) {
    forms.back().remark +=
        fmt::format(" A function linnet_value(const {}&) would make a value of it.", result.name);
  }
  return forms;
}

std::string several(const Words& values) {
  return fmt::format("std::{}({})", values.size() == 2 ? "pair" : "tuple", fmt::join(values, ", "));
}

// The statements of a lambda whose method gives results through parameters, and its result type if that is
// needed.
Words body_with_results(const Method& method, const CallParameters& text, const std::string& call,
                        std::string& type) {
  Words body = text.before;
  Words values = text.results;
  if (method.result.kind == Kind::boolean && !text.reads_results) {
    const Words& types = text.result_types;
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
  for (const std::string& parameter : text.parameters) head += ", " + parameter;
  head += ")" + type + " {";
  constexpr std::size_t kShort = 84;
  if (body.size() == 1 && head.size() + body[0].size() < kShort)
    return {fmt::format("{} {} }}", head, body[0])};
  Words code{head};
  for (const std::string& line : body) code.push_back("  " + line);
  code.emplace_back("}");
  return code;
}

// Parameters with a default are not passed.
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
               const Results& results, std::vector<Form>& forms) {
  const std::string call = call_expression(method, subject, text.passed);
  if (!text.results.empty()) {
    std::string type;
    const Words body = body_with_results(method, text, call, type);
    forms.push_back(
        {lambda(subject, text, type, body, !method.is_static), text.remarks, text.arguments(), ""});
    return;
  }
  for (const ResultForm& result : results) {
    const bool as_it_is = result.expression == "{}" || method.result.kind == Kind::nothing;
    Form form{{},
              text.remarks,
              text.arguments(),
              result.expression == "{}" && !is_plain(method.result) ? method.result.name : ""};
    if (!result.remark.empty()) form.remarks.push_back(result.remark);
    if (by_pointer && text.is_direct && as_it_is) {
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
    add_forms(method, text, subject, by_pointer, std::get<Results>(results), forms);
  }
  return forms;
}

CallForms construction_forms(const Method& constructor) {
  if (const auto reason = cannot_be_called(constructor)) return CannotCall{*reason};
  Words values;
  for (const Parameter& parameter : constructor.parameters) {
    if (parameter.has_default || parameter.type.is_pack) break;
    const Type& type = parameter.type;
    if (type.kind == Kind::own) return CannotCall{"copies"};
    if (type.passing == Passing::reference || type.passing == Passing::rvalue) {
      return CannotCall{fmt::format("needs a {} that lives elsewhere", type.name)};
    }
    if (type.kind == Kind::integer) {
      values.emplace_back("4");  // most often a capacity: small, and enough
    } else if (is_plain(type)) {
      values.push_back(samples(type)[0]);
    } else {
      values.push_back(type.kind == Kind::duration ? kShortTime : type.name + "{}");
    }
  }
  if (values.empty()) return CannotCall{"is the default constructor"};
  return std::vector<Form>{{{fmt::format("{}", fmt::join(values, ", "))}, {}, {}, ""}};
}

}  // namespace linnet::generate
