// How much the operations of single methods must see, so that `size` may be weak while `put` stays atomic.
//
//   strengths ::= METHOD '=' strength (',' METHOD '=' strength)*    strength ::= lin | hb | causal | po | any
//
// An example is put=lin,size=po. This is not the same as a model for all operations: with get=causal, a get
// sees what the operations it sees have seen, but a put in between may have been blind.
//
// Emmi, Enea: Weak-Consistency Specification via Visibility Relaxation. POPL 2019.
#include "check/weak/model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace linnet {

namespace {

class StrengthParser {
 public:
  StrengthParser(std::string_view text, const Spec& spec) : text_(text), spec_(spec) {}

  Strengths parse() {
    Strengths strengths;
    do {
      const std::string method = this->method(strengths);
      expect('=');
      strengths.push_back({method, strength()});
      skip_spaces();
    } while (accept(','));
    if (at_ != text_.size()) fail(at_, fmt::format("found {}, expected \",\" or the end", found()));
    return strengths;
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& what) const {
    throw InputError(
        fmt::format("strengths, character {}: {}\n  {}\n  {:>{}}", at + 1, what, text_, '^', at + 1));
  }
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(char token) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != token) return false;
    return ++at_, true;
  }
  void expect(char token) {
    if (!accept(token)) fail(at_, fmt::format("found {}, expected \"{}\" and a strength", found(), token));
  }
  std::string_view word() {
    skip_spaces();
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_of("=, ", at_), text_.size());
    return text_.substr(start, at_ - start);
  }
  std::string found() const {
    if (at_ == text_.size()) return "the end";
    const std::string_view rest = text_.substr(at_);
    return fmt::format("\"{}\"", rest.substr(0, std::max<std::size_t>(1, rest.find_first_of("=, "))));
  }

  std::string method(const Strengths& before) {
    skip_spaces();
    const std::size_t start = at_;
    const std::string name(word());
    if (name.empty()) fail(start, fmt::format("found {}, expected a method of {}", found(), spec_.name()));
    std::vector<std::string> names;
    for (const Method& m : spec_.methods()) names.push_back(m.name);
    if (std::ranges::find(names, name) == names.end()) {
      const auto meant = nearest(name, names);
      fail(start, fmt::format("specification {} has no method {}; {}", spec_.name(), name,
                              meant ? fmt::format("did you mean {}?", *meant)
                                    : fmt::format("it has {}", fmt::join(names, ", "))));
    }
    if (std::ranges::find(before, name, &MethodStrength::method) != before.end())
      fail(start, fmt::format("{} has its strength already", name));
    return name;
  }

  Strength strength() {
    skip_spaces();
    const std::size_t start = at_;
    const std::string_view name = word();
    for (const Strength s : kStrengths) {
      if (name_of(s) == name) return s;
    }
    at_ = start;
    fail(start, fmt::format("found {}, expected a strength: lin, hb, causal, po or any", found()));
  }

  std::string_view text_;
  const Spec& spec_;
  std::size_t at_ = 0;
};

}  // namespace

bool implies(Strength a, Strength b) {
  if (a == Strength::happened_before && b == Strength::causal) return false;
  return a <= b;
}

Strengths parse_strengths(std::string_view text, const Spec& spec) {
  return StrengthParser(text, spec).parse();
}

Strengths declared_strengths(const Spec& spec) {
  std::string text;
  for (const Method& method : spec.methods()) {
    if (!method.strength.empty())
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", method.name, method.strength);
  }
  if (text.empty()) return {};
  return completed(parse_strengths(text, spec), spec);
}

Strengths completed(Strengths strengths, const Spec& spec) {
  for (const Method& method : spec.methods()) {
    if (std::ranges::find(strengths, method.name, &MethodStrength::method) == strengths.end())
      strengths.push_back({method.name, Strength::linearized});
  }
  return strengths;
}

std::string to_string(const Strengths& strengths) {
  std::string text;
  for (const auto& [method, strength] : strengths)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", method, name_of(strength));
  return text;
}

}  // namespace linnet
