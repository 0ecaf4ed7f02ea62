// Reads the bytes of a binary history as numbers, texts, tokens and values; error messages name the byte.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/binary_format.hpp"
#include "history/formats/input.hpp"
#include "history/formats/json.hpp"
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

  // Throws an error about what ended at the current byte.
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
  // Reads up to eight bytes at once: their lowest seven bits are moved together, two by two. Behind the end
  // there is padding of zeros, so every number ends.
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

  Value next() {
    const auto [tag, payload] = bytes_.token();
    switch (tag) {
      case binary::Tag::integer: {
        const std::int64_t i = binary::unzigzag(payload);
        return binary::is_numbered(i) ? numbered(Value(i)) : Value(i);
      }
      case binary::Tag::reference:
        if (payload == 0 || payload > numbered_.size()) {
          bytes_.fail(
              fmt::format("found a reference {} values back, but there are {}", payload, numbered_.size()));
        }
        return numbered_[numbered_.size() - payload];
      case binary::Tag::array: return array(payload);
      case binary::Tag::other: return other(payload);
    }
    return Value();
  }

  bool any_numbered() const { return !numbered_.empty(); }
  // Text in UTF-8.
  std::string text() {
    std::string text(bytes_.text());
    if (const std::size_t at = find_bad_utf8(text); at != text.size())
      bytes_.fail(describe_bad_utf8(text[at]));
    return text;
  }

  // Reads the label of a thread or an object, which is a value that other formats can name as well.
  Value label(bool may_be_null) {
    const Value label = next();
    if (label.is_integer() || label.is_text() || (may_be_null && label.is_null())) return label;
    bytes_.fail("found a label that is neither an integer nor a text");
  }

 private:
  Value numbered(Value v) { return numbered_.push_back(v), v; }
  Value other(std::uint64_t kind) {
    constexpr auto kLast = static_cast<std::uint64_t>(binary::Other::object);
    switch (static_cast<binary::Other>(bytes_.below(kind, kLast + 1, "kind of value"))) {
      case binary::Other::null: return Value();
      case binary::Other::no: return Value(false);
      case binary::Other::yes: return Value(true);
      case binary::Other::real: return numbered(real());
      case binary::Other::text: return numbered(Value(text()));
      case binary::Other::digits: return numbered(digits());
      case binary::Other::object: return object();
    }
    return Value();
  }

  Value array(std::uint64_t size) {
    if (++depth_ > kDeepestNesting)
      bytes_.fail(fmt::format("expected at most {} levels of nesting", kDeepestNesting));
    std::vector<Value> items;
    for (; size > 0; --size) items.push_back(next());
    --depth_;
    return Value::array(items);
  }

  Value object() {
    if (++depth_ > kDeepestNesting)
      bytes_.fail(fmt::format("expected at most {} levels of nesting", kDeepestNesting));
    std::vector<Value::Member> members;
    for (std::uint64_t size = bytes_.number(); size > 0; --size) {
      std::string name = text();
      members.emplace_back(std::move(name), next());
    }
    --depth_;
    return Value::object(members);
  }

  Value real() {
    std::uint64_t word = 0;
    int shift = 0;
    for (const char c : bytes_.bytes(8))
      word |= std::uint64_t{static_cast<unsigned char>(c)} << shift, shift += 8;
    const auto real = std::bit_cast<double>(word);
    if (!std::isfinite(real)) bytes_.fail("found a number that is not finite");
    return Value(real);
  }

  Value digits() {
    const std::string_view text = bytes_.text();
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
      bytes_.fail("found " + excerpt(text.substr(0, 40)) + ", expected the digits of an integer");
    }
    return Value::big_integer(text);
  }

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
inline BinaryHead read_binary_head(BinaryBytes& bytes, BinaryValues& values) {
  BinaryHead head;
  if (bytes.bytes(binary::kMagic.size()) != binary::kMagic) {
    bytes.fail("found something else, expected the eight bytes with which a binary history begins");
  }
  if (const std::uint64_t version = bytes.number(); version != binary::kVersion) {
    bytes.fail(fmt::format("the format's version is {}, expected {}: a newer Linnet wrote this", version,
                           binary::kVersion));
  }
  head.flags = bytes.number();
  if (head.flags > binary::kAllFlags)
    bytes.fail(fmt::format("found the flags {}, of which some mean nothing", head.flags));
  if (head.has(binary::kHasSpec)) head.header.spec = values.text();
  if (head.has(binary::kHasInitial)) head.header.initial = values.next();
  for (std::uint64_t n = bytes.number(); n > 0; --n) head.methods.push_back(values.text());
  for (std::uint64_t n = bytes.number(); n > 0; --n) head.threads.push_back(values.label(false));
  for (std::uint64_t n = bytes.number(); n > 0; --n) head.objects.push_back(values.label(true));
  return head;
}

}  // namespace linnet
