// The lines of a checkpoint file, their validation, and the replacement of the whole file at once.
#include "driver/exploring/checkpoint_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kVersion = 4;

std::string heading_of(const std::string& of, const Identity& identity) {
  Json heading{{"of", of}, {"identity", Json::object()}};
  for (const auto& [name, hash] : identity.parts()) heading["identity"][name] = fmt::format("{:016x}", hash);
  return heading.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void write_durably(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(file, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) throw std::system_error(errno, std::generic_category());
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  if (fsync(file) != 0) throw std::system_error(errno, std::generic_category());
}

// Writes a new file beside the old one, then renames it: the old file is worth more than half of a new one.
void replace_file(const std::string& path, std::string_view text) {
  const std::string unfinished = path + ".new";
  const int file = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) throw std::system_error(errno, std::generic_category());
  try {
    write_durably(file, text);
  } catch (...) {
    close(file);
    throw;
  }
  close(file);
  std::filesystem::rename(unfinished, path);
}

std::vector<std::string> differences(const Json& ours, const Json& theirs) {
  std::vector<std::string> names;
  for (const auto& [name, hash] : ours.items()) {
    if (!theirs.contains(name) || theirs[name] != hash) names.push_back(name);
  }
  return names;
}

}  // namespace

CheckpointFile::CheckpointFile(std::string path, std::string of, const Identity& identity)
    : path_(std::move(path)), of_(std::move(of)), heading_(heading_of(of_, identity)) {}

InputError CheckpointFile::damaged(const std::string& how) const {
  return {Place{path_, 0, 0}, fmt::format("this checkpoint is {}: remove it to start anew", how)};
}

std::optional<std::string> CheckpointFile::load() {
  std::ifstream in(path_);
  if (path_.empty() || !in) return std::nullopt;
  try {
    std::optional<std::string> found;
    std::string line, how_far;
    std::getline(in, line);
    if (Json::parse(line).at("linnet_checkpoint") != kVersion) throw damaged("of another version");
    const Json ours = Json::parse(heading_);
    while (std::getline(in, line)) {
      if (!std::getline(in, how_far)) throw damaged("cut off");
      const Json theirs = Json::parse(line);
      if (theirs.at("of") != ours["of"]) {
        others_.insert(others_.end(), {line, how_far});
        continue;
      }
      if (const auto names = differences(ours["identity"], theirs.at("identity")); !names.empty())
        throw damaged(fmt::format("of a run that differs in its {}", fmt::join(names, ", ")));
      found = how_far;
    }
    return found;
  } catch (const Json::exception&) {
    throw InputError(Place{path_, 0, 0}, "not a checkpoint: remove it to start anew");
  }
}

void CheckpointFile::save(const std::string& how_far) const {
  if (path_.empty()) return;
  std::string text = fmt::format("{{\"linnet_checkpoint\":{}}}\n", kVersion);
  for (const std::string& line : others_) text += line + '\n';
  text += heading_ + '\n' + how_far + '\n';
  try {
    replace_file(path_, text);
  } catch (const std::system_error& error) {
    throw InputError(Place{path_, 0, 0},
                     fmt::format("cannot write the checkpoint: {}", error.code().message()));
  }
}

}  // namespace linnet
