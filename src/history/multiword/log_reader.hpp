// Reads a log of multi-word primitives straight into a MultiwordLog, on several threads.
//
// It reads only plain logs: a native file of call and return events in the form of our writer (members in
// that order; blanks do not matter), or a binary one, of one object, without crashes. Everything else, and
// every log with a fault, is declined: then the readers of histories read it, and say what is wrong.
#pragma once

#include <optional>
#include <string>

#include "history/formats/format.hpp"
#include "history/multiword/log.hpp"

namespace linnet {

struct MultiwordLogRequest {
  std::string spec;              // empty: that of the file
  std::optional<Value> initial;  // absent: that of the file, or 0
  std::string format;            // empty: recognised by content
  unsigned threads = 2;
  const Budget* budget = nullptr;  // once it is spent, the log is declined
  std::size_t chunk = std::size_t{512} << 10;  // bytes that one thread parses at a time: they fit a cache
};

std::optional<MultiwordLog> read_multiword_log(const std::string& path, const MultiwordLogRequest& request);

}  // namespace linnet
