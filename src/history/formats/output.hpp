// Writes text to a file, standard output, or a string; compressed if the name ends in .gz or .zst.
//
// Text is gathered in the public buffer and leaves it in blocks. Faults (no such folder, a full disk) are
// thrown as InputError that names the file: to the user, a path that cannot be written is bad input like any
// other.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace linnet {

// Where the bytes go.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
  virtual void close() = 0;
};

class Output {
 public:
  // "-" is standard output.
  static Output open(const std::string& path);
  // The string gets all of it when the output is closed.
  static Output to_text(std::string& text);

  // Append here, and say now and then that there is something to write.
  std::string buffer;
  void flush_if_full() {
    if (buffer.size() >= kBlock) flush();
  }
  // REQUIRES: called once, after all has been written; without it the end is lost.
  void close();

 private:
  explicit Output(std::unique_ptr<ByteSink> sink) : sink_(std::move(sink)) {}
  void flush();

  static constexpr std::size_t kBlock = std::size_t{64} << 10;
  std::unique_ptr<ByteSink> sink_;
};

}  // namespace linnet
