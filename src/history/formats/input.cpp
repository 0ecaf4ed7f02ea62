// Implements Input: the window, and the sources behind it. zlib and zstd are driven as streams, block by block.
#include "history/formats/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace linnet {

namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw InputError(Place{name, 0, 0}, what);
}

class FileSource final : public ByteSource {
 public:
  FileSource(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
  }

  std::size_t read(char* to, std::size_t size) override {
    for (;;) {
      const ssize_t n = ::read(descriptor_, to, size);
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR) fail(name_, fmt::format("cannot read: {}", std::strerror(errno)));
    }
  }

 private:
  std::string name_;
  int descriptor_;
};

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  std::size_t read(char* to, std::size_t size) override {
    const std::size_t n = rest_.copy(to, size);
    rest_.remove_prefix(n);
    return n;
  }

 private:
  std::string_view rest_;
};

// Compressed bytes, of which some have been read already: those in the window when the compression was
// detected.
class CompressedBytes {
 public:
  CompressedBytes(std::unique_ptr<ByteSource> source, std::string_view read_already)
      : source_(std::move(source)),
        block_(std::max(kBlock, read_already.size())),
        end_(read_already.copy(block_.data(), block_.size())) {}

  // Returns the rest of the block, or the next one; empty at the end.
  std::string_view rest() {
    if (begin_ == end_) begin_ = 0, end_ = source_->read(block_.data(), block_.size());
    return {block_.data() + begin_, end_ - begin_};
  }
  void consume(std::size_t bytes) { begin_ += bytes; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::vector<char> block_;
  std::size_t begin_ = 0, end_;
};

class GzipSource final : public ByteSource {
 public:
  GzipSource(std::string name, CompressedBytes bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {
    constexpr int kGzipWindow = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(char* to, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
    const std::size_t wanted = stream_.avail_out;
    while (stream_.avail_out == wanted) {
      const std::string_view rest = bytes_.rest();
      if (rest.empty()) {
        if (!between_members_) fail(name_, "the gzip data breaks off: the file is truncated");
        return 0;
      }
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
      stream_.avail_in = static_cast<uInt>(rest.size());
      between_members_ = false;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      bytes_.consume(rest.size() - stream_.avail_in);
      if (status == Z_STREAM_END) {
        between_members_ = true;  // a gzip file is one or more members
        inflateReset(&stream_);
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        fail(name_, fmt::format("the gzip data is damaged: {}",
                                stream_.msg != nullptr ? stream_.msg : "invalid data"));
      }
    }
    return wanted - stream_.avail_out;
  }

 private:
  std::string name_;
  CompressedBytes bytes_;
  z_stream stream_ = {};
  bool between_members_ = false;
};

class ZstdSource final : public ByteSource {
 public:
  ZstdSource(std::string name, CompressedBytes bytes)
      : name_(std::move(name)), bytes_(std::move(bytes)), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!stream_) throw std::bad_alloc();
  }

  std::size_t read(char* to, std::size_t size) override {
    ZSTD_outBuffer out = {to, size, 0};
    while (out.pos == 0) {
      const std::string_view rest = bytes_.rest();
      if (rest.empty() && frame_done_) return 0;
      ZSTD_inBuffer in = {rest.data(), rest.size(), 0};
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
      bytes_.consume(in.pos);
      if (ZSTD_isError(status) != 0) {
        fail(name_, fmt::format("the zstd data is damaged: {}", ZSTD_getErrorName(status)));
      }
      frame_done_ = status == 0;
      if (rest.empty() && out.pos == 0) fail(name_, "the zstd data breaks off: the file is truncated");
    }
    return out.pos;
  }

 private:
  std::string name_;
  CompressedBytes bytes_;
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  bool frame_done_ = false;
};

int open_file(const std::string& path, std::size_t& size) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, fmt::format("cannot open: {}", std::strerror(errno)));
  struct stat status = {};
  if (fstat(descriptor, &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      close(descriptor);
      fail(path, "is a directory, expected a file with a history");
    }
    if (S_ISREG(status.st_mode)) size = static_cast<std::size_t>(status.st_size);
  }
  return descriptor;
}

}  // namespace

Input::Input(std::string name, std::unique_ptr<ByteSource> source)
    : name_(std::move(name)), source_(std::move(source)) {
  make_room();
}

Input Input::open(const std::string& path, const Budget* budget) {
  std::size_t size = 0;
  const bool standard = path == "-";
  const int descriptor = standard ? STDIN_FILENO : open_file(path, size);
  const std::string name = standard ? "standard input" : path;
  Input input(name, std::make_unique<FileSource>(name, descriptor));
  input.size_hint_ = size;
  input.budget_ = budget;
  input.decompress_if_compressed(path);
  return input;
}

Input Input::from_text(std::string name, std::string_view text) {
  Input input(std::move(name), std::make_unique<TextSource>(text));
  input.size_hint_ = text.size();
  input.decompress_if_compressed("");
  return input;
}

