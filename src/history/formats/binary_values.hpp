// Reads the bytes of a binary history as numbers, texts, tokens and values; complaints name the byte.
#pragma once

#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/binary_format.hpp"
#include "history/formats/input.hpp"
#include "linnet/value.hpp"

namespace linnet {

class BinaryBytes {
 public:
  explicit BinaryBytes(Input& input) : input_(input) { look(); }

  std::uint64_t offset() const { return passed_ + static_cast<std::uint64_t>(at_ - begin_); }

  // A number has seven bits per byte, the lowest first; the highest bit says that more follow.
  std::uint64_t number() {
    refill_if_low();
    std::uint64_t n = static_cast<unsigned char>(*at_);
    n < 0x80 ? static_cast<void>(++at_) : long_number(n);
    if (at_ > end_) truncated();
    return n;
  }
  // A view that is valid until anything else is read.
  std::string_view bytes(std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) refill(size);
    if (static_cast<std::size_t>(end_ - at_) < size) at_ = end_, truncated();
    const std::string_view view(at_, size);
    at_ += size;
    return view;
  }
  std::string_view text() {
    const std::uint64_t size = number();
    if (size > Input::kLongestPiece) fail(fmt::format("found a text of {} bytes", size));
    return bytes(size);
  }
  bool at_end() {
    refill_if_low();
    return at_ == end_;
  }

  struct Token {
    binary::Tag tag;
    std::uint64_t payload;
  };
  Token token() {
    const std::uint64_t n = number();
    return {static_cast<binary::Tag>(n & 3), n >> 2};
  }

  // Complains about what ended at the current byte.
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(Place{input_.name()}, fmt::format("before byte {}: {}", offset(), what));
  }
  // Returns `n`, which must be less than `count`.
  std::uint64_t below(std::uint64_t n, std::uint64_t count, std::string_view of_what) const {
    if (n >= count) fail(fmt::format("found {} {}, but there are {}", of_what, n, count));
    return n;
  }

 private:
  static constexpr std::ptrdiff_t kLow = 16;  // more than the longest number

  void look() {
    begin_ = at_ = input_.window().data();
    end_ = begin_ + input_.window().size();
  }
  void refill_if_low() {
    if (end_ - at_ < kLow) refill(kLow);
  }
  void refill(std::size_t size) {
    if (ended_) return;
    const auto used = static_cast<std::size_t>(at_ - begin_);
    passed_ += used;
    input_.consume(used);
    ended_ = input_.peek(size).size() < size;
    look();
  }
  // Reads up to eight bytes at once: their lowest seven bits are moved together, two by two. Beyond the end there is padding of
  // zeros, so every number ends.
  void long_number(std::uint64_t& n) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at_, sizeof bytes);
    const std::uint64_t last = ~bytes & 0x8080808080808080u;
    if (last == 0) return longest_number(n);
    const int bits = std::countr_zero(last) + 1;
    at_ += bits / 8;
    bytes &= ~std::uint64_t{0} >> (64 - bits);
    bytes = (bytes & 0x007f007f007f007fu) | (bytes & 0x7f007f007f007f00u) >> 1;
    bytes = (bytes & 0x00003fff00003fffu) | (bytes & 0x3fff00003fff0000u) >> 2;
    n = (bytes & 0x0fffffffu) | (bytes & 0x0fffffff00000000u) >> 4;
  }
  void longest_number(std::uint64_t& n) {
    n = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = static_cast<unsigned char>(*at_++);
      n |= (byte & 0x7f) << shift;
      if (byte < 0x80) return;
    }
    fail("found a number of more than 64 bits");
  }
  [[noreturn]] void truncated() {
    at_ = end_;
    throw InputError(Place{input_.name()},
                     fmt::format("breaks off at byte {}, expected more: the file is truncated", offset()));
  }

  Input& input_;
  const char* begin_ = nullptr;  // of the window
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t passed_ = 0;  // bytes before the window
  bool ended_ = false;
};

// Reads values, and keeps those that have been numbered so far.
class BinaryValues {
 public:
  explicit BinaryValues(BinaryBytes& bytes) : bytes_(bytes) {}

  Value next();
  bool any_numbered() const { return !numbered_.empty(); }
  std::string text();  // that is UTF-8
  // Reads the label of a thread or an object. It is a value that other formats can name as well.
  Value label(bool may_be_null);

 private:
  Value numbered(Value v) { return numbered_.push_back(v), v; }
  Value other(std::uint64_t kind);
  Value array(std::uint64_t size);
  Value object();
  Value real();
  Value digits();

  BinaryBytes& bytes_;
  std::vector<Value> numbered_;
  std::size_t depth_ = 0;
};

// The beginning of a binary history: everything before its events.
struct BinaryHead {
  std::uint64_t flags = 0;
  Header header;
  std::vector<std::string> methods;
  std::vector<Value> threads, objects;

  bool has(std::uint64_t flag) const { return (flags & flag) != 0; }
};
BinaryHead read_binary_head(BinaryBytes& bytes, BinaryValues& values);

}  // namespace linnet
