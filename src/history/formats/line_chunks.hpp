// A file cut into pieces of whole lines, each of which can be read by itself, on any thread.
//
// Piece i has the lines that begin in its share of the bytes; the last of them may end beyond it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace linnet {

class LineChunks {
 public:
  static constexpr std::size_t kUsualSize = std::size_t{512} << 10;  // fits a cache

  // Nothing if this is not a plain file, or one that is compressed or too small to be worth it.
  static std::unique_ptr<LineChunks> open(const std::string& path, std::size_t chunk = kUsualSize);
  ~LineChunks();
  LineChunks(const LineChunks&) = delete;
  LineChunks& operator=(const LineChunks&) = delete;

  std::size_t size() const { return (bytes_ + chunk_ - 1) / chunk_; }
  std::size_t bytes() const { return bytes_; }
  // The lines of a piece, in a buffer that the caller keeps; after them comes a 0, and Input::kPadding bytes are readable.
  std::string_view read(std::size_t piece, std::vector<char>& buffer) const;

 private:
  LineChunks(int descriptor, std::size_t bytes, std::size_t chunk)
      : descriptor_(descriptor), bytes_(bytes), chunk_(chunk) {}
  // Reads up to `size` bytes from `offset` on to this place in the buffer, and makes that larger if need be. How many they
  // were: less at the end of the file.
  std::size_t fill(std::vector<char>& buffer, std::size_t place, std::size_t offset, std::size_t size) const;

  int descriptor_;
  std::size_t bytes_, chunk_;
};

}  // namespace linnet
