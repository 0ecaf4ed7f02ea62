// The parser of scenarios, whose messages point into the text; and the conversion back to text.
#include "driver/program/scenario_text.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

using Calls = std::vector<PlannedCall>;
// The text between two semicolons: bars divide it into lists of calls.
struct Section {
  std::vector<Calls> threads = std::vector<Calls>(1);
  std::size_t offset = 0;
};

class Parser {
 public:
  Parser(std::string_view text, const ObjectTest& test, const Spec* spec)
      : text_(text), test_(test), spec_(spec) {}

  Scenario parse() {
    std::vector<Section> sections(1);
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      if (text_[at_] == ';') {
        sections.push_back({.offset = ++at_});
      } else if (text_[at_] == '|') {
        sections.back().threads.emplace_back();
        ++at_;
      } else {
        sections.back().threads.back().push_back(parse_call());
      }
    }
    return assemble(std::move(sections));
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
    const std::size_t before = text_.substr(0, offset).rfind('\n');
    const std::size_t start = before == text_.npos ? 0 : before + 1;
    const std::string_view line = text_.substr(start, text_.find('\n', start) - start);
    throw InputError(Place{test_.file, test_.line, 0},
                     fmt::format("scenario of test {}: {}\n  {}\n  {}^", test_.name, what, line,
                                 std::string(offset - start, ' ')));
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  PlannedCall parse_call() {
    PlannedCall call;
    call.offset = at_;
    while (at_ < text_.size() && is_name(text_[at_]) && (at_ != call.offset || !is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(call.offset, at_ - call.offset);
    if (name.empty()) {
      fail(at_, fmt::format("found {}, expected a call such as {}, or | or ;", excerpt(text_.substr(at_, 1)),
                            example_call()));
    }
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != '(') fail(at_, fmt::format("expected ( after {}", name));
    const std::size_t first = ++at_;
    const std::size_t end = find_end_of_arguments(first);
    const std::vector<Value> arguments = parse_arguments(first, text_.substr(first, end - first));
    at_ = end + 1;
    call.operation = find_operation(call.offset, name, arguments);
    if (spec_ != nullptr) check_against_spec(call.offset, name, arguments);
    for (const Value argument : arguments) call.arguments.push_back(argument.bits());
    return call;
  }

  std::string example_call() const {
    return test_.operations.empty() ? "enq(1)" : signature(test_.operations.front());
  }

  std::size_t find_end_of_arguments(std::size_t first) const {
    bool in_string = false;
    for (std::size_t i = first; i < text_.size(); ++i) {
      const char c = text_[i];
      if (in_string) {
        if (c == '\\') ++i;
        in_string = c != '"';
      } else if (c == '"') {
        in_string = true;
      } else if (c == ')') {
        return i;
      }
    }
    fail(first - 1, "this ( is never closed");
  }

  std::vector<Value> parse_arguments(std::size_t offset, std::string_view arguments) const {
    const std::string list = "[" + std::string(arguments) + "]";
    simdjson::dom::parser parser = make_json_parser();
    simdjson::dom::element json;
    if (const simdjson::error_code error = parser.parse(list).get(json); error != simdjson::SUCCESS) {
      const JsonFault fault = explain_json_error(list, error);
      const std::size_t inside = std::clamp<std::size_t>(fault.offset, 1, arguments.size() + 1) - 1;
      fail(offset + inside, "arguments are JSON values separated by commas: " + fault.what);
    }
    const std::span<const Value> values = to_value(json).as_array();
    return {values.begin(), values.end()};
  }

  static std::string signature(const DeclaredOperation& operation) {
    std::string text = operation.name + "(";
    for (std::size_t i = 0; i < operation.arity; ++i) text += i == 0 ? "_" : ", _";
    return text + ")";
  }

  std::uint32_t find_operation(std::size_t offset, std::string_view name,
                               const std::vector<Value>& arguments) const {
    std::vector<std::string> names;
    std::optional<std::string> other_arity;
    for (std::uint32_t i = 0; i < test_.operations.size(); ++i) {
      const DeclaredOperation& operation = test_.operations[i];
      names.push_back(operation.name);
      if (operation.name != name) continue;
      if (operation.arity != arguments.size()) {
        other_arity = signature(operation);
        continue;
      }
      check_arguments(offset, operation, arguments);
      return i;
    }
    if (other_arity) {
      fail(offset, fmt::format("{} takes other arguments: {} and not {} of them", name, *other_arity,
                               arguments.size()));
    }
    std::string message = fmt::format("the test declares no operation {}", name);
    if (const auto meant = nearest(name, names)) {
      message += fmt::format("; did you mean {}?", *meant);
    } else {
      message += fmt::format("; it has {}", fmt::join(names, ", "));
    }
    fail(offset, message);
  }

  void check_arguments(std::size_t offset, const DeclaredOperation& operation,
                       const std::vector<Value>& arguments) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (const std::string expected = operation.expects(i, arguments[i].bits()); !expected.empty()) {
        fail(offset, fmt::format("argument {} of {} is {}, expected {}", i + 1, operation.name,
                                 arguments[i].to_json(), expected));
      }
    }
  }

  void check_against_spec(std::size_t offset, std::string_view name,
                          const std::vector<Value>& arguments) const {
    const std::optional<MethodIndex> index = spec_->find(name, arguments.size());
    if (!index) {
      std::vector<std::string> signatures;
      for (const Method& method : spec_->methods()) signatures.push_back(method.signature());
      fail(offset,
           fmt::format("specification {} has no {} with {} argument{}; it has {}", spec_->name(), name,
                       arguments.size(), arguments.size() == 1 ? "" : "s", fmt::join(signatures, ", ")));
    }
    const Method& method = spec_->method(*index);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!accepts(method.parameters[i], arguments[i])) {
        fail(offset, fmt::format("argument {} of {} is {}; specification {} expects {}", i + 1, name,
                                 arguments[i].to_json(), spec_->name(), name_of(method.parameters[i])));
      }
    }
    if (const auto complaint = spec_->complaint({*index, arguments})) {
      fail(offset, fmt::format("specification {}: {}", spec_->name(), *complaint));
    }
  }

  // If there are one or two sections: whether the first of them is init.
  bool has_init(const std::vector<Section>& sections) const {
    if (sections.size() == 1) return false;
    const std::vector<Calls>& first = sections[0].threads;
    const std::vector<Calls>& second = sections[1].threads;
    const bool plain = first.size() == 1 && second.size() == 1;
    if (plain && !first[0].empty() && !second[0].empty()) {
      fail(sections[1].offset - 1, "is this init ; thread or thread ; final? Write both semicolons");
    }
    return first.size() == 1 && !(plain && second[0].empty());
  }

  Scenario assemble(std::vector<Section> sections) const {
    if (sections.size() > 3)
      fail(sections[3].offset - 1, "a third semicolon; expected init ; threads ; final");
    if (sections.size() < 3)
      sections.insert(has_init(sections) ? sections.end() : sections.begin(), Section{});
    if (sections.size() < 3) sections.push_back({.offset = text_.size()});
    for (const std::size_t alone : {0, 2}) {
      if (sections[alone].threads.size() > 1) {
        fail(sections[alone].offset, "a second part with threads; init and final run alone");
      }
    }
    return flatten(sections);
  }

  Scenario flatten(std::vector<Section>& sections) const {
    Scenario scenario;
    for (std::size_t s = 0; s < 3; ++s) {
      for (Calls& calls : sections[s].threads) {
        if (s == 1 && calls.empty()) fail(sections[s].offset, "a thread without calls");
        for (PlannedCall& call : calls) scenario.calls.push_back(std::move(call));
        scenario.part_ends.push_back(static_cast<std::uint32_t>(scenario.calls.size()));
      }
    }
    return scenario;
  }

  std::string_view text_;
  const ObjectTest& test_;
  const Spec* spec_;
  std::size_t at_ = 0;
};

}  // namespace

Scenario parse_scenario(std::string_view text, const ObjectTest& test, const Spec* spec) {
  return Parser(text, test, spec).parse();
}

std::string scenario_text(const Scenario& scenario, const ObjectTest& test) {
  const auto part_text = [&](std::size_t part) {
    std::string text;
    for (std::uint32_t i = scenario.part_begin(part); i < scenario.part_ends[part]; ++i) {
      const PlannedCall& call = scenario.calls[i];
      text += (text.empty() ? "" : " ") + test.operations[call.operation].name + "(";
      for (const linnet_word& word : call.arguments) {
        text += (&word == call.arguments.data() ? "" : ", ") + std::bit_cast<Value>(word).to_json();
      }
      text += ")";
    }
    return text;
  };
  std::string threads;
  for (std::size_t part = 1; part < scenario.final_part(); ++part) {
    threads += (part == 1 ? "" : " | ") + part_text(part);
  }
  const std::string init = part_text(0), final = part_text(scenario.final_part());
  if (init.empty() && final.empty()) return threads;
  return init + (init.empty() ? "; " : " ; ") + threads + (final.empty() ? " ;" : " ; ") + final;
}

}  // namespace linnet
