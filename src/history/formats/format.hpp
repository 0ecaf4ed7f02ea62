// Defines what a format of history files is, and how one is read.
//
// A new format is a reader file that defines a `Format`, its name below, its test, and one line in
// formats.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "history/formats/input.hpp"
#include "history/model/history.hpp"
#include "history/model/history_builder.hpp"

namespace linnet {

struct ReadOptions {
  std::string format;         // the name of a Format; empty: recognised by content
  Ties ties = Ties::overlap;  // only matters to formats with times
  // Jepsen formats: a :fail of these operations (by their name in the file or in our specifications) is a
  // result, false or null, and not an operation that did not happen.
  std::vector<std::string> fail_is_result;
  // Native format, events: the first wrong line, and all that follow, are left out. The events before it are
  // a history by themselves; that would not be so for operations with times in any order.
  bool ignore_tail = false;
};

struct Format {
  std::string_view name;     // as in --format
  std::string_view summary;  // one line for --help
  // Whether a file that begins like this is in this format. `head` is not empty.
  bool (*recognises)(std::string_view head);
  History (*read)(Input&, const ReadOptions&);
};

extern const Format kNativeFormat, kBinaryFormat, kEdnFormat, kJepsenLogFormat, kViolatFormat, kLimoFormat,
    kFptlinFormat, kPolylinFormat, kFastlinFormat;

// All formats, in the order in which they are tried.
std::span<const Format* const> all_formats();

// Reads a history from a file, or from standard input if the path is "-", in any format, plain or compressed
// with gzip or zstd. Throws InputError for everything that is not a history. Throws LimitReached once the
// budget is spent.
History read_history(const std::string& path, const ReadOptions& options = {},
                     const Budget* budget = nullptr);
History read_history(Input& input, const ReadOptions& options = {});

}  // namespace linnet
