// One line per method, then one per maximal assignment.
#include "report/text/inference_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "report/json/json_text.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMeaning = 12;  // the column of what a strength means, after its name

std::string_view meaning(Strength strength) {
  switch (strength) {
    case Strength::linearized: return "sees everything linearized before it";
    case Strength::happened_before: return "sees everything that happened before it";
    case Strength::causal: return "sees its own thread's, and what those it sees have seen";
    case Strength::own_thread: return "sees its own thread's";
    case Strength::anything: return "sees nothing in particular";
  }
  return "";
}

std::string alone_text(const InferredStrengths& strengths) {
  std::size_t widest = 0;
  for (const auto& alone : strengths.alone) widest = std::max(widest, alone.method.size());
  std::string text;
  for (const auto& alone : strengths.alone) {
    std::string name = alone.method;
    for (const Strength s : alone.strongest) {
      text += fmt::format("  {:<{}}  {:<{}}{}\n", name, widest, name_of(s), kMeaning, meaning(s));
      name.clear();
    }
    if (alone.strongest.empty())
      text += fmt::format("  {:<{}}  none: another method is too weak\n", name, widest);
  }
  return text;
}

// Aligned, so that assignments can be compared by looking down.
std::string maximal_text(const InferredStrengths& strengths) {
  std::string text;
  for (const Strengths& assignment : strengths.maximal) {
    std::string line = " ";
    for (const auto& [method, strength] : assignment) {
      std::size_t widest = 0;
      for (const Strengths& other : strengths.maximal) {
        const auto same = std::ranges::find(other, method, &MethodStrength::method);
        widest = std::max(widest, name_of(same->strength).size());
      }
      line += fmt::format(" {}={:<{}}", method, name_of(strength), widest);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

Json to_json(const Strengths& strengths) {
  Json json = Json::object();
  for (const auto& [method, strength] : strengths) json[method] = name_of(strength);
  return json;
}

}  // namespace

std::string to_text(const InferenceReport& report, const Style& style) {
  const InferredStrengths& found = report.strengths;
  std::string text = fmt::format(
      "{}  {}\n", style.bold(counted(report.sources.size(), "file")),
      style.faint(fmt::format("{}; {}, inferred in {}", report.spec, counted(report.operations, "operation"),
                              duration(report.seconds))));
  if (!report.given.empty()) text += fmt::format("given: {}\n", report.given);
  if (found.unexplained) {
    return text +
           style.red(fmt::format("no strengths are weak enough: {} has a result that nothing explains\n",
                                 report.sources[*found.unexplained]));
  }
  if (!found.alone.empty())
    text += "\n" + style.bold("each method, if all others are lin") + "\n" + alone_text(found);
  if (!found.maximal.empty() && !found.maximal[0].empty()) {
    const bool one = found.maximal.size() == 1;
    const std::string_view title = !found.reason.empty() ? "maximal assignments that were found"
                                   : one                 ? "the only maximal assignment"
                                                         : "all maximal assignments";
    text += "\n" + style.bold(title) + "\n" + maximal_text(found);
  }
  if (!found.reason.empty()) text += style.yellow("unknown: " + found.reason) + "\n";
  return text;
}

std::string to_json(const InferenceReport& report) {
  const InferredStrengths& found = report.strengths;
  Json json;
  json["verdict"] = !found.reason.empty() ? "unknown" : found.maximal.empty() ? "violation" : "pass";
  json["criterion"] = "weak";
  json["spec"] = report.spec;
  json["sources"] = report.sources;
  if (!report.given.empty()) json["given"] = report.given;
  json["operations"] = report.operations;
  json["seconds"] = report.seconds;
  json["alone"] = Json::object();
  for (const auto& alone : found.alone) {
    json["alone"][alone.method] = Json::array();
    for (const Strength s : alone.strongest) json["alone"][alone.method].push_back(name_of(s));
  }
  json["maximal"] = Json::array();
  for (const Strengths& assignment : found.maximal) json["maximal"].push_back(to_json(assignment));
  if (found.unexplained) json["unexplained"] = report.sources[*found.unexplained];
  if (!found.reason.empty()) json["reason"] = found.reason;
  return json_text(json);
}

}  // namespace linnet
