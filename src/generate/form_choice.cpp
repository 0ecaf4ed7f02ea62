// Compiles the trials, and finds which form causes an error.
#include "generate/test_plan.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"

namespace linnet::generate {

namespace {

// One way to write one thing.
struct Trial {
  std::size_t owner = 0;  // a construction, or after those an operation
  std::size_t form = 0;
  std::string text;
  std::string recorded = "";  // Form::recorded
  unsigned first_line = 0, last_line = 0;
  std::optional<std::string> error = {};
};

std::string operation_text(const PlannedOperation& operation, const Form& form) {
  std::string text = fmt::format("  test.operation(\"{}\",\n", operation.name);
  for (const std::string& line : form.code) text += "    " + line + "\n";
  text += "  )";
  for (const std::string& each : form.arguments) text += fmt::format(".arguments({})", each);
  return text + ";\n";
}

std::vector<Trial> all_trials(const TestPlan& plan) {
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < plan.constructions.size(); ++i) {
    trials.push_back(
        {.owner = i,
         .text = fmt::format("  linnet::object<{}>({});\n", plan.subject, plan.constructions[i])});
  }
  for (std::size_t i = 0; i < plan.operations.size(); ++i) {
    const PlannedOperation& operation = plan.operations[i];
    for (std::size_t form = 0; form < operation.forms.size(); ++form) {
      trials.push_back({plan.constructions.size() + i, form, operation_text(operation, operation.forms[form]),
                        operation.forms[form].recorded});
    }
  }
  return trials;
}

unsigned lines_of(const std::string& text) {
  return static_cast<unsigned>(std::ranges::count(text, '\n'));
}

// Writes a file with the trials that have no error yet.
std::string write(const TestPlan& plan, const std::string& includes, std::vector<Trial>& trials) {
  std::string text = includes;
  if (plan.subject != plan.class_name) text += fmt::format("using {} = {};\n", plan.subject, plan.class_name);
  text += fmt::format("void linnet_trial(linnet::ObjectUnderTest<{}>& test) {{\n", plan.subject);
  for (Trial& trial : trials) {
    if (trial.error) continue;
    trial.first_line = lines_of(text) + 1;
    text += trial.text;
    trial.last_line = lines_of(text);
  }
  return text + "}\n";
}

Trial* blamed(const CompileError& error, std::vector<Trial>& trials) {
  for (const unsigned line : error.lines) {
    for (Trial& trial : trials) {
      if (!trial.error && trial.first_line <= line && line <= trial.last_line) return &trial;
    }
  }
  return nullptr;
}

// The message of linnet/detail/words.hpp. It comes once for each type: all forms that record this type have
// the error.
bool is_about_recording(const std::string& message) {
  return message.find("no value is made of this type") != std::string::npos;
}

// Returns whether there were errors.
bool strike_out(std::vector<Trial>& trials, const std::vector<CompileError>& errors) {
  std::vector<std::pair<Trial*, std::string>> found;
  for (const CompileError& error : errors) {
    if (Trial* const trial = blamed(error, trials)) found.emplace_back(trial, error.message);
  }
  if (found.empty() && !errors.empty()) {
    throw InputError(fmt::format("no test of the class compiles: {}", errors[0].message));
  }
  for (const auto& [blame, message] : found) {
    if (!blame->error) blame->error = message;
    if (!is_about_recording(message) || blame->recorded.empty()) continue;
    for (Trial& trial : trials) {
      if (!trial.error && trial.recorded == blame->recorded) trial.error = message;
    }
  }
  return !errors.empty();
}

// Removes clang's introduction: static assertion failed due to requirement 'X': message.
std::string shortened(std::string message) {
  constexpr std::string_view kStart = "static assertion failed", kEnd = ": ";
  if (!message.starts_with(kStart)) return message;
  const std::size_t quoted = message.rfind("': ");
  const std::size_t at = quoted != std::string::npos ? quoted + 1 : message.find(kEnd);
  return at == std::string::npos ? message : message.substr(at + kEnd.size());
}

void keep_constructions(TestPlan& plan, const std::vector<Trial>& trials) {
  std::vector<std::string> kept, tried;
  for (const Trial& trial : trials) {
    if (trial.owner >= plan.constructions.size()) continue;
    const std::string& arguments = plan.constructions[trial.owner];
    if (!trial.error) {
      kept.push_back(arguments);
    } else {
      tried.push_back(fmt::format("\n  {}({}): {}", plan.class_name, arguments, shortened(*trial.error)));
    }
  }
  if (kept.empty()) {
    throw InputError(fmt::format(
        "{} cannot be constructed from small values:{}\nTest a class of your own that holds one and "
        "has a default constructor.",
        plan.class_name, fmt::join(tried, "")));
  }
  plan.constructions = std::move(kept);
}

}  // namespace

void choose_forms(TestPlan& plan, const std::string& includes, const TryToCompile& compile) {
  std::vector<Trial> trials = all_trials(plan);
  while (strike_out(trials, compile(write(plan, includes, trials)))) {
  }
  std::vector<PlannedOperation> kept;
  for (std::size_t i = 0; i < plan.operations.size(); ++i) {
    const auto is_its = [&](const Trial& trial) { return trial.owner == plan.constructions.size() + i; };
    const auto good = std::ranges::find_if(trials, [&](const Trial& t) { return is_its(t) && !t.error; });
    PlannedOperation& operation = plan.operations[i];
    if (good == trials.end()) {
      plan.left_out.push_back({operation.signature, shortened(*std::ranges::find_if(trials, is_its)->error)});
      continue;
    }
    operation.forms = {std::move(operation.forms[good->form])};
    kept.push_back(std::move(operation));
  }
  keep_constructions(plan, trials);
  plan.operations = std::move(kept);
}

}  // namespace linnet::generate
