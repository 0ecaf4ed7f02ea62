// Runs a program that is linked with the test driver, and reads its output.
#pragma once

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace linnet::runtime {

// The lines it printed, and one with its exit status.
inline std::vector<std::string> run(const std::string& environment, const std::string& program) {
  std::vector<std::string> lines;
  FILE* pipe = popen((environment + " timeout 600 " + program + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  std::string text;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  const int status = pclose(pipe);
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  lines.push_back("status " + std::to_string(status));
  return lines;
}

// The text after `key` on the first line that starts with it.
inline std::string value_of(const std::vector<std::string>& lines, const std::string& key) {
  for (const std::string& line : lines) {
    if (line.starts_with(key + " ")) return line.substr(key.size() + 1);
  }
  return "";
}

}  // namespace linnet::runtime
