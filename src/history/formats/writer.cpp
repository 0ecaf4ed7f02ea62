// Chooses the writer of a format, and writes to files, plain or compressed, and to strings.
#include "history/formats/writer.hpp"

#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/observation_file.hpp"

namespace linnet {

namespace {

[[noreturn]] void fail_to_write(const std::string& name, std::string_view what) {
  throw InputError(Place{name, 0, 0}, fmt::format("cannot write: {}", what));
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

class FileSink : public ByteSink {
 public:
  explicit FileSink(const std::string& path)
      : name_(path == "-" ? "standard output" : path),
        file_(path == "-" ? stdout : std::fopen(path.c_str(), "wb")) {
    if (!file_) fail_to_write(name_, std::strerror(errno));
  }
  ~FileSink() override {
    if (file_.get() == stdout) file_.release();
  }

  void write(std::string_view bytes) override {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
      fail_to_write(name_, std::strerror(errno));
  }
  void close() override {
    if (std::fflush(file_.get()) != 0) fail_to_write(name_, std::strerror(errno));
  }

 private:
  std::string name_;
  std::unique_ptr<std::FILE, CloseFile> file_;
};

class TextSink final : public ByteSink {
 public:
  explicit TextSink(std::string& text) : text_(text) {}
  void write(std::string_view bytes) override { text_ += bytes; }
  void close() override {}

 private:
  std::string& text_;
};

class GzipSink final : public ByteSink {
 public:
  explicit GzipSink(const std::string& path) : name_(path), file_(gzopen(path.c_str(), "wb"), gzclose) {
    if (!file_) fail_to_write(name_, std::strerror(errno));
  }
  void write(std::string_view bytes) override {
    if (gzwrite(file_.get(), bytes.data(), static_cast<unsigned>(bytes.size())) == 0) fail_with_status();
  }
  void close() override {
    if (gzflush(file_.get(), Z_FINISH) != Z_OK) fail_with_status();
  }

 private:
  [[noreturn]] void fail_with_status() {
    int code = 0;
    const char* message = gzerror(file_.get(), &code);
    fail_to_write(name_, code == Z_ERRNO ? std::strerror(errno) : message);
  }

  std::string name_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

class ZstdSink final : public ByteSink {
 public:
  explicit ZstdSink(const std::string& path)
      : file_(path), stream_(ZSTD_createCStream(), ZSTD_freeCStream), block_(ZSTD_CStreamOutSize()) {
    if (!stream_) throw std::bad_alloc();
  }
  void write(std::string_view bytes) override { compress(bytes, ZSTD_e_continue); }
  void close() override {
    compress("", ZSTD_e_end);
    file_.close();
  }

 private:
  void compress(std::string_view bytes, ZSTD_EndDirective mode) {
    ZSTD_inBuffer in = {bytes.data(), bytes.size(), 0};
    for (bool done = false; !done;) {
      ZSTD_outBuffer out = {block_.data(), block_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(stream_.get(), &out, &in, mode);
      file_.write({block_.data(), out.pos});
      done = mode == ZSTD_e_end ? left == 0 : in.pos == in.size;
    }
  }

  FileSink file_;
  std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream_;
  std::vector<char> block_;
};

}  // namespace

Output Output::open(const std::string& path) {
  if (path.ends_with(".gz")) return Output(std::make_unique<GzipSink>(path));
  if (path.ends_with(".zst")) return Output(std::make_unique<ZstdSink>(path));
  return Output(std::make_unique<FileSink>(path));
}

Output Output::to_text(std::string& text) {
  return Output(std::make_unique<TextSink>(text));
}

void Output::flush() {
  sink_->write(buffer);
  buffer.clear();
}

void Output::close() {
  if (!buffer.empty()) flush();
  sink_->close();
}

namespace {

void write(const History& history, Output output, std::string_view format) {
  if (format == "native") {
    write_native(history, output);
  } else if (format == "edn") {
    write_edn(history, output);
  } else if (format == "binary") {
    write_binary(history, output);
  } else if (format == "observation") {
    output.buffer += write_observation(history);
  } else {
    throw InputError(
        fmt::format("cannot write the format {}, expected native, binary, edn or observation", format));
  }
  output.close();
}

std::string_view format_of(std::string_view path) {
  for (const std::string_view compressed : {".gz", ".zst"}) {
    if (path.ends_with(compressed)) path.remove_suffix(compressed.size());
  }
  return path.ends_with(".edn") ? "edn" : path.ends_with(".lnb") ? "binary" : "native";
}

}  // namespace

void write_history(const History& history, const std::string& path, std::string_view format) {
  write(history, Output::open(path), format.empty() ? format_of(path) : format);
}

std::string write_history_to_text(const History& history, std::string_view format) {
  std::string text;
  write(history, Output::to_text(text), format);
  return text;
}

}  // namespace linnet
