// fptlin's arrangement of columns.
#include "history/formats/fptlin_reader.hpp"

#include "history/formats/columns.hpp"

namespace linnet {

namespace {

constexpr ColumnLayout kFptlinLayout = {
    .arrange =
        [](std::span<const std::string_view> columns, ColumnRow& row) {
          if (columns.size() < 5) return false;
          row.thread = columns[0];
          row.start = columns[1];
          row.end = columns[2];
          row.method = columns[3];
          row.values = columns.subspan(4);
          return true;
        },
    .expected = "process, start, end, method, value",
    .has_threads = true,
};

}  // namespace

constinit const Format kFptlinFormat = {
    .name = "fptlin",
    .summary = "fptlin's columns: process start end METHOD value...",
    .recognises =
        [](std::string_view head) {
          std::vector<std::string_view> row;
          return begins_with_columns(head, row) && row.size() > 3 && row[3][0] >= 'A' && row[3][0] <= 'z';
        },
    .read = [](Input& input,
               const ReadOptions& options) { return read_columns(input, options, kFptlinLayout); },
};

}  // namespace linnet
