// The table of operator signs and their names.
#include "generate/operators.hpp"

#include <algorithm>
#include <cctype>

namespace linnet::generate {

namespace {

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

const OperatorWord* operator_word(const Method& method) {
  if (!is_operator(method)) return nullptr;
  const std::string_view rest = std::string_view(method.name).substr(kOperatorWord.size());
  const auto known =
      std::ranges::find_if(kOperators, [&](const OperatorWord& each) { return each.sign == rest; });
  return known == std::end(kOperators) ? nullptr : known;
}

}  // namespace

bool is_operator(const Method& method) {
  if (!method.name.starts_with(kOperatorWord) || method.name.size() == kOperatorWord.size()) return false;
  const char next = method.name[kOperatorWord.size()];
  return next != '_' && std::isalnum(static_cast<unsigned char>(next)) == 0;
}

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
