// Lines, then two plots: how far operations were from their places, and how often elements were overtaken.
#include "report/measure_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "report/units.hpp"

namespace linnet {

namespace {

using Distribution = RelaxationMeasure::Distribution;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestBar = 40;

std::string answer(const RelaxationMeasure& measure, const Style& style) {
  if (measure.smallest_factor)
    return style.green(fmt::format("smallest factor {}", *measure.smallest_factor));
  if (measure.none) return style.red("no factor is enough");
  return style.yellow("unknown: " + measure.reason);
}

void add(Distribution& total, const Distribution& part) {
  for (const auto& [distance, times] : part) total[distance] += times;
}

// A line for each number, with a bar as long as it is frequent.
std::string plot(const std::string& title, const Distribution& distribution, const Style& style) {
  std::size_t all = 0, most = 1;
  for (const auto& [number, times] : distribution) all += times, most = std::max(most, times);
  std::string text = "\n" + style.bold(title) + "\n";
  for (const auto& [number, times] : distribution) {
    std::string bar;
    for (std::size_t k = 0; k < (times * kLongestBar + most - 1) / most; ++k)
      bar += style.unicode ? "▇" : "#";
    text += fmt::format("  {:>5}  {:>11}  {:>5.1f} %  {}\n", number, with_thousands(times),
                        100.0 * static_cast<double>(times) / static_cast<double>(all), bar);
  }
  return text;
}

Json to_json(const Distribution& distribution) {
  Json json = Json::object();
  for (const auto& [number, times] : distribution) json[std::to_string(number)] = times;
  return json;
}

Json to_json(const MeasureReport& report) {
  const RelaxationMeasure& measure = report.measure;
  Json json;
  json["source"] = report.source;
  json["spec"] = report.spec;
  json["operations"] = report.operations;
  json["seconds"] = report.seconds;
  json["smallest_factor"] = measure.smallest_factor ? Json(*measure.smallest_factor) : Json(nullptr);
  json["none"] = measure.none;
  if (!measure.reason.empty()) json["reason"] = measure.reason;
  json["displacement"] = Json::object();
  for (const auto& [method, distribution] : measure.displacement)
    json["displacement"][method] = to_json(distribution);
  json["overtaken"] = to_json(measure.overtaken);
  return json;
}

}  // namespace

std::string to_text(std::span<const MeasureReport> reports, const Style& style) {
  std::string text;
  std::map<std::string, Distribution> displacement;
  Distribution overtaken;
  for (const MeasureReport& report : reports) {
    text += fmt::format(
        "{}  {}  {}\n", style.bold(report.source), answer(report.measure, style),
        style.faint(fmt::format("{}; {}, measured in {}", report.spec,
                                counted(report.operations, "operation"), duration(report.seconds))));
    for (const auto& [method, distribution] : report.measure.displacement)
      add(displacement[method], distribution);
    add(overtaken, report.measure.overtaken);
  }
  for (const auto& [method, distribution] : displacement)
    text += plot(fmt::format("{}: places from where it happened; positive is later", method), distribution,
                 style);
  if (!overtaken.empty()) text += plot("removals: overtaken by so many others", overtaken, style);
  return text;
}

std::string to_json(std::span<const MeasureReport> reports) {
  Json results = Json::array();
  for (const MeasureReport& report : reports) results.push_back(to_json(report));
  const auto replace = Json::error_handler_t::replace;
  return (results.size() == 1 ? results[0] : Json{{"results", results}}).dump(2, ' ', false, replace) + "\n";
}

}  // namespace linnet
