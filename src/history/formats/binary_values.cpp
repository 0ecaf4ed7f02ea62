// Reads values and the head of a binary history. Nothing is believed: every count and reference is checked.
#include "history/formats/binary_values.hpp"

#include <cmath>

#include "history/formats/json.hpp"

namespace linnet {

using binary::Other;
using binary::Tag;

Value BinaryValues::next() {
  const auto [tag, payload] = bytes_.token();
  switch (tag) {
    case Tag::integer: {
      const std::int64_t i = binary::unzigzag(payload);
      return binary::is_numbered(i) ? numbered(Value(i)) : Value(i);
    }
    case Tag::reference:
      if (payload == 0 || payload > numbered_.size()) {
        bytes_.fail(
            fmt::format("found a reference {} values back, but there are {}", payload, numbered_.size()));
      }
      return numbered_[numbered_.size() - payload];
    case Tag::array: return array(payload);
    case Tag::other: return other(payload);
  }
  return Value();
}

Value BinaryValues::other(std::uint64_t kind) {
  constexpr auto kLast = static_cast<std::uint64_t>(Other::object);
  switch (static_cast<Other>(bytes_.below(kind, kLast + 1, "kind of value"))) {
    case Other::null: return Value();
    case Other::no: return Value(false);
    case Other::yes: return Value(true);
    case Other::real: return numbered(real());
    case Other::text: return numbered(Value(text()));
    case Other::digits: return numbered(digits());
    case Other::object: return object();
  }
  return Value();
}

std::string BinaryValues::text() {
  std::string text(bytes_.text());
  if (const std::size_t at = find_bad_utf8(text); at != text.size()) bytes_.fail(describe_bad_utf8(text[at]));
  return text;
}

Value BinaryValues::array(std::uint64_t size) {
  if (++depth_ > kDeepestNesting)
    bytes_.fail(fmt::format("expected at most {} levels of nesting", kDeepestNesting));
  std::vector<Value> items;
  for (; size > 0; --size) items.push_back(next());
  --depth_;
  return Value::array(items);
}

Value BinaryValues::object() {
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

Value BinaryValues::real() {
  std::uint64_t word = 0;
  int shift = 0;
  for (const char c : bytes_.bytes(8))
    word |= std::uint64_t{static_cast<unsigned char>(c)} << shift, shift += 8;
  const auto real = std::bit_cast<double>(word);
  if (!std::isfinite(real)) bytes_.fail("found a number that is not finite");
  return Value(real);
}

Value BinaryValues::digits() {
  const std::string_view text = bytes_.text();
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    bytes_.fail("found " + excerpt(text.substr(0, 40)) + ", expected the digits of an integer");
  }
  return Value::big_integer(text);
}

Value BinaryValues::label(bool may_be_null) {
  const Value label = next();
  if (label.is_integer() || label.is_text() || (may_be_null && label.is_null())) return label;
  bytes_.fail("found a label that is neither an integer nor a text");
}

BinaryHead read_binary_head(BinaryBytes& bytes, BinaryValues& values) {
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
