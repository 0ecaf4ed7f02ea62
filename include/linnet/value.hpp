// A JSON value in eight bytes: the arguments and results of calls.
//
// Equal values have equal bits, so comparing, copying and hashing cost one word, and a history of ten million
// operations stays small. null, booleans and integers of 63 bits live in the word itself; everything else
// (text, other numbers, arrays, objects) is interned once per process and the word points to it. Interned
// values are never freed, so a process pays for the number of *distinct* ones. Interning is thread-safe.
//
// Numbers that are equal are the same value: 1, 1.0 and 1e0 are all the integer 1. Integers of any length are
// kept exactly. Object members are ordered by name, so {"a":1,"b":2} and {"b":2,"a":1} are the same value.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linnet {

class Value {
 public:
  enum class Kind : std::uint8_t { null, boolean, integer, real, text, array, object };

  constexpr Value() = default;
  constexpr Value(bool b) : bits_(b ? kTrue : kFalse) {}
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) constexpr Value(Integer i) : Value(from_integer(i)) {}
  Value(double d);
  Value(std::string_view text);
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(const std::string& text) : Value(std::string_view(text)) {}

  static Value array(std::span<const Value> items);
  static Value array(std::initializer_list<Value> items) {
    return array(std::span(items.begin(), items.size()));
  }
  using Member = std::pair<std::string, Value>;
  static Value object(std::span<const Member> members);
  // An integer in decimal, which may not fit 64 bits. REQUIRES: an optional '-', then digits.
  static Value big_integer(std::string_view digits);

  Kind kind() const;
  bool is_null() const { return bits_ == kNull; }
  bool is_boolean() const { return bits_ == kTrue || bits_ == kFalse; }
  bool is_integer() const { return (bits_ & 1) != 0 || kind() == Kind::integer; }
  bool is_number() const { return (bits_ & 1) != 0 || kind() == Kind::integer || kind() == Kind::real; }
  bool is_text() const { return kind() == Kind::text; }
  bool is_array() const { return kind() == Kind::array; }
  // Whether this is an integer that fits std::int64_t.
  bool is_int64() const;

  // REQUIRES for each: the value is of that kind. Views stay valid for the life of the process.
  bool as_boolean() const { return bits_ == kTrue; }
  std::int64_t as_int64() const;
  double as_double() const;
  std::string_view as_text() const;
  std::span<const Value> as_array() const;
  std::vector<Member> as_object() const;  // in the order of their names

  friend bool operator==(Value, Value) = default;
  // A total order: null, booleans, numbers by size, texts by byte, arrays item by item, objects.
  friend std::strong_ordering operator<=>(Value a, Value b) { return a.compare(b); }

  // The same in every process for the same value.
  std::uint64_t hash() const;
  // The word itself: a cheap key for tables that live no longer than the process.
  std::uint64_t bits() const { return bits_; }

  std::string to_json() const;
  void append_json(std::string& out) const;

 private:
  struct Node;
  struct Interner;
  // Encoding: odd words are integers (value << 1 | 1); the even constants below; all other words point to a
  // Node.
  static constexpr std::uint64_t kNull = 0, kFalse = 2, kTrue = 4, kLastConstant = 4;
  static constexpr std::int64_t kMaxSmall = (std::int64_t{1} << 62) - 1, kMinSmall = -kMaxSmall;

  template <class Integer>
  static constexpr Value from_integer(Integer i) {
    if (std::in_range<std::int64_t>(i)) {
      const auto wide = static_cast<std::int64_t>(i);
      if (wide >= kMinSmall && wide <= kMaxSmall) {
        Value v;
        v.bits_ = (static_cast<std::uint64_t>(wide) << 1) | 1;
        return v;
      }
    }
    return large(i < 0, i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i));
  }
  static Value large(bool negative, std::uint64_t magnitude);
  static Value of(const Node* node);
  const Node& node() const { return *reinterpret_cast<const Node*>(bits_); }
  bool is_node() const { return (bits_ & 1) == 0 && bits_ > kLastConstant; }
  std::strong_ordering compare(Value other) const;

  std::uint64_t bits_ = kNull;
};

static_assert(sizeof(Value) == 8);

}  // namespace linnet

template <>
struct std::hash<linnet::Value> {
  std::size_t operator()(linnet::Value v) const noexcept { return v.hash(); }
};
