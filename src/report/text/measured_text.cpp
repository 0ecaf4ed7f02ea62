// Lines, then plots: the distances of operations from their places, and how often elements were overtaken.
#include "report/text/result_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/xml.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

using Distribution = RelaxationMeasure::Distribution;

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

// The distribution over all histories together.
struct Plot {
  std::string title;
  Distribution distribution;

  std::size_t all() const {
    std::size_t sum = 0;
    for (const auto& [number, times] : distribution) sum += times;
    return sum;
  }
  std::size_t most() const {
    std::size_t most = 1;
    for (const auto& [number, times] : distribution) most = std::max(most, times);
    return most;
  }
};

std::vector<Plot> plots_of(std::span<const Result> results) {
  std::map<std::string, Distribution> displacement;
  Distribution overtaken;
  for (const Result& result : results) {
    const RelaxationMeasure& measure = std::get<MeasuredHistory>(result).measure;
    for (const auto& [method, distribution] : measure.displacement) add(displacement[method], distribution);
    add(overtaken, measure.overtaken);
  }
  std::vector<Plot> plots;
  for (auto& [method, distribution] : displacement)
    plots.push_back({fmt::format("{}: places from where it happened; positive is later", method),
                     std::move(distribution)});
  if (!overtaken.empty()) plots.push_back({"removals: how many others overtook each", std::move(overtaken)});
  return plots;
}

// A line for each number, with a bar as long as it is frequent.
std::string to_text(const Plot& plot, const Style& style) {
  const std::size_t all = plot.all(), most = plot.most();
  std::string text = "\n" + style.bold(plot.title) + "\n";
  for (const auto& [number, times] : plot.distribution) {
    std::string bar;
    for (std::size_t k = 0; k < (times * kLongestBar + most - 1) / most; ++k)
      bar += style.unicode ? "▇" : "#";
    text += fmt::format("  {:>5}  {:>11}  {:>5.1f} %  {}\n", number, with_thousands(times),
                        100.0 * static_cast<double>(times) / static_cast<double>(all), bar);
  }
  return text;
}

// In pixels.
constexpr int kPictureWidth = 640, kLine = 20, kBarStart = 160, kBarEnd = 620, kBase = 15;

// Draws from `top` on, and moves `top` below the drawing.
std::string to_svg(const Plot& plot, int& top) {
  const std::size_t all = plot.all(), most = plot.most();
  std::string svg =
      fmt::format("<text x='10' y='{}' font-weight='bold'>{}</text>\n", top + kBase, to_xml(plot.title));
  top += kLine;
  for (const auto& [number, times] : plot.distribution) {
    const double share = static_cast<double>(times) / static_cast<double>(most);
    svg += fmt::format(
        "<text x='40' y='{0}' text-anchor='end'>{1}</text>"
        "<text x='150' y='{0}' text-anchor='end'>{2} ({3:.1f} %)</text>"
        "<rect x='{4}' y='{5}' width='{6:.0f}' height='{7}' fill='#3b6ea5'/>\n",
        top + kBase, number, with_thousands(times),
        100.0 * static_cast<double>(times) / static_cast<double>(all), kBarStart, top + 3,
        std::ceil(share * (kBarEnd - kBarStart)), kLine - 6);
    top += kLine;
  }
  top += kLine / 2;
  return svg;
}

}  // namespace

std::string to_text(const MeasuredHistory& result, const Style& style) {
  return fmt::format(
      "{}  {}  {}\n", style.bold(result.subject), answer(result.measure, style),
      style.faint(fmt::format("{}; {}, measured in {}", result.spec, counted(result.operations, "operation"),
                              duration(result.seconds))));
}

std::string places_text(std::span<const Result> measured, const Style& style) {
  std::string text;
  for (const Plot& plot : plots_of(measured)) text += to_text(plot, style);
  return text;
}

std::string places_svg(std::span<const Result> measured) {
  int height = kLine / 2;
  std::string plots;
  for (const Plot& plot : plots_of(measured)) plots += to_svg(plot, height);
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' "
      "fill='white'/>\n{2}</svg>\n",
      kPictureWidth, height, plots);
}

}  // namespace linnet
