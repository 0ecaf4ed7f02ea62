// Parameters, results and operators as C++ text.
#include "generate/call_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace linnet::generate {

namespace {

using Words = std::vector<std::string>;

// Recorded as it is, and made from an argument in a scenario.
bool is_plain(const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::real:
    case TypeKind::enumeration:
    case TypeKind::text: return true;
    case TypeKind::optional: return is_plain(type.parts[0]);
    case TypeKind::list: return is_plain(type.parts[0]);
    case TypeKind::nothing:
    case TypeKind::smart_pointer:
    case TypeKind::tuple:
    case TypeKind::initializer_list:
    case TypeKind::duration:
    case TypeKind::time_point:
    case TypeKind::callable:
    case TypeKind::iterator:
    case TypeKind::pointer:
    case TypeKind::own:
    case TypeKind::deduced:
    case TypeKind::other: return false;
  }
  return false;
}

// Two or three small values of a plain type.
Words samples(const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean: return {"false", "true"};
    case TypeKind::real: return {"1.0", "2.0"};
    case TypeKind::text: return {"\"a\"", "\"b\""};
    case TypeKind::enumeration: return type.enumerators.empty() ? Words{"0"} : type.enumerators;
    case TypeKind::optional: return {samples(type.parts[0])[0], "std::nullopt"};
    case TypeKind::list: {
      const Words items = samples(type.parts[0]);
      return {fmt::format("std::vector<{}>{{{}}}", type.parts[0].name, fmt::join(items, ", ")),
              fmt::format("std::vector<{}>{{}}", type.parts[0].name)};
    }
    case TypeKind::integer:
    case TypeKind::nothing:
    case TypeKind::smart_pointer:
    case TypeKind::tuple:
    case TypeKind::initializer_list:
    case TypeKind::duration:
    case TypeKind::time_point:
    case TypeKind::callable:
    case TypeKind::iterator:
    case TypeKind::pointer:
    case TypeKind::own:
    case TypeKind::deduced:
    case TypeKind::other: break;
  }
  return {"1", "2"};
}

// The automatic mode knows no small values of these, or none that mean something.
bool needs_samples(const Type& type) {
  return type.kind == TypeKind::enumeration || type.kind == TypeKind::optional || type.kind == TypeKind::list;
}

// Of a person's own, not of the inside of a library or of a template: worth writing in a test.
bool has_good_name(const Type& type) {
  constexpr std::size_t kLong = 60;
  return type.name.size() < kLong && type.name.find("type-parameter") == std::string::npos &&
         type.name.find("::detail::") == std::string::npos;
}

constexpr const char* kShortTime = "std::chrono::milliseconds(1)";

