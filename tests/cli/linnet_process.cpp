// Runs the program of this build.
#include "cli/linnet_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/child_process.hpp"

namespace linnet {

namespace {

Said run(const std::string& words, const std::string& input, int watched) {
  std::vector<std::string> command{LINNET_PROGRAM};
  std::istringstream in(words);
  for (std::string word; in >> word;) command.push_back(word);
  const ChildResult result = run_child(command, input, watched);
  return {WIFEXITED(result.status) ? WEXITSTATUS(result.status) : -1, result.output};
}

}  // namespace

Said linnet(const std::string& words, const std::string& input) {
  return run(words, input, STDOUT_FILENO);
}

Said complaint(const std::string& words) {
  return run(words, "", STDERR_FILENO);
}

std::string program(const std::string& name) {
  return std::string(LINNET_SOURCES) + "/" + name;
}

std::string scratch_file(const std::string& name, const std::string& content) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("linnet_cli_test." + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string file = folder / name;
  if (!content.empty()) std::ofstream(file) << content;
  return file;
}

}  // namespace linnet
