// What the column formats of PolyLin, fastlin and fptlin share: a first line "# queue", then one operation
// per line in columns, and the meaning of their methods. Only the arrangement of the columns differs.
//
// -1 is "empty". Priority queues give the largest element first. The tools mean that a response and an
// invocation at the same instant do not overlap; here that takes ReadOptions::ties.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "history/formats/format.hpp"

namespace linnet {

// The columns of one line, by what they mean.
struct ColumnRow {
  std::string_view thread;  // empty where the format has none
  std::string_view method, start, end;
  std::span<const std::string_view> values;
};

struct ColumnLayout {
  // False if there are too few columns.
  bool (*arrange)(std::span<const std::string_view> columns, ColumnRow& row);
  std::string_view expected;  // "method value start end"
  bool has_threads;
};

// Whether the file begins with "# queue" or the name of another object that these formats know. `row` gets
// the columns of the first operation, if there is one.
bool begins_with_columns(std::string_view head, std::vector<std::string_view>& row);

History read_columns(Input& input, const ReadOptions& options, const ColumnLayout& layout);

}  // namespace linnet
