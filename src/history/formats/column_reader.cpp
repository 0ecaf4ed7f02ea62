// Reads the column formats of PolyLin, fastlin and fptlin: a first line "# queue", then one operation per
// line in columns. They share the meaning of their methods, and differ in the arrangement of the columns.
//
// PolyLin and fastlin: `method value start end`, or `method value result start end` for sets. PolyLin's older
// files have the number of the operation in front. They do not name the calling thread.
//
//   # stack
//   push 1 1 2
//   pop 1 5 6
//   pop -1 9 12
//
// fptlin: `process start end METHOD value...`.
//
//   # queue
//   0 1 5 ENQ 10
//   2 4 8 DEQ 10
//
// -1 is "empty". Priority queues give the largest element first. For these tools a response and an invocation
// at the same instant do not overlap; here that needs ReadOptions::ties.
#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

// The columns of one line, by their meaning.
struct ColumnRow {
  std::string_view thread;  // empty if the format has none
  std::string_view method, start, end;
  std::span<const std::string_view> values;
};

struct ColumnLayout {
  // Returns false if there are too few columns.
  bool (*arrange)(std::span<const std::string_view> columns, ColumnRow& row);
  std::string_view expected;  // "method value start end"
  bool has_threads;
};

// How the values of a method are read.
enum class ColumnShape : std::uint8_t {
  put,       // the value is the argument
  take,      // the value is the result, -1 if there was none
  succeed,   // the value is the argument, the result is true
  fail,      // the same with false
  answer,    // two values: the argument, and the result as 0 or 1
  exchange,  // two values: the one that was read and the one that was written
  release,   // the value is 1
  attempt,   // the value is the result as 0 or 1
};

std::size_t values_of(ColumnShape shape) {
  return shape == ColumnShape::answer || shape == ColumnShape::exchange ? 2 : 1;
}

struct ForeignMethod {
  std::string_view word, name;  // in lower case; in our specifications
  ColumnShape shape;
};

struct ColumnObject {
  std::string_view name, spec;
  std::span<const ForeignMethod> methods;
};

constexpr ForeignMethod kQueue[] = {
    {"enq", "enq", ColumnShape::put}, {"deq", "deq", ColumnShape::take}, {"peek", "peek", ColumnShape::take}};
constexpr ForeignMethod kStack[] = {{"push", "push", ColumnShape::put},
                                    {"pop", "pop", ColumnShape::take},
                                    {"peek", "peek", ColumnShape::take}};
constexpr ForeignMethod kPriorityQueue[] = {{"insert", "insert", ColumnShape::put},
                                            {"poll", "deqMax", ColumnShape::take},
                                            {"peek", "peekMax", ColumnShape::take}};
constexpr ForeignMethod kSet[] = {{"insert", "add", ColumnShape::succeed},
                                  {"remove", "remove", ColumnShape::succeed},
                                  {"contains_true", "contains", ColumnShape::succeed},
                                  {"contains_false", "contains", ColumnShape::fail},
                                  {"insert", "add", ColumnShape::answer},
                                  {"remove", "remove", ColumnShape::answer},
                                  {"contains", "contains", ColumnShape::answer}};
// The value that was read and the one that was written are the arguments of a successful compare-and-set.
constexpr ForeignMethod kRmw[] = {{"read_modify_write", "cas", ColumnShape::exchange}};
constexpr ForeignMethod kSemaphore[] = {{"incr", "inc", ColumnShape::release},
                                        {"decr", "try_dec", ColumnShape::attempt}};

constexpr std::array<ColumnObject, 7> kColumnObjects = {{{"queue", "queue", kQueue},
                                                         {"stack", "stack", kStack},
                                                         {"priorityqueue", "pqueue", kPriorityQueue},
                                                         {"pqueue", "pqueue", kPriorityQueue},
                                                         {"set", "set", kSet},
                                                         {"rmw", "register", kRmw},
                                                         {"semaphore", "semaphore", kSemaphore}}};

constexpr std::size_t kMostColumns = 8;
using Columns = std::array<std::string_view, kMostColumns>;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// Splits a line into at most kMostColumns; the rest stays in the last one.
std::span<const std::string_view> split(std::string_view line, Columns& columns) {
  std::size_t count = 0;
  const char *at = line.data(), *const end = at + line.size();
  for (;;) {
    while (at < end && is_blank(*at)) ++at;
    if (at == end) return {columns.data(), count};
    const char* const begin = at;
    while (at < end && !is_blank(*at)) ++at;
    if (count == kMostColumns) {
      columns.back() = {columns.back().data(), static_cast<std::size_t>(at - columns.back().data())};
    } else {
      columns[count++] = {begin, static_cast<std::size_t>(at - begin)};
    }
  }
}

bool same_word(std::string_view lower_case, std::string_view text) {
  return std::equal(lower_case.begin(), lower_case.end(), text.begin(), text.end(),
                    [](char a, char b) { return a == b || (b >= 'A' && b <= 'Z' && a == b + ('a' - 'A')); });
}

const ColumnObject* find_object(std::string_view line) {
  if (!line.starts_with('#')) return nullptr;
  Columns columns;
  const auto words = split(line.substr(1), columns);
  if (words.size() != 1) return nullptr;
  for (const ColumnObject& o : kColumnObjects) {
    if (same_word(o.name, words[0])) return &o;
  }
  return nullptr;
}

