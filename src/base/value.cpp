// Implements Value: interning of everything that does not fit a word, order, and JSON text.
#include "linnet/value.hpp"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "base/hash.hpp"

namespace linnet {

// An interned value. Text, the digits of a long integer, or the items; an object's items alternate name and
// value.
struct Value::Node {
  Kind kind;
  std::uint64_t hash = 0;
  double real = 0;
  std::string text;
  std::vector<Value> items;

  friend bool operator==(const Node& a, const Node& b) {
    return a.kind == b.kind && a.real == b.real && a.text == b.text && a.items == b.items;
  }
};

// The table of all nodes of the process, in shards so that parallel readers seldom meet.
struct Value::Interner {
  struct HashOf {
    std::size_t operator()(const std::unique_ptr<Node>& n) const { return n->hash; }
  };
  struct SameNode {
    bool operator()(const std::unique_ptr<Node>& a, const std::unique_ptr<Node>& b) const { return *a == *b; }
  };
  struct Shard {
    std::mutex mutex;
    absl::flat_hash_set<std::unique_ptr<Node>, HashOf, SameNode> nodes;
  };
  std::array<Shard, 16> shards;

  static Interner& instance() {
    static Interner* const interner =
        new Interner;  // never destroyed: views into it outlive static destruction
    return *interner;
  }

