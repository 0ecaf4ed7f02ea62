// Groups failures by kind and methods.
#include "report/json/root_causes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace linnet {

namespace {

// Calls `see` with each character that is not inside an argument.
template <class See>
void outside_of_arguments(std::string_view scenario, See see) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < scenario.size(); ++i) {
    const char c = scenario[i];
    if (quoted) {
      i += c == '\\';
      quoted = c != '"';
      continue;
    }
    if (c == ')') --depth;
    if (depth == 0) see(c);
    if (c == '(') ++depth;
    quoted = c == '"';
  }
}

auto size_of(const RootCause& cause) {
  return std::tuple(cause.threads * cause.operations, cause.threads, cause.smallest.size());
}

}  // namespace

ScenarioOutline outline_of(std::string_view scenario) {
  struct Section {
    std::uint32_t threads = 1, operations = 0, in_this = 0;
  };
  std::vector<Section> sections(1);
  std::set<std::string> methods;
  std::string name;
  outside_of_arguments(scenario, [&](char c) {
    Section& section = sections.back();
    switch (c) {
      case ';': sections.emplace_back(); break;
      case '|':
        ++section.threads;
        section.in_this = 0;
        break;
      case '(':
        methods.insert(std::exchange(name, ""));
        section.operations = std::max(section.operations, ++section.in_this);
        break;
      case ' ':
      case ')': break;
      default: name += c;
    }
  });
  const Section& matrix = sections[sections.size() / 2];
  return {matrix.threads, matrix.operations, {methods.begin(), methods.end()}};
}

std::vector<RootCause> root_causes(const GeneratedTests& report) {
  std::map<std::pair<EndingKind, std::vector<std::string>>, RootCause> by_kind_and_methods;
  for (const GeneratedResult& result : report.results) {
    if (result.status != ExitStatus::violation) continue;
    ScenarioOutline outline = outline_of(result.smallest);
    RootCause one{result.kind, outline.methods, result.smallest, outline.threads, outline.operations, 0};
    RootCause& cause =
        by_kind_and_methods.try_emplace({result.kind, std::move(outline.methods)}, one).first->second;
    one.tests = cause.tests + 1;
    if (size_of(one) < size_of(cause)) {
      cause = std::move(one);
    } else {
      cause.tests = one.tests;
    }
  }
  std::vector<RootCause> causes;
  for (auto& [key, cause] : by_kind_and_methods) causes.push_back(std::move(cause));
  std::ranges::sort(causes, [](const RootCause& a, const RootCause& b) {
    return std::tuple(b.tests, size_of(a)) < std::tuple(a.tests, size_of(b));
  });
  return causes;
}

}  // namespace linnet
