// linnet init: in a folder with a header, writes everything that a project needs to test the class in it.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/generating.hpp"
#include "cli/quote.hpp"
#include "cli/reporting.hpp"

namespace linnet {

namespace {

namespace fs = std::filesystem;

struct InitArguments {
  std::string header, class_name;
  std::vector<std::string> flags;
};

constexpr const char* kSnippet = "linnet.cmake";
constexpr const char* kProject = "CMakeLists.txt";
constexpr const char* kWorkflow = ".github/workflows/linnet.yml";

std::string only_header() {
  std::vector<std::string> headers;
  for (const fs::directory_entry& entry : fs::directory_iterator(".")) {
    const std::string extension = entry.path().extension();
    if (extension == ".hpp" || extension == ".hh" || extension == ".h" || extension == ".hxx")
      headers.push_back(entry.path().filename());
  }
  std::ranges::sort(headers);
  if (headers.empty())
    throw InputError("there is no header in this folder: name one, as in linnet init include/queue.hpp");
  if (headers.size() > 1)
    throw InputError(fmt::format("there are several headers in this folder: name one of {}", fmt::join(headers, ", ")));
  return headers.front();
}

std::string only_class(const InitArguments& o) {
  const std::vector<std::string> classes = classes_of({o.header, "", "", o.flags});
  if (classes.empty()) throw InputError(o.header + " declares no class with public methods; name one with --class");
  // Its template arguments have to be chosen.
  if (classes.size() > 1 || classes.front().find('<') != std::string::npos)
    throw InputError(fmt::format("{}: choose a class with --class, and its template arguments: {}", o.header,
                                 fmt::join(classes, ", ")));
  return classes.front();
}

void write_new(const std::string& file, const std::string& text) {
  const fs::path folder = fs::path(file).parent_path();
  if (!folder.empty()) fs::create_directories(folder);
  std::ofstream out(file);
  out << text;
  if (!out.flush()) throw InputError(file + ": cannot be written");
}

// Flags that find headers are for the whole test; the others go to the linker and the compiler alike.
std::string snippet(const std::string& name, const std::vector<std::string>& flags) {
  std::string text = fmt::format(
      "# Tests of Linnet, one CTest entry each: add include({}) to CMakeLists.txt.\n"
      "find_package(Linnet 0.1 REQUIRED)\n"
      "enable_testing()\n"
      "# The options are those of linnet run. Without a scenario in the test, scenarios are generated.\n"
      "linnet_add_test({} SOURCES ${{CMAKE_CURRENT_LIST_DIR}}/{}.cpp OPTIONS --generate 20 --threads 2 --calls 2)\n",
      kSnippet, name, name);
  if (!flags.empty()) text += fmt::format("target_compile_options({} PRIVATE {})\n", name, quoted(flags));
  return text;
}

std::string project(const std::string& name) {
  return fmt::format(
      "cmake_minimum_required(VERSION 3.20)\nproject({} LANGUAGES C CXX)\ninclude({})\n", name, kSnippet);
}

constexpr const char* kWorkflowText = R"(# Tests of Linnet on every push. LINNET_REPOSITORY is a variable of the repository (Settings, Variables): where Linnet is cloned from.
name: Linnet
on: [push, pull_request]
jobs:
  linnet:
    runs-on: ubuntu-latest
    container: debian:12
    steps:
      - run: apt-get update && apt-get install -y git make cmake g++ sudo
      - uses: actions/checkout@v4
      - run: git clone --depth 1 "${{ vars.LINNET_REPOSITORY }}" /opt/linnet && make -C /opt/linnet package
      - run: apt-get install -y /opt/linnet/build/linnet_*.deb
      - run: cmake -B build && cmake --build build && ctest --test-dir build --output-on-failure
)";

ExitStatus init(InitArguments& o) {
  if (o.header.empty()) o.header = only_header();
  if (o.class_name.empty()) o.class_name = only_class(o);
  const std::string name = fs::path(o.header).stem().string() + "_test";
  const std::string test = name + ".cpp";
  for (const std::string& file : {test, std::string(kSnippet), std::string(kWorkflow)}) {
    if (fs::exists(file))
      throw InputError(file + ": already exists; remove it first to replace it");
  }
  write_test({o.header, o.class_name, test, o.flags});
  write_new(kSnippet, snippet(name, o.flags));
  write_new(kWorkflow, kWorkflowText);
  const bool has_project = fs::exists(kProject);
  if (!has_project) write_new(kProject, project(name));
  print_text(fmt::format("{}: the test for CMake and CTest{}\n{}: the test for GitHub\n", kSnippet,
                         has_project ? fmt::format("; add include({}) to {}", kSnippet, kProject)
                                     : fmt::format("; {} includes it", kProject),
                         kWorkflow));
  print_text(fmt::format("Next: linnet run {}{}\n", quote(test), o.flags.empty() ? "" : " -- " + quoted(o.flags)));
  return ExitStatus::pass;
}

}  // namespace

Command init_command(const AfterDashes& after) {
  return {"init", "Writes a test for the class of a header, and what runs it with CMake and on a build server.",
          "Examples:\n"
          "  linnet init                                     in a folder with one header that has one class\n"
          "  linnet init include/queue.hpp --class 'Queue<int>' -- -Iinclude\n"
          "Exit status: 0 written, 2 bad input or does not compile.",
          with_arguments<InitArguments>(
              [after](OptionList& list, InitArguments& o) {
                o.flags = after.flags;
                list.add("HEADER", &o.header, "The header. Otherwise the only one in this folder.");
                list.add("--class NAME", &o.class_name,
                         "The class, with its template arguments. Otherwise the only one of the header.")
                    .in_short_help();
              },
              init)};
}

}  // namespace linnet
