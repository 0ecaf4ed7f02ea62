// Builds the compiler's command line: which family it is, its flags, and the library to link with. Also
// decides which sources make a program.
#include "cli/compile.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "base/child_pool.hpp"
#include "base/child_process.hpp"
#include "base/error.hpp"
#include "cli/object_cache.hpp"
#include "cli/object_file.hpp"

namespace linnet {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

bool is_c(const std::string& source) {
  return fs::path(source).extension() == ".c";
}

// The same compiler for the other language: g++-12 for gcc-12, clang for clang++.
std::string for_language(std::string compiler, bool c) {
  const auto replace = [&compiler](std::string_view from, std::string_view to) {
    const std::size_t at = compiler.rfind(from);
    if (at == std::string::npos) return false;
    compiler.replace(at, from.size(), to);
    return true;
  };
  if (c) {
    static_cast<void>(replace("clang++", "clang") || replace("g++", "gcc") || replace("c++", "cc"));
  } else if (compiler.find("++") == std::string::npos) {
    static_cast<void>(replace("clang", "clang++") || replace("gcc", "g++") || replace("cc", "c++"));
  }
  return compiler;
}

std::string compiler_for(const Compilation& compilation, bool c) {
  if (!compilation.compiler.empty()) return for_language(compilation.compiler, c);
  const char* chosen = std::getenv(c ? "CC" : "CXX");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  return c ? "gcc" : "g++";
}

// Usual names of compilers tell the family; other compilers are asked.
bool is_clang(const std::string& compiler) {
  const std::string name = fs::path(compiler).filename();
  if (name.starts_with("g++") || name.starts_with("gcc")) return false;
  if (name.starts_with("clang")) return true;
  const ChildResult version = run_child({compiler, "--version"}, "", STDOUT_FILENO);
  if (!version.succeeded()) throw InputError(fmt::format("cannot run the compiler {}", compiler));
  return version.output.find("clang") != std::string::npos;
}

fs::path own_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

// In a build folder, or below an installation prefix.
std::optional<fs::path> find_beside(std::initializer_list<const char*> places, const char* file) {
  for (const char* place : places) {
    std::error_code error;
    const fs::path folder = own_folder() / place;
    if (fs::exists(folder / file, error)) return fs::weakly_canonical(folder, error);
  }
  return std::nullopt;
}

std::string library(const char* name) {
  if (const auto found = find_library(name)) return *found;
  throw InputError(fmt::format("{} is not there: looked in {}/../lib", name, own_folder().string()));
}

// The response file with these flags: see cmake/flags/README.md.
std::string flags_file(const char* name) {
  const auto folder = find_beside({"../lib/linnet"}, name);
  if (!folder)
    throw InputError(fmt::format("{} is not there: looked in {}/../lib/linnet", name, own_folder().string()));
  return "@" + (*folder / name).string();
}

// With an assembler that marks inline assembly.
Words instrumentation(const std::string& compiler) {
  Words flags{flags_file(is_clang(compiler) ? "clang" : "gcc")};
  if (const auto folder = find_beside({"../lib/linnet/assembler"}, "as"))
    append(flags, {"-B", folder->string()});
  return flags;
}

bool is_shared_library(const std::string& flag) {
  const fs::path file = fs::path(flag).filename();
  return !flag.starts_with("-") &&
         (file.extension() == ".so" || file.string().find(".so.") != std::string::npos);
}

bool only_for_the_linker(const std::string& flag) {
  if (flag.starts_with("-"))
    return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,");
  const std::string extension = fs::path(flag).extension();
  return extension == ".a" || extension == ".o" || is_shared_library(flag);
}

// The program must find shared libraries where the linker found them.
Words run_paths(const Words& flags) {
  Words words;
  const auto add = [&words](const fs::path& folder) {
    words.push_back("-Wl,-rpath," + fs::absolute(folder).lexically_normal().string());
  };
  for (const std::string& flag : flags) {
    if (is_shared_library(flag)) add(fs::absolute(flag).parent_path());
    if (flag.starts_with("-L") && flag.size() > 2) add(flag.substr(2));
  }
  return words;
}

void compile_one(const Compilation& compilation, Build build, const std::string& source,
                 const std::string& object) {
  const bool c = is_c(source);
  const std::string compiler = compiler_for(compilation, c);
  Words command{compiler};
  append(command, build == Build::native ? Words{"-O2", "-g"} : instrumentation(compiler));
  // File names in the program's own messages are the same wherever it is compiled: they are part of its
  // fingerprint.
  if (const std::string folder = fs::path(source).parent_path().string(); !folder.empty()) {
    command.push_back(fmt::format("-fmacro-prefix-map={}/=", folder));
  }
  append(command, header_flags());
  if (!c) command.emplace_back("-std=c++20");  // the user's -std comes later, and wins
  std::ranges::remove_copy_if(compilation.flags, std::back_inserter(command), only_for_the_linker);
  // Code that is generated while linking has no symbols before that.
  append(command, {"-fno-lto", "-c", source, "-o", object});
  setenv("TMPDIR", compilation.folder.c_str(), 1);  // a compiler that is ended leaves files there
  const ObjectCache cache(command);
  if (cache.find()) return;
  if (isatty(STDERR_FILENO) != 0) command.emplace_back("-fdiagnostics-color=always");
  const ChildResult compiled = run_child(command, "", STDERR_FILENO);
  write_all(STDERR_FILENO, compiled.output);
  if (!compiled.succeeded()) throw InputError(fmt::format("{} does not compile", source));
  if (compiled.output.empty()) cache.keep();  // warnings are to be seen each time
}

struct Object {
  std::string source, file;
  bool own_program = false;
};

struct Linking {
  BuiltProgram program;
  Words objects;
};

void link_one(const Compilation& compilation, Build build, const Linking& linking) {
  const auto& [program, objects] = linking;
  const bool native = build == Build::native;
  const std::string with = library(native ? "liblinnet_stress.so" : "liblinnet_runtime.so");
  Words command{compiler_for(compilation, std::ranges::all_of(program.sources, is_c))};
  command.push_back(native ? "-Wl,--no-as-needed" : flags_file("link"));
  append(command, objects);
  append(command, {with, "-Wl,-rpath," + fs::path(with).parent_path().string(), "-latomic", "-lpthread"});
  append(command, compilation.flags);
  append(command, run_paths(compilation.flags));
  append(command, {"-o", program.path});
  if (!run_child(command, compilation.folder).succeeded())
    throw InputError(fmt::format("{}: the program does not link", fmt::join(program.sources, " ")));
}

// Does each piece of work in a separate process, as many at a time as there are cores. Throws InputError with
// the message of the first that failed.
void do_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  const auto complaint_of = [&work](std::size_t i) -> std::string {
    try {
      work(i);
      return "";
    } catch (const std::exception& error) {
      return error.what();
    }
  };
  ChildPool pool;
  std::map<std::uint64_t, std::string> complaints;
  for (std::size_t next = 0; next < count || pool.running() > 0;) {
    if (next < count && pool.running() < std::max(1u, std::thread::hardware_concurrency())) {
      pool.start([&] { return complaint_of(next); }, next);
      ++next;
    } else if (const auto finished = pool.wait(-1)) {
      const ChildResult& result = finished->result;
      if (!result.succeeded()) complaints.emplace(finished->tag, "the compiler was ended by a signal");
      if (!result.output.empty()) complaints.emplace(finished->tag, result.output);
    }
  }
  if (!complaints.empty()) throw InputError(complaints.begin()->second);
}

