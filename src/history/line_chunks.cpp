// Reading pieces of a file, and finding where their lines begin and end.
#include "history/line_chunks.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "history/input.hpp"

namespace linnet {

std::unique_ptr<LineChunks> LineChunks::open(const std::string& path, std::size_t chunk) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  struct stat status = {};
  const bool plain = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  std::unique_ptr<LineChunks> chunks(
      new LineChunks(descriptor, plain ? static_cast<std::size_t>(status.st_size) : 0, chunk));
  return chunks->size() >= 2 ? std::move(chunks) : nullptr;
}

LineChunks::~LineChunks() {
  close(descriptor_);
}

void LineChunks::append(std::size_t offset, std::size_t size, std::vector<char>& buffer) const {
  const std::size_t before = buffer.size();
  buffer.resize(before + size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n =
        pread(descriptor_, buffer.data() + before + done, size - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      break;  // what cannot be read now is read again, and complained about, by who reads the whole file
    done += static_cast<std::size_t>(n);
  }
  buffer.resize(before + done);
}

std::string_view LineChunks::read(std::size_t piece, std::vector<char>& buffer) const {
  constexpr std::size_t kMore = 4096;
  // One byte earlier: if that is the end of a line, the first one of ours begins at the first byte.
  const std::size_t begin = piece == 0 ? 0 : piece * chunk_ - 1;
  const std::size_t end = std::min(bytes_, (piece + 1) * chunk_);
  buffer.clear();
  append(begin, end - begin, buffer);
  const auto newline_from = [&](std::size_t at) {
    return static_cast<std::size_t>(
        std::find(buffer.begin() + static_cast<std::ptrdiff_t>(at), buffer.end(), '\n') - buffer.begin());
  };
  std::size_t first = 0;
  if (piece != 0) first = std::min(newline_from(0) + 1, buffer.size());
  std::size_t last = first == buffer.size() ? first : buffer.size() - 1;
  if (first < buffer.size()) {
    while ((last = newline_from(last)) == buffer.size()) {
      append(begin + last, kMore, buffer);
      if (buffer.size() == last) break;
    }
    last = std::min(last + 1, buffer.size());
  }
  buffer.resize(last);
  buffer.resize(last + Input::kPadding, 0);
  return std::string_view(buffer.data(), buffer.size()).substr(first, last - first);
}

}  // namespace linnet
