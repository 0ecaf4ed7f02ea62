// Implements WeakModel: a parser of one line of text, and the table of models.
#include "check/weak/model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace linnet {

namespace {

constexpr std::array<NamedModel, 12> kModels = {{
    {"return-value", "", "every result is explained by some of the operations linearized before it"},
    {"read-my-writes", "vis >= po", "an operation sees all earlier ones of its own thread"},
    {"monotonic-reads", "vis >= vis.po", "a thread keeps seeing everything it has seen"},
    {"monotonic-writes", "vis >= po.vis",
     "an operation that sees another one sees the earlier ones of that thread"},
    {"writes-follow-reads", "vis >= vis.po.vis",
     "an operation that sees another one sees what that thread had seen before"},
    {"session", "vis >= po; vis >= vis.po; vis >= po.vis; vis >= vis.po.vis", "the four guarantees above"},
    {"causal", "vis >= po; vis >= vis.vis",
     "causal convergence: an operation sees the earlier ones of its thread, and what those it sees saw"},
    {"weak-hb", "vis >= hb", "an operation sees all that happened before it"},
    {"regular", "vis >= hb", "weak-hb under the name that it has for registers whose writes do not overlap"},
    {"causal-hb", "vis >= hb; vis >= vis.vis", "causal and weak-hb at once, with one visibility"},
    {"monotonic-hb", "vis >= hb; vis >= vis.hb",
     "weak-hb, and what was seen is seen by all that comes later"},
    {"linearizable", "vis = lin", "an operation sees everything linearized before it"},
}};

constexpr std::array kRelations = {Relation::po, Relation::hb, Relation::lin, Relation::vis};

std::optional<Relation> relation_named(std::string_view word) {
  for (const Relation r : kRelations) {
    if (name_of(r) == word) return r;
  }
  return std::nullopt;
}

class AxiomParser {
 public:
  explicit AxiomParser(std::string_view text) : text_(text) {}

