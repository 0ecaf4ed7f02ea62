// Decides by the kind of each parameter's type how it is passed.
#include "generate/call_parameters.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "generate/plain_types.hpp"

namespace linnet::generate {

namespace {

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

std::string in_parentheses(const Parameter& parameter) {
  if (!parameter.name.empty()) return fmt::format(" ({})", parameter.name);
  return has_good_name(parameter.type) ? fmt::format(" ({})", parameter.type.name) : "";
}

}  // namespace

CallParameters::CallParameters(const ClassDescription& description, std::size_t pack_size)
    : elements_(description.elements), pack_size_(pack_size) {
  if (elements_.empty() || !is_plain(elements_[0])) {
    elements_.insert(elements_.begin(), Type{TypeKind::integer, "int", Passing::value, {}, {}, false, false});
  }
}

std::optional<std::string> CallParameters::add(const Parameter& parameter) {
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

CallParameters::Words CallParameters::arguments() const {
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

std::optional<std::string> CallParameters::add_deduced(const Parameter& parameter) {
  const Type& type = parameter.type;
  if (names_a_callable(type.name)) return "takes a callable" + in_parentheses(parameter);
  if (names_an_iterator(type.name)) return "takes an iterator" + in_parentheses(parameter);
  Parameter as_element{parameter.name, elements_[0], false};
  as_element.type.passing = type.passing == Passing::rvalue ? Passing::value : type.passing;
  direct_ = false;
  return add_known(as_element);
}

std::optional<std::string> CallParameters::add_known(const Parameter& parameter) {
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
                              type.name.starts_with("std::unique") ? "unique" : "shared", type.parts[0].name,
                              take(parameter.name, type.parts[0])));
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

std::string CallParameters::fresh(const std::string& wanted) {
  const std::string base = wanted.empty() || wanted == "object" ? "value" : wanted;
  std::string name = base;
  for (int i = 2; std::ranges::find(names_, name) != names_.end(); ++i) name = fmt::format("{}_{}", base, i);
  names_.push_back(name);
  return name;
}

std::string CallParameters::take(const std::string& wanted, const Type& type) {
  const std::string name = fresh(wanted);
  parameters_.push_back(type.name + " " + name);
  samples_.push_back(samples(type));
  any_needs_samples_ |= needs_samples(type);
  return type.passing == Passing::rvalue ? fmt::format("std::move({})", name) : name;
}

std::optional<std::string> CallParameters::pass(std::string expression) {
  passed_.push_back(std::move(expression));
  direct_ = false;
  return std::nullopt;
}

std::optional<std::string> CallParameters::pass_plain(const Parameter& parameter) {
  passed_.push_back(take(parameter.name, parameter.type));
  return std::nullopt;
}

std::optional<std::string> CallParameters::pass_tuple(const Parameter& parameter) {
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

std::optional<std::string> CallParameters::pass_pointer(const Parameter& parameter) {
  const Type& to = parameter.type.parts[0];
  if (to.is_const || !is_plain(to) || !names_a_result(parameter.name)) {
    return "takes a pointer" + in_parentheses(parameter);
  }
  give_back({parameter.name, to, false});
  passed_.back() = "&" + passed_.back();
  return std::nullopt;
}

std::optional<std::string> CallParameters::give_back(const Parameter& parameter) {
  const std::string name = fresh(parameter.name);
  before_.push_back(fmt::format("{} {}{{}};", parameter.type.name, name));
  results_.push_back(name);
  result_types_.push_back(parameter.type.name);
  return pass(name);
}

std::optional<std::string> CallParameters::exchange(const Parameter& parameter) {
  Type type = parameter.type;
  type.passing = Passing::value;
  const std::string name = take(parameter.name, type);
  results_.push_back(name);
  result_types_.push_back(type.name);
  reads_results_ = true;
  return pass(name);
}

std::optional<std::string> CallParameters::make_one(const Parameter& parameter) {
  if (!parameter.name.empty()) {
    remarks_.push_back(fmt::format("{} is a new {} each time.", parameter.name, parameter.type.name));
  }
  return pass(parameter.type.name + "{}");
}

}  // namespace linnet::generate