class ColumnReader {
 public:
  ColumnReader(Input& input, const ColumnLayout& layout)
      : lines_(input), builder_(input.name()), layout_(layout), size_hint_(input.size_hint()) {}

  History read(Ties ties) {
    if (!layout_.has_threads) builder_.use_lanes();
    while (lines_.next(line_)) {
      bytes_ += line_.size() + 1;
      if (line_.starts_with('#')) {
        if (object_ == nullptr) begin(line_);
        continue;
      }
      Columns columns;
      const auto row = split(line_, columns);
      if (row.empty()) continue;
      if (object_ == nullptr) fail_at(row[0], "a first line \"# queue\" or the like");
      operation(row);
      if (builder_.size() == kSample) builder_.expect(kSample + kSample * (size_hint_ / bytes_) * 17 / 16);
    }
    return builder_.finish(ties);
  }

 private:
  static constexpr std::size_t kSample = 4096;

  [[noreturn]] void fail(std::string_view at, const std::string& what) const {
    const auto column = static_cast<std::size_t>(at.data() - line_.data()) + 1;
    throw InputError(Place{builder_.source(), lines_.number(), column}, what);
  }
  [[noreturn]] void fail_at(std::string_view at, std::string_view expected) const {
    fail(at, fmt::format("found {}, expected {}", excerpt(at.substr(0, 20)), expected));
  }

  void begin(std::string_view line) {
    object_ = find_object(line);
    if (object_ == nullptr) return;  // a comment
    builder_.header().spec = std::string(object_->spec);
    for (const ForeignMethod& m : object_->methods) ids_.push_back(builder_.method(m.name));
  }

  void operation(std::span<const std::string_view> columns) {
    ColumnRow row;
    if (!layout_.arrange(columns, row)) {
      fail(columns[0], fmt::format("found {} columns, expected {}", columns.size(), layout_.expected));
    }
    const std::size_t index = find_method(row);
    Value arguments[2];
    HistoryBuilder::Timed op{.method = ids_[index],
                             .object = builder_.object(Value()),
                             .result = Value(),
                             .call = integer(row.start),
                             .ret = integer(row.end),
                             .line = lines_.number()};
    if (layout_.has_threads) op.thread = builder_.thread(Value(integer(row.thread)));
    const std::size_t count = interpret(object_->methods[index].shape, row, arguments, *op.result);
    op.args = {arguments, count};
    builder_.operation(op);
  }

  std::size_t find_method(const ColumnRow& row) const {
    bool known = false;
    for (std::size_t i = 0; i < object_->methods.size(); ++i) {
      const ForeignMethod& m = object_->methods[i];
      if (!same_word(m.word, row.method)) continue;
      if (values_of(m.shape) == row.values.size()) return i;
      known = true;
    }
    if (known) fail(row.method, fmt::format("found {} values for {}", row.values.size(), row.method));
    std::string words;
    for (const ForeignMethod& m : object_->methods)
      words += (words.empty() ? "" : ", ") + std::string(m.word);
    fail_at(row.method, fmt::format("a method of a {}: {}", object_->name, words));
  }

  // Fills in arguments and result; returns the number of arguments.
  std::size_t interpret(ColumnShape shape, const ColumnRow& row, Value (&arguments)[2], Value& result) const {
    const std::int64_t value = integer(row.values[0]);
    arguments[0] = Value(value);
    switch (shape) {
      case ColumnShape::put: return 1;
      case ColumnShape::take: result = value == -1 ? Value() : Value(value); return 0;
      case ColumnShape::succeed: result = Value(true); return 1;
      case ColumnShape::fail: result = Value(false); return 1;
      case ColumnShape::answer: result = Value(boolean(row.values[1])); return 1;
      case ColumnShape::exchange:
        arguments[1] = Value(integer(row.values[1]));
        result = Value(true);
        return 2;
      case ColumnShape::release:
        if (value != 1) fail_at(row.values[0], "1: a release always succeeds");
        return 0;
      case ColumnShape::attempt: result = Value(boolean(row.values[0])); return 0;
    }
    return 0;
  }

  std::int64_t integer(std::string_view text) const {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error == std::errc::result_out_of_range) fail_at(text, "an integer of at most 64 bits");
    if (error != std::errc() || end != text.data() + text.size()) fail_at(text, "an integer");
    return n;
  }

  bool boolean(std::string_view text) const {
    if (text == "0" || same_word("false", text)) return false;
    if (text == "1" || same_word("true", text)) return true;
    fail_at(text, "0 or 1");
  }

  LineScanner lines_;
  HistoryBuilder builder_;
  const ColumnLayout& layout_;
  std::size_t size_hint_, bytes_ = 0;
  std::string_view line_;
  const ColumnObject* object_ = nullptr;
  std::vector<std::uint16_t> ids_;  // by the object's methods
};

// Whether the file begins with "# queue" or the name of another object that these formats know. `row` gets
// the columns of the first operation, if there is one.
bool begins_with_columns(std::string_view head, std::vector<std::string_view>& row) {
  const ColumnObject* object = nullptr;
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.starts_with('#')) {
      if (object == nullptr) object = find_object(line);
      continue;
    }
    Columns columns;
    const auto words = split(line, columns);
    row.assign(words.begin(), words.end());
    if (!row.empty()) break;
  }
  return object != nullptr;
}

History read_columns(Input& input, const ReadOptions& options, const ColumnLayout& layout) {
  return ColumnReader(input, layout).read(options.ties);
}

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