  Value intern(Node node) {
    auto owned = std::make_unique<Node>(std::move(node));
    Shard& shard = shards[owned->hash >> 60];
    const std::scoped_lock lock(shard.mutex);
    return Value::of(shard.nodes.insert(std::move(owned)).first->get());
  }
};

Value Value::of(const Node* node) {
  Value v;
  v.bits_ = reinterpret_cast<std::uint64_t>(node);
  return v;
}

namespace {

std::uint64_t kind_seed(Value::Kind kind) {
  return mix(static_cast<std::uint64_t>(kind) + 0x11);
}

std::uint64_t hash_items(std::uint64_t seed, std::span<const Value> items) {
  for (const Value item : items) seed = mix(seed, item.hash());
  return seed;
}

}  // namespace

Value Value::large(bool negative, std::uint64_t magnitude) {
  return big_integer((negative ? "-" : "") + std::to_string(magnitude));
}

Value Value::big_integer(std::string_view digits) {
  bool negative = false;
  if (digits.starts_with('-')) negative = true, digits.remove_prefix(1);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return Value(0);
  if (digits.size() <= 18) {
    std::int64_t n = 0;
    for (const char c : digits) n = n * 10 + (c - '0');
    return Value(negative ? -n : n);
  }
  std::string text = (negative ? "-" : "") + std::string(digits);
  // Nineteen digits may still fit the word.
  if (digits.size() == 19 && digits <= std::to_string(kMaxSmall)) {
    Value v;
    v.bits_ = (static_cast<std::uint64_t>(std::stoll(text)) << 1) | 1;
    return v;
  }
  const std::uint64_t hash = mix(kind_seed(Kind::integer), hash_text(text));
  return Interner::instance().intern(
      {.kind = Kind::integer, .hash = hash, .text = std::move(text), .items = {}});
}

Value::Value(double d) {
  // Up to 2^53 every integral double is exactly that integer; beyond it, doubles stay doubles.
  constexpr double kExact = 9007199254740992.0;
  if (std::isfinite(d) && d == std::floor(d) && std::abs(d) <= kExact) {
    *this = Value(static_cast<std::int64_t>(d));
    return;
  }
  std::uint64_t word;
  __builtin_memcpy(&word, &d, 8);
  *this = Interner::instance().intern(
      {.kind = Kind::real, .hash = mix(kind_seed(Kind::real), word), .real = d, .text = {}, .items = {}});
}

Value::Value(std::string_view text) {
  const std::uint64_t hash = mix(kind_seed(Kind::text), hash_text(text));
  *this =
      Interner::instance().intern({.kind = Kind::text, .hash = hash, .text = std::string(text), .items = {}});
}

Value Value::array(std::span<const Value> items) {
  const std::uint64_t hash = hash_items(kind_seed(Kind::array), items);
  return Interner::instance().intern(
      {.kind = Kind::array, .hash = hash, .text = {}, .items = {items.begin(), items.end()}});
}

Value Value::object(std::span<const Member> members) {
  std::vector<Member> sorted(members.begin(), members.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<Value> items;
  for (const auto& [name, value] : sorted) items.insert(items.end(), {Value(name), value});
  const std::uint64_t hash = hash_items(kind_seed(Kind::object), items);
  return Interner::instance().intern(
      {.kind = Kind::object, .hash = hash, .text = {}, .items = std::move(items)});
}

Value::Kind Value::kind() const {
  if ((bits_ & 1) != 0) return Kind::integer;
  if (bits_ == kNull) return Kind::null;
  if (bits_ <= kLastConstant) return Kind::boolean;
  return node().kind;
}

namespace {

// The integers of a Node that still fit int64_t: the two outermost ranges, 2^62 to 2^63 on either side.
bool fits_int64(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  return digits.size() < 19 ||
         (digits.size() == 19 && digits <= (negative ? "9223372036854775808" : "9223372036854775807"));
}

}  // namespace

bool Value::is_int64() const {
  return (bits_ & 1) != 0 || (is_node() && node().kind == Kind::integer && fits_int64(node().text));
}

std::int64_t Value::as_int64() const {
  if ((bits_ & 1) != 0) return static_cast<std::int64_t>(bits_) >> 1;
  return std::stoll(node().text);
}

double Value::as_double() const {
  if ((bits_ & 1) != 0) return static_cast<double>(as_int64());
  return node().kind == Kind::real ? node().real : std::stod(node().text);
}

std::string_view Value::as_text() const {
  return node().text;
}

std::span<const Value> Value::as_array() const {
  return node().items;
}

std::vector<Value::Member> Value::as_object() const {
  std::vector<Member> members;
  const std::vector<Value>& items = node().items;
  for (std::size_t i = 0; i < items.size(); i += 2) members.emplace_back(items[i].as_text(), items[i + 1]);
  return members;
}

std::uint64_t Value::hash() const {
  return is_node() ? node().hash : mix(bits_);
}

namespace {

// Integers and other numbers are compared by their values; otherwise kinds have the order in which they are
// declared.
Value::Kind rank_of(Value::Kind kind) {
  return kind == Value::Kind::real ? Value::Kind::integer : kind;
}

std::strong_ordering compare_digits(std::string_view a, std::string_view b) {
  const bool a_negative = a.starts_with('-'), b_negative = b.starts_with('-');
  if (a_negative != b_negative)
    return a_negative ? std::strong_ordering::less : std::strong_ordering::greater;
  const auto by_size = a.size() != b.size() ? a.size() <=> b.size() : a.compare(b) <=> 0;
  return a_negative ? 0 <=> by_size : by_size;
}

}  // namespace

std::strong_ordering Value::compare(Value other) const {
  if (bits_ == other.bits_) return std::strong_ordering::equal;
  if ((bits_ & other.bits_ & 1) != 0) return as_int64() <=> other.as_int64();
  const Kind mine = kind(), theirs = other.kind();
  if (rank_of(mine) != rank_of(theirs)) return rank_of(mine) <=> rank_of(theirs);
  switch (mine) {
    case Kind::null: return std::strong_ordering::equal;
    case Kind::boolean: return as_boolean() <=> other.as_boolean();
    case Kind::integer:
    case Kind::real:
      if (mine == Kind::integer && theirs == Kind::integer) {
        return compare_digits(to_json(), other.to_json());
      }
      // Distinct numbers whose doubles coincide are ordered by kind, which keeps the order total.
      if (const auto order = std::strong_order(as_double(), other.as_double()); order != 0) return order;
      return mine <=> theirs;
    case Kind::text: return as_text().compare(other.as_text()) <=> 0;
    case Kind::array:
    case Kind::object:
      return std::lexicographical_compare_three_way(node().items.begin(), node().items.end(),
                                                    other.node().items.begin(), other.node().items.end());
  }
  return std::strong_ordering::equal;
}

namespace {

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          constexpr std::string_view kDigits = "0123456789abcdef";
          out += "\\u00";
          out += kDigits[static_cast<unsigned char>(c) >> 4];
          out += kDigits[c & 0xf];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

// The shortest text that reads back as the same number, with an exponent if that is below -4 or above 15.
void append_real(std::string& out, double real) {
  char text[400] = {};  // zeros, so that the exponent ends where it was written
  const auto write = [&](std::chars_format format) {
    return std::string_view(
        text, static_cast<std::size_t>(std::to_chars(text, std::end(text), real, format).ptr - text));
  };
  const std::string_view scientific = write(std::chars_format::scientific);
  const std::size_t e = scientific.find('e');
  const int exponent = e == scientific.npos ? 0 : std::atoi(scientific.data() + e + 1);
  out += exponent < -4 || exponent > 15 ? scientific : write(std::chars_format::fixed);
}

}  // namespace

void Value::append_json(std::string& out) const {
  switch (kind()) {
    case Kind::null: out += "null"; break;
    case Kind::boolean: out += as_boolean() ? "true" : "false"; break;
    case Kind::integer:
      if (is_node()) {
        out += node().text;
      } else {
        out += std::to_string(as_int64());
      }
      break;
    case Kind::real: append_real(out, node().real); break;
    case Kind::text: append_quoted(out, as_text()); break;
    case Kind::array: {
      out += '[';
      const char* separator = "";
      for (const Value item : as_array()) {
        out += separator;
        item.append_json(out);
        separator = ",";
      }
      out += ']';
      break;
    }
    case Kind::object: {
      out += '{';
      const auto& items = node().items;
      for (std::size_t i = 0; i < items.size(); i += 2) {
        if (i != 0) out += ',';
        append_quoted(out, items[i].as_text());
        out += ':';
        items[i + 1].append_json(out);
      }
      out += '}';
      break;
    }
  }
}

std::string Value::to_json() const {
  std::string out;
  append_json(out);
  return out;
}

}  // namespace linnet
