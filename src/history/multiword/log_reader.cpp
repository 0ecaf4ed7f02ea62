// Parses pieces of a native log on several threads into events; one thread combines them.
#include "history/multiword/log_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <vector>

#include "base/ordered_pipeline.hpp"
#include "history/formats/binary_values.hpp"
#include "history/formats/input.hpp"
#include "history/formats/json_cursor.hpp"
#include "history/formats/native_line.hpp"
#include "history/multiword/log_builder.hpp"

namespace linnet {

namespace {

// A file divided into pieces of whole lines, each of which can be read separately, on any thread. Piece i has
// the lines that begin in its share of the bytes; the last of them may end beyond it.
class LineChunks {
 public:
  // Returns nothing if this is no plain file, or one that is compressed or too small to be worth it.
  static std::unique_ptr<LineChunks> open(const std::string& path, std::size_t chunk) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return nullptr;
    struct stat status = {};
    const bool plain = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    std::unique_ptr<LineChunks> chunks(
        new LineChunks(descriptor, plain ? static_cast<std::size_t>(status.st_size) : 0, chunk));
    return chunks->size() >= 2 ? std::move(chunks) : nullptr;
  }

  ~LineChunks() { close(descriptor_); }

  LineChunks(const LineChunks&) = delete;
  LineChunks& operator=(const LineChunks&) = delete;

  std::size_t size() const { return (bytes_ + chunk_ - 1) / chunk_; }
  std::size_t bytes() const { return bytes_; }
  // The lines of a piece, in a buffer that the caller keeps; after them comes a 0, and Input::kPadding bytes
  // are readable. Returns nothing if the last line is longer than readers accept.
  std::optional<std::string_view> read(std::size_t piece, std::vector<char>& buffer) const {
    constexpr std::size_t kMore = 4096;
    // One byte earlier: if that is the end of a line, the first one of ours begins at the first byte.
    const std::size_t begin = piece == 0 ? 0 : piece * chunk_ - 1;
    const std::size_t end = std::min(bytes_, (piece + 1) * chunk_);
    std::size_t size = fill(buffer, 0, begin, end - begin);
    const auto after_newline = [&](std::size_t from) {  // npos: there is none
      const std::size_t at = std::string_view(buffer.data(), size).find('\n', from);
      return at == std::string_view::npos ? at : at + 1;
    };
    const std::size_t first = piece == 0 ? 0 : std::min(after_newline(0), size);
    std::size_t last = first;
    if (first < size) {
      std::size_t searched = size - 1;
      while ((last = after_newline(searched)) == std::string_view::npos) {
        searched = size;
        if (size > Input::kLongestPiece) return std::nullopt;
        size += fill(buffer, size, begin + size, kMore);
        if (size == searched) {  // the last line of the file has no end
          last = size;
          break;
        }
      }
    }
    std::memset(buffer.data() + last, 0, Input::kPadding);
    return std::string_view(buffer.data() + first, last - first);
  }

 private:
  LineChunks(int descriptor, std::size_t bytes, std::size_t chunk)
      : descriptor_(descriptor), bytes_(bytes), chunk_(chunk) {}
  // Reads up to `size` bytes from `offset` on to this place in the buffer, which grows if necessary. Returns
  // the number of bytes: fewer at the end of the file.
  std::size_t fill(std::vector<char>& buffer, std::size_t place, std::size_t offset, std::size_t size) const {
    if (buffer.size() < place + size + Input::kPadding) buffer.resize(place + size + Input::kPadding);
    std::size_t done = 0;
    while (done < size) {
      const ssize_t n =
          pread(descriptor_, buffer.data() + place + done, size - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;  // the reader of the whole file will report the error
      done += static_cast<std::size_t>(n);
    }
    return done;
  }

  int descriptor_;
  std::size_t bytes_, chunk_;
};

struct MultiwordLines : MultiwordEvents {
  std::vector<char> text;
};

// Parses one piece. Lines are parsed as they come: the end of a line is known when it has been parsed.
class MultiwordEventParser : private JsonCursor {
 public:
  MultiwordEventParser(std::string_view text, MultiwordEvents& out)
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
  using Event = MultiwordEvents::Event;

  // Takes the end of a line, also of an empty one. The last line of the file may have no end.
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

  // A list that is not empty. Most values are integers.
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
    const auto method = MultiwordLogBuilder::method(name);
    if (!method || !take(',') || !member("\"args\"") || !take('[')) return false;
    event.method = *method;
    std::size_t size = 0;
    for (std::size_t i = 0; i < MultiwordLogBuilder::lists(*method); ++i) {
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
    if (size > MultiwordEvents::kMostLocations || !take('}')) return false;
    event.size = static_cast<std::uint16_t>(size);
    out_.events.push_back(event);
    return true;
  }

