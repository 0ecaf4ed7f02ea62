// Converts the words for a promise to the fields of a request, and back.
#include "driver/checking/promise.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "check/weak/model.hpp"
#include "driver/checking/criteria.hpp"

namespace linnet {

namespace {

// A criterion, and the field of the request that holds its details, if this option sets one.
struct Meaning {
  CriterionKind criterion{};
  std::string CheckRequest::*field = nullptr;
  std::string text = {};

  bool agrees_with(const Meaning& other) const {
    if (criterion != other.criterion) return false;
    return field == nullptr || other.field == nullptr || (field == other.field && text == other.text);
  }
};

bool is_model(std::string_view name) {
  return std::ranges::any_of(named_models(), [&](const NamedModel& model) { return model.name == name; });
}

[[noreturn]] void refuse_promise(const std::string& text, std::string_view name) {
  std::vector<std::string> names;
  for (const Described& promise : all_promises())
    names.push_back(promise.name.substr(0, promise.name.find(':')));
  const std::string message = "unknown promise " + text;
  if (const auto meant = nearest(name, names))
    throw InputError(fmt::format("{}; did you mean {}{}?", message, *meant, text.substr(name.size())));
  throw InputError(fmt::format("{}; there are {}", message, fmt::join(names, ", ")));
}

Meaning meaning_of_promise(const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon);
  std::string rest = text.substr(std::min(colon + 1, text.size()));
  rest.erase(0, rest.find_first_not_of(' '));
  const auto criterion = value_in(kCriteria, name);
  if (criterion == CriterionKind::quasi) {
    if (rest.empty()) throw InputError("--promise quasi needs factors: quasi:2, or quasi:enq=0,deq=2");
    return {*criterion, &CheckRequest::quasi, rest};
  }
  if (criterion == CriterionKind::weak && !rest.empty()) return {*criterion, &CheckRequest::axioms, rest};
  const bool plain = colon == text.size() || criterion == CriterionKind::weak;
  if (plain && criterion) return {*criterion};
  if (plain && is_model(name)) return {CriterionKind::weak, &CheckRequest::model, name};
  refuse_promise(text, name);
}

// --model names a model of weak consistency, not a memory model.
void refuse_memory_model(const std::string& name) {
  if (name != "sc" && name != "tso" && name != "c11") return;
  throw InputError(
      fmt::format("--model {0}: {0} is a memory model, not one of weak consistency; did you mean "
                  "--memory-model {0}?",
                  name));
}

Meaning meaning_of(const SaidPromise& said) {
  if (said.option == "--model") refuse_memory_model(said.value);
  if (said.option == "--promise") return meaning_of_promise(said.value);
  if (said.option == "--criterion") return {criterion_named(said.value)};
  if (said.option == "--quasi") return {CriterionKind::quasi, &CheckRequest::quasi, said.value};
  Meaning weak{CriterionKind::weak};
  if (said.option == "--model") weak.field = &CheckRequest::model;
  if (said.option == "--axioms") weak.field = &CheckRequest::axioms;
  if (weak.field != nullptr) weak.text = said.value;
  return weak;  // also for --strength, which can be combined with any model
}

}  // namespace

void set_promise(CheckRequest& request, std::span<const SaidPromise> said) {
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Meaning meaning = meaning_of(said[i]);
    for (const SaidPromise& other : said.first(i)) {
      if (meaning.agrees_with(meaning_of(other))) continue;
      throw InputError(fmt::format("two different promises: {} {} and {} {}", other.option, other.value,
                                   said[i].option, said[i].value));
    }
    request.criterion = meaning.criterion;
    if (meaning.field != nullptr) request.*meaning.field = meaning.text;
  }
}

std::string promise_of(const CheckRequest& request) {
  if (request.criterion == CriterionKind::quasi) return "quasi:" + request.quasi;
  if (request.criterion != CriterionKind::weak) return std::string(name_of(request.criterion));
  if (!request.axioms.empty()) return "weak: " + request.axioms;
  // "linearizable" names the criterion, which decides the same in another way.
  if (request.model == "linearizable") return "weak: vis = lin";
  return request.model.empty() ? "weak" : request.model;
}

std::vector<Described> all_promises() {
  std::vector<Described> all;
  for (const auto& [kind, name, meaning] : kCriteria) {
    const std::string_view more = kind == CriterionKind::quasi  ? ":FACTORS"
                                  : kind == CriterionKind::weak ? ":AXIOMS"
                                                                : "";
    all.push_back({fmt::format("{}{}", name, more), std::string(meaning)});
  }
  for (const NamedModel& model : named_models()) {
    if (!value_in(kCriteria, model.name))
      all.push_back({std::string(model.name), std::string(model.meaning)});
  }
  return all;
}

}  // namespace linnet
