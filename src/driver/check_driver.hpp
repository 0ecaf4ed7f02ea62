// read → resolve → check → explain, for one history file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "history/format.hpp"
#include "verdict/check_report.hpp"

namespace linnet {

struct CheckRequest {
  std::string spec;  // empty: as the file's first line says
  std::string criterion = "linearizable";
  std::optional<Value> initial;
  ReadOptions reading;
  std::string algorithm;  // empty: the fastest that can decide
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory;  // bytes; absent: most of what the machine has
  unsigned jobs = 1;
  bool want_witness = false;
  std::vector<Spec> own_specs;  // beside the built-in ones
};

// Throws InputError for everything that is wrong with the file or the request.
// `announce` is told what begins: "reading x.jsonl".
using Announce = std::function<void(const std::string&)>;
CheckReport check_file(const std::string& path, const CheckRequest& request, const Announce& announce);

// For --help: what there is, from the tables themselves.
std::string list_specs();
std::string list_criteria();
std::string list_algorithms();
std::string list_formats();

// A value as JSON text.
Value parse_initial(const std::string& text);

}  // namespace linnet
