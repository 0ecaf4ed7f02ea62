// Writes the text of a test: layout and comments.
#include "generate/test_plan.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace linnet::generate {

namespace {

struct StandardHeader {
  const char* name;
  std::vector<std::string_view> words;  // the words that need it
};

const std::vector<StandardHeader>& standard_headers() {
  static const std::vector<StandardHeader> kHeaders = {
      {"chrono", {"std::chrono::"}},
      {"memory", {"std::make_unique", "std::make_shared", "std::unique_ptr", "std::shared_ptr"}},
      {"optional", {"std::optional", "std::nullopt"}},
      {"string", {"std::string"}},
      {"tuple", {"std::tuple"}},
      {"utility", {"std::move", "std::pair"}},
      {"vector", {"std::vector"}},
  };
  return kHeaders;
}

std::string standard_includes(const std::string& body) {
  std::string text;
  for (const StandardHeader& header : standard_headers()) {
    const bool used = std::ranges::any_of(
        header.words, [&](std::string_view word) { return body.find(word) != std::string::npos; });
    if (used) text += fmt::format("#include <{}>\n", header.name);
  }
  return text.empty() ? text : text + "\n";
}

constexpr const char* kIndent = "      ";

std::string with_margin(const std::string& lines, const std::string& margin) {
  std::string text;
  std::size_t at = 0;
  while (at < lines.size()) {
    const std::size_t end = lines.find('\n', at);
    text += margin + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

// .operation(...), without indentation.
std::string operation_lines(const PlannedOperation& operation) {
  const Form& form = operation.forms[0];
  std::string text;
  if (!form.code[0].starts_with('&')) text += fmt::format("// {}\n", operation.signature);
  for (const std::string& remark : form.remarks) text += fmt::format("// {}\n", remark);
  text += fmt::format(".operation(\"{}\", {}", operation.name, form.code[0]);
  for (std::size_t i = 1; i < form.code.size(); ++i) text += "\n" + form.code[i];
  text += ")";
  for (const std::string& each : form.arguments) text += fmt::format("\n    .arguments({})", each);
  return text + "\n";
}

std::string decided(const TestPlan& plan) {
  std::string text;
  for (const PlannedOperation& operation : plan.operations) {
    if (operation.question.empty()) text += with_margin(operation_lines(operation), kIndent);
  }
  return text;
}

std::string undecided(const TestPlan& plan) {
  std::string text, last;
  for (const PlannedOperation& operation : plan.operations) {
    if (operation.question.empty()) continue;
    if (operation.question != last) text += fmt::format("{}// {}\n", kIndent, operation.question);
    last = operation.question;
    text += with_margin(operation_lines(operation), std::string(kIndent) + "// ");
  }
  return text;
}

std::string left_out(const TestPlan& plan) {
  if (plan.left_out.empty()) return "";
  std::string text = "\n// Not called by this test:\n";
  for (const LeftOut& each : plan.left_out) text += fmt::format("//   {}: {}\n", each.signature, each.reason);
  return text;
}

std::string opening(const TestPlan& plan, const std::string& command, const std::string& file) {
  return fmt::format(
      "// A test of {}, written by\n"
      "//   {}\n"
      "// for you to edit. Run it with: linnet run {}\n"
      "//\n"
      "// It says how the object is made and what can be called. As long as it says no more, tests are "
      "generated, and\n"
      "// what the object does when calls do not overlap is its specification (docs/automatic.md). With "
      ".spec(\"queue\") or\n"
      "// the like and .scenario(\"...\") at its end you say what is right and who does what "
      "(docs/object-tests.md).\n",
      plan.class_name, command, file.empty() ? "FILE.cpp" : file);
}

std::string construction(const TestPlan& plan) {
  const std::string& arguments = plan.constructions[0];
  std::string text;
  if (!arguments.empty()) text += "  // The constructor's arguments are a guess: choose small ones.\n";
  return text + fmt::format("  linnet::object<{}>({})\n", plan.subject, arguments);
}

}  // namespace

std::string trial_includes(const std::string& header_include) {
  std::string text = header_include + "\n#include <linnet/test.hpp>\n";
  for (const StandardHeader& header : standard_headers()) text += fmt::format("#include <{}>\n", header.name);
  return text;
}

std::string write_test(const TestPlan& plan, const std::string& header_include, const std::string& command,
                       const std::string& file) {
  std::string body;
  if (plan.subject != plan.class_name)
    body += fmt::format("using {} = {};\n\n", plan.subject, plan.class_name);
  body += fmt::format("LINNET_TEST({}) {{\n", plan.test_name);
  std::string calls = construction(plan) + undecided(plan) + decided(plan);
  calls.insert(calls.size() - 1, ";");
  body += calls + "}\n";
  return opening(plan, command, file) + header_include + "\n\n#include <linnet/test.hpp>\n\n" +
         standard_includes(body) + body + left_out(plan);
}

}  // namespace linnet::generate
