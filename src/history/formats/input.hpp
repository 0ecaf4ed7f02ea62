// A source of bytes that readers see through a window: a file, standard input, or text in memory, plain or
// compressed with gzip or zstd (recognised by content).
//
// Only the window is kept in memory. It is one block (256 KiB), or the longest line or form that a reader
// asks for in one piece, up to kLongestPiece; the text of a compressed file is never kept as a whole. All
// faults below (no such file, a directory, no permission, damaged or truncated compressed data) are thrown as
// an InputError that names the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "base/error.hpp"

namespace linnet {

// Where the bytes come from. Returns the number of bytes read, 0 at the end.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::size_t read(char* to, std::size_t size) = 0;
};

class Input {
 public:
  // "-" is standard input. Once the budget is spent, extend() throws LimitReached.
  static Input open(const std::string& path, const Budget* budget = nullptr);
  // The text must outlive the input.
  static Input from_text(std::string name, std::string_view text);

  Input(Input&&) = default;

  const std::string& name() const { return name_; }
  // The bytes read and not yet consumed. kPadding bytes after them may be read too, and the first is 0, so
  // vectorised parsers need no copy. The view is valid until the next call of extend() or consume().
  std::string_view window() const { return {buffer_.get() + begin_, end_ - begin_}; }
  // Makes the window longer; returns false at the end of the input.
  bool extend();
  void consume(std::size_t bytes) { begin_ += bytes; }
  // The window, extended to at least this size if the input is that long.
  std::string_view peek(std::size_t size);
  // The window, extended to the end of the input.
  std::string_view all();

  // The length of the input; 0 if that is not known beforehand. A hint for reserving memory.
  std::size_t size_hint() const { return size_hint_; }

  static constexpr std::size_t kPadding = 64;
  static constexpr std::size_t kLongestPiece = std::size_t{64} << 20;

 private:
  Input(std::string name, std::unique_ptr<ByteSource> source);
  void decompress_if_compressed(std::string_view path);
  void make_room();

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;  // without the padding
  std::size_t begin_ = 0, end_ = 0;
  bool at_end_ = false;
  std::size_t size_hint_ = 0;
  const Budget* budget_ = nullptr;
};

// The lines of an input, one after the other.
class LineScanner {
 public:
  explicit LineScanner(Input& input) : input_(input) {}

  // The next line without its end ("\n" or "\r\n"); false at the end of the input. The view is valid until
  // the next call; it is followed in memory by the end of the line or by padding.
  bool next(std::string_view& line);
  std::uint64_t number() const { return number_; }  // of that line, from 1
  // Whether that line is the last one and has no end: perhaps the file was cut off there.
  bool unterminated() const { return unterminated_; }

 private:
  bool refill();

  Input& input_;
  const char* at_ = nullptr;  // within the whole lines at the beginning of the input's window
  const char* end_ = nullptr;
  std::uint64_t number_ = 0;
  bool unterminated_ = false;
  std::size_t taken_ = 0;  // size of the piece between at_ and end_
};

// The column of a word in a line that was read before, for messages: that of `word` in that line or, if
// `within` is not empty and occurs after it, that of `within`. An operation keeps its line and not its
// column, which would take four bytes for each of ten million operations. So the file is read again. The
// column stays unknown if the words are not there as they are written here, or if the input cannot be read
// twice.
Place locate(const std::string& source, std::uint64_t line, std::string_view word,
             std::string_view within = "");

}  // namespace linnet