std::string moment(const Type& time_point) {
  const bool system = time_point.name.find("system_clock") != std::string::npos;
  return fmt::format("std::chrono::{}_clock::now() + {}", system ? "system" : "steady", kShortTime);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool names_a_callable(std::string_view type) {
  return is_one_of(type, {"F", "Fn", "Fun", "Func", "Function", "Functor", "Callable", "Callback", "Visitor",
                          "Pred", "Predicate", "Body", "Op", "Operation"});
}

bool names_an_iterator(std::string_view type) {
  return is_one_of(type, {"It", "Iter"}) || type.ends_with("Iterator");
}

// `T* out`: a place for a result, not a thing that is handed over.
bool names_a_result(std::string_view name) {
  return is_one_of(name,
                   {"out", "result", "ret", "res", "dest", "destination", "output", "value_out", "pvalue"}) ||
         name.starts_with("out_") || name.ends_with("_out");
}

// A reference to what is compared as well as given back.
bool is_read_too(const Parameter& parameter) {
  return is_one_of(parameter.name, {"expected", "inout", "in_out"});
}

// One call: what the lambda takes, what comes before, what is passed on, and what comes back through parameters.
class CallText {
 public:
  CallText(const ClassDescription& description, std::size_t pack_size)
      : elements_(description.elements), pack_size_(pack_size) {
    if (elements_.empty() || !is_plain(elements_[0])) {
      elements_.insert(elements_.begin(),
                       Type{TypeKind::integer, "int", Passing::value, {}, {}, false, false});
    }
  }

  // Why it cannot be passed, if it cannot.
  std::optional<std::string> add(const Parameter& parameter) {
    if (parameter.type.is_pack) {
      for (std::size_t i = 0; i < pack_size_; ++i) {
        Type element = elements_[std::min(i, elements_.size() - 1)];
        element.passing = Passing::value;
        pass(take(parameter.name, element));
      }
      return std::nullopt;
    }
    if (parameter.type.kind == TypeKind::deduced) return add_deduced(parameter);
    return add_known(parameter);
  }

  const Words& parameters() const { return parameters_; }
  const Words& before() const { return before_; }
  const Words& passed() const { return passed_; }
  const Words& results() const { return results_; }
  const Words& result_types() const { return result_types_; }
  const Words& remarks() const { return remarks_; }
  bool reads_results() const { return reads_results_; }
  // Every parameter is passed as it was taken.
  bool is_direct() const { return direct_; }

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
  std::optional<std::string> add_deduced(const Parameter& parameter) {
    const Type& type = parameter.type;
    if (names_a_callable(type.name)) return "takes a callable" + in_parentheses(parameter);
    if (names_an_iterator(type.name)) return "takes an iterator" + in_parentheses(parameter);
    Parameter as_element{parameter.name, elements_[0], false};
    as_element.type.passing = type.passing == Passing::rvalue ? Passing::value : type.passing;
    direct_ = false;
    return add_known(as_element);
  }

  std::optional<std::string> add_known(const Parameter& parameter) {
    const Type& type = parameter.type;
    const bool comes_back = type.passing == Passing::reference;
    switch (type.kind) {
      case TypeKind::boolean:
      case TypeKind::integer:
      case TypeKind::real:
      case TypeKind::text:
      case TypeKind::optional:
      case TypeKind::list:
        if (type.kind == TypeKind::optional || type.kind == TypeKind::list) {
          if (!is_plain(type)) return comes_back ? give_back(parameter) : make_one(parameter);
        }
        if (!comes_back) return pass_plain(parameter);
        return is_read_too(parameter) ? exchange(parameter) : give_back(parameter);
      case TypeKind::enumeration:
        if (type.name == "std::memory_order") return pass(std::string("std::memory_order_seq_cst"));
        if (!comes_back) return pass_plain(parameter);
        return give_back(parameter);
      case TypeKind::smart_pointer:
        if (comes_back) return give_back(parameter);
        if (!is_plain(type.parts[0])) return fmt::format("takes a {}", type.name);
        return pass(fmt::format("std::make_{}<{}>({})",
                                type.name.starts_with("std::unique") ? "unique" : "shared",
                                type.parts[0].name, take(parameter.name, type.parts[0])));
      case TypeKind::tuple: return comes_back ? give_back(parameter) : pass_tuple(parameter);
      case TypeKind::initializer_list:
        if (!is_plain(type.parts[0])) return fmt::format("takes a {}", type.name);
        return pass(fmt::format("{{{}}}", take(parameter.name, type.parts[0])));
      case TypeKind::duration: return pass(std::string(kShortTime));
      case TypeKind::time_point: return pass(moment(type));
      case TypeKind::callable: return "takes a callable" + in_parentheses(parameter);
      case TypeKind::iterator: return "takes an iterator" + in_parentheses(parameter);
      case TypeKind::own: return std::string("takes another object of its class");
      case TypeKind::pointer: return pass_pointer(parameter);
      case TypeKind::deduced:
      case TypeKind::nothing:
      case TypeKind::other:
        if (!has_good_name(type)) return "takes what only it knows how to make" + in_parentheses(parameter);
        return comes_back ? give_back(parameter) : make_one(parameter);
    }
    return std::nullopt;
  }

  static std::string in_parentheses(const Parameter& parameter) {
    if (!parameter.name.empty()) return fmt::format(" ({})", parameter.name);
    return has_good_name(parameter.type) ? fmt::format(" ({})", parameter.type.name) : "";
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

  // Makes it a parameter of the lambda; what to pass on.
  std::string take(const std::string& wanted, const Type& type) {
    const std::string name = fresh(wanted);
    parameters_.push_back(type.name + " " + name);
    samples_.push_back(samples(type));
    any_needs_samples_ |= needs_samples(type);
    return type.passing == Passing::rvalue ? fmt::format("std::move({})", name) : name;
  }

  std::optional<std::string> pass(std::string expression) {
    passed_.push_back(std::move(expression));
    direct_ = false;
    return std::nullopt;
  }

  std::optional<std::string> pass_plain(const Parameter& parameter) {
    passed_.push_back(take(parameter.name, parameter.type));
    return std::nullopt;
  }

  std::optional<std::string> pass_tuple(const Parameter& parameter) {
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

  std::optional<std::string> pass_pointer(const Parameter& parameter) {
    const Type& to = parameter.type.parts[0];
    if (to.is_const || !is_plain(to) || !names_a_result(parameter.name)) {
      return "takes a pointer" + in_parentheses(parameter);
    }
    give_back({parameter.name, to, false});
    passed_.back() = "&" + passed_.back();
    return std::nullopt;
  }

  // A result through a parameter.
  std::optional<std::string> give_back(const Parameter& parameter) {
    const std::string name = fresh(parameter.name);
    before_.push_back(fmt::format("{} {}{{}};", parameter.type.name, name));
    results_.push_back(name);
    result_types_.push_back(parameter.type.name);
    return pass(name);
  }

  std::optional<std::string> exchange(const Parameter& parameter) {
    Type type = parameter.type;
    type.passing = Passing::value;
    const std::string name = take(parameter.name, type);
    results_.push_back(name);
    result_types_.push_back(type.name);
    reads_results_ = true;
    return pass(name);
  }

  std::optional<std::string> make_one(const Parameter& parameter) {
    if (!parameter.name.empty()) {
      remarks_.push_back(fmt::format("{} is a new {} each time.", parameter.name, parameter.type.name));
    }
    return pass(parameter.type.name + "{}");
  }

  std::vector<Type> elements_;
  std::size_t pack_size_;
  Words parameters_, before_, passed_, results_, result_types_, remarks_, names_;
  std::vector<Words> samples_;
  bool any_needs_samples_ = false, reads_results_ = false, direct_ = true;
};

struct OperatorWord {
  const char* sign;
  const char* operation;
};
constexpr OperatorWord kOperators[] = {
    {"[]", "at"},
    {"()", "call"},
    {"++", "increment"},
    {"--", "decrement"},
    {"=", "assign"},
    {"+=", "add"},
    {"-=", "subtract"},
    {"*=", "multiply"},
    {"/=", "divide"},
    {"%=", "modulo"},
    {"|=", "or_with"},
    {"&=", "and_with"},
    {"^=", "xor_with"},
    {"<<", "shift_left"},
    {">>", "shift_right"},
    {"<<=", "shift_left_by"},
    {">>=", "shift_right_by"},
    {"==", "equals"},
    {"!=", "differs"},
    {"<", "less"},
    {">", "greater"},
    {"<=", "at_most"},
    {">=", "at_least"},
    {"+", "plus"},
    {"-", "minus"},
    {"*", "dereference"},
    {"/", "divided"},
    {"%", "remainder"},
    {"!", "is_not"},
    {"~", "complement"},
    {"&", "and_also"},
    {"|", "or_else"},
    {"^", "xor"},
};

constexpr std::string_view kOperatorWord = "operator";

// operator++, operator bool, but not operators().
bool is_operator(const Method& method) {
  if (!method.name.starts_with(kOperatorWord) || method.name.size() == kOperatorWord.size()) return false;
  const char next = method.name[kOperatorWord.size()];
  return next != '_' && std::isalnum(static_cast<unsigned char>(next)) == 0;
}

const OperatorWord* operator_word(const Method& method) {
  if (!is_operator(method)) return nullptr;
  const std::string_view rest = std::string_view(method.name).substr(kOperatorWord.size());
  const auto known =
      std::ranges::find_if(kOperators, [&](const OperatorWord& each) { return each.sign == rest; });
  return known == std::end(kOperators) ? nullptr : known;
}

// Of operator++ it is ++; of other functions nothing.
std::string_view sign_of(const Method& method) {
  const OperatorWord* const known = operator_word(method);
  return known == nullptr ? std::string_view() : known->sign;
}

bool is_conversion(const Method& method) {
  return method.name.starts_with("operator ") && method.parameters.empty();
}

bool is_postfix(const Method& method) {
  return (sign_of(method) == "++" || sign_of(method) == "--") && method.parameters.size() == 1;
}

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
Words body_with_results(const Method& method, const CallText& text, const std::string& call,
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

Words lambda(const std::string& subject, const CallText& text, const std::string& type, const Words& body,
             bool uses_object) {
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
std::optional<std::string> add_parameters(const Method& method, CallText& text) {
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

void add_forms(const Method& method, const CallText& text, const std::string& subject, bool by_pointer,
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
    CallText text(description, pack_size);
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

std::string operation_name(const Method& method) {
  if (const OperatorWord* const known = operator_word(method)) {
    return std::string(is_postfix(method) ? "post_" : "") + known->operation;
  }
  if (!is_conversion(method)) return method.name;
  std::string name = "to_" + method.result.name;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

}  // namespace linnet::generate
