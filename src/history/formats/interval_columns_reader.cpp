// PolyLin and fastlin: two names for one arrangement of columns, which each line shows by itself.
#include "history/formats/interval_columns_reader.hpp"

#include "history/formats/columns.hpp"

namespace linnet {

namespace {

bool is_number(std::string_view text) {
  return !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '-');
}

constexpr ColumnLayout kIntervalLayout = {
    .arrange =
        [](std::span<const std::string_view> columns, ColumnRow& row) {
          if (is_number(columns[0])) columns = columns.subspan(1);
          if (columns.size() < 4) return false;
          row.method = columns[0];
          row.values = columns.subspan(1, columns.size() - 3);
          row.start = columns[columns.size() - 2];
          row.end = columns[columns.size() - 1];
          return true;
        },
    .expected = "method, value, start, end",
    .has_threads = false,
};

History read_intervals(Input& input, const ReadOptions& options) {
  return read_columns(input, options, kIntervalLayout);
}

}  // namespace

constinit const Format kPolylinFormat = {
    .name = "polylin",
    .summary = "PolyLin's columns: [id] method value start end",
    .recognises =
        [](std::string_view head) {
          std::vector<std::string_view> row;
          return begins_with_columns(head, row) && row.size() > 1 && is_number(row[0]) && !is_number(row[1]);
        },
    .read = read_intervals,
};

constinit const Format kFastlinFormat = {
    .name = "fastlin",
    .summary = "fastlin's columns: method value start end",
    .recognises =
        [](std::string_view head) {
          std::vector<std::string_view> row;
          return begins_with_columns(head, row) && (row.empty() || !is_number(row[0]));
        },
    .read = read_intervals,
};

}  // namespace linnet
