// Reads Jepsen and Knossos histories in EDN: one map per line, a vector or list of maps, maps over several lines.
// The key-value logs of Porcupine are the same with a :key.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/edn.hpp"
#include "history/formats/format.hpp"
#include "history/formats/jepsen_events.hpp"
#include "history/formats/json.hpp"
#include "history/formats/native_line.hpp"

namespace linnet {

namespace {

// The EDN writer uses this for what only the native format can say.
constexpr std::string_view kHeaderComment = "; {\"linnet\":1";

class EdnReader {
 public:
  EdnReader(Input& input, const ReadOptions& options)
      : input_(input), builder_(input.name()), events_(builder_, options) {}

  History read(Ties ties) {
    const bool described = header();
    bool complete = false;
    while (step(complete)) continue;
    if (!described) events_.describe();
    return builder_.finish(ties);
  }

 private:
  // Our own writer leaves the header of the native format in a comment.
  bool header() {
    constexpr std::string_view kComment = "; ";
    constexpr std::size_t kLongestHeader = 4096;
    std::string_view head = input_.peek(kLongestHeader);
    if (!head.starts_with(kHeaderComment)) return false;
    head = head.substr(kComment.size(), head.find('\n') - kComment.size());
    NativeLine line;
    LineParser parser;  // owns the text that `line` refers to
    if (parser.parse_any_line(head, line) || line.linnet != 1) return false;
    apply_header(line, builder_);
    return true;
  }

  // Reads one form; returns false at the end. A form that the window cuts off is read again once there is
  // more.
  bool step(bool& complete) {
    const std::string_view window = input_.window();
    try {
      EdnCursor cursor(window, complete);
      const bool more = form(cursor);
      require_utf8(window.substr(0, cursor.offset()));
      consume(cursor.offset());
      return more;
    } catch (const EdnIncomplete&) {
      // Doubles each time, so that a long form is not read again and again.
      const std::size_t wanted = 2 * window.size();
      complete = !input_.extend();
      while (!complete && input_.window().size() < wanted) complete = !input_.extend();
      if (input_.window().size() > Input::kLongestPiece) {
        fail(0, fmt::format("this form is longer than {} bytes, expected a map for each event",
                            Input::kLongestPiece));
      }
    } catch (const EdnFault& fault) {
      require_utf8(window.substr(0, std::min(fault.offset + 1, window.size())));
      fail(fault.offset, fault.what);
    }
    return true;
  }

  bool form(EdnCursor& cursor) {
    if (!cursor.find_form()) {
      if (close_ != '\0') cursor.fail(fmt::format("'{}' after the last map; is the file truncated?", close_));
      return false;
    }
    const char c = cursor.peek();
    if (close_ == '\0' && !entered_ && (c == '[' || c == '(')) {
      close_ = c == '[' ? ']' : ')';
      entered_ = true;
      cursor.take_bracket();
    } else if (close_ != '\0' && c == close_) {
      close_ = '\0';
      cursor.take_bracket();
    } else if (c == '{') {
      event(cursor);
    } else {
      cursor.fail("a map {:process ..., :type ..., :f ..., :value ...}");
    }
    return true;
  }

  void event(EdnCursor& cursor) {
    const std::size_t begin = cursor.offset();
    const std::uint64_t line = line_at(begin);
    JepsenEvent event;
    bool has_process = false, has_type = false, is_client = true;
    cursor.take_bracket();
    for (;;) {
      if (!cursor.find_form()) cursor.fail("'}'");
      if (cursor.peek() == '}') break;
      const std::string_view key = cursor.name();
      if (!cursor.find_form() || cursor.peek() == '}') cursor.fail("a value for this key");
      if (key == "process") {
        has_process = true;
        is_client = cursor.peek() != ':';  // :nemesis
        event.process = process(cursor);
      } else if (key == "type") {
        has_type = true;
        event.type = type(cursor);
      } else if (key == "f") {
        event.f = cursor.name();
      } else if (key == "value") {
        event.value = cursor.value();
      } else if (key == "key") {
        event.key = cursor.value();
      } else if (key == "args") {
        event.args = cursor.value();
      } else if (key == "result") {
        event.result = cursor.value();
      } else {
        cursor.skip();
      }
    }
    cursor.take_bracket();
    if (!has_process) fail(begin, "found a map without :process");
    if (!is_client) return;
    if (!has_type) fail(begin, "found a map without :type");
    if (event.f.empty()) fail(begin, "found a map without :f");
    builder_.at_column(column_at(begin));
    events_.apply(event, line);
  }

  Value process(EdnCursor& cursor) const {
    const EdnCursor before = cursor;
    const Value label = cursor.value();
    if (!label.is_integer() && !label.is_text()) before.fail("an integer or a keyword");
    return label;
  }

  JepsenEvent::Type type(EdnCursor& cursor) const {
    const EdnCursor before = cursor;
    const auto type = find_jepsen_type(cursor.name());
    if (!type) before.fail(":invoke, :ok, :fail or :info");
    return *type;
  }

  void consume(std::size_t bytes) {
    line_ = line_at(bytes);
    const std::string_view text = input_.window().substr(0, bytes);
    const std::size_t newline = text.rfind('\n');
    column_ = newline == std::string_view::npos ? column_ + bytes : bytes - newline;
    input_.consume(bytes);
  }

  std::uint64_t line_at(std::size_t offset) const {
    const std::string_view text = input_.window().substr(0, offset);
    return line_ + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  }

  std::size_t column_at(std::size_t offset) const {
    const std::size_t newline = input_.window().substr(0, offset).rfind('\n');
    return newline == std::string_view::npos ? column_ + offset : offset - newline;
  }
  [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
    throw InputError(Place{input_.name(), line_at(offset), column_at(offset)}, what);
  }

  void require_utf8(std::string_view text) const {
    const std::size_t bad = find_bad_utf8(text);
    if (bad != text.size()) fail(bad, describe_bad_utf8(text[bad]));
  }

  Input& input_;
  HistoryBuilder builder_;
  JepsenEvents events_;
  char close_ = '\0';                    // of the vector or list around the maps
  bool entered_ = false;                 // there is only one
  std::uint64_t line_ = 1, column_ = 1;  // of the first byte of the window
};

// A map with a keyword in it, perhaps tagged, perhaps in a vector or list, perhaps after comments.
bool looks_like_edn(std::string_view head) {
  if (head.starts_with(kHeaderComment)) return true;  // ours, perhaps of a history without operations
  try {
    EdnCursor cursor(head, true);
    if (!cursor.find_form()) return false;
    if (cursor.peek() == '[' || cursor.peek() == '(') {
      cursor.take_bracket();
      if (!cursor.find_form()) return false;
      if (cursor.peek() == ']' || cursor.peek() == ')') return true;
    }
    if (cursor.peek() != '{') return false;
    cursor.take_bracket();
    return cursor.find_form() && cursor.peek() == ':';
  } catch (const EdnFault&) {
    return false;
  }
}

}  // namespace

constinit const Format kEdnFormat = {
    .name = "edn",
    .summary = "Jepsen and Knossos EDN, and Porcupine's key-value logs: maps with :process :type :f :value",
    .recognises = looks_like_edn,
    .read = [](Input& input,
               const ReadOptions& options) { return EdnReader(input, options).read(options.ties); },
};

}  // namespace linnet
