// linnet generate: reads a class from a header, and writes a test of it.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/generating.hpp"
#include "cli/quote.hpp"
#include "cli/reporting.hpp"
#include "generate/header_reader.hpp"
#include "generate/test_plan.hpp"
#include "report/text/visible.hpp"

namespace linnet {

namespace {

namespace fs = std::filesystem;
using generate::ClassDescription;
using generate::CompileError;
using generate::HeaderReader;
using generate::TestPlan;

using Options = GeneratingArguments;

// The path of the test, even if it is not written.
fs::path test_file(const Options& o) {
  return fs::absolute(o.output.empty() ? "linnet_generated_test.cpp" : o.output).lexically_normal();
}

// "queue.hpp" as seen from the test's folder, or <boost/lockfree/queue.hpp> where the compiler looks for it.
std::string include_line(const Options& o) {
  constexpr std::string_view kSystem = "/usr/include/";
  std::error_code error;
  if (!fs::exists(o.header, error)) return fmt::format("#include <{}>", o.header);
  if (o.header.starts_with(kSystem)) return fmt::format("#include <{}>", o.header.substr(kSystem.size()));
  const fs::path header = fs::absolute(o.header).lexically_normal();
  return fmt::format("#include \"{}\"", header.lexically_proximate(test_file(o).parent_path()).string());
}

std::string command_line(const Options& o) {
  std::string text = fmt::format("linnet generate {} --class {}", quote(o.header), quote(o.class_name));
  if (!o.output.empty()) text += " -o " + quote(o.output);
  if (!o.flags.empty()) text += " -- " + quoted(o.flags);
  return text;
}

// The flags with which the compiler finds the header from the folder of the test, and the user's flags.
std::vector<std::string> all_flags(const Options& o) {
  std::vector<std::string> flags = header_flags();
  flags.insert(flags.end(), {"-iquote", test_file(o).parent_path().string()});
  flags.insert(flags.end(), o.flags.begin(), o.flags.end());
  return flags;
}

std::string empty_file(const TemporaryFolder& folder) {
  std::string file = folder.path() + "/test.cpp";
  std::ofstream(file).flush();
  return file;
}

// A message of the compiler, with the shortest path to its place.
std::string with_plain_path(const std::string& complaint) {
  const std::size_t colon = std::min(complaint.find(':'), complaint.size());
  return fs::path(complaint.substr(0, colon)).lexically_normal().string() + complaint.substr(colon);
}

void expect_no_errors(const HeaderReader& reader, const Options& o) {
  const std::vector<CompileError> errors = reader.errors();
  if (errors.empty()) return;
  constexpr std::size_t kMostShown = 20;
  for (std::size_t i = 0; i < errors.size() && i < kMostShown; ++i)
    fmt::print(stderr, "{}\n", visible(with_plain_path(errors[i].full)));
  throw InputError(fmt::format("{} does not compile", o.header));
}

ExitStatus list(const std::vector<std::string>& classes, const Options& o) {
  if (classes.empty()) {
    print_text(fmt::format(
        "{} declares no class with public methods. If it only includes others, name the class: --class\n",
        o.header));
    return ExitStatus::pass;
  }
  print_text(fmt::format("Classes of {}:\n", o.header));
  for (const std::string& each : classes) fmt::print("  {}\n", each);
  fmt::print("Choose one, with its template arguments: --class '{}'\n", classes[0]);
  return ExitStatus::pass;
}

ClassDescription read(HeaderReader& reader, const std::string& includes, const Options& o,
                      const std::vector<std::string>& classes) {
  try {
    return reader.read(includes, o.class_name);
  } catch (const InputError& error) {
    const std::string meant = generate::did_you_mean(o.class_name, classes);
    std::string what = error.what();
    if (!meant.empty()) what = what.substr(0, what.find("; did you mean"));
    throw InputError(fmt::format("{}: --class {}: {}{}", o.header, quote(o.class_name), what, meant));
  }
}

// A program that constructs an object in the way that its argument names.
std::string construction_program(const TestPlan& plan, const std::string& include) {
  std::string text = fmt::format(
      "{}\n#include <chrono>\n#include <cstdlib>\n#include <unistd.h>\nusing LinnetSubject = {};\n", include,
      plan.class_name);
  text += "int main(int, char** arguments) {\n  alarm(5);\n  switch (std::atoi(arguments[1])) {\n";
  for (std::size_t i = 0; i < plan.constructions.size(); ++i) {
    text += fmt::format("    case {}: delete new LinnetSubject({}); break;\n", i, plan.constructions[i]);
  }
  return text + "  }\n}\n";
}

// Some constructors compile but fail when they are called: boost::lockfree::queue has a default constructor
// for queues of fixed capacity, and asserts that this is one. So those that compile are called, and the first
// that returns is used.
void choose_construction(TestPlan& plan, const Options& o) {
  if (plan.constructions.size() < 2) return;
  const TemporaryFolder folder;
  const std::string source = folder.path() + "/construct.cpp";
  std::ofstream(source) << construction_program(plan, include_line(o));
  const auto program = compile_silently({{source}, "", all_flags(o), folder.path()});
  if (!program) return;
  for (std::size_t i = 0; i < plan.constructions.size(); ++i) {
    if (!run_child({*program, std::to_string(i)}, "", STDERR_FILENO).succeeded()) continue;
    std::swap(plan.constructions[0], plan.constructions[i]);
    return;
  }
}

void print_or_save(const TestPlan& plan, const Options& o) {
  const std::string text = generate::write_test(plan, include_line(o), command_line(o), o.output);
  if (o.output.empty()) {
    fmt::print("{}", text);
    return;
  }
  std::ofstream file(o.output);
  file << text;
  if (!file.flush()) throw InputError(fmt::format("{}: cannot be written", o.output));
  const auto undecided =
      std::ranges::count_if(plan.operations, [](const auto& each) { return !each.question.empty(); });
  print_text(fmt::format("{}: {} operations, {} for you to decide, {} left out with their reasons\n",
                         o.output, static_cast<std::ptrdiff_t>(plan.operations.size()) - undecided, undecided,
                         plan.left_out.size()));
}

// The parsed header.
class ReadHeader {
 public:
  explicit ReadHeader(const Options& o)
      : includes(generate::trial_includes(include_line(o))),
        reader(generate::load_header_reader(find_library("generate.so"), empty_file(folder_), all_flags(o))) {
    reader->parse(includes);
    expect_no_errors(*reader, o);
    classes = reader->classes(o.header);
  }

