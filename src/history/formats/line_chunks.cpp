// Reading pieces of a file, and finding where their lines begin and end.
#include "history/formats/line_chunks.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "history/formats/input.hpp"

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

std::size_t LineChunks::fill(std::vector<char>& buffer, std::size_t place, std::size_t offset,
                             std::size_t size) const {
  if (buffer.size() < place + size + Input::kPadding) buffer.resize(place + size + Input::kPadding);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n =
        pread(descriptor_, buffer.data() + place + done, size - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      break;  // what cannot be read now is read again, and complained about, by who reads the whole file
    done += static_cast<std::size_t>(n);
  }
  return done;
}

std::string_view LineChunks::read(std::size_t piece, std::vector<char>& buffer) const {
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
      size += fill(buffer, size, begin + size, kMore);
      if (size == searched) {  // the last line of the file has no end
        last = size;
        break;
      }
    }
  }
  std::memset(buffer.data() + last, 0, Input::kPadding);
  return {buffer.data() + first, last - first};
}

}  // namespace linnet
