// Reads the native format: JSON Lines, as events or as whole operations. docs/history-format.md is its definition.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/native_line.hpp"

namespace linnet {

namespace {

class NativeReader {
 public:
  NativeReader(Input& input, const ReadOptions& options)
      : lines_(input), builder_(input.name()), size_hint_(input.size_hint()), options_(options) {}

  History read() {
    try {
      read_lines();
    } catch (const InputError&) {
      if (!options_.ignore_tail || has_operations_) throw;
    }
    return builder_.finish(options_.ties);
  }

 private:
  // After this many lines the average length of a line is known, and so the number of operations to expect.
  static constexpr std::uint64_t kSample = 4096;

  void read_lines() {
    std::string_view text;
    while (lines_.next(text)) {
      bytes_ += text.size() + 1;
      if (!parse_short_line(text, line_)) {
        if (text.find_first_not_of(" \t") == std::string_view::npos) continue;
        parse_slowly(text);
      }
      apply();
      if (lines_.number() == kSample) expect_more();
    }
  }

  void expect_more() { builder_.expect(builder_.size() + builder_.size() * (size_hint_ / bytes_) * 17 / 16); }

  [[noreturn]] void fail(std::size_t column, const std::string& what) const {
    throw InputError(Place{builder_.source(), lines_.number(), column}, what);
  }

  void parse_slowly(std::string_view text) {
    const std::optional<LineFault> fault = parser_.parse_any_line(text, line_);
    if (!fault) return;
    const bool cut_off = lines_.unterminated() && fault->column > text.size();
    fail(fault->column, fault->what + (cut_off ? "; is the file truncated?" : ""));
  }

  void require(Member member, std::string_view kind) const {
    if (!line_.has(member)) fail(1, fmt::format("found {} without \"{}\"", kind, name_of(member)));
  }

  void apply() {
    if (line_.has(Member::linnet)) {
      header();
    } else if (line_.has(Member::type)) {
      event();
    } else if (line_.has(Member::op)) {
      operation();
    } else {
      fail(1, "found neither \"type\" nor \"op\", expected an event or an operation");
    }
    first_ = false;
  }

  void header() {
    if (!first_) fail(1, "found the header {\"linnet\":1, ...}, expected it on the first line only");
    if (line_.linnet != 1) {
      fail(1, fmt::format("the format's version is {}, expected 1: a newer Linnet wrote this", line_.linnet));
    }
    apply_header(line_, builder_);
  }

  void event() {
    switch (line_.type) {
      case NativeLine::Type::call:
        require(Member::thread, "a call");
        require(Member::op, "a call");
        builder_.call(builder_.thread(line_.thread), builder_.method(line_.op), line_.args,
                      builder_.object(line_.object), lines_.number());
        annotate(lines_.number());
        break;
      case NativeLine::Type::ret:
        require(Member::thread, "a return");
        require(Member::result, "a return");  // a misspelt one would read as null, which means something
        annotate(builder_.ret(builder_.thread(line_.thread), line_.result, lines_.number()));
        break;
      case NativeLine::Type::crash:
        builder_.crash(
            line_.has(Member::thread) ? std::optional(builder_.thread(line_.thread)) : std::nullopt,
            lines_.number());
        break;
      case NativeLine::Type::stuck: builder_.stuck(lines_.number()); break;
    }
  }

  void operation() {
    has_operations_ = true;
    require(Member::thread, "an operation");
    HistoryBuilder::Timed timed{.thread = builder_.thread(line_.thread),
                                .method = builder_.method(line_.op),
                                .args = line_.args,
                                .object = builder_.object(line_.object),
                                .after = line_.after,
                                .line = lines_.number()};
    if (line_.has(Member::result)) timed.result = line_.result;
    if (line_.has(Member::call)) timed.call = line_.call;
    if (line_.has(Member::ret)) timed.ret = line_.ret;
    if (line_.has(Member::id)) timed.id = line_.id;
    builder_.operation(timed);
    annotate(lines_.number());
  }

  void annotate(HistoryBuilder::Line call) {
    if (!line_.annotations.empty()) builder_.annotate(call, line_.annotations);
  }

  LineScanner lines_;
  LineParser parser_;
  HistoryBuilder builder_;
  NativeLine line_;
  std::size_t size_hint_;
  std::size_t bytes_ = 0;
  bool first_ = true;
  bool has_operations_ = false;  // operations with times, not events
  const ReadOptions& options_;
};

bool is_native(std::string_view head) {
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (!head.starts_with('{')) return false;
  const std::size_t next = head.find_first_not_of(" \t\r\n", 1);
  return next != std::string_view::npos && (head[next] == '"' || head[next] == '}');
}

}  // namespace

constinit const Format kNativeFormat = {
    .name = "native",
    .summary = "JSON Lines: call and return events, or whole operations with times or \"after\"",
    .recognises = is_native,
    .read = [](Input& input, const ReadOptions& options) { return NativeReader(input, options).read(); },
};

}  // namespace linnet