 private:
  TemporaryFolder folder_;

 public:
  std::string includes;
  std::unique_ptr<HeaderReader> reader;
  std::vector<std::string> classes;
};

ExitStatus generate_or_list(const Options& o) {
  if (o.class_name.empty()) return list(classes_of(o), o);
  write_test(o);
  return ExitStatus::pass;
}

}  // namespace

std::vector<std::string> classes_of(const GeneratingArguments& o) {
  return ReadHeader(o).classes;
}

void write_test(const GeneratingArguments& o) {
  std::error_code error;
  if (!o.output.empty() && fs::exists(o.output, error)) {
    throw InputError(fmt::format("{}: already exists; remove it first to replace it", o.output));
  }
  const ReadHeader header(o);
  TestPlan plan = generate::plan_test(read(*header.reader, header.includes, o, header.classes));
  generate::choose_forms(plan, header.includes, [&](const std::string& text) {
    header.reader->parse(text);
    return header.reader->errors();
  });
  if (plan.operations.empty())
    throw InputError(fmt::format("{} has no method that a test can call", o.class_name));
  choose_construction(plan, o);
  print_or_save(plan, o);
}

Command generate_command(const AfterDashes& after) {
  return {
      "generate", "Writes a test for a class by reading its public methods.",
      "Examples:\n"
      "  linnet generate queue.hpp                                   the classes of that header\n"
      "  linnet generate queue.hpp --class 'Queue<int>' -o queue_test.cpp\n"
      "  linnet generate boost/lockfree/stack.hpp --class 'boost::lockfree::stack<int>'\n"
      "  linnet generate server.hpp --class Server -o server_test.cpp -- -Iinclude -DDEBUG\n"
      "Exit status: 0 written, 2 bad input or does not compile.",
      with_arguments<Options>(
          [after](OptionList& list, Options& o) {
            o.flags = after.flags;
            list.add("HEADER", &o.header, "A file, or what the compiler finds as <HEADER>.").must_be_given();
            list.add("--class NAME", &o.class_name,
                     "The class, with its template arguments. Without this option, the classes are listed.")
                .in_short_help();
            list.add("-o,--output FILE", &o.output, "The file to write the test to.")
                .usually("standard output")
                .in_short_help();
          },
          generate_or_list)};
}

}  // namespace linnet