void require_sources(const Words& sources) {
  for (const std::string& source : sources) {
    std::error_code error;
    if (!fs::exists(source, error)) throw InputError(fmt::format("{}: no such file", source));
    if (!is_source(source))
      throw InputError(fmt::format("{}: expected a C or C++ source (.c, .cpp, ...)", source));
  }
}

// The parts of a program: `own`, if there is one, and all parts that belong to every program.
Linking parts_of(const std::vector<Object>& objects, const Object* own, const std::string& folder) {
  Linking linking;
  for (const Object& object : objects) {
    if (object.own_program && &object != own) continue;
    linking.program.sources.push_back(object.source);
    linking.objects.push_back(object.file);
  }
  fs::create_directory(folder);  // two sources may have the same name
  linking.program.path =
      fmt::format("{}/{}", folder, fs::path(linking.program.sources.front()).stem().string());
  return linking;
}

std::vector<BuiltProgram> compile(const Compilation& compilation, Build build) {
  require_sources(compilation.sources);
  std::vector<Object> objects;
  for (const std::string& source : compilation.sources) {
    objects.push_back({source, fmt::format("{}/{}.o", compilation.folder, objects.size())});
  }
  do_in_parallel(objects.size(),
                 [&](std::size_t i) { compile_one(compilation, build, objects[i].source, objects[i].file); });
  for (Object& object : objects) object.own_program = is_program_of_its_own(object.file);
  std::vector<Linking> linkings;
  const auto plan = [&](const Object* own) {
    linkings.push_back(parts_of(objects, own, fmt::format("{}/{}", compilation.folder, linkings.size())));
  };
  for (const Object& object : objects) {
    if (object.own_program) plan(&object);
  }
  if (linkings.empty()) plan(nullptr);
  do_in_parallel(linkings.size(), [&](std::size_t i) { link_one(compilation, build, linkings[i]); });
  std::vector<BuiltProgram> programs;
  for (Linking& linking : linkings) programs.push_back(std::move(linking.program));
  return programs;
}

}  // namespace

void add_compilation_options(OptionList& options, Compilation& compilation, std::string_view name,
                             std::string help) {
  options.group("What is tested");
  options.add(name, &compilation.sources, std::move(help)).must_be_given();
  options.add("--compiler PROGRAM", &compilation.compiler, "The compiler: g++, clang++-19, ...")
      .usually("$CXX or $CC, or g++ and gcc")
      .in_short_help();
}

bool is_source(const std::string& file) {
  const std::string extension = fs::path(file).extension();
  constexpr std::string_view kSources[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
  return std::ranges::find(kSources, extension) != std::end(kSources);
}

std::vector<BuiltProgram> build(const Compilation& compilation, Build how) {
  const std::string& first = compilation.sources.front();
  std::error_code error;
  const bool given = compilation.sources.size() == 1 && !is_source(first) &&
                     fs::is_regular_file(first, error) && access(first.c_str(), X_OK) == 0;
  if (!given) return compile(compilation, how);
  return {{compilation.sources, fs::absolute(first).string()}};
}

std::optional<std::string> compile_silently(const Compilation& compilation) {
  const std::string program = fmt::format("{}/silent", compilation.folder);
  Words command{compiler_for(compilation, false), "-w", "-std=c++20"};
  append(command, compilation.sources);
  append(command, compilation.flags);
  append(command, {"-o", program});
  if (!run_child(command, "", STDERR_FILENO).succeeded()) return std::nullopt;
  return program;
}

std::optional<std::string> find_library(const char* name) {
  const auto folder = find_beside({"../lib", "../lib/linnet", "."}, name);
  if (!folder) return std::nullopt;
  return (*folder / name).string();
}

std::vector<std::string> header_flags() {
  const auto headers = find_beside({"../include", "../../include"}, "linnet/value.hpp");
  if (!headers) return {};
  return {"-I", headers->string(), "-isystem", (*headers / "linnet/intrinsics").string()};
}

}  // namespace linnet