  static constexpr std::int64_t kGreatestThread = 1 << 30;

  const char* const end_;
  MultiwordEvents& out_;
};

// Reads the first line, if it is a header; returns how many bytes it takes.
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

// The initial value from the request, or else from the header, if this is a history of mwcas.
std::optional<Value> initial_of_mwcas(const Header& header, const MultiwordLogRequest& request) {
  if ((request.spec.empty() ? header.spec.value_or("") : request.spec) != "mwcas") return std::nullopt;
  return request.initial.value_or(header.initial.value_or(Value(0)));
}

std::optional<MultiwordLog> read_native_multiword_log(const std::string& path,
                                                      const MultiwordLogRequest& request) {
  const auto chunks = LineChunks::open(path, request.chunk);
  if (!chunks) return std::nullopt;
  std::vector<char> buffer;
  Header header;
  const auto first_lines = chunks->read(0, buffer);
  if (!first_lines) return std::nullopt;
  const std::size_t header_bytes = read_header(*first_lines, header);
  const auto initial = initial_of_mwcas(header, request);
  if (!initial) return std::nullopt;
  constexpr std::size_t kBytesPerOperation = 110;  // the shortest call and return
  MultiwordLogBuilder builder(*initial, chunks->bytes() / kBytesPerOperation);
  const auto parse = [&](std::size_t i, MultiwordLines& piece) {
    if (request.budget != nullptr && request.budget->measure()) return false;
    std::optional<std::string_view> text = chunks->read(i, piece.text);
    if (text && i == 0) text->remove_prefix(header_bytes);
    return text && MultiwordEventParser(*text, piece).parse();
  };
  const auto use = [&](const MultiwordLines& piece) { return apply(piece, builder); };
  if (!make_and_use_in_order<MultiwordLines>(chunks->size(), request.threads, parse, use))
    return std::nullopt;
  return builder.finish();
}

// Reads a binary log straight into a MultiwordLog.
//
// The names of values do not matter there, so values that are numbered stay numbers: their table is never
// used.

using binary::Event;
using binary::Other;
using binary::Tag;

// Decodes events in pieces, one after the other.
class BinaryMultiwordEvents {
 public:
  BinaryMultiwordEvents(BinaryBytes& bytes, const BinaryHead& head) : bytes_(bytes), head_(head) {
    for (const std::string& name : head.methods) methods_.push_back(MultiwordLogBuilder::method(name));
  }

  // The next piece; an empty one at the end. Returns false if something cannot be expressed in a
  // MultiwordLog.
  bool read(MultiwordEvents& piece) {
    constexpr std::size_t kEvents = 8192;
    piece.clear();
    out_ = &piece;
    while (!ended_ && piece.events.size() < kEvents) {
      if (!event()) return false;
    }
    return true;
  }

 private:
  using Kind = MultiwordEvents::Event::Kind;

  bool event() {
    const std::uint64_t first = bytes_.number(), payload = first >> 2;
    const auto kind = static_cast<Event>(first & 3);
    if (kind == Event::crash) return false;
    if (kind == Event::end) {
      ended_ = true;
      return bytes_.number() == events_ && bytes_.at_end();
    }
    ++events_;
    if (payload >= head_.threads.size()) return false;
    const auto thread = static_cast<std::uint32_t>(payload);
    return kind == Event::call ? call(thread) : ret(thread);
  }

  // Beyond all integers that are not numbered.
  static Value stand_in(std::uint64_t number) {
    return Value(static_cast<std::int64_t>(number) + binary::kFirstNumbered);
  }

  // A scalar, or the value that stands for it.
  bool scalar(BinaryBytes::Token token, Value& out) {
    switch (token.tag) {
      case Tag::integer: {
        const std::int64_t i = binary::unzigzag(token.payload);
        out = binary::is_numbered(i) ? stand_in(numbered_++) : Value(i);
        return true;
      }
      case Tag::reference:
        if (token.payload == 0 || token.payload > numbered_) return false;
        out = stand_in(numbered_ - token.payload);
        return true;
      case Tag::array: return false;
      case Tag::other: return other(token.payload, out);
    }
    return false;
  }
  bool other(std::uint64_t kind, Value& out) {
    if (kind > static_cast<std::uint64_t>(Other::object)) return false;
    switch (static_cast<Other>(kind)) {
      case Other::null: out = Value(); return true;
      case Other::no: out = Value(false); return true;
      case Other::yes: out = Value(true); return true;
      case Other::text:
        bytes_.text();
        out = stand_in(numbered_++);
        return true;
      case Other::real:
      case Other::digits:
      case Other::object: return false;
    }
    return false;
  }