void Input::decompress_if_compressed(std::string_view path) {
  using namespace std::string_view_literals;
  const std::string_view head = peek(4);
  const bool gzip = head.starts_with("\x1f\x8b"sv), zstd = head.starts_with("\x28\xb5\x2f\xfd"sv);
  if (!gzip && path.ends_with(".gz") && !head.empty()) {
    fail(name_, "is named .gz, but the content is not gzip");
  }
  if (!zstd && path.ends_with(".zst") && !head.empty()) {
    fail(name_, "is named .zst, but the content is not zstd");
  }
  if (!gzip && !zstd) return;
  CompressedBytes bytes(std::move(source_), window());
  if (gzip) {
    source_ = std::make_unique<GzipSource>(name_, std::move(bytes));
  } else {
    source_ = std::make_unique<ZstdSource>(name_, std::move(bytes));
  }
  begin_ = end_ = 0;
  at_end_ = false;
  size_hint_ = 0;
}

// Makes room for one more block behind the window, doubling if a piece does not fit: so a long piece is moved
// a constant number of times per byte.
void Input::make_room() {
  if (capacity_ - end_ >= kBlock) return;
  const std::size_t size = end_ - begin_;
  if (size + kBlock > capacity_) {
    capacity_ = std::max(2 * kBlock, 2 * capacity_);
    std::unique_ptr<char[]> larger(new char[capacity_ + kPadding]);  // not zeroed
    if (size != 0) std::memcpy(larger.get(), buffer_.get() + begin_, size);
    buffer_ = std::move(larger);
  } else {
    std::memmove(buffer_.get(), buffer_.get() + begin_, size);
  }
  begin_ = 0;
  end_ = size;
  std::memset(buffer_.get() + end_, 0, kPadding);
}

bool Input::extend() {
  if (at_end_) return false;
  if (budget_ != nullptr && budget_->measure())
    throw LimitReached(fmt::format("{} while {} was being read", budget_->reason(), name_));
  make_room();
  const std::size_t n = source_->read(buffer_.get() + end_, kBlock);
  end_ += n;
  std::memset(buffer_.get() + end_, 0, kPadding);
  at_end_ = n == 0;
  return !at_end_;
}

std::string_view Input::peek(std::size_t size) {
  while (end_ - begin_ < size && extend()) continue;
  return window();
}

std::string_view Input::all() {
  while (extend()) {
    if (end_ - begin_ > kLongestPiece) {
      fail(name_,
           fmt::format("is longer than {} bytes, the most that this format is read with", kLongestPiece));
    }
  }
  return window();
}

bool LineScanner::next(std::string_view& line) {
  if (at_ == end_ && !refill()) return false;
  const auto* newline =
      static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
  const char* stop = newline != nullptr ? newline : end_;
  unterminated_ = newline == nullptr;
  line = {at_, static_cast<std::size_t>(stop - at_)};
  if (line.ends_with('\r')) line.remove_suffix(1);
  at_ = newline != nullptr ? newline + 1 : end_;
  ++number_;
  return true;
}

// The longest run of whole lines in memory, or, at the end of the input, all the rest.
bool LineScanner::refill() {
  input_.consume(std::exchange(taken_, 0));
  std::size_t searched = 0;
  for (;;) {
    const std::string_view window = input_.window();
    const std::size_t newline = window.substr(searched).rfind('\n');
    if (newline != std::string_view::npos) {
      taken_ = searched + newline + 1;
      break;
    }
    searched = window.size();
    if (searched > Input::kLongestPiece) {
      throw InputError(Place{input_.name(), number_ + 1, 0},
                       fmt::format("this line is longer than {} bytes, expected one short line per event",
                                   Input::kLongestPiece));
    }
    if (!input_.extend()) {
      taken_ = window.size();
      break;
    }
  }
  at_ = input_.window().data();
  end_ = at_ + taken_;
  return taken_ != 0;
}

namespace {

bool part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

std::size_t find_word(std::string_view line, std::string_view word, std::size_t from) {
  const bool wordlike = !word.empty() && part_of_word(word.front());
  for (std::size_t at = line.find(word, from); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool cut_before = at > 0 && part_of_word(line[at - 1]);
    const bool cut_after = end < line.size() && part_of_word(line[end]);
    if (!wordlike || (!cut_before && !cut_after)) return at;
  }
  return line.npos;
}

std::size_t column_of(std::string_view line, std::string_view word, std::string_view within) {
  const std::size_t outer = find_word(line, word, 0);
  if (outer == line.npos) return 0;
  const std::size_t inner = within.empty() ? line.npos : find_word(line, within, outer + word.size());
  return (inner == line.npos ? outer : inner) + 1;
}

}  // namespace

Place locate(const std::string& source, std::uint64_t line, std::string_view word, std::string_view within) {
  Place place{source, line, 0};
  std::error_code none;
  if (line == 0 || !std::filesystem::is_regular_file(source, none)) return place;
  try {
    Input input = Input::open(source);
    LineScanner lines(input);
    std::string_view text;
    while (lines.number() < line) {
      if (!lines.next(text)) return place;
    }
    place.column = column_of(text, word, within);
  } catch (const InputError&) {
    // The file could be read a moment ago. The caller's own message is the one that matters.
  }
  return place;
}

}  // namespace linnet
