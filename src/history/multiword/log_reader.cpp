// Pieces of a native log are parsed on several threads into events; one thread puts these together.
#include "history/multiword/log_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/ordered_pipeline.hpp"
#include "history/formats/binary_format.hpp"
#include "history/formats/json_cursor.hpp"
#include "history/formats/native_line.hpp"
#include "history/formats/native_reader.hpp"
#include "history/multiword/events.hpp"

namespace linnet {

namespace {

struct WordLines : WordEvents {
  std::vector<char> text;
};

// One piece. Lines are taken as they come: where one ends shows when it has been parsed.
class WordEventParser : private JsonCursor {
 public:
  WordEventParser(std::string_view text, WordEvents& out)
      : JsonCursor(text.data()), end_(text.data() + text.size()), out_(out) {
    out_.clear();
  }

  bool parse() {
    while (at() != end_) {
      if (!(ends_line() || (event() && ends_line()))) return false;
    }
    return true;
  }

 private:
  using Event = WordEvents::Event;

  // Also an empty one. The last line of the file may have no end.
  bool ends_line() {
    skip_blanks();
    if (at() == end_) return true;
    if (*at() == '\r') skip(1);
    return take_newline();
  }
  bool take_newline() {
    if (*at() != '\n') return false;
    skip(1);
    return true;
  }

  bool member(std::string_view quoted) { return word(quoted) && take(':'); }

  bool event() {
    if (!take('{') || !member("\"type\"")) return false;
    if (word("\"call\"")) return call();
    return word("\"return\"") && ret();
  }

  bool thread(Event& event) {
    std::int64_t label;
    if (!take(',') || !member("\"thread\"") || !integer(label) || label < 0 || label > kGreatestThread)
      return false;
    event.thread = static_cast<std::uint32_t>(label);
    return true;
  }

  // Not of no words. Most are integers.
  bool list(std::size_t& size) {
    const std::size_t before = out_.values.size();
    if (!take('[')) return false;
    do {
      Value v;
      if (std::int64_t i; integer(i)) {
        v = Value(i);
      } else if (!scalar(v)) {
        return false;
      }
      out_.values.push_back(v);
    } while (take(','));
    size = out_.values.size() - before;
    return take(']');
  }

  bool call() {
    Event event{.kind = Event::Kind::call, .method = {}, .size = 0, .thread = 0};
    std::string_view name;
    if (!thread(event) || !take(',') || !member("\"op\"") || !text(name)) return false;
    const auto method = WordLogBuilder::method(name);
    if (!method || !take(',') || !member("\"args\"") || !take('[')) return false;
    event.method = *method;
    std::size_t size = 0;
    for (std::size_t i = 0; i < WordLogBuilder::lists(*method); ++i) {
      std::size_t found;
      if ((i != 0 && !take(',')) || !list(found) || (i != 0 && found != size)) return false;
      size = found;
    }
    return take(']') && add(event, size);
  }

  bool ret() {
    Event event{.kind = Event::Kind::scalar, .method = {}, .size = 0, .thread = 0};
    if (!thread(event) || !take(',') || !member("\"result\"")) return false;
    skip_blanks();
    std::size_t size = 1;
    if (*at() == '[') {
      event.kind = Event::Kind::list;
      if (!list(size)) return false;
    } else if (!scalar(out_.values.emplace_back())) {
      return false;
    }
    return add(event, size);
  }

  bool add(Event event, std::size_t size) {
    if (size > WordEvents::kMostWords || !take('}')) return false;
    event.size = static_cast<std::uint16_t>(size);
    out_.events.push_back(event);
    return true;
  }

  static constexpr std::int64_t kGreatestThread = 1 << 30;

  const char* const end_;
  WordEvents& out_;
};

// The first line, if it is a header; and how many bytes it takes.
std::size_t read_header(std::string_view text, Header& header) {
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) return 0;
  NativeLine line;
  if (!parse_short_line(text.substr(0, newline), line) || !line.has(Member::linnet) || line.linnet != 1)
    return 0;
  if (line.has(Member::lanes)) return 0;
  if (line.has(Member::spec)) header.spec = std::string(line.spec);
  if (line.has(Member::initial)) header.initial = line.initial;
  return newline + 1;
}

}  // namespace

std::optional<Value> initial_of_mwcas(const Header& header, const WordLogRequest& request) {
  if ((request.spec.empty() ? header.spec.value_or("") : request.spec) != "mwcas") return std::nullopt;
  return request.initial.value_or(header.initial.value_or(Value(0)));
}

std::optional<WordLog> read_native_word_log(const std::string& path, const WordLogRequest& request) {
  const auto chunks = LineChunks::open(path, request.chunk);
  if (!chunks) return std::nullopt;
  std::vector<char> buffer;
  Header header;
  const std::size_t header_bytes = read_header(chunks->read(0, buffer), header);
  const auto initial = initial_of_mwcas(header, request);
  if (!initial) return std::nullopt;
  constexpr std::size_t kBytesPerOperation = 110;  // the shortest call and return
  WordLogBuilder builder(*initial, chunks->bytes() / kBytesPerOperation);
  const auto parse = [&](std::size_t i, WordLines& piece) {
    std::string_view text = chunks->read(i, piece.text);
    if (i == 0) text.remove_prefix(header_bytes);
    return WordEventParser(text, piece).parse();
  };
  const auto use = [&](const WordLines& piece) { return apply(piece, builder); };
  if (!make_and_use_in_order<WordLines>(chunks->size(), request.threads, parse, use)) return std::nullopt;
  return builder.finish();
}

std::optional<WordLog> read_word_log(const std::string& path, const WordLogRequest& request) {
  // What is read from a pipe cannot be read again.
  if (std::error_code error; path == "-" || !std::filesystem::is_regular_file(path, error))
    return std::nullopt;
  Input input = Input::open(path);
  const std::string_view head = input.peek(64);
  const auto is = [&](const Format& format) {
    return request.format.empty() ? format.recognises(head) : request.format == format.name;
  };
  if (is(kBinaryFormat)) return read_binary_word_log(path, request);
  return is(kNativeFormat) ? read_native_word_log(path, request) : std::nullopt;
}

}  // namespace linnet
