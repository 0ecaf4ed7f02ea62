// Writes histories: the native format and the binary one can express everything, EDN what Jepsen's tools
// understand.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "history/model/history.hpp"

namespace linnet {

// Where the bytes go.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
  virtual void close() = 0;
};

// Writes text to a file, standard output, or a string; compressed if the name ends in .gz or .zst.
//
// Text is collected in the public buffer and leaves it in blocks. Faults (no such folder, a full disk) are
// thrown as an InputError that names the file: for the user, a path that cannot be written is bad input like
// any other.
class Output {
 public:
  // "-" is standard output.
  static Output open(const std::string& path);
  // The string gets the whole text when the output is closed.
  static Output to_text(std::string& text);

  // Append here, and call flush_if_full() from time to time.
  std::string buffer;
  void flush_if_full() {
    if (buffer.size() >= kBlock) flush();
  }
  // REQUIRES: called once, after everything has been written; otherwise the end is lost.
  void close();

 private:
  explicit Output(std::unique_ptr<ByteSink> sink) : sink_(std::move(sink)) {}
  void flush();

  static constexpr std::size_t kBlock = std::size_t{64} << 10;
  std::unique_ptr<ByteSink> sink_;
};

// Writes a history to a file, or to standard output if the path is "-". The format is "native", "binary",
// "edn" or "observation"; if it is empty, the name of the file decides (.edn, perhaps with .gz or .zst after
// it, is EDN; .lnb is binary; all others are native). Reading the file back gives the same history, except
// for an observation (observation_file.hpp), which is only for people. Throws InputError if the format cannot
// express the history (crashes, several objects or an explicit order in EDN), or if the file cannot be
// written.
void write_history(const History& history, const std::string& path, std::string_view format = "");
std::string write_history_to_text(const History& history, std::string_view format = "native");

// {"linnet":1, ...} without the end of the line.
void append_header(const History& history, std::string& out);

// The writers behind it, one per format.
void write_native(const History& history, Output& output);
void write_edn(const History& history, Output& output);
void write_binary(const History& history, Output& output);

}  // namespace linnet