  std::vector<Axiom> parse() {
    std::vector<Axiom> axioms;
    do {
      axiom(axioms);
      skip_spaces();
    } while (accept(";") && !at_end());
    if (!at_end()) fail(at_, outside_the_language());
    return axioms;
  }
  bool add_wins() const { return add_wins_; }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& what) const {
    throw InputError(
        fmt::format("axioms, character {}: {}\n  {}\n  {:>{}}", at + 1, what, text_, '^', at + 1));
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }
  bool accept(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  std::string_view word() {
    skip_spaces();
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    return text_.substr(start, at_ - start);
  }
  // The text at the cursor, for messages.
  std::string found() {
    if (at_end()) return "the end";
    const std::size_t start = at_;
    std::string_view token = word();
    at_ = start;
    if (token.empty()) token = text_.substr(at_, text_.substr(at_).starts_with("<=") ? 2 : 1);
    if ((static_cast<unsigned char>(token[0]) & 0x80) != 0) return "a character that is not ASCII";
    return fmt::format("\"{}\"", token);
  }
  std::string outside_the_language() {
    const std::string what = found();
    switch (text_[at_]) {
      case '|': return what + " is outside the language: for a union write two axioms, one for each part";
      case '*':
      case '+': return what + " is outside the language: for transitivity write vis >= vis.vis";
      case '(':
      case ')': return what + " is outside the language: composition is associative and needs no parentheses";
      case '&':
      case '\\':
      case '^':
      case '-':
      case '~':
      case '!': return what + " is outside the language: relations are composed with \".\", and nothing else";
      default: return fmt::format("found {}, expected \".\", \";\" or the end", what);
    }
  }

  void axiom(std::vector<Axiom>& axioms) {
    skip_spaces();
    const std::size_t start = at_;
    const std::string_view left = word();
    if (left == "Ret") return semantics();
    const auto relation = relation_named(left);
    if (relation == Relation::po || relation == Relation::hb) {
      fail(start, fmt::format("{} is given by the history: only vis and lin have axioms", left));
    }
    if (!relation) {
      at_ = start;
      fail(start,
           fmt::format("found {}, expected an axiom: Ret, vis >= ..., lin >= ... or vis = lin", found()));
    }
    Axiom result{*relation, {}, {}};
    if (accept(">=")) {
      do result.right.push_back(factor());
      while (accept("."));
    } else {
      equation(result);
    }
    axioms.push_back(std::move(result));
  }

  void semantics() {
    if (!accept("=")) return;
    skip_spaces();
    if (!accept("add-wins")) fail(at_, fmt::format("found {}, expected add-wins", found()));
    add_wins_ = true;
  }

  void equation(Axiom& axiom) {
    skip_spaces();
    const std::size_t at = at_;
    if (text_.substr(at).starts_with("<=")) {
      fail(at,
           "\"<=\" is outside the language: axioms say what vis and lin contain; write >= the other way "
           "round");
    }
    if (!accept("=")) fail(at, fmt::format("found {}, expected \">=\"", found()));
    skip_spaces();
    const std::size_t right = at_;
    if (axiom.left != Relation::vis || word() != "lin") {
      fail(axiom.left == Relation::vis ? right : at,
           "this equation is outside the language: the only one is vis = lin");
    }
    skip_spaces();
    if (accept(".")) fail(at_ - 1, "this equation is outside the language: the only one is vis = lin");
    axiom.right = {Relation::lin};
  }

  Relation factor() {
    skip_spaces();
    const std::size_t start = at_;
    const auto relation = relation_named(word());
    if (relation) return *relation;
    at_ = start;
    const std::string_view rest = text_.substr(start);
    if (!rest.empty() && std::string_view("(|*+&\\^-~!").find(rest[0]) != std::string_view::npos) {
      fail(start, outside_the_language());
    }
    fail(start, fmt::format("found {}, expected a relation: po, hb, lin or vis", found()));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool add_wins_ = false;
};

}  // namespace

std::string_view name_of(Relation relation) {
  switch (relation) {
    case Relation::po: return "po";
    case Relation::hb: return "hb";
    case Relation::lin: return "lin";
    case Relation::vis: return "vis";
  }
  return "";
}

std::span<const NamedModel> named_models() {
  return kModels;
}

WeakModel WeakModel::parse(std::string_view text) {
  WeakModel model;
  AxiomParser parser(text);
  model.axioms_ = parser.parse();
  model.add_wins_ = parser.add_wins();
  return model;
}

WeakModel WeakModel::named(std::string_view name) {
  std::vector<std::string> names;
  for (const NamedModel& m : kModels) {
    if (m.name == name) return m.axioms.empty() ? WeakModel() : parse(m.axioms);
    names.emplace_back(m.name);
  }
  std::string message = fmt::format("unknown model \"{}\"", name);
  if (const auto meant = nearest(name, names)) message += fmt::format("; did you mean {}?", *meant);
  throw InputError(message + fmt::format(" (models: {})", fmt::join(names, ", ")));
}

void WeakModel::require(const std::string& method, Strength strength) {
  const auto add = [&](std::vector<Relation> right) {
    axioms_.push_back({Relation::vis, std::move(right), method});
  };
  switch (strength) {
    case Strength::linearized: return add({Relation::lin});
    case Strength::happened_before: return add({Relation::hb});
    case Strength::causal: add({Relation::po}); return add({Relation::vis, Relation::vis});
    case Strength::own_thread: return add({Relation::po});
    case Strength::anything: return;
  }
}

void WeakModel::require(const Strengths& strengths) {
  for (const auto& [method, strength] : strengths) require(method, strength);
}

bool WeakModel::sees_everything() const {
  return std::ranges::any_of(axioms_, [](const Axiom& a) {
    return a.left == Relation::vis && a.method.empty() && a.right == std::vector{Relation::lin};
  });
}

std::string WeakModel::to_string() const {
  std::string text = add_wins_ ? "Ret = add-wins" : "";
  for (const Axiom& a : axioms_) {
    if (!text.empty()) text += "; ";
    text += name_of(a.left);
    if (!a.method.empty()) text += fmt::format("[{}]", a.method);
    if (a.left == Relation::vis && a.method.empty() && a.right == std::vector{Relation::lin}) {
      text += " = lin";
      continue;
    }
    const char* separator = " >= ";
    for (const Relation r : a.right) text += separator + std::string(name_of(r)), separator = ".";
  }
  return text.empty() ? "Ret" : text;
}

}  // namespace linnet
