// Calls the program `linnet` and reads its output.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace linnet {

struct Said {
  int status = 0;
  std::string text;  // on standard output
  nlohmann::json json() const { return nlohmann::json::parse(text); }
};

// `words` is split at spaces.
Said linnet(const std::string& words, const std::string& input = "");
// The same, with its standard error.
Said complaint(const std::string& words);

std::string program(const std::string& name);  // in tests/programs

// A folder for the files of one test.
std::string scratch_file(const std::string& name, const std::string& content = "");

}  // namespace linnet
