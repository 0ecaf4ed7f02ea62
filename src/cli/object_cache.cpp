// The key of an object, and the folder.
#include "cli/object_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "base/hash.hpp"

namespace linnet {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::optional<fs::path> folder_of_cache() {
  if (const char* chosen = std::getenv("LINNET_CACHE")) {
    if (*chosen == '\0') return std::nullopt;
    return chosen;
  }
  const char* caches = std::getenv("XDG_CACHE_HOME");
  if (caches != nullptr && *caches == '/') return fs::path(caches) / "linnet";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return std::nullopt;
  return fs::path(home) / ".cache/linnet";
}

// Whether the command makes nothing but the object, and the object depends on nothing but text that a preprocessor sees.
bool can_be_kept(const Words& command) {
  return std::ranges::none_of(command, [](const std::string& word) {
    return word.starts_with("-fprofile") || word.starts_with("-fplugin") || word.starts_with("-fsave") ||
           word.starts_with("-fdump") || word.starts_with("-M") || word == "--coverage" ||
           word == "-ftest-coverage" || word == "-gsplit-dwarf" || word == "-save-temps" ||
           word.ends_with("=native");
  });
}

std::string contents_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream all;
  all << stream.rdbuf();
  return all.str();
}

// A compiler is told by its file, whose time changes with each installation.
std::string identity_of(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::stringstream places(program.find('/') != program.npos || path == nullptr ? "" : path);
  fs::path file = program;
  std::error_code error;
  for (std::string place; std::getline(places, place, ':');) {
    if (access((fs::path(place) / program).c_str(), X_OK) != 0) continue;
    file = fs::path(place) / program;
    break;
  }
  file = fs::canonical(file, error);
  const auto time = fs::last_write_time(file, error).time_since_epoch().count();
  return fmt::format("{} {} {}", file.string(), fs::file_size(file, error), time);
}

// Everything that decides what the object is. Nothing if the compiler does not say.
std::optional<std::string> origin_of(const Words& command) {
  Words preprocess(command.begin(), command.end() - 4);
  const std::string& source = *(command.end() - 3);
  std::string origin = identity_of(command.front());
  for (const std::string& word : preprocess) {
    origin += '\n' + word;
    if (word.starts_with('@')) origin += contents_of(word.substr(1));
    if (const fs::path assembler = fs::path(word) / "as"; fs::exists(assembler))
      origin += contents_of(assembler);
  }
  origin += '\n' + fs::current_path().string() + '\n' + source + '\n';
  const std::string text =
      command.back() + ".preprocessed";  // beside the object: others are compiled at the same time
  preprocess.insert(preprocess.end(), {"-E", source, "-o", text});
  if (!run_child(preprocess, "", STDERR_FILENO).succeeded()) return std::nullopt;
  origin += contents_of(text);
  fs::remove(text);
  return origin.find(".incbin") == origin.npos ? std::optional(std::move(origin)) : std::nullopt;
}

void copy_over(const fs::path& from, const fs::path& to, std::error_code& error) {
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
}

// Others may keep files in the same folder.
bool is_name_of_object(const fs::path& file) {
  const std::string name = file.stem().string();
  return file.extension() == ".o" && name.size() == 32 &&
         name.find_first_not_of("0123456789abcdef") == name.npos;
}

// Removes the objects that were not used for longest, down to half of what there may be.
void remove_oldest(const fs::path& folder) {
  constexpr std::uintmax_t kMost = std::uintmax_t{256} << 20;
  struct Kept {
    fs::file_time_type used;
    std::uintmax_t size;
    fs::path file;
  };
  std::vector<Kept> all;
  std::uintmax_t sum = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!is_name_of_object(entry.path())) continue;
    all.push_back({entry.last_write_time(error), entry.file_size(error), entry.path()});
    sum += all.back().size;
  }
  if (sum <= kMost) return;
  std::ranges::sort(all, {}, &Kept::used);
  for (const Kept& one : all) {
    if (sum <= kMost / 2) return;
    if (fs::remove(one.file, error)) sum -= one.size;
  }
}

}  // namespace

ObjectCache::ObjectCache(const Words& command) : object_(command.back()) {
  const auto cache = folder_of_cache();
  if (!cache || !can_be_kept(command)) return;
  const auto origin = origin_of(command);
  if (!origin) return;
  const std::uint64_t twice[] = {hash_text(*origin), hash_text("again" + *origin)};
  kept_ = (*cache / fmt::format("{:016x}{:016x}.o", twice[0], twice[1])).string();
}

bool ObjectCache::find() const {
  std::error_code error;
  if (!kept_ || !fs::exists(*kept_, error)) return false;
  copy_over(*kept_, object_, error);
  if (error) return false;
  fs::last_write_time(*kept_, fs::file_time_type::clock::now(), error);
  return true;
}

void ObjectCache::keep() const {
  if (!kept_) return;
  std::error_code error;
  const fs::path cache = fs::path(*kept_).parent_path();
  fs::create_directories(cache, error);
  // Under another name first: others may be looking for it.
  const std::string unfinished = fmt::format("{}.{}", *kept_, getpid());
  copy_over(object_, unfinished, error);
  if (!error) fs::rename(unfinished, *kept_, error);
  if (error) fs::remove(unfinished, error);
  remove_oldest(cache);
}

}  // namespace linnet