  bool list(BinaryBytes::Token token, std::size_t& size) {
    if (token.tag != Tag::array || token.payload > MultiwordEvents::kMostLocations) return false;
    size = token.payload;
    for (std::size_t k = 0; k < size; ++k) {
      if (!scalar(bytes_.token(), out_->values.emplace_back())) return false;
    }
    return true;
  }

  bool call(std::uint32_t thread) {
    const std::uint64_t name = bytes_.number();
    if (name >= methods_.size() || !methods_[name]) return false;
    const MultiwordLogBuilder::Method method = *methods_[name];
    if (bytes_.number() != MultiwordLogBuilder::lists(method)) return false;
    std::size_t size = 0;
    for (std::size_t i = 0; i < MultiwordLogBuilder::lists(method); ++i) {
      std::size_t found;
      if (!list(bytes_.token(), found) || (i != 0 && found != size)) return false;
      size = found;
    }
    return add(Kind::call, method, size, thread);
  }

  bool ret(std::uint32_t thread) {
    const BinaryBytes::Token token = bytes_.token();
    std::size_t size = 1;
    if (token.tag == Tag::array) return list(token, size) && add(Kind::list, {}, size, thread);
    return scalar(token, out_->values.emplace_back()) && add(Kind::scalar, {}, size, thread);
  }

  bool add(Kind kind, MultiwordLogBuilder::Method method, std::size_t size, std::uint32_t thread) {
    out_->events.push_back({kind, method, static_cast<std::uint16_t>(size), thread});
    return true;
  }

  BinaryBytes& bytes_;
  const BinaryHead& head_;
  std::vector<std::optional<MultiwordLogBuilder::Method>> methods_;
  std::uint64_t numbered_ = 0, events_ = 0;
  bool ended_ = false;
  MultiwordEvents* out_ = nullptr;
};

// Another thread decodes, and this one combines the pieces.
std::optional<MultiwordLog> put_together(BinaryMultiwordEvents& events, MultiwordLogBuilder& builder) {
  bool complete = false;
  make_and_use_in_order<MultiwordEvents>(
      std::numeric_limits<std::size_t>::max(), 1,
      [&](std::size_t, MultiwordEvents& piece) { return events.read(piece); },
      [&](const MultiwordEvents& piece) {
        complete = piece.events.empty();
        return !complete && apply(piece, builder);
      });
  return complete ? builder.finish() : std::nullopt;
}

std::optional<MultiwordLog> read_binary_multiword_log(const std::string& path,
                                                      const MultiwordLogRequest& request) {
  Input input = Input::open(path, request.budget);
  const std::size_t bytes_in_all = input.size_hint();
  if (bytes_in_all < request.chunk) return std::nullopt;
  BinaryBytes bytes(input);
  BinaryValues values(bytes);
  const BinaryHead head = read_binary_head(bytes, values);
  const auto initial = initial_of_mwcas(head.header, request);
  const bool plain =
      (head.flags & (binary::kLanes | binary::kStuck | binary::kHasOrder)) == 0 && head.objects.size() <= 1;
  // A numbered initial value or label would need its name.
  if (!initial || !plain || values.any_numbered() || !initial->is_int64() ||
      binary::is_numbered(initial->as_int64()))
    return std::nullopt;
  constexpr std::size_t kBytesPerOperation = 9;  // the shortest call and return
  const std::size_t expected_operations = bytes_in_all / kBytesPerOperation;
  MultiwordLogBuilder builder(*initial, expected_operations);
  builder.values_count_up_from(binary::kFirstNumbered, expected_operations);
  BinaryMultiwordEvents events(bytes, head);
  return put_together(events, builder);
}

}  // namespace

std::optional<MultiwordLog> read_multiword_log(const std::string& path, const MultiwordLogRequest& request) {
  // A pipe cannot be read again.
  if (std::error_code error; path == "-" || !std::filesystem::is_regular_file(path, error))
    return std::nullopt;
  Input input = Input::open(path);
  const std::string_view head = input.peek(64);
  const auto is = [&](const Format& format) {
    return request.format.empty() ? format.recognises(head) : request.format == format.name;
  };
  if (is(kBinaryFormat)) return read_binary_multiword_log(path, request);
  return is(kNativeFormat) ? read_native_multiword_log(path, request) : std::nullopt;
}

}  // namespace linnet
